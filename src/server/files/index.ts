/** Files, for everyone: `files()` is the store that the installation has. */
import type { FileStore } from './port.ts';

export { contentDisposition, cleanFileName } from './names.ts';
export { type ByteRange, type FileStore, formatBytes, type ListedFile, type PutOptions, type StoredFile } from './port.ts';
export { mayShowInline, SNIFF_BYTES, sniffType } from './types.ts';

let current: FileStore | undefined;

/** Makes `store` the one that `files()` answers. */
export function useFileStore(store: FileStore | undefined): void {
  current = store;
}

/** @throws Error before the services are open. */
export function files(): FileStore {
  if (!current) throw new Error('No file store: call useFileStore() first');
  return current;
}
