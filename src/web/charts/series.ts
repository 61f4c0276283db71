/**
 * What charts draw. Their numbers are for the eye only: exact amounts stay decimal text and are written by `format`.
 */
export interface Series {
  key: string;
  label: string;
  /** One for each category; null where there is nothing to say, which is not zero. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** What is shown: "Won and lost by month". */
  label: string;
  /** The horizontal axis: "Jan 2026", "Feb 2026", … */
  categories: readonly string[];
  /**
   * The categories are names, of which none follows from the one before: each is written, in two lines and cut where it
   * must be.
   */
  named?: boolean;
  series: readonly Series[];
  /** Writes a value for people; `short` on the axis, where there is little room. */
  format: (value: number, short?: boolean) => string;
  /** Pixels. */
  height?: number;
  /** A category was chosen by a click or by Enter: open what is behind it. */
  onSelect?: (category: number) => void;
  /**
   * Several categories beside each other were chosen, by dragging over them or by Shift and the arrow keys: look closer
   * at these.
   */
  onRange?: (first: number, last: number) => void;
}

/** Lowest and highest value that must fit, zero included: a bar that begins elsewhere lies. */
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

/** Every how many categories one gets a label, so that labels of `width` pixels do not touch. */
export function labelStep(count: number, plot: number, width: number): number {
  return Math.max(1, Math.ceil((count * width) / Math.max(1, plot)));
}

/**
 * The lines, two at most, in which a label of so many characters a line is written; what does not fit ends in an
 * ellipsis.
 */
export function labelLines(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const cut = (line: string) => (line.length <= most ? line : `${line.slice(0, Math.max(1, most - 1)).trimEnd()}…`);
  // The last space, or the place behind a hyphen, at which the first line can end.
  const end = Math.max(text.lastIndexOf(' ', most), text.lastIndexOf('-', most - 1) + 1);
  if (end <= 0) return [cut(text)];
  return [text.slice(0, end).trimEnd(), cut(text.slice(end).trimStart())];
}
