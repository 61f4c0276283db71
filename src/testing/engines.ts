/**
 * Every database test runs on PostgreSQL. The embedded engine runs a smoke suite beside it, and everything in
 * `npm run test:all` (decision 48).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Tests that need a database, wherever they lie. */
export const DATABASE_TESTS = 'src/**/*.db.test.ts';
/** Every call by every role: thousands of requests about answers that do not depend on the engine. */
export const EVERY_CALL = 'src/attacks/**';

/** A line that a database test has in its text when it belongs to the smoke suite of the embedded engine. */
const TAG = /^(?:\/\/| \*) @smoke\b/m;

/** The database tests that say of themselves that they belong to the smoke suite. */
export function smokeSuite(): string[] {
  return globSync(DATABASE_TESTS, { cwd: ROOT })
    .filter((file) => TAG.test(readFileSync(join(ROOT, file), 'utf8')))
    .sort();
}
