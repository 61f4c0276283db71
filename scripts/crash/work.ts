/**
 * kill -9 during all other background work: workflow runs, a bulk change, a template being stamped, a client's export,
 * and a client sync. All of it runs in one installation at each crash; in the end each is done, once and completely,
 * and no job hangs.
 */
import { randomUUID } from 'node:crypto';
import { installation } from '../../src/domains/admin/contract.ts';
import { workflowRuns, workflows } from '../../src/domains/automation/contract.ts';
import { clients } from '../../src/domains/clients/contract.ts';
import { leaving } from '../../src/domains/clients/contract/leaving.ts';
import { sync } from '../../src/domains/clients/contract/sync.ts';
import { activities, contacts } from '../../src/domains/crm/contract.ts';
import { bulk } from '../../src/records/contract.ts';
import { imports, type RecordImport } from '../../src/domains/crm/contract.ts';
import { library, installs, PARTS } from '../../src/domains/templates/contract.ts';
import { policy } from '../../src/domains/workspaces/contract.ts';
import type { TestClient } from '../../src/testing/client.ts';
import { unzip } from '../../src/testing/unzip.ts';
import { install, pause, victimOf, type Engine, type Installation } from './engines.ts';

export interface WorkReport {
  engine: Engine;
  cycles: number;
  /** Work that is missing, duplicated, or hanging: must be none. */
  wrong: string[];
  restarts: number[];
}

/** Contacts per cycle that a workflow and the sync handle. */
const WATCHED = 12;
/** Contacts of one bulk action; more than one step handles. */
const MANY = 1_200;
const LOOK_EVERY = 100;
/** Milliseconds for everything to finish after a restart: an interrupted run waits until its lease expires. */
const END_WITHIN = 90_000;
/** Maximum milliseconds from the start of the last work to the crash. */
const LATEST = 1_200;

/** The client has no people yet to assign leads to. */
const STAMPED = PARTS.filter((part) => part !== 'assignmentRules');

interface World {
  installation: Installation;
  owner: TestClient;
  clientId: string;
  workflowId: string;
  templates: string[];
  /** Last names of acknowledged watched contacts. */
  watched: string[];
  report: WorkReport;
}

/** Starts all kinds of work in each cycle, crashes, and checks the outcome. */
export async function crashWork(engine: Engine, cycles: number): Promise<WorkReport> {
  const running = await install(engine);
  try {
    const world = await prepare(running, { engine, cycles, wrong: [], restarts: [] });
    for (let cycle = 0; cycle < cycles; cycle++) await crashOne(world, cycle);
    await judgeClient(world);
    await judgeJobs(world);
    return world.report;
  } finally {
    await running.remove();
  }
}

async function prepare(running: Installation, report: WorkReport): Promise<World> {
  const { owner } = running;
  const { workspaceId: clientId } = await owner.call(policy.addClient, {
    body: { businessName: 'Client', email: 'client@crash.example', timeZone: 'UTC', currency: 'USD', country: 'US' },
  });
  await importMany(owner);
  const workflow = await owner.call(workflows.create, {
    body: {
      name: 'Look after them',
      draft: {
        trigger: {
          kind: 'event',
          types: ['contact.created'],
          changed: [],
          filter: { match: 'all', conditions: [{ field: 'source', op: 'any_of', value: ['Web'] }] },
        },
        steps: [
          {
            id: 'call',
            name: '',
            kind: 'create',
            record: 'activity',
            fields: { type: 'task', subject: 'Call {{record.lastName}}' },
          },
          { id: 'mark', name: '', kind: 'tag', target: 'trigger', add: ['looked-after'], remove: [] },
          { id: 'tell', name: '', kind: 'notify', to: 'admins', title: 'New: {{record.lastName}}' },
        ],
      },
    },
  });
  await owner.call(workflows.update, {
    params: { id: workflow.id },
    body: { version: workflow.version, runsPerMinute: 6_000 },
  });
  await owner.call(workflows.publish, { params: { id: workflow.id }, body: { version: workflow.version + 1 } });
  const made = await owner.call(sync.create, {
    body: {
      clientId,
      kind: 'contact',
      direction: 'to_client',
      conflictRule: 'newest',
      schedule: 'change',
      mapping: [
        { ops: 'firstName', client: 'firstName' },
        { ops: 'lastName', client: 'lastName' },
      ],
      filter: { match: 'all', conditions: [{ field: 'source', op: 'any_of', value: ['Web'] }] },
    },
  });
  await owner.call(sync.resume, { params: { id: made.id } });
  const templates = (await owner.call(library.list)).items.map(({ ref }) => ref);
  return { installation: running, owner, clientId, workflowId: workflow.id, templates, watched: [], report };
}

async function importMany(owner: TestClient): Promise<void> {
  const file = new FormData();
  const lines = Array.from({ length: MANY }, (_, n) => `Many,Number ${n},File`);
  file.set(
    'file',
    new Blob([['First name,Last name,Source', ...lines, ''].join('\n')], { type: 'text/csv' }),
    'many.csv',
  );
  const { body } = await owner.send<RecordImport>('POST', '/api/imports', { raw: file });
  await owner.call(imports.start, { params: { id: body.id } });
  await until(
    () => owner.tryCall(imports.get, { params: { id: body.id } }),
    ({ state }) => state === 'done',
    'The import',
  );
}

const filed = { match: 'all' as const, conditions: [{ field: 'source', op: 'any_of' as const, value: ['File'] }] };

async function crashOne(world: World, cycle: number): Promise<void> {
  const { owner, clientId, report, installation: running } = world;
  const ref = world.templates[cycle % world.templates.length]!;
  const stamped = await owner.call(installs.apply, {
    params: { ref },
    body: { workspaceId: clientId, parts: STAMPED },
  });
  const archive = await owner.call(leaving.startExport, { params: { id: clientId } });
  const batch = await owner.call(bulk.run, {
    body: { selection: { all: { filter: filed } }, action: { kind: 'addTags', tags: [`cycle-${cycle}`] } },
  });
  const names = Array.from({ length: WATCHED }, () => `W${randomUUID().slice(0, 13)}`);
  for (const lastName of names)
    await owner.call(contacts.create, { body: { firstName: 'Watched', lastName, source: 'Web' } });
  world.watched.push(...names);
  await pause(Math.random() * LATEST);
  report.restarts.push(await running.crash(victimOf(report.engine, cycle)));

  const wrong = (what: string) => report.wrong.push(`cycle ${cycle}: ${what}`);
  const template = await until(
    () => owner.tryCall(installs.get, { params: { id: stamped.id } }),
    ({ state }) => state === 'done' || state === 'failed',
    'The template',
  );
  if (template.state !== 'done' || template.failed > 0)
    wrong(`the template ${ref} is ${template.state}, ${template.failed} failed, ${template.error}`);
  const done = await until(
    () => owner.tryCall(bulk.get, { params: { batchId: batch.id! } }),
    ({ state }) => state !== 'running',
    'The bulk action',
  );
  if (done.state !== 'done' || done.changed !== MANY)
    wrong(`the bulk action is ${done.state} after ${done.changed} of ${MANY}`);
  const exported = await until(
    async () => {
      const { status, body } = await owner.tryCall(leaving.exports, { params: { id: clientId } });
      return { status, body: body.items?.find(({ id }) => id === archive.id) };
    },
    (found) => found !== undefined && found.state !== 'queued' && found.state !== 'running',
    'The export',
  );
  if (exported?.state !== 'ready') wrong(`the export is ${exported?.state}: ${exported?.error}`);
  for (const lastName of names) await judgeRun(world, lastName);
}

/** One run per contact, and one of each of its effects. */
async function judgeRun({ owner, workflowId, report }: World, lastName: string): Promise<void> {
  const contact = await until(
    async () => {
      const { status, body } = await owner.tryCall(contacts.list, { query: { search: lastName } });
      return { status, body: body.items?.[0] };
    },
    (found) => found?.tags.includes('looked-after') ?? false,
    `What the workflow does for ${lastName}`,
  ).catch((error: Error) => {
    report.wrong.push(error.message);
    return undefined;
  });
  if (!contact) return;
  const calls = (await owner.call(activities.list, { query: { search: lastName } })).items.length;
  if (calls !== 1) report.wrong.push(`${lastName} has ${calls} activities instead of one`);
  const runs = (await owner.call(workflowRuns.list, { query: { workflowId, limit: 100 } })).items.filter(
    ({ subject }) => subject?.id === contact.id,
  );
  if (runs.length !== 1) report.wrong.push(`${lastName} has ${runs.length} runs instead of one`);
}

/** Content of the client's workspace: every watched contact once, and nothing of a template twice. */
async function judgeClient({ owner, clientId, watched, report }: World): Promise<void> {
  const rowsOf = (archive: Map<string, Buffer>, table: string) =>
    archive
      .get(`tables/${table}.jsonl`)!
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, string>);
  const deadline = performance.now() + END_WITHIN;
  // The export waits until all are there by count, so that missing and duplicate ones are named.
  await until(
    () => owner.tryCall(clients.get, { params: { id: clientId } }),
    (client) => client.contacts >= watched.length,
    'The watched contacts',
  ).catch(() => undefined);
  for (;;) {
    const archive = await exportNow(owner, clientId);
    const names = rowsOf(archive, 'contacts').map((row) => row['last_name']);
    const missing = watched.filter((name) => !names.includes(name));
    if (missing.length > 0 && performance.now() < deadline) continue;
    report.wrong.push(...missing.map((name) => `${name} did not reach the client`));
    report.wrong.push(
      ...watched
        .filter((name) => names.filter((one) => one === name).length > 1)
        .map((name) => `${name} reached the client twice`),
    );
    for (const [table, column] of [
      ['pipelines', 'name'],
      ['saved_views', 'name'],
      ['workflows', 'name'],
    ] as const) {
      const all = rowsOf(archive, table).map((row) => row[column]!);
      report.wrong.push(
        ...[...new Set(all)]
          .filter((name) => all.filter((one) => one === name).length > 1 && name !== 'Sales')
          .map((name) => `${table} has ${name} twice`),
      );
    }
    return;
  }
}

async function exportNow(owner: TestClient, clientId: string): Promise<Map<string, Buffer>> {
  const { id } = await owner.call(leaving.startExport, { params: { id: clientId } });
  await until(
    async () => {
      const { status, body } = await owner.tryCall(leaving.exports, { params: { id: clientId } });
      return { status, body: body.items?.find((one) => one.id === id)?.state };
    },
    (state) => state === 'ready',
    'The last export',
  );
  const response = await owner.open('GET', `/api/clients/${clientId}/exports/${id}/archive`);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

async function judgeJobs({ owner, report }: World): Promise<void> {
  for (const state of ['queued', 'running'] as const) {
    await until(
      () => owner.tryCall(installation.jobs, { query: { state } }),
      ({ items }) => items.length === 0,
      `No job that is ${state}`,
    ).catch((error: Error) => report.wrong.push(error.message));
  }
  const failed = (await owner.call(installation.jobs, { query: { state: 'failed' } })).items;
  report.wrong.push(...failed.map(({ title, error }) => `the job “${title}” failed: ${error}`));
}

/**
 * Repeats until the answer is as expected, also while a server restarts.
 * @throws Error when it never is
 */
async function until<T>(
  ask: () => Promise<{ status: number; body: T }>,
  reached: (body: T) => boolean,
  what: string,
): Promise<T> {
  const deadline = performance.now() + END_WITHIN;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer?.status === 200 && reached(answer.body)) return answer.body;
    if (performance.now() > deadline)
      throw new Error(`${what} did not come: ${JSON.stringify(answer?.body ?? null).slice(0, 300)}`);
    await pause(LOOK_EVERY);
  }
}
