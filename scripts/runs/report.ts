/**
 * What a step of `npm test` tells of its tests beside its own words: how many there were, which failed, and which
 * passed only at a second try. `scripts/test.ts` names a file for each step in `TEST_REPORT`; without it nothing is
 * written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the steps of a run tell of their tests, each in a file. */
export const REPORTS = join(import.meta.dirname, '../../.cache/tests');
/** Where the run as a whole stands when it has ended. */
export const LAST_RUN = join(REPORTS, 'run.json');

export interface Tally {
  passed: number;
  skipped: number;
  /** File and title of each test that did not pass, and of files that could not be loaded. */
  failed: string[];
  /** The same of tests that passed, but not at their first try. */
  secondTries: string[];
}

/** A whole run of `npm test`. */
export interface Run extends Tally {
  /** Names of the steps that did not end well. */
  stepsFailed: string[];
  seconds: number;
}

export const emptyTally = (): Tally => ({ passed: 0, skipped: 0, failed: [], secondTries: [] });

/** Writes the tally where `TEST_REPORT` says, if it says so. */
export function tell(tally: Tally): void {
  const file = process.env.TEST_REPORT;
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(tally));
}

/** What a step told; nothing if it ended before it could. */
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
