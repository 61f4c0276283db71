/**
 * The test results of a step of `npm test`: how many tests, which failed, and which passed only at a retry.
 * `scripts/test.ts` names a file for each step in `TEST_REPORT`; without it nothing is written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of the steps' result files. */
export const REPORTS = join(import.meta.dirname, '../../.cache/tests');
/** Result of the last whole run. */
export const LAST_RUN = join(REPORTS, 'run.json');

export interface Tally {
  passed: number;
  skipped: number;
  /** File and title of each failed test, and of files that could not be loaded. */
  failed: string[];
  /** The same for tests that passed only at a retry. */
  secondTries: string[];
}

/** A whole run of `npm test`. */
export interface Run extends Tally {
  /** Names of failed steps. */
  stepsFailed: string[];
  seconds: number;
}

export const emptyTally = (): Tally => ({ passed: 0, skipped: 0, failed: [], secondTries: [] });

/** Writes the tally to `TEST_REPORT`, if set. */
export function tell(tally: Tally): void {
  const file = process.env.TEST_REPORT;
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(tally));
}

/** A step's tally; nothing if it ended too early. */
export function told(file: string): Tally | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  } catch {
    return undefined;
  }
}

/** The sum of several steps. */
export function together(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
    failed: tallies.flatMap(({ failed }) => failed),
    secondTries: tallies.flatMap(({ secondTries }) => secondTries),
  };
}
