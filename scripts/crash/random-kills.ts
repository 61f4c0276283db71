/**
 * Two web servers, a worker, and PostgreSQL under mixed writers. One at random is killed with kill -9 and restarted. In
 * the end everything acknowledged is there once, the books balance, imports are complete, and nothing hangs.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installation as admin } from '../../src/domains/admin/contract.ts';
import { contacts } from '../../src/domains/crm/contract.ts';
import { imports, type RecordImport } from '../../src/domains/crm/contract.ts';
import { accounts, books, documents, journal, ledgers } from '../../src/domains/finance/contract.ts';
import type { EndpointSpec } from '../../src/kernel/endpoint.ts';
import { decimal, sumOf } from '../../src/kernel/money/index.ts';
import { TestClient, type Answer } from '../../src/testing/client.ts';
import { startCluster } from '../../src/testing/cluster.ts';
import { freePort } from '../../src/testing/postgres.ts';
import { startServer, type ServerProcess } from '../../src/testing/server-process.ts';
import { OWNER, pause } from './engines.ts';
import { holds, none, type Bar, type Options, type Scenario } from './report.ts';

const LENGTH = 90;
const ROWS = 1_500;
const CALM_WITHIN = 120_000;
const RETRY_AFTER = 150;

interface Node {
  name: string;
  port: number;
  env: Record<string, string>;
  process: ServerProcess | undefined;
}

interface Site {
  nodes: Node[];
  cluster: Awaited<ReturnType<typeof startCluster>>;
  owner: TestClient;
  remove(): Promise<void>;
}

const boot = async (node: Node) =>
  void (node.process = await startServer({ port: node.port, env: node.env, timeout: 60_000 }));

async function build(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-chaos-'));
  const cluster = await startCluster();
  const nodes: Node[] = [];
  for (const [name, roles] of [
    ['web 1', 'web'],
    ['web 2', 'web'],
    ['worker', 'worker'],
  ] as const) {
    const node: Node = {
      name,
      port: await freePort(),
      env: { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url, DATABASE_POOL: '6', ROLES: roles },
      process: undefined,
    };
    await boot(node);
    nodes.push(node);
  }
  let turn = 0;
  const owner = new TestClient(() => `http://127.0.0.1:${nodes[turn++ % 2]!.port}`);
  const { status } = await owner.send('POST', '/api/auth/register', { body: OWNER });
  if (status !== 201) throw new Error(`The owner could not register: ${status}`);
  return {
    nodes,
    cluster,
    owner,
    async remove() {
      for (const { process: running } of nodes) await running?.stop();
      await cluster.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends the same request with the same key until it gets a definite answer. */
async function insist<E extends EndpointSpec>(
  owner: TestClient,
  endpoint: E,
  args: object,
  tally: { repeated: number },
): Promise<Answer<Record<string, never>>> {
  const key = randomUUID();
  for (let attempt = 1; ; attempt++) {
    const answer = (await owner
      .tryCall(endpoint, { ...args, headers: { 'idempotency-key': key } })
      .catch(() => undefined)) as Answer<Record<string, never>> | undefined;
    if (answer && answer.status < 500 && answer.status !== 409) return answer;
    tally.repeated++;
    if (attempt > 400) throw new Error(`A request was never answered: ${answer?.status}`);
    await pause(RETRY_AFTER);
  }
}

interface Work {
  people: { key: string; id: string }[];
  issued: string[];
  imported: string[];
  refused: string[];
  repeated: number;
}

async function write({ owner }: Site, ledgerId: string, stopping: () => boolean): Promise<Work> {
  const work: Work = { people: [], issued: [], imported: [], refused: [], repeated: 0 };
  const expected = (answer: Answer<Record<string, unknown>>, status: number, what: string) => {
    if (answer.status !== status)
      work.refused.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`);
    return answer.status === status;
  };
  const people = async () => {
    while (!stopping()) {
      const key = randomUUID();
      const answer = await insist(owner, contacts.create, { body: { firstName: 'Chaos', lastName: key } }, work);
      if (expected(answer, 201, 'contact')) work.people.push({ key, id: answer.body['id']! });
      await pause(20);
    }
  };
  const invoices = async () => {
    while (!stopping()) {
      const body = {
        ledgerId,
        kind: 'invoice',
        party: { name: 'Calder & Finch' },
        day: '2026-03-01',
        dueDay: '2026-03-31',
        currency: 'USD',
        lines: [{ description: 'Day', quantity: '3', unitPrice: '33.33', taxPercent: '19' }],
      };
      const made = await insist(owner, documents.create, { body }, work);
      if (!expected(made, 201, 'invoice')) continue;
      const issued = await insist(
        owner,
        documents.issue,
        { params: { id: made.body['id'] }, body: { version: made.body['version'] } },
        work,
      );
      if (expected(issued, 200, 'issuing')) work.issued.push(made.body['id']!);
      await pause(50);
    }
  };
  const files = async () => {
    for (let n = 0; !stopping(); n++) {
      const file = new FormData();
      const lines = Array.from({ length: ROWS }, (_, row) => `Row ${row},File${n},row${row}@file${n}.example`);
      file.set(
        'file',
        new Blob([['First name,Last name,Email', ...lines, ''].join('\n')], { type: 'text/csv' }),
        `file${n}.csv`,
      );
      const uploaded = await owner.send<RecordImport>('POST', '/api/imports', { raw: file }).catch(() => undefined);
      if (uploaded?.status !== 201) {
        await pause(RETRY_AFTER);
        continue;
      }
      const started = await insist(owner, imports.start, { params: { id: uploaded.body.id } }, work);
      if (started.status < 300) work.imported.push(uploaded.body.id);
      await pause(8_000);
    }
  };
  await Promise.all([people(), people(), people(), invoices(), invoices(), files()]);
  return work;
}

/** Kills one after another. @returns how often each */
async function rage(site: Site, { random, seconds: length = LENGTH }: Options): Promise<Record<string, number>> {
  const kills: Record<string, number> = {};
  const until = performance.now() + length * 1000;
  while (performance.now() < until) {
    await pause(2_000 + random() * 4_000);
    const victim = Math.trunc(random() * (site.nodes.length + 1));
    const node = site.nodes[victim];
    const name = node?.name ?? 'database';
    kills[name] = (kills[name] ?? 0) + 1;
    if (node) {
      await node.process!.kill();
      await pause(random() * 1_500);
      await boot(node);
    } else {
      await site.cluster.kill();
      await pause(random() * 1_500);
      await site.cluster.start();
    }
  }
  return kills;
}

async function everyPage<T>(
  read: (cursor: string | undefined) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor);
    all.push(...page.items);
    if (page.next === null) return all;
    cursor = page.next;
  }
}

async function judge({ owner }: Site, ledgerId: string, work: Work): Promise<Bar[]> {
  const wrongImports: string[] = [];
  const deadline = performance.now() + CALM_WITHIN;
  for (const id of work.imported) {
    let state = await owner.call(imports.get, { params: { id } });
    while ((state.state === 'queued' || state.state === 'running') && performance.now() < deadline) {
      await pause(500);
      state = await owner.call(imports.get, { params: { id } });
    }
    if (state.state !== 'done' || state.counts.created !== ROWS)
      wrongImports.push(`${state.state}, ${state.counts.created} of ${ROWS}`);
  }
  const hanging: string[] = [];
  for (const state of ['queued', 'running', 'failed'] as const) {
    let { items } = await owner.call(admin.jobs, { query: { state } });
    // A failed one does not recover by waiting.
    const until = state === 'failed' ? 0 : deadline;
    while (items.length > 0 && performance.now() < until) {
      await pause(1_000);
      ({ items } = await owner.call(admin.jobs, { query: { state } }));
    }
    hanging.push(...items.map(({ title, error }) => `${title}: ${state} ${error ?? ''}`));
  }
  const found = await everyPage((cursor) =>
    owner.call(contacts.list, { query: { limit: 200, sort: 'createdAt', ...(cursor ? { cursor } : {}) } }),
  );
  const byName = Map.groupBy(found, ({ lastName }) => lastName);
  const people = [...byName].filter(([name]) => !name.startsWith('File'));
  const entries = await everyPage((cursor) =>
    owner.call(journal.list, { query: { ledgerId, limit: 200, source: 'invoice', ...(cursor ? { cursor } : {}) } }),
  );
  const trial = await owner.call(books.trialBalance, { params: { id: ledgerId }, query: { day: '2099-12-31' } });
  const known = new Set(work.people.map(({ key }) => key));
  const rowsOfFiles = found.filter(({ lastName }) => lastName.startsWith('File'));
  const emails = new Set(rowsOfFiles.map((one) => one.emails[0]?.value));
  return [
    none(
      `of ${work.people.length} acknowledged contacts, lost`,
      work.people.filter(({ key, id }) => byName.get(key)?.[0]?.id !== id).map(({ key }) => key),
    ),
    none(
      'duplicate or unacknowledged contacts',
      people.filter(([name, all]) => all.length > 1 || !known.has(name)).map(([name]) => name),
    ),
    holds(
      `each of ${work.issued.length} issued invoices is posted once`,
      entries.length === work.issued.length,
      `${entries.length} entries`,
    ),
    holds(
      'every entry balances, and so do the books',
      trial.debit === trial.credit &&
        entries.every(({ lines }) => sumOf(lines, ({ amount }) => decimal(amount)).isZero()),
      `${trial.debit} = ${trial.credit}`,
    ),
    none(`of ${work.imported.length} imports, incomplete`, wrongImports),
    holds('imported rows are there once', emails.size === rowsOfFiles.length, `${rowsOfFiles.length} rows`),
    none('jobs that hang or failed', hanging),
    none('requests refused without a fault of their own', work.refused),
  ];
}

export const chaos: Scenario = {
  name: 'chaos',
  title: 'Two web servers, a worker, and PostgreSQL, each killed at random',
  async run(options) {
    const site = await build();
    try {
      const ledger = await site.owner.call(ledgers.create, {
        body: { name: 'Workshop', kind: 'business', currency: 'USD' },
      });
      await site.owner.call(accounts.create, {
        body: {
          ledgerId: ledger.id,
          name: 'Main account',
          kind: 'checking',
          currency: 'USD',
          openingBalance: '0',
          openingDay: '2025-12-31',
        },
      });
      let stopping = false;
      const writing = write(site, ledger.id, () => stopping);
      const kills = await rage(site, options);
      stopping = true;
      const work = await writing;
      return [
        holds(
          'killed',
          true,
          Object.entries(kills)
            .map(([name, count]) => `${count} × ${name}`)
            .join(', '),
        ),
        holds('requests repeated with their key', work.repeated > 0, String(work.repeated)),
        ...(await judge(site, ledger.id, work)),
      ];
    } finally {
      await site.remove();
    }
  },
};
