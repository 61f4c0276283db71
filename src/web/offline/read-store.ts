/**
 * Stored reads in IndexedDB. Where the browser blocks it (private window, policy), nothing is stored and nothing fails.
 */
import type { KeptRead, ReadStore } from './kept-reads.ts';

const DATABASE = 'gauntlet.reads';
const STORE = 'reads';

function promiseOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('at', 'at');
  return promiseOf(request);
}

export function createReadStore(): ReadStore {
  let opened: Promise<IDBDatabase> | undefined;
  const reads = async (mode: IDBTransactionMode) =>
    (await (opened ??= open())).transaction(STORE, mode).objectStore(STORE);

  return {
    async put(added, most, since) {
      const store = await reads('readwrite');
      for (const read of added) store.put(read);
      let surplus = (await promiseOf(store.count())) - most;
      const oldest = store.index('at').openCursor();
      await new Promise<void>((resolve, reject) => {
        oldest.onsuccess = () => {
          const cursor = oldest.result;
          if (!cursor || (surplus <= 0 && (cursor.value as KeptRead).at >= since)) return resolve();
          surplus -= 1;
          cursor.delete();
          cursor.continue();
        };
        oldest.onerror = () => reject(oldest.error ?? new Error('IndexedDB failed'));
      });
    },
    async get(key) {
      return promiseOf<KeptRead | undefined>((await reads('readonly')).get(key) as IDBRequest<KeptRead | undefined>);
    },
    async clear() {
      await promiseOf((await reads('readwrite')).clear());
    },
  };
}
