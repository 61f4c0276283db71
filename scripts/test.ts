/**
 * `npm test`: everything that says whether the product works. Tests on both database engines (Vitest), then the real
 * server in a real browser (Playwright), and beside it unit tests and the real server killed in the middle of work.
 * What they need is looked for first, so that a missing browser is said in one sentence at once and not after minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../src/testing/chromium.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';
import { LAST_RUN, REPORTS, together, told, type Run, type Tally } from './runs/report.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * What Node compiled, kept for every process of every step, and from run to run: `npm start` keeps it in the same
 * place.
 */
const COMPILED = join(ROOT, '.cache/node');

interface Step {
  name: string;
  command: string[];
}

const VITEST = ['--single-threaded-gc', 'node_modules/vitest/vitest.mjs', 'run'];

/**
 * One after the other; what stands together runs side by side. Database tests fill both cores; the browser's wait a
 * fifth of their time, and crashes wait for servers that were killed: the unit tests fit in between.
 */
const STEPS: Step[][] = [
  // Builds the browser application, too.
  [{ name: 'Browser application and its weight', command: ['scripts/weight.ts'] }],
  [{ name: 'Database tests', command: [...VITEST, '--project=pglite', '--project=postgres'] }],
  [
    { name: 'End-to-end tests', command: ['node_modules/@playwright/test/cli.js', 'test'] },
    // A few crashes of each kind; `npm run test:crash` does twenty.
    {
      name: 'Unit tests and crashes',
      command: [...VITEST, '--project=web', '--project=unit', '--project=crash', '--maxWorkers=1'],
    },
  ],
];

const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

/** Finds the browser and the PostgreSQL that the tests run on, and says where they come from. */
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

/** How much of a failed step's output is said again at the end, where its own report stands. */
const TAIL = 12_000;

interface Result {
  name: string;
  passed: boolean;
  seconds: number;
  /** The end of what it said. */
  tail: string;
  /** Of its tests, where it has some and told of them. */
  tally: Tally | undefined;
}

/**
 * Runs steps side by side. The first says what it says as it says it, the others when they have ended: two reports at
 * once cannot be read.
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

/** Runs one step, passes on what it says, and keeps the end of it. */
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

/**
 * The whole run in a few lines and in a file, with the tests that passed only at a second try: they are faults, too.
 */
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
