/**
 * `npm run test:runs -- --runs=20`: the whole of `npm test`, as often as asked, with second tries as in CI; each run is
 * added to docs/runs.json and docs/runs.md with the tests that failed or needed a second try. It says whether the suite
 * is steady, which a single green run does not. It stops by itself, and at Ctrl-C after the run that is under way.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processorTime, stolenShare } from '../../src/testing/machine.ts';
import { keep, type KeptRun } from './record.ts';
import { LAST_RUN, type Run } from './report.ts';

const ROOT = join(import.meta.dirname, '../..');
const git = (...words: string[]) => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1 || runs > 100) {
  process.stderr.write('How many runs? --runs=1 to --runs=100.\n');
  process.exit(1);
}
// A run is told of by its commit: what is not in it would be told of, too.
if (git('status', '--porcelain') !== '') {
  process.stderr.write('There are changes that are not committed: a run is recorded by its commit.\n');
  process.exit(1);
}

const stop = new AbortController();
process.once('SIGINT', () => {
  stop.abort();
  process.stderr.write('Ends after this run.\n');
});

let unsteady = 0;
const commit = git('rev-parse', '--short=7', 'HEAD');
for (let index = 1; index <= runs && !stop.signal.aborted; index += 1) {
  const kept = await runOnce();
  keep(kept);
  if (kept.failed.length + kept.secondTries.length + kept.stepsFailed.length > 0) unsteady += 1;
  process.stdout.write(
    `run ${index} of ${runs}: ${kept.minutes} minutes, ${kept.passed} passed, ${kept.failed.length} failed, ${kept.secondTries.length} at a second try\n`,
  );
  for (const name of [...kept.stepsFailed, ...kept.failed, ...kept.secondTries]) process.stdout.write(`  ${name}\n`);
}
process.exit(unsteady === 0 ? 0 : 1);

/** One run; what it says goes to nobody, what it told of its tests is what counts. */
async function runOnce(): Promise<KeptRun> {
  rmSync(LAST_RUN, { force: true });
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const begun = performance.now();
  const before = processorTime();
  // In a group of its own: Ctrl-C ends what asks for runs, not the run.
  const child = spawn(process.execPath, ['scripts/test.ts'], {
    cwd: ROOT,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, CI: 'true' },
  });
  await once(child, 'close');
  const after = processorTime();
  const run = last();
  return {
    at,
    commit,
    minutes: ((performance.now() - begun) / 60_000).toFixed(1),
    processorSeconds: Math.round(after.busy - before.busy),
    stolen: stolenShare(before, after),
    passed: run.passed,
    skipped: run.skipped,
    stepsFailed: run.stepsFailed,
    failed: run.failed,
    secondTries: run.secondTries,
  };
}

function last(): Run {
  try {
    return JSON.parse(readFileSync(LAST_RUN, 'utf8')) as Run;
  } catch {
    return {
      passed: 0,
      skipped: 0,
      failed: ['the run ended before it could tell'],
      secondTries: [],
      stepsFailed: [],
      seconds: 0,
    };
  }
}
