/** The product's charts. Each has a table of its figures beside it, because a chart alone tells some people nothing. */
export { BarChart } from './bar-chart.tsx';
export { LineChart } from './line-chart.tsx';
export type { Series } from './series.ts';
