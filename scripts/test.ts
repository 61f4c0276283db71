/**
 * `npm test`: everything that says whether the product works. Unit tests and tests on both database engines (Vitest),
 * the real server killed in the middle of work, then the real server in a real browser (Playwright). What they need is looked for first, so that a missing browser
 * is said in one sentence at once and not after minutes.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from '../src/testing/chromium.ts';
import { startTestPostgres } from '../src/testing/postgres.ts';

const ROOT = join(import.meta.dirname, '..');

interface Step {
  name: string;
  command: string[];
}

const STEPS: Step[] = [
  // Builds the browser application, too.
  { name: 'Browser application and its weight', command: ['scripts/weight.ts'] },
  { name: 'Unit and database tests', command: ['node_modules/vitest/vitest.mjs', 'run'] },
  // A short run; `npm run test:crash` alone does twenty of each.
  { name: 'Crashes', command: ['scripts/crash/main.ts', '3'] },
  { name: 'End-to-end tests', command: ['node_modules/@playwright/test/cli.js', 'test'] },
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
const results = STEPS.map(({ name, command }) => {
  process.stdout.write(`\n── ${name}\n`);
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  return { name, passed: status === 0, took: seconds(begun) };
});
process.stdout.write('\n');
for (const { name, passed, took } of results) process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}, ${took}\n`);
process.stdout.write(`${seconds(started)} in all\n`);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
