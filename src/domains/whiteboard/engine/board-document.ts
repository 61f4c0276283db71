/**
 * A board as a Yjs document: its map `elements` holds Excalidraw elements by id, its map `board` what belongs to the
 * whole. An element is one value, so of two changes to one element at the same time the same one wins everywhere.
 */
import * as Y from 'yjs';

/** An element as Excalidraw describes it; other fields are Excalidraw's own affair. */
export interface BoardElement {
  readonly id: string;
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly [field: string]: unknown;
}

export const BACKGROUND = 'background';

export const elementsIn = (document: Y.Doc): Y.Map<BoardElement> => document.getMap<BoardElement>('elements');
export const settingsIn = (document: Y.Doc): Y.Map<string> => document.getMap<string>('board');

/** The update that makes these elements of an empty board. */
export function updateWith(elements: readonly BoardElement[]): Uint8Array {
  const document = new Y.Doc();
  document.transact(() => {
    for (const element of elements) elementsIn(document).set(element.id, element);
  });
  return Y.encodeStateAsUpdate(document);
}

/** Merges updates into one that holds no more than what is there now. Takes time in proportion to their size. */
export function mergeToSnapshot(updates: readonly Uint8Array[]): Uint8Array {
  const document = new Y.Doc();
  document.transact(() => {
    for (const update of updates) Y.applyUpdate(document, update);
  });
  return Y.encodeStateAsUpdate(document);
}

/** Puts updates into one answer: each preceded by its length as a 32-bit big-endian number. */
export function packUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(updates.reduce((sum, update) => sum + 4 + update.byteLength, 0));
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const update of updates) {
    view.setUint32(at, update.byteLength);
    packed.set(update, at + 4);
    at += 4 + update.byteLength;
  }
  return packed;
}

/** The reverse of {@link packUpdates}. @throws Error where the answer was cut off */
export function unpackUpdates(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const updates: Uint8Array[] = [];
  let at = 0;
  while (at < packed.byteLength) {
    const length = at + 4 <= packed.byteLength ? view.getUint32(at) : Infinity;
    if (at + 4 + length > packed.byteLength) throw new Error('The board did not arrive whole.');
    updates.push(packed.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return updates;
}
