/** Currencies of the countries that write the month first. */
export const MONTH_FIRST: ReadonlySet<string> = new Set(['USD', 'CAD', 'PHP']);
