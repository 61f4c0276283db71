/**
 * Strokes that the server has not stored yet, in IndexedDB: they outlive a reload and a closed tab. Where the browser
 * blocks it (private window, policy), they are kept in the page alone and nothing fails.
 */

export interface PendingUpdate {
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface PendingStore {
  /** Oldest first. */
  load(board: string): Promise<PendingUpdate[]>;
  /** @returns its id, for `remove`; undefined where nothing can be stored */
  add(board: string, bytes: Uint8Array<ArrayBuffer>): Promise<number | undefined>;
  remove(ids: readonly number[]): Promise<void>;
}

const DATABASE = 'gauntlet.whiteboard';
const STORE = 'updates';

function promiseOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true }).createIndex('board', 'board');
  return promiseOf(request);
}

/** @param userId strokes are kept for each person apart, because a computer may be shared */
export function createPendingStore(userId: string): PendingStore {
  let opened: Promise<IDBDatabase> | undefined;
  const updates = async (mode: IDBTransactionMode) =>
    (await (opened ??= open())).transaction(STORE, mode).objectStore(STORE);
  const keyOf = (board: string) => `${userId}/${board}`;
  const orElse = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise);

  return {
    load: (board) =>
      orElse(
        updates('readonly').then((store) => promiseOf(store.index('board').getAll(keyOf(board)))),
        [],
      ),
    add: (board, bytes) =>
      orElse(
        updates('readwrite').then((store) => promiseOf(store.add({ board: keyOf(board), bytes }))) as Promise<number>,
        undefined,
      ),
    remove: (ids) =>
      orElse(
        updates('readwrite').then((store) => {
          for (const id of ids) store.delete(id);
        }),
        undefined,
      ),
  };
}
