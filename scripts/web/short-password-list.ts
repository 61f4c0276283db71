/** Shortens the strength meter's list of leaked passwords for the browser. */
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Number of leaked passwords in the strength meter. All 49,000 would weigh 200 kB; the server, which refuses them, has
 * them all.
 */
const METER_PASSWORDS = 8_000;

/** Keeps the beginning of the list, which is sorted by frequency. */
export function shortPasswordList(): Plugin {
  return {
    name: 'short-password-list',
    apply: 'build',
    async load(id) {
      if (!/@zxcvbn-ts\/language-common\/.*passwords\.json\.mjs$/.test(id)) return undefined;
      const { default: passwords } = (await import(pathToFileURL(id).href)) as { default: string[] };
      return {
        code: `export default ${JSON.stringify(passwords.slice(0, METER_PASSWORDS).join(' '))}.split(' ');`,
        moduleType: 'js',
      };
    },
  };
}
