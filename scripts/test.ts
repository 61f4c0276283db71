/**
 * `npm test`: everything that says whether the product works. Tests on both database engines (Vitest), then the real
 * server in a real browser (Playwright), and beside it unit tests and the real server killed in the middle of work. What
 * they need is looked for first, so that a missing browser is said in one sentence at once and not after minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findChromium } from '../src/testing/chromium.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';

const ROOT = join(import.meta.dirname, '..');

/** What Node compiled, kept for every process of every step, and from run to run: `npm start` keeps it in the same place. */
const COMPILED = join(ROOT, '.cache/node');

interface Step {
  name: string;
  command: string[];
}

const VITEST = 'node_modules/vitest/vitest.mjs';

/**
 * One after the other; what stands together runs side by side. Database tests fill both cores; the browser's wait a fifth
 * of their time, and crashes wait for servers that were killed: the unit tests fit in between.
 */
const STEPS: Step[][] = [
  // Builds the browser application, too.
  [{ name: 'Browser application and its weight', command: ['scripts/weight.ts'] }],
  [{ name: 'Database tests', command: [VITEST, 'run', '--project=pglite', '--project=postgres'] }],
  [
    { name: 'End-to-end tests', command: ['node_modules/@playwright/test/cli.js', 'test'] },
    // A few crashes of each kind; `npm run test:crash` does twenty.
    { name: 'Unit tests and crashes', command: [VITEST, 'run', '--project=web', '--project=unit', '--project=crash', '--maxWorkers=1'] },
  ],
];

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

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
  took: string;
  /** The end of what it said. */
  tail: string;
}

/** Runs steps side by side. The first says what it says as it says it, the others when they have ended: two reports at once cannot be read. */
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
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: COMPILED } });
  let tail = '';
  for (const [from, to] of [[child.stdout, process.stdout], [child.stderr, process.stderr]] as const) {
    from.on('data', (chunk: Buffer) => {
      say(chunk, to);
      tail = (tail + chunk.toString()).slice(-TAIL);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { name, passed: code === 0, took: seconds(begun), tail };
}

const results: Result[] = [];
for (const steps of STEPS) results.push(...await runBeside(steps));
for (const { name, passed, tail } of results) if (!passed) process.stdout.write(`\n── How “${name}” ended\n${tail}`);
process.stdout.write('\n');
for (const { name, passed, took } of results) process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}, ${took}\n`);
process.stdout.write(`${seconds(started)} in all\n`);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
