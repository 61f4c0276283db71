/**
 * `npm test`: everything that shows whether the product works. Tests on both database engines (Vitest), then the real
 * server in a real browser (Playwright), beside unit tests and crashes of the real server. Requirements are checked
 * first, so that a missing browser is reported at once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../src/testing/chromium.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';
import { LAST_RUN, REPORTS, together, told, type Run, type Tally } from './runs/report.ts';

const ROOT = join(import.meta.dirname, '..');

/** Node's compile cache for every process, kept between runs and shared with `npm start`. */
const COMPILED = join(ROOT, '.cache/node');

interface Step {
  name: string;
  command: string[];
}

const VITEST = ['--single-threaded-gc', 'node_modules/vitest/vitest.mjs', 'run'];

/**
 * Steps in order; a group runs side by side. Database tests fill both cores; browser tests wait a fifth of their time
 * and crash tests wait for killed servers, so the unit tests fit in between.
 */
const STEPS: Step[][] = [
  // Also builds the browser application.
  [{ name: 'Browser application and its weight', command: ['scripts/weight.ts'] }],
  [{ name: 'Database tests', command: [...VITEST, '--project=pglite', '--project=postgres'] }],
  [
    { name: 'End-to-end tests', command: ['node_modules/@playwright/test/cli.js', 'test'] },
    // A few crashes of each kind; `npm run test:crash` runs twenty.
    {
      name: 'Unit tests and crashes',
      command: [...VITEST, '--project=web', '--project=unit', '--project=crash', '--maxWorkers=1'],
    },
  ],
];

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

/** Finds the browser and the PostgreSQL for the tests, and says where they come from. */
async function prepare(): Promise<void> {
  const chromium = await findChromium();
  process.stdout.write(`Chromium: ${chromium.origin}\n`);
  const postgres = await startTestPostgres();
  process.stdout.write(`PostgreSQL: ${process.env.TEST_DATABASE_URL ? 'TEST_DATABASE_URL' : 'a throw-away server'}\n`);
  await postgres.close();
}

const started = performance.now();
try {
  await prepare();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

/** Length of a failed step's output that is repeated at the end, where its own report is. */
const TAIL = 12_000;

interface Result {
  name: string;
  passed: boolean;
  seconds: number;
  /** End of its output. */
  tail: string;
  /** Its test results, if it reported any. */
  tally: Tally | undefined;
}

/**
 * Runs steps side by side. The first prints its output at once, the others when they have ended: two interleaved
 * reports cannot be read.
 */
async function runBeside([first, ...others]: Step[]): Promise<Result[]> {
  process.stdout.write(`\n── ${first!.name}\n`);
  const beside = others.map((step) => {
    const said: Buffer[] = [];
    return run(step, (chunk) => said.push(chunk)).then((result) => ({ result, said }));
  });
  const results = [await run(first!, (chunk, to) => to.write(chunk))];
  for (const each of beside) {
    const { result, said } = await each;
    process.stdout.write(`\n── ${result.name}\n`);
    process.stdout.write(Buffer.concat(said));
    results.push(result);
  }
  return results;
}

/** Runs one step, forwards its output, and keeps the end of it. */
async function run({ name, command }: Step, say: (chunk: Buffer, to: NodeJS.WriteStream) => void): Promise<Result> {
  const begun = performance.now();
  const report = join(REPORTS, `${name.replaceAll(' ', '-').toLowerCase()}.json`);
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED, TEST_REPORT: report };
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env });
  let tail = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      say(chunk, to);
      tail = (tail + chunk.toString()).slice(-TAIL);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { name, passed: code === 0, seconds: secondsSince(begun), tail, tally: told(report) };
}

/** The whole run in a few lines and in a file, including tests that passed only at a retry, which are faults, too. */
function conclude(results: readonly Result[]): Run {
  const all = together(results.flatMap(({ tally }) => tally ?? []));
  const stepsFailed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  const run: Run = { ...all, stepsFailed, seconds: secondsSince(started) };
  process.stdout.write('\n');
  for (const { name, passed, seconds } of results)
    process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}, ${seconds.toFixed(1)} s\n`);
  for (const name of run.failed) process.stdout.write(`failed  ${name}\n`);
  for (const name of run.secondTries) process.stdout.write(`passed at a second try  ${name}\n`);
  process.stdout.write(
    `${run.passed} tests passed, ${run.skipped} were skipped, ${run.failed.length} failed, ${run.secondTries.length} needed a second try; ${run.seconds.toFixed(1)} s in all\n`,
  );
  writeFileSync(LAST_RUN, JSON.stringify(run));
  return run;
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const results: Result[] = [];
for (const steps of STEPS) results.push(...(await runBeside(steps)));
for (const { name, passed, tail } of results) if (!passed) process.stdout.write(`\n── How “${name}” ended\n${tail}`);
process.exit(conclude(results).stepsFailed.length === 0 ? 0 : 1);
