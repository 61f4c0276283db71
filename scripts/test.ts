/**
 * `npm test`: what says whether the product works, within a quarter of an hour. `npm run test:all` adds what takes
 * longer; `npm run test:rest` runs only that, for a tree on which `npm test` has just passed. What the tests need is
 * looked for first, so that a missing browser is reported at once and not after minutes.
 *
 * `--minutes=N`: after N minutes no further step begins, and a step that usually takes longer than what is left does
 * not begin either.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../src/testing/chromium.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';
import { watchProcessorTime } from './test-run/processor-time.ts';
import { readTally, type Tally } from './test-run/tally.ts';

const ROOT = join(import.meta.dirname, '..');
/** Where the steps of a run report about their tests, each in a file. */
const REPORTS = join(ROOT, '.cache/tests');
/**
 * Node's compile cache, kept for every process of every step, and from run to run: `npm start` keeps it in the same
 * place.
 */
const COMPILED = join(ROOT, '.cache/node');

interface Step {
  name: string;
  command: string[];
}

/** Steps that run side by side. */
interface Stage {
  steps: Step[];
  /** How long it takes on a slow machine. */
  minutes: number;
}

const VITEST = ['--single-threaded-gc', 'node_modules/vitest/vitest.mjs', 'run'];
/** Tests with `@long` in their title are left to `npm run test:all`. */
const WITHOUT_LONG = '--testNamePattern=^(?!.*@long)';
const ONLY_LONG = '--testNamePattern=@long';
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test'];

/** `npm test`, one stage after the other. */
const MAIN: Stage[] = [
  // Builds the browser application, too.
  { minutes: 1, steps: [{ name: 'Browser application and its weight', command: ['scripts/weight.ts'] }] },
  { minutes: 6, steps: [{ name: 'PostgreSQL', command: [...VITEST, '--project=postgres', WITHOUT_LONG] }] },
  {
    minutes: 1,
    steps: [{ name: 'Embedded engine, smoke suite', command: [...VITEST, '--project=smoke', WITHOUT_LONG] }],
  },
  {
    // Browsers leave a fifth of both cores to the unit tests.
    minutes: 7,
    steps: [
      { name: 'End-to-end', command: [...PLAYWRIGHT, '--grep-invert=@long'] },
      { name: 'Unit', command: [...VITEST, '--project=web', '--project=unit', '--maxWorkers=1', WITHOUT_LONG] },
    ],
  },
];

/** Test files with a long test: the others need not be loaded to find that they have none. */
function longTests(): string[] {
  return globSync('src/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('@long'),
  );
}

/** Additional steps of `npm run test:all`. */
const REST: Stage[] = [
  // Alone: a server that is killed must be ready again within its time, whatever else runs.
  { minutes: 3, steps: [{ name: 'Crashes', command: [...VITEST, '--project=crash', '--maxWorkers=1'] }] },
  { minutes: 4, steps: [{ name: 'End-to-end, long', command: [...PLAYWRIGHT, '--grep=@long'] }] },
  {
    minutes: 4,
    steps: [
      {
        name: 'PostgreSQL and unit, long',
        command: [...VITEST, '--project=postgres', '--project=web', '--project=unit', ONLY_LONG, ...longTests()],
      },
    ],
  },
  { minutes: 8, steps: [{ name: 'Embedded engine, the rest', command: [...VITEST, '--project=pglite'] }] },
];

const { values: options } = parseArgs({
  options: { all: { type: 'boolean' }, rest: { type: 'boolean' }, minutes: { type: 'string' } },
});
const limit = options.minutes === undefined ? Infinity : Number(options.minutes);
if (Number.isNaN(limit)) {
  process.stderr.write('How many minutes? For example --minutes=30.\n');
  process.exit(1);
}
const stages = options.rest ? REST : options.all ? [...MAIN, ...REST] : MAIN;

const started = performance.now();
const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

/** Finds the browser and the PostgreSQL that the tests run on, and says where they come from. */
async function prepare(): Promise<void> {
  const chromium = await findChromium();
  process.stdout.write(`Chromium: ${chromium.origin}\n`);
  const postgres = await startTestPostgres();
  process.stdout.write(`PostgreSQL: ${process.env.TEST_DATABASE_URL ? 'TEST_DATABASE_URL' : 'a throw-away server'}\n`);
  await postgres.close();
}

/** How much of a failed step's output is repeated at the end. */
const TAIL = 12_000;

interface Result {
  name: string;
  passed: boolean;
  seconds: number;
  /** Of processor time, of all processes that the step started; undefined where that cannot be measured. */
  processorSeconds: number | undefined;
  /** The end of its output. */
  tail: string;
  tally: Tally;
}

/**
 * Runs steps side by side. Output of the first is passed on as it comes, that of the others when they have ended: two
 * reports at once cannot be read.
 */
async function runBeside([first, ...others]: Step[]): Promise<Result[]> {
  process.stdout.write(`\n── ${first!.name}\n`);
  const beside = others.map((step) => {
    const output: Buffer[] = [];
    return run(step, (chunk) => output.push(chunk)).then((result) => ({ result, output }));
  });
  const results = [await run(first!, (chunk, to) => to.write(chunk))];
  for (const each of beside) {
    const { result, output } = await each;
    process.stdout.write(`\n── ${result.name}\n`);
    process.stdout.write(Buffer.concat(output));
    results.push(result);
  }
  return results;
}

/** Runs one step, passes on its output, and keeps the end of it. */
async function run({ name, command }: Step, pass: (chunk: Buffer, to: NodeJS.WriteStream) => void): Promise<Result> {
  const begun = performance.now();
  const report = join(REPORTS, `${name.replaceAll(/\W+/g, '-').toLowerCase()}.json`);
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED, TEST_REPORT: report };
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env });
  const processorTime = watchProcessorTime(child.pid!);
  let tail = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      pass(chunk, to);
      tail = (tail + chunk.toString()).slice(-TAIL);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return {
    name,
    passed: code === 0,
    seconds: secondsSince(begun),
    processorSeconds: processorTime(),
    tail,
    tally: readTally(report),
  };
}

const inSeconds = (seconds: number) => `${Math.round(seconds).toLocaleString('en-US')} s`;
const processor = (seconds: number | undefined) =>
  seconds === undefined ? '' : `, ${inSeconds(seconds)} of processor time`;

/** The whole run in a few lines. @returns whether everything that began has passed */
function conclude(results: readonly Result[], left: readonly Step[]): boolean {
  process.stdout.write('\n');
  for (const { name, passed, seconds, processorSeconds } of results)
    process.stdout.write(
      `${passed ? 'passed' : 'FAILED'}  ${name}: ${inSeconds(seconds)}${processor(processorSeconds)}\n`,
    );
  for (const { name } of left) process.stdout.write(`not run ${name}: too little was left of ${limit} minutes\n`);
  const failed = results.flatMap(({ tally }) => tally.failed);
  for (const name of failed) process.stdout.write(`failed  ${name}\n`);
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  const skipped = sum(({ tally }) => tally.skipped);
  const times = results.map(({ processorSeconds }) => processorSeconds);
  const total = times.includes(undefined) ? undefined : sum(({ processorSeconds }) => processorSeconds!);
  process.stdout.write(
    `${sum(({ tally }) => tally.passed).toLocaleString('en-US')} tests passed, ${failed.length} failed, ${skipped} skipped: ${inSeconds(secondsSince(started))}${processor(total)}\n`,
  );
  return results.every(({ passed }) => passed);
}

try {
  await prepare();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const results: Result[] = [];
const left: Step[] = [];
for (const { steps, minutes } of stages) {
  if (secondsSince(started) / 60 + minutes > limit) left.push(...steps);
  else results.push(...(await runBeside(steps)));
}
for (const { name, passed, tail } of results) if (!passed) process.stdout.write(`\n── How “${name}” ended\n${tail}`);
process.exit(conclude(results, left) ? 0 : 1);
