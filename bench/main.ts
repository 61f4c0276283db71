/**
 * `npm run bench`: lists, search, record, create, import, jobs, and live changes, on PostgreSQL with a million contacts
 * and on the embedded engine with 200,000, each beside its floor. Prints a table and writes docs/benchmarks.md. Takes a
 * quarter of an hour.
 *
 * - `--quick` a tenth of the data, one second a round; writes no document
 * - `--engine=NAME` postgres or pglite alone; writes no document
 * - `--profile=FOLDER` runs the product alone under load and writes CPU profiles there
 * - `--web`, `--finance`, `--sales` pages in Chromium, a large ledger, or a large workspace instead, each with its own
 * document; further options belong to `web.ts`, `finance.ts`, `sales.ts`
 * - `--retrieval FOLDER` the search of the knowledge base, on a collection of documents with judged questions
 * - `--knowledge` its speed at 200,000 passages; options belong to `knowledge.ts`
 * - `--all` builds the browser application, then measures all four: three quarters of an hour
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processorTime, stolenShare } from '../src/testing/machine.ts';
import { fanOut } from './fan-out.ts';
import { measureImport } from './import.ts';
import { measureJobs } from './jobs.ts';
import type { LoadJob } from './load.ts';
import { idleCpu, measure, memory, merge, type Measured } from './measure.ts';
import { fanOutLine, importLine, jobsLine, line, markdown, type EngineReport, type Row } from './report.ts';
import type { Scenario } from './scenarios.ts';
import { contactsOnly, headersOf, setStage, type Engine, type Stage } from './compared-servers.ts';

const [first, ...rest] = process.argv.slice(2);
const OTHERS = ['web', 'finance', 'sales'];
// Retrieval needs a collection, so it is not part of `--all`.
const other = [...OTHERS, 'retrieval', 'knowledge'].find((name) => first === `--${name}`);
if (other) process.exit(runScript(`bench/${other}.ts`, ...rest));
if (first === '--all') {
  const statuses = [
    runScript('scripts/build-web.ts'),
    ...['main', ...OTHERS].map((name) => runScript(`bench/${name}.ts`)),
  ];
  process.exit(Math.max(...statuses));
}

/** Runs a script of the project and returns its exit code. */
function runScript(path: string, ...words: string[]): number {
  return (
    spawnSync(process.execPath, [join(import.meta.dirname, '..', path), ...words], { stdio: 'inherit' }).status ?? 1
  );
}

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, engine: { type: 'string' }, profile: { type: 'string' } },
});
const size = options.quick
  ? { contacts: { postgres: 20_000, pglite: 20_000 }, rows: 10_000, jobs: 500, seconds: 1, rounds: 1 }
  : { contacts: { postgres: 1_000_000, pglite: 200_000 }, rows: 100_000, jobs: 5_000, seconds: 3, rounds: 2 };
const CONNECTIONS = [1, 8, 32];
const WARM_UP_SECONDS = 1;
/** Long enough for the server to release the memory of its start. */
const IDLE_SECONDS = options.quick ? 2 : 25;
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md');
const load = loadavg()
  .map((value) => value.toFixed(1))
  .join(' ');
const before = processorTime();

const say = (text: string) => void process.stdout.write(`${text}\n`);

const productRequests = ({ shape, requests }: Scenario): LoadJob['requests'] =>
  requests.map(({ path, body }) => ({
    method: shape === 'create' ? 'POST' : 'GET',
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
const floorRequests = ({ shape, requests }: Scenario, index: number): LoadJob['requests'] =>
  requests.map(({ body }, n) => ({
    method: shape === 'create' ? 'POST' : 'GET',
    path: `/${index}/${n}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));

async function compare(
  stage: Stage,
): Promise<Pick<EngineReport, 'rows' | 'memory' | 'idle' | 'readyAfter' | 'fanOut'>> {
  const product = await stage.product();
  const floor = await stage.floor();
  const rows: Row[] = [];
  try {
    const headers = await headersOf(product.owner);
    const [idle, floorIdle] = await Promise.all([idleCpu(product.pid, IDLE_SECONDS), idleCpu(floor.pid, IDLE_SECONDS)]);
    const atRest = memory(product.pid).now;
    for (const [index, scenario] of stage.scenarios.entries()) {
      const ours = (connections: number, seconds: number) =>
        measure(
          product.pid,
          { url: product.url, headers, connections, seconds, requests: productRequests(scenario) },
          idle,
        );
      const bare = (connections: number, seconds: number) =>
        measure(
          floor.pid,
          { url: floor.url, headers: {}, connections, seconds, requests: floorRequests(scenario, index) },
          floorIdle,
        );
      await ours(4, WARM_UP_SECONDS);
      await bare(4, WARM_UP_SECONDS);
      for (const connections of CONNECTIONS) {
        const rounds: [ours: Measured, floor: Measured][] = [];
        for (let round = 0; round < size.rounds; round++)
          rounds.push([await ours(connections, size.seconds), await bare(connections, size.seconds)]);
        const row = {
          scenario: scenario.name,
          connections,
          ours: merge(rounds.map(([one]) => one)),
          floor: merge(rounds.map(([, other]) => other)),
        };
        rows.push(row);
        say(line(row));
      }
    }
    const { peak } = memory(product.pid);
    const heard = await fanOut(product.url, product.owner);
    say(fanOutLine(heard));
    return { rows, idle, memory: { atRest, peak }, readyAfter: product.readyAfter, fanOut: heard };
  } finally {
    await floor.stop();
    await product.stop();
  }
}

async function run(engine: Engine): Promise<EngineReport> {
  const stage = await setStage(engine, contactsOnly(size.contacts[engine]));
  try {
    say(
      `\n${stage.database}, ${size.contacts[engine].toLocaleString('en')} contacts, seeded in ${stage.seeded!.toFixed(0)} s`,
    );
    const compared = await compare(stage);
    // Before the import, after which the whole base is searched for duplicates.
    const jobs = await measureJobs(stage, size.jobs);
    say(jobsLine(jobs));
    const imported = await measureImport(stage, size.rows);
    say(importLine(imported));
    return {
      engine,
      database: stage.database,
      contacts: size.contacts[engine],
      seeded: stage.seeded!,
      ...compared,
      import: imported,
      jobs,
    };
  } finally {
    await stage.remove();
  }
}

async function profile(engine: Engine, folder: string): Promise<void> {
  const stage = await setStage(engine, contactsOnly(size.contacts[engine]));
  try {
    for (const scenario of stage.scenarios) {
      const name = scenario.name.replaceAll(/\W+/g, '-');
      const product = await stage.product([
        '--cpu-prof',
        `--cpu-prof-dir=${folder}`,
        `--cpu-prof-name=${engine}-${name}.cpuprofile`,
      ]);
      const headers = await headersOf(product.owner);
      await measure(product.pid, {
        url: product.url,
        headers,
        connections: 8,
        seconds: size.seconds * 2,
        requests: productRequests(scenario),
      });
      await product.stop();
      say(`${folder}/${engine}-${name}.cpuprofile`);
    }
  } finally {
    await stage.remove();
  }
}

const engines = (['postgres', 'pglite'] as const).filter((engine) => !options.engine || options.engine === engine);
if (options.profile) {
  for (const engine of engines) await profile(engine, options.profile);
} else {
  const reports: EngineReport[] = [];
  for (const engine of engines) reports.push(await run(engine));
  if (!options.quick && !options.engine) {
    writeFileSync(DOCUMENT, markdown(reports, load, stolenShare(before, processorTime())));
    say(`\nWritten to ${DOCUMENT}`);
  }
}
