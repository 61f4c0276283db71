import { useState } from 'react';

/** The loaded rows, and the position of the first in the list. */
interface LoadedRows {
  rows: readonly { id: string }[];
  firstIndex: number;
}

/** The new position of a row; undefined when it is no longer loaded. */
export function followRow(before: LoadedRows, now: LoadedRows, index: number): number | undefined {
  const id = before.rows[index - before.firstIndex]?.id;
  if (id === undefined) return undefined;
  // Nearly always it has not moved.
  if (now.rows[index - now.firstIndex]?.id === id) return index;
  const place = now.rows.findIndex((row) => row.id === id);
  return place < 0 ? undefined : place + now.firstIndex;
}

/**
 * Calls back, before drawing, when rows of an open list were added, removed, or moved: the position and the edited text
 * stay with their row.
 * @param onMoved receives {@link followRow} for each index; `left` is the former row of an index
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
