import { useState } from 'react';

/** The loaded rows, and where in the list the first of them stands. */
interface LoadedRows {
  rows: readonly { id: string }[];
  firstIndex: number;
}

/** Where the row that stood at an index stands now; undefined when it is not among the loaded rows any more. */
export function followRow(before: LoadedRows, now: LoadedRows, index: number): number | undefined {
  const id = before.rows[index - before.firstIndex]?.id;
  if (id === undefined) return undefined;
  // Nearly always it has not moved.
  if (now.rows[index - now.firstIndex]?.id === id) return index;
  const place = now.rows.findIndex((row) => row.id === id);
  return place < 0 ? undefined : place + now.firstIndex;
}

/**
 * Calls back, before they are drawn, when rows have come, gone or moved while a list was open: whoever is at a row
 * stays at that row, and what is being typed goes on in it and nowhere else.
 * @param onMoved gets what {@link followRow} says of each index; `left` is the row of an index as it was
 */
export function useMovedRows<Row extends { id: string }>(
  rows: readonly Row[],
  firstIndex: number,
  onMoved: (follow: (index: number) => number | undefined, left: (index: number) => Row | undefined) => void,
): void {
  const [seen, setSeen] = useState({ rows, firstIndex });
  if (seen.rows === rows && seen.firstIndex === firstIndex) return;
  setSeen({ rows, firstIndex });
  onMoved(
    (index) => followRow(seen, { rows, firstIndex }, index),
    (index) => seen.rows[index - seen.firstIndex],
  );
}
