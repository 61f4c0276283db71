/** Checks what browsers send to be added to a board, before anything is made of it. */
import * as Y from 'yjs';

/** Bytes of one update. */
export const MAX_UPDATE = 700_000;

const TYPES: ReadonlySet<string> = new Set([
  'rectangle',
  'diamond',
  'ellipse',
  'line',
  'arrow',
  'freedraw',
  'text',
  'image',
  'frame',
  'magicframe',
]);
const MAPS: ReadonlySet<unknown> = new Set(['elements', 'board']);
const MAX_ID = 100;

/** Whether a value is an element of a kind that boards keep. */
export function isElement(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, x, y } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    id.length > 0 &&
    id.length <= MAX_ID &&
    TYPES.has(type as string) &&
    Number.isFinite(x) &&
    Number.isFinite(y)
  );
}

/** The value of a setting, or an element. */
const isValue = (value: unknown): boolean => (typeof value === 'string' ? value.length <= MAX_ID : isElement(value));

function problemOf(struct: Y.Item | Y.GC | Y.Skip): string | undefined {
  if (struct instanceof Y.GC) return undefined;
  if (!(struct instanceof Y.Item)) return 'The update has gaps.';
  const { content, parent, parentSub, origin, rightOrigin } = struct;
  // Without neighbors an item names the map that it belongs to, and its key.
  if (!origin && !rightOrigin && (!MAPS.has(parent) || parentSub === null)) return 'The update belongs to no board.';
  if (content instanceof Y.ContentDeleted) return undefined;
  if (!(content instanceof Y.ContentAny) || content.arr.length !== 1 || !isValue(content.arr[0]))
    return 'The update holds something that is no element.';
  return undefined;
}

/** @returns the problem in one sentence; undefined when the update may be kept */
export function checkUpdate(update: Uint8Array): string | undefined {
  if (update.byteLength > MAX_UPDATE) return 'The update is too large.';
  try {
    const { structs } = Y.decodeUpdate(update);
    for (const struct of structs) {
      const problem = problemOf(struct);
      if (problem) return problem;
    }
    return undefined;
  } catch {
    return 'The update cannot be read.';
  }
}
