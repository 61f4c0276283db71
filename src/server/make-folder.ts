/** Creates a folder with its parents. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents, for its owner only. Node's own function loops for ever where the system
 * keeps saying that a place does not exist, as Linux does beneath `/proc`.
 * @throws Error with the folder as its `path`
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may create it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw Object.assign(error as NodeJS.ErrnoException, { path });
    }
  }
}
