/** Data of charts. The numbers are for drawing only: exact amounts stay decimal text and are written by `format`. */
export interface Series {
  key: string;
  label: string;
  /** One per category; null for no value, which is not zero. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** Title: "Won and lost by month". */
  label: string;
  /** The horizontal axis: "Jan 2026", "Feb 2026", … */
  categories: readonly string[];
  /** The categories are unordered names: each is written, in two lines and cut if necessary. */
  named?: boolean;
  series: readonly Series[];
  /** Formats a value; `short` for the axis, where there is little space. */
  format: (value: number, short?: boolean) => string;
  /** Pixels. */
  height?: number;
  /** A category was chosen by a click or Enter: open its details. */
  onSelect?: (category: number) => void;
  /** Several adjacent categories were chosen by dragging or with Shift and the arrow keys: zoom in on them. */
  onRange?: (first: number, last: number) => void;
}

/** Minimum and maximum of the axis, including zero, because a bar with another base misleads. */
export function extent(series: readonly Series[], stacked: boolean): [low: number, high: number] {
  if (!stacked) {
    const values = series.flatMap((one) => one.values.filter((value) => value !== null));
    return [Math.min(0, ...values), Math.max(0, ...values)];
  }
  let [low, high] = [0, 0];
  const length = Math.max(0, ...series.map((one) => one.values.length));
  for (let i = 0; i < length; i++) {
    const values = series.map((one) => one.values[i] ?? 0);
    high = Math.max(
      high,
      values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0),
    );
    low = Math.min(
      low,
      values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0),
    );
  }
  return [low, high];
}

/**
 * Minimum and maximum of lines, fitted to the values: zero is on the axis only where they come near it. Lines that
 * start at zero though they move between 780 and 800 look flat.
 */
export function fitted(series: readonly Series[]): [low: number, high: number] {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low;
  if (values.length === 0 || span === 0 || low - span < 0 === high + span > 0) return extent(series, false);
  return [low, high];
}

/** Interval of labeled categories, so that labels of `width` pixels do not touch. */
export function labelStep(count: number, plot: number, width: number): number {
  return Math.max(1, Math.ceil((count * width) / Math.max(1, plot)));
}

/** A label in at most two lines of so many characters; the rest is cut with an ellipsis. */
export function labelLines(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const cut = (line: string) => (line.length <= most ? line : `${line.slice(0, Math.max(1, most - 1)).trimEnd()}…`);
  // The last space, or the position after a hyphen, where the first line can end.
  const end = Math.max(text.lastIndexOf(' ', most), text.lastIndexOf('-', most - 1) + 1);
  if (end <= 0) return [cut(text)];
  return [text.slice(0, end).trimEnd(), cut(text.slice(end).trimStart())];
}
