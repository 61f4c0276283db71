/** Files for all code: `files()` is the installation's store. */
import type { FileStore } from './port.ts';

export { cleanFileName, contentDisposition } from './names.ts';
export { SNIFF_BYTES, sniffType } from './types.ts';

let current: FileStore | undefined;

/** Makes `store` the one returned by `files()`. */
export function useFileStore(store: FileStore | undefined): void {
  current = store;
}

/** @throws Error before the services are open */
export function files(): FileStore {
  if (!current) throw new Error('No file store: call useFileStore() first');
  return current;
}
