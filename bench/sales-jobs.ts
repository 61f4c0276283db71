/**
 * Longer work in a large workspace (an import, bulk actions, an export, the search for duplicates), and its effect on
 * people.
 */
import { duplicatePairs } from '../src/domains/crm/contract.ts';
import { bulk } from '../src/records/contract.ts';
import type { Condition, Filter } from '../src/kernel/filter.ts';
import type { Product } from './frame.ts';
import { floorByCopy, importInto, type ImportMeasured } from './import.ts';
import type { LoadJob } from './load.ts';
import { forgetPeak, measure, memory, type Measured } from './measure.ts';
import type { SalesStage } from './sales-scenarios.ts';
import { headersOf } from './compared-servers.ts';

/** A job from start to end. */
export interface JobMeasured {
  name: string;
  records: number;
  seconds: number;
  /** MB of the server: before, and the peak meanwhile. */
  memory: { before: number; peak: number };
  /** Times of the dashboard and a list meanwhile. */
  meanwhile?: Measured;
}

const LOOK_EVERY = 100;
const IMPORTED = 100_000;

const all = (...conditions: Condition[]): Filter => ({ match: 'all', conditions });

/** Changes the database, so run it on a copy. */
export async function measureJobs(
  product: Product,
  stage: SalesStage,
  databaseUrl: string,
  each: (job: JobMeasured) => void,
): Promise<{ jobs: JobMeasured[]; imported: ImportMeasured }> {
  const { owner, pid } = product;
  const jobs: JobMeasured[] = [];
  const measured = async (name: string, act: () => Promise<number>, lookMeanwhile = false) => {
    forgetPeak(pid);
    const before = memory(pid).now;
    const started = performance.now();
    let ended = false;
    const looking = lookMeanwhile ? look(product, () => ended) : undefined;
    const records = await act();
    ended = true;
    const job: JobMeasured = {
      name,
      records,
      seconds: (performance.now() - started) / 1000,
      memory: { before, peak: memory(pid).peak },
    };
    const meanwhile = await looking;
    if (meanwhile) job.meanwhile = meanwhile;
    jobs.push(job);
    each(job);
  };
  const run = async (filter: Filter, action: object, isInTrash = false) => {
    const batch = await owner.call(bulk.run, {
      body: { selection: { all: { filter, ...(isInTrash ? { trash: true } : {}) } }, action } as never,
    });
    return finished(product, batch.id!);
  };
  const two = all({ field: 'owner', op: 'any_of', value: stage.ownerIds.slice(0, 2) });
  const tagged = all({ field: 'tags', op: 'any_of', value: ['measured'] });
  await measured('bulk: a tag more', () => run(two, { kind: 'addTags', tags: ['measured'] }), true);
  await measured('bulk: into the trash', () => run(tagged, { kind: 'delete' }), true);
  await measured('bulk: out of the trash', () => run(tagged, { kind: 'restore' }, true), true);
  await measured('export of all as CSV', () => exported(product));
  await measured('duplicates over the whole base', () => searched(product));
  forgetPeak(pid);
  const before = memory(pid).now;
  const { id, ...result } = await importInto(product, IMPORTED);
  const imported = { ...result, floor: await floorByCopy(databaseUrl, id) };
  const job = {
    name: 'import',
    records: imported.rows,
    seconds: imported.seconds,
    memory: { before, peak: memory(pid).peak },
  };
  jobs.push(job);
  each(job);
  return { jobs, imported };
}

async function finished({ owner }: Product, batchId: string): Promise<number> {
  for (;;) {
    const batch = await owner.call(bulk.get, { params: { batchId } });
    if (batch.state === 'done') return batch.changed;
    if (batch.state !== 'running') throw new Error(`The batch ended as ${batch.state}: ${batch.error}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

async function exported({ owner }: Product): Promise<number> {
  const response = await owner.open('GET', '/api/contacts/export?format=csv');
  if (response.status !== 200) throw new Error(`The export answered ${response.status}`);
  let lines = 0;
  for await (const piece of response.body!) for (const byte of piece as Uint8Array) if (byte === 10) lines++;
  return lines - 1;
}

async function searched({ owner }: Product): Promise<number> {
  await owner.call(duplicatePairs.run, {});
  for (;;) {
    const status = await owner.call(duplicatePairs.status);
    if (status.state === 'done') return status.records;
    if (status.state === 'failed') throw new Error('The search for duplicates failed');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** Two people who look at the dashboard and a list every second until the job ends. */
async function look({ url, pid, owner }: Product, hasEnded: () => boolean): Promise<Measured> {
  const headers = await headersOf(owner);
  const requests = [
    '/api/dashboard',
    '/api/contacts?limit=50',
    '/api/recent-activities',
    '/api/notifications/summary',
  ].map((path) => ({ method: 'GET', path }));
  const job: LoadJob = { url, headers, connections: 2, seconds: 2, requests };
  let worst = await measure(pid, job);
  while (!hasEnded()) {
    const next = await measure(pid, job);
    if (next.p95 > worst.p95) worst = next;
  }
  return worst;
}
