/** Making a folder with those above it. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are not there, for its owner alone. Node's own way of doing so goes round in
 * circles for ever where the system says of a place that it does not exist however often it is made, as Linux does
 * beneath `/proc`.
 * @throws Error with the folder as its `path`
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may make it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw Object.assign(error as NodeJS.ErrnoException, { path });
    }
  }
}
