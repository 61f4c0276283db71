/**
 * What a step of `npm test` reports about its tests beside its own output. `scripts/test.ts` names a file for each step
 * in `TEST_REPORT`; without that variable nothing is written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Tally {
  passed: number;
  skipped: number;
  /** File and title of each test that did not pass, and files that could not be loaded. */
  failed: string[];
}

export const emptyTally = (): Tally => ({ passed: 0, skipped: 0, failed: [] });

/** Writes the tally to the file that `TEST_REPORT` names. */
export function writeTally(tally: Tally): void {
  const file = process.env.TEST_REPORT;
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(tally));
}

/** The tally of a step; empty if the step ended before it could write one, or has no tests. */
export function readTally(file: string): Tally {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  } catch {
    return emptyTally();
  }
}
