/** Boards as files of Excalidraw: saved, and added from. */
import { CaptureUpdateAction, loadFromBlob, restoreElements, serializeAsJSON } from '@excalidraw/excalidraw';
import type { ExcalidrawElement } from '@excalidraw/excalidraw/element/types';
import type { BinaryFileData, ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import type { BoardElement } from '../../engine/board-document.ts';

/** Bytes of a file that is added. */
const MAX_FILE = 50_000_000;
/** Room between what is there and what is added, in the board's units. */
const GAP = 100;

/** Saves the board with its images on the person's computer. */
export function downloadBoard(api: ExcalidrawImperativeAPI, title: string): void {
  const text = serializeAsJSON(api.getSceneElements(), api.getAppState(), api.getFiles(), 'local');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/vnd.excalidraw+json' }));
  link.download = `${title.replace(/[\\/:*?"<>|]+/g, '-')}.excalidraw`;
  link.click();
  // The browser reads it a moment later.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const rightOf = (elements: readonly ExcalidrawElement[]): number =>
  elements.reduce((edge, { x, width }) => Math.max(edge, x + width), -Infinity);

/**
 * Adds what is in a file beside what is on the board; nothing is replaced.
 * @returns how many elements were added
 * @throws Error with a sentence for the person
 */
export async function addFromFile(api: ExcalidrawImperativeAPI, file: File): Promise<number> {
  if (file.size > MAX_FILE) throw new Error('Choose a file of at most 50 MB.');
  let loaded;
  try {
    loaded = await loadFromBlob(file, null, null);
  } catch {
    throw new Error('Choose a file that Excalidraw saved (.excalidraw).');
  }
  const added = withNewIds(loaded.elements.filter(({ isDeleted }) => !isDeleted));
  if (added.length === 0) throw new Error('There is nothing to draw in this file.');
  api.addFiles(Object.values(loaded.files) as BinaryFileData[]);
  return place(api, added);
}

/** Adds elements that code made, beside what is there. */
export function addBeside(api: ExcalidrawImperativeAPI, elements: readonly BoardElement[]): void {
  place(api, restoreElements(elements as unknown as ExcalidrawElement[], null, { refreshDimensions: true }));
}

/** @returns how many elements were added */
function place(api: ExcalidrawImperativeAPI, added: readonly ExcalidrawElement[]): number {
  const live = api.getSceneElements();
  const left = Math.min(...added.map(({ x }) => x));
  const shift = live.length > 0 ? rightOf(live) + GAP - left : 0;
  // Without a place in the order they come on top.
  const moved = added.map((element) => ({ ...element, x: element.x + shift, index: null }));
  api.updateScene({
    elements: [...api.getSceneElementsIncludingDeleted(), ...moved],
    captureUpdate: CaptureUpdateAction.IMMEDIATELY,
  });
  api.scrollToContent(moved, { fitToViewport: true, viewportZoomFactor: 0.8 });
  return moved.length;
}

/** Copies with ids of their own, in which all references among them still hold. */
export function withNewIds(elements: readonly ExcalidrawElement[]): ExcalidrawElement[] {
  const ids = new Map<string, string>();
  for (const { id, groupIds } of elements)
    for (const known of [id, ...groupIds]) if (!ids.has(known)) ids.set(known, crypto.randomUUID());
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one)]));
  };
  return elements.map((element) => {
    const copy = renamed(element) as ExcalidrawElement;
    // Texts stay as they are, even one that is the name of an element.
    return 'text' in element ? ({ ...copy, text: element.text, originalText: element.originalText } as never) : copy;
  });
}
