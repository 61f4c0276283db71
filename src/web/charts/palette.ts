/**
 * Colors of series in order (eight distinct ones, then repeated), as class names, because a style attribute knows no
 * theme.
 */
const FILLS = [
  'fill-chart-1',
  'fill-chart-2',
  'fill-chart-3',
  'fill-chart-4',
  'fill-chart-5',
  'fill-chart-6',
  'fill-chart-7',
  'fill-chart-8',
] as const;
const STROKES = [
  'stroke-chart-1',
  'stroke-chart-2',
  'stroke-chart-3',
  'stroke-chart-4',
  'stroke-chart-5',
  'stroke-chart-6',
  'stroke-chart-7',
  'stroke-chart-8',
] as const;

export const fillOf = (index: number): string => FILLS[index % FILLS.length]!;
export const strokeOf = (index: number): string => STROKES[index % STROKES.length]!;
