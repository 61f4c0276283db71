/** The record of whole runs of the test suite: docs/runs.json holds them, docs/runs.md shows them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tally } from './report.ts';

const KEPT = join(import.meta.dirname, '../../docs/runs.json');
const DOCUMENT = join(import.meta.dirname, '../../docs/runs.md');

export interface KeptRun extends Tally {
  /** When it began, to the minute, UTC. */
  at: string;
  commit: string;
  minutes: string;
  /** Of the whole machine, whatever else ran on it. */
  processorSeconds: number;
  /** See `stolenShare`. */
  stolen: string;
  stepsFailed: string[];
}

/** Adds a run to the record, and writes its document anew. */
export function keep(run: KeptRun): void {
  const runs = [...(existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as KeptRun[]) : []), run];
  writeFileSync(KEPT, `${JSON.stringify(runs, null, 2)}\n`);
  writeFileSync(DOCUMENT, documentOf(runs));
}

/** A run in which every test passed at its first try. */
export const isSteady = (run: Pick<KeptRun, 'failed' | 'secondTries' | 'stepsFailed'>): boolean =>
  run.failed.length + run.secondTries.length + run.stepsFailed.length === 0;

/** How many of the last runs were steady, one after the other. */
export function steadyInARow(runs: readonly KeptRun[]): number {
  const last = runs.findLastIndex((run) => !isSteady(run));
  return runs.length - 1 - last;
}

/** The document: the count that matters, and a line for each run, the last first. */
export function documentOf(runs: readonly KeptRun[]): string {
  const lines = runs
    .toReversed()
    .map(
      (run) =>
        `| ${run.at} | ${run.commit} | ${run.minutes} | ${run.processorSeconds} | ${run.stolen} | ${run.passed} | ${namesOf(run)} |`,
    );
  return [
    '# Whole runs of the test suite',
    '',
    'Written by `npm run test:runs -- --runs=N`; do not edit by hand. Each line is `npm test` from beginning to end, with the retries that CI has: a test that needed one is named, and the run does not count as steady.',
    '',
    `**The last ${steadyInARow(runs)} runs were steady, of ${runs.length} in all** (bar: 20).`,
    '',
    '| began (UTC) | commit | minutes | processor seconds of the machine | stolen by its host | tests passed | failed, or passed at a second try |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** Names stand in a table's cell: a bar would end it. */
function namesOf(run: KeptRun): string {
  const named = [
    ...run.stepsFailed.map((name) => `step “${name}”`),
    ...run.failed.map((name) => `failed: ${name}`),
    ...run.secondTries.map((name) => `second try: ${name}`),
  ];
  return named.length === 0 ? '–' : named.map((name) => name.replaceAll('|', '\\|').replaceAll('\n', ' ')).join('<br>');
}
