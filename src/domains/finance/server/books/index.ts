/** The books of a business, for the other parts of finance. None of these asks who calls: authorise first. */
export { bookCash } from './cash.ts';
export { bookAccountFor } from './chart.ts';
export { postEntry, reverseEntry } from './post.ts';
export { profitAndLoss } from './statements.ts';
