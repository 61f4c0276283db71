/** Files, for everyone: `files()` is the store that the installation has. */
import type { FileStore } from './port.ts';

export { cleanFileName, contentDisposition } from './names.ts';
export { SNIFF_BYTES, sniffType } from './types.ts';

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
