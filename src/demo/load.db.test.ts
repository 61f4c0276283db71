import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createWorkspace } from '../domains/identity/index.ts';
import { companyFilterField, customFilterField, type FilterableField, type RecordKind } from '../records/contract.ts';
import { kindOf } from '../records/server/list/list-kind.ts';
import { allConditions, conditionProblem, type Filter } from '../kernel/filter.ts';
import { asSystem, query } from '../server/db/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useAppUrl } from '../server/app-url.ts';
import { openDiskStore } from '../server/files/disk.ts';
import { useFileStore } from '../server/files/index.ts';
import { closeQueue, openQueue } from '../server/jobs/queue.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { DemoRefusedError, hasDemoAccounts, loadDemo } from './load.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  // Samples have files, work to do, and links to their public pages.
  useAppUrl('http://127.0.0.1:5000');
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'gauntlet-samples-'));
  useFileStore(await openDiskStore(folder));
  await openQueue(false);
});
afterAll(async () => {
  await closeQueue();
  useFileStore(undefined);
  await database.destroy();
  await rm(folder, { recursive: true });
});

const rows = <Row extends object>(sql: string, values: unknown[] = []) => asSystem(() => query<Row>(sql, values));
const count = async (table: string) => (await rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

describe('an installation in use', () => {
  it('is refused', async () => {
    await asSystem(async () => {
      const workspaceId = await createWorkspace({
        kind: 'operations',
        name: 'A real business',
        timeZone: 'UTC',
        currency: 'USD',
      });
      await createAccount({
        name: 'Owner',
        email: 'owner@real.example',
        password: 'a real password',
        role: 'admin',
        workspaceId,
        workspaceRole: 'owner',
      });
    });
    await expect(loadDemo()).rejects.toThrow(DemoRefusedError);
    expect(await hasDemoAccounts()).toBe(false);
    expect(await count('contacts')).toBe(0);
    await rows('delete from users');
    await rows('delete from workspaces');
  });
});

describe('an empty installation', () => {
  it('gets all sample data at once, and only once', async () => {
    expect(await Promise.all([loadDemo(), loadDemo()])).toEqual(expect.arrayContaining([true, false]));
    expect(await count('contacts')).toBe(2000);
    expect(await count('companies')).toBe(350);
    expect(await count('workspaces')).toBe(4);
    expect(await loadDemo()).toBe(false);
    expect(await count('contacts')).toBe(2000);
    // The largest piece of work in a single test, so a busy machine may take a while.
  }, 120_000);

  it('has exactly the sample accounts for signing in', async () => {
    const users = await rows<{ email: string; role: string; is_community_member: boolean; kind: string }>(
      `select u.email, u.role, u.is_community_member, w.kind from users u join memberships m on m.user_id = u.id
        join workspaces w on w.id = m.workspace_id
       where u.email = any($1)`,
      [DEMO_ACCOUNTS.map(({ email }) => email)],
    );
    const of = (email: string) => users.find((user) => user.email === email);
    expect(of('admin@gauntlet.example')).toMatchObject({ role: 'admin', kind: 'operations' });
    expect(of('opus@gauntlet.example')).toMatchObject({ role: 'opus_team', kind: 'operations' });
    expect(of('staff@gauntlet.example')).toMatchObject({ role: 'user', kind: 'operations' });
    expect(of('client@gauntlet.example')).toMatchObject({ role: 'user', kind: 'client' });
    expect(of('member@gauntlet.example')).toMatchObject({ is_community_member: true, kind: 'personal' });
  }, 120_000);

  it('has no references outside its own workspace', async () => {
    for (const [table, column, target] of [
      ['contacts', 'company_id', 'companies'],
      ['contacts', 'business_license_id', 'business_licenses'],
      ['contacts', 'import_id', 'imports'],
      ['opportunities', 'contact_id', 'contacts'],
      ['opportunities', 'stage_id', 'stages'],
      ['activities', 'contact_id', 'contacts'],
      ['activities', 'opportunity_id', 'opportunities'],
      ['record_notes', 'record_id', 'contacts'],
      ['leads', 'contact_id', 'contacts'],
    ] as const) {
      const strays = await rows(
        `select 1 from ${table} x
          where x.${column} is not null and not exists
          (select 1 from ${target} y where y.id = x.${column} and y.workspace_id = x.workspace_id) limit 1`,
      );
      expect({ table, column, strays }).toEqual({ table, column, strays: [] });
    }
    for (const table of ['contacts', 'companies', 'opportunities', 'activities', 'leads']) {
      const strangers = await rows(
        `select 1 from ${table} x
          where x.owner_id is not null and not exists
          (select 1 from memberships m where m.user_id = x.owner_id and m.workspace_id = x.workspace_id) limit 1`,
      );
      expect({ table, strangers }).toEqual({ table, strangers: [] });
    }
  });

  it('has saved views that the list can run', async () => {
    const views = await rows<{ name: string; object: RecordKind; workspace_id: string; config: { filter?: Filter } }>(
      'select name, object, workspace_id, config from saved_views',
    );
    expect(views.length).toBeGreaterThan(10);
    for (const view of views) {
      const fieldsOf = (object: RecordKind) =>
        rows<FilterableField>(
          'select key, label, kind, options, result from custom_fields where workspace_id = $1 and object = $2',
          [view.workspace_id, object],
        );
      const kind = kindOf(view.object)!;
      const ofCompany = kind.company === undefined ? [] : await fieldsOf('company');
      const known = new Map(
        [
          ...kind.filterFields,
          ...(await fieldsOf(view.object)).map(customFilterField),
          ...ofCompany.map(companyFilterField),
        ].map((field) => [field.field, field]),
      );
      const problems = allConditions(view.config.filter ?? { conditions: [] }).map((condition) =>
        conditionProblem(condition, known),
      );
      expect({ view: view.name, problems: problems.filter(Boolean) }).toEqual({ view: view.name, problems: [] });
    }
  });

  it('has calculated fields', async () => {
    const fields = await rows<{ label: string; kind: string; result: string }>(
      `select label, kind, result from custom_fields
        where kind in ('formula', 'rollup') and workspace_id = (select id from workspaces where kind = 'operations')
        order by label`,
    );
    expect(fields).toEqual([
      { label: 'Commission (8%)', kind: 'formula', result: 'number' },
      { label: 'Open deals', kind: 'rollup', result: 'number' },
      { label: 'Open pipeline', kind: 'rollup', result: 'number' },
      { label: 'Standing', kind: 'formula', result: 'text' },
      { label: 'Won so far', kind: 'rollup', result: 'number' },
    ]);
    const standings = await rows<{ standing: string }>(
      `select distinct custom->>'standing' as standing from companies where custom ? 'standing' order by 1`,
    );
    expect(standings.map(({ standing }) => standing)).toEqual(
      expect.arrayContaining(['Customer', 'Key account', 'Prospect']),
    );
  });

  it('shows a finished import with its report', async () => {
    const [found] = await rows<{ created: number; rejected: number; contacts: number; issues: number }>(
      `select i.created, i.rejected, (select count(*)::int from contacts c where c.import_id = i.id) as contacts,
         (select count(*)::int from import_rows r where r.import_id = i.id) as issues from imports i`,
    );
    expect(found).toMatchObject({ created: found!.contacts, rejected: found!.issues });
    expect(found!.contacts).toBeGreaterThan(50);
  });

  it('lists records by age', async () => {
    const [disorder] = await rows<{ n: number }>(
      `select count(*)::int as n
        from (select created_at, lag(created_at) over (partition by workspace_id order by id) as before from contacts)
        x where before > created_at`,
    );
    expect(disorder!.n).toBe(0);
  });

  it('notifies people about existing records, with the newest unread', async () => {
    const told = await rows<{ kind: string; lost: boolean; unseen: number }>(
      `select n.kind, bool_or(o.id is null and i.id is null) as lost, count(*)
        filter (where n.seen_at is null)::int as unseen from notifications n
       left join opportunities o on n.href = '/opportunities/' || o.id
          left join imports i on n.href = '/contacts/import/' || i.id group by n.kind order by n.kind`,
    );
    expect(told.map(({ kind, lost }) => [kind, lost])).toEqual(
      expect.arrayContaining([['opportunity_assigned', false]]),
    );
    expect(told.reduce((sum, { unseen }) => sum + unseen, 0)).toBe(
      (await rows('select distinct user_id from notifications')).length,
    );
  });
});
