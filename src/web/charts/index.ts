/** Charts of the product. Each stands beside a table of its figures: a chart alone tells some people nothing. */
export { BarChart } from './bar-chart.tsx';
export { LineChart } from './line-chart.tsx';
export type { Series } from './series.ts';
