/** The frames of a board in the order in which they are presented. */
import type { ExcalidrawElement, ExcalidrawFrameLikeElement } from '@excalidraw/excalidraw/element/types';

/** Row by row, as one reads: a frame belongs to the row of one that it overlaps in height by half. */
export function framesInOrder(elements: readonly ExcalidrawElement[]): ExcalidrawFrameLikeElement[] {
  const frames = elements.filter(
    (element): element is ExcalidrawFrameLikeElement => element.type === 'frame' || element.type === 'magicframe',
  );
  const rows: ExcalidrawFrameLikeElement[][] = [];
  for (const frame of frames.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && frame.y < first.y + first.height / 2) row.push(frame);
    else rows.push([frame]);
  }
  return rows.flatMap((row) => row.sort((one, other) => one.x - other.x));
}
