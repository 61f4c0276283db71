/**
 * A fault at each single statement of operations with many writes: whichever fails, every table is unchanged afterward.
 * The server runs in this process, so that its statements can be made to fail.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { workflows } from '../../src/domains/automation/contract.ts';
import { activities, contacts, opportunities } from '../../src/domains/crm/contract.ts';
import { bulk } from '../../src/records/contract.ts';
import { accounts, documents, ledgers } from '../../src/domains/finance/contract.ts';
import { policy } from '../../src/domains/workspaces/contract.ts';
import { loadConfig } from '../../src/server/config.ts';
import { asSystem, query } from '../../src/server/db/index.ts';
import { initLog } from '../../src/server/observability/log.ts';
import { openSystem } from '../../src/system.ts';
import { TestClient } from '../../src/testing/client.ts';
import { OWNER } from './engines.ts';
import { holds, none, type Bar, type Scenario } from './report.ts';

/** Maximum number of statements of an operation. */
const MAX = 250;
/** Tables that may change although the operation failed, because access is recorded outside it. */
const BESIDE: ReadonlySet<string> = new Set(['sessions', 'throttles', 'user_presence']);

interface Fault {
  /** Makes the n-th statement from now on fail instead of being sent. */
  arm(n: number): void;
  /** @returns whether it came to that */
  disarm(): boolean;
  restore(): void;
}

type Callback = (error: Error) => void;

function makeFault(): Fault {
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query: original } = prototype;
  let left = 0;
  let struck = false;
  prototype.query = function strike(this: pg.Client, ...given: unknown[]) {
    const text = typeof given[0] === 'string' ? given[0] : ((given[0] as { text?: string }).text ?? '');
    const callback = given.at(-1);
    // A rollback is the remedy, and a connection's settings are no part of the operation.
    if (
      left > 0 &&
      typeof callback === 'function' &&
      !/^\s*(rollback|select set_config\('role')/i.test(text) &&
      --left === 0
    ) {
      struck = true;
      const error = Object.assign(new Error('A statement failed on purpose'), { code: 'XX000' });
      process.nextTick(callback as Callback, error);
      return undefined;
    }
    return original.apply(this, given);
  };
  return {
    arm(n) {
      left = n;
      struck = false;
    },
    disarm() {
      left = 0;
      return struck;
    },
    restore: () => void (prototype.query = original),
  };
}

/** A fingerprint of each table. */
async function fingerprints(tables: readonly string[]): Promise<Map<string, string>> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print
        from ${pg.escapeIdentifier(table)} t`,
  );
  const rows = await asSystem(() => query<{ name: string; print: string }>(parts.join(' union all ')));
  return new Map(rows.map(({ name, print }) => [name, print]));
}

interface Operation {
  name: string;
  act(): Promise<{ status: number }>;
}

async function operations(owner: TestClient): Promise<Operation[]> {
  const ledger = await owner.call(ledgers.create, { body: { name: 'Workshop', kind: 'business', currency: 'USD' } });
  await owner.call(accounts.create, {
    body: {
      ledgerId: ledger.id,
      name: 'Main account',
      kind: 'checking',
      currency: 'USD',
      openingBalance: '0',
      openingDay: '2025-12-31',
    },
  });
  const invoice = await owner.call(documents.create, {
    body: {
      ledgerId: ledger.id,
      kind: 'invoice',
      party: { name: 'Calder & Finch', email: 'pay@calder.example' },
      day: '2026-03-01',
      dueDay: '2026-03-31',
      currency: 'USD',
      lines: [{ description: 'Workshop day', quantity: '2', unitPrice: '500', taxPercent: '20' }],
    },
  });
  const people: { id: string }[] = [];
  for (const firstName of ['Ada', 'Grace', 'Mary'])
    people.push(await owner.call(contacts.create, { body: { firstName, source: 'Web' } }));
  return [
    {
      name: 'a contact with its company',
      act: () =>
        owner.tryCall(contacts.create, {
          body: { firstName: 'New', lastName: 'Person', emails: [{ value: 'new@person.example' }] },
        }),
    },
    {
      name: 'a repeating activity with guests and reminders',
      act: () =>
        owner.tryCall(activities.create, {
          body: {
            type: 'meeting',
            subject: 'Weekly',
            dueAt: '2030-01-07T10:00:00Z',
            rule: 'FREQ=WEEKLY;BYDAY=MO',
            reminders: [15],
            attendees: [{ name: 'Guest', email: 'guest@elsewhere.example' }],
          },
        }),
    },
    {
      name: 'an opportunity',
      act: () =>
        owner.tryCall(opportunities.create, {
          body: { name: 'Roof', amount: '100.50', currency: 'EUR', contactId: people[0]!.id },
        }),
    },
    {
      name: 'a tag on three contacts',
      act: () =>
        owner.tryCall(bulk.run, {
          body: { selection: { ids: people.map(({ id }) => id) }, action: { kind: 'addTags', tags: ['vip'] } },
        }),
    },
    {
      name: 'an invoice, issued, numbered and posted',
      act: () => owner.tryCall(documents.issue, { params: { id: invoice.id }, body: { version: invoice.version } }),
    },
    {
      name: 'a client with its workspace and invitation',
      act: () =>
        owner.tryCall(policy.addClient, {
          body: {
            businessName: 'Client',
            email: 'client@crash.example',
            timeZone: 'UTC',
            currency: 'USD',
            country: 'US',
          },
        }),
    },
    {
      name: 'a workflow',
      act: () =>
        owner.tryCall(workflows.create, {
          body: {
            name: 'Look after them',
            draft: {
              trigger: {
                kind: 'event',
                types: ['contact.created'],
                changed: [],
                filter: { match: 'all', conditions: [] },
              },
              steps: [{ id: 'mark', name: '', kind: 'tag', target: 'trigger', add: ['x'], remove: [] }],
            },
          },
        }),
    },
  ];
}

/** Fails each statement in turn until none is left. */
async function tryAll({ name, act }: Operation, tables: readonly string[], fault: Fault): Promise<Bar[]> {
  const wrong: string[] = [];
  let answer = { status: 0 };
  let n = 1;
  const before = await fingerprints(tables);
  for (; n <= MAX; n++) {
    fault.arm(n);
    answer = await act();
    if (!fault.disarm()) break;
    const after = await fingerprints(tables);
    const changed = tables.filter((table) => before.get(table) !== after.get(table));
    // A failure that is caught on purpose (an optional hint) does not fail the operation; then it is complete.
    if (changed.length > 0)
      wrong.push(`statement ${n} failed, answer ${answer.status}, changed: ${changed.join(', ')}`);
    if (answer.status < 300) break;
  }
  return [
    none(`${name}: left behind by a failure of any of its ${n - 1} statements`, wrong),
    holds(`${name}: done when nothing fails`, answer.status >= 200 && answer.status < 300, String(answer.status)),
  ];
}

export const statements: Scenario = {
  name: 'statements',
  title: 'A failure at each statement of operations with many writes',
  async run() {
    initLog({ level: 'silent' });
    const dataDir = mkdtempSync(join(tmpdir(), 'gauntlet-statements-'));
    const system = await openSystem(
      loadConfig({ NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, ROLES: 'web', LOG_LEVEL: 'silent' }),
      { durable: false },
    );
    const url = await system.listen();
    const fault = makeFault();
    try {
      const owner = new TestClient(() => url);
      const { status } = await owner.send('POST', '/api/auth/register', { body: OWNER });
      if (status !== 201) throw new Error(`The owner could not register: ${status}`);
      const tables = (
        await asSystem(() =>
          query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
        )
      )
        .map(({ name }) => name)
        .filter((name) => !BESIDE.has(name));
      const bars: Bar[] = [
        holds(
          'tables compared',
          true,
          `${tables.length}, ${createHash('sha256').update(tables.join()).digest('hex').slice(0, 8)}`,
        ),
      ];
      for (const operation of await operations(owner)) bars.push(...(await tryAll(operation, tables, fault)));
      return bars;
    } finally {
      fault.restore();
      await system.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
