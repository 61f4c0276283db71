/**
 * Sound that was recorded and is not stored by the server yet, in IndexedDB: it outlives a reload. Where the browser blocks
 * it, the sound is kept in the page alone and nothing fails.
 */

export interface PendingPart {
  recording: string;
  /** Position in the recording, in bytes. */
  start: number;
  sound: Blob;
}

const DATABASE = 'gauntlet.recordings';
const STORE = 'parts';

function promiseOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['recording', 'start'] });
  return promiseOf(request);
}

let opened: Promise<IDBDatabase> | undefined;
const store = async (mode: IDBTransactionMode) =>
  (await (opened ??= open())).transaction(STORE, mode).objectStore(STORE);
const rangeOf = (recording: string, until = Number.MAX_SAFE_INTEGER) =>
  IDBKeyRange.bound([recording, 0], [recording, until], false, true);

export async function keepPart(part: PendingPart): Promise<void> {
  await store('readwrite')
    .then((parts) => promiseOf(parts.put(part)))
    .catch(() => undefined);
}

/** In order. */
export const keptParts = (recording: string): Promise<PendingPart[]> =>
  store('readonly')
    .then((parts) => promiseOf(parts.getAll(rangeOf(recording)) as IDBRequest<PendingPart[]>))
    .catch(() => []);

/** Forgets what begins before a position; without one, everything. */
export async function dropParts(recording: string, until?: number): Promise<void> {
  await store('readwrite')
    .then((parts) => promiseOf(parts.delete(rangeOf(recording, until))))
    .catch(() => undefined);
}
