/**
 * One action on many records and its undo, on every kind that has them: exact inverses, and what happens where someone
 * worked on since.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, database, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import {
  activities,
  activityBulkCalls,
  companies,
  companyBulk,
  contacts,
  leadBulk,
  leads,
  opportunities,
  opportunityBulkCalls,
  pipelines,
} from '../../../domains/crm/contract.ts';
import { bulk, customFields, type BulkAction, type BulkCalls } from '../../contract.ts';
import { MERGE_CALLS } from '../../../domains/crm/contract.ts';
import { BLANK_CONTACT } from '../../../domains/crm/engine/contacts/contact-data.ts';
import { insertContacts } from '../../../domains/crm/server/contacts/write.ts';
import { runs } from '../../../testing/runs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
const KINDS = ['contact', 'company', 'lead', 'opportunity', 'activity'] as const;
type Kind = (typeof KINDS)[number];

const TABLES: Record<Kind, string> = {
  contact: 'contacts',
  company: 'companies',
  lead: 'leads',
  opportunity: 'opportunities',
  activity: 'activities',
};
const CALLS: Record<Kind, BulkCalls> = {
  contact: bulk,
  company: companyBulk,
  lead: leadBulk,
  opportunity: opportunityBulkCalls,
  activity: activityBulkCalls,
};
const MAKE: Record<Kind, (user: Client, n: number, tags: string[]) => Promise<{ id: string }>> = {
  contact: (user, n, tags) => user.call(contacts.create, { body: { lastName: `Contact ${n}`, tags } }),
  company: (user, n, tags) => user.call(companies.create, { body: { name: `Company ${n}`, tags } }),
  lead: (user, n, tags) => user.call(leads.create, { body: { lastName: `Lead ${n}`, tags } }),
  opportunity: (user, n, tags) => user.call(opportunities.create, { body: { name: `Deal ${n}`, tags } }),
  activity: (user, n) => user.call(activities.create, { body: { type: 'task', subject: `Task ${n}` } }),
};
/** One field of each kind that someone changes in between. */
const TOUCH: Record<Kind, (user: Client, id: string) => Promise<unknown>> = {
  contact: async (user, id) =>
    user.call(contacts.update, {
      params: { id },
      body: { version: (await user.call(contacts.get, { params: { id } })).version, about: 'Touched' },
    }),
  company: async (user, id) =>
    user.call(companies.update, {
      params: { id },
      body: { version: (await user.call(companies.get, { params: { id } })).version, about: 'Touched' },
    }),
  lead: async (user, id) =>
    user.call(leads.update, {
      params: { id },
      body: { version: (await user.call(leads.get, { params: { id } })).version, about: 'Touched' },
    }),
  opportunity: async (user, id) =>
    user.call(opportunities.update, {
      params: { id },
      body: { version: (await user.call(opportunities.get, { params: { id } })).version, description: 'Touched' },
    }),
  activity: async (user, id) =>
    user.call(activities.update, {
      params: { id },
      body: { version: (await user.call(activities.get, { params: { id } })).version, body: 'Touched' },
    }),
};
const EDITS: Record<Kind, fc.Arbitrary<Record<string, unknown>>> = {
  contact: fc.record({
    source: fc.constantFrom('', 'Fair'),
    city: fc.constantFrom('', 'Rome'),
    custom: fc.constantFrom({ tier: 'gold' }, { tier: null }),
  }),
  company: fc.record({
    industry: fc.constantFrom('', 'Steam'),
    city: fc.constantFrom('', 'Rome'),
    custom: fc.constantFrom({ tier: 'gold' }, { tier: null }),
  }),
  lead: fc.record({
    status: fc.constantFrom('new', 'working', 'unqualified'),
    source: fc.constantFrom('', 'Fair'),
    custom: fc.constantFrom({ tier: 'gold' }, { tier: null }),
  }),
  opportunity: fc.record({
    source: fc.constantFrom('', 'Fair'),
    nextStep: fc.constantFrom('', 'Call'),
    expectedClose: fc.constantFrom(null, '2026-03-31'),
    custom: fc.constantFrom({ tier: 'gold' }, { tier: null }),
  }),
  activity: fc.record({
    priority: fc.constantFrom('normal', 'high'),
    status: fc.constantFrom('open', 'done'),
    type: fc.constantFrom('task', 'call'),
  }),
};

function actionOf(kind: Kind, ownerId: string): fc.Arbitrary<BulkAction> {
  const tags = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
  const all: fc.Arbitrary<unknown>[] = [
    EDITS[kind].map((set) => ({ kind: 'edit', set })),
    fc.record({
      kind: fc.constantFrom('addChoices', 'removeChoices'),
      field: fc.constant('colours'),
      choices: fc.subarray(['red', 'green', 'blue'], { minLength: 1 }),
    }),
    fc.constantFrom({ kind: 'assign', ownerId }, { kind: 'assign', ownerId: null }),
    fc.constant({ kind: 'delete' }),
    ...(kind === 'activity'
      ? []
      : [
          tags.map((list) => ({ kind: 'addTags', tags: list })),
          tags.map((list) => ({ kind: 'removeTags', tags: list })),
        ]),
  ];
  return fc.oneof(...all) as fc.Arbitrary<BulkAction>;
}

/** The records as they stand, by id, without what every write moves on. */
async function snapshot(kind: Kind, workspaceId: string): Promise<Map<string, string>> {
  const rows = await inWorkspace(workspaceId, null, () =>
    query<{ id: string; row: string }>(
      `select id, (to_jsonb(t) - '{version,updated_at,updated_by,score,score_reasons}'::text[])::text as row
        from ${TABLES[kind]} t`,
    ),
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

describe.each(KINDS)('a bulk action on the kind %s', (kind) => {
  it('is undone without a trace, except on records that someone changed since', { timeout: 90_000 }, async () => {
    const workspaceId = await system.clientWorkspace();
    const user = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    if (kind === 'opportunity') await user.call(pipelines.list);
    await user.call(customFields.create, { body: { object: kind, label: 'Tier', kind: 'text' } });
    await user.call(customFields.create, {
      body: { object: kind, label: 'Colours', kind: 'multi', options: ['red', 'green', 'blue'] },
    });
    const ids: string[] = [];
    for (const [n, tags] of [['a'], [], ['a', 'b'], ['c'], []].entries())
      ids.push((await MAKE[kind](user, n, tags)).id);
    await fc.assert(
      fc.asyncProperty(
        actionOf(kind, user.userId),
        fc.subarray(ids, { minLength: 1 }),
        fc.subarray(ids, { maxLength: 2 }),
        async (action, chosen, touched) => {
          const before = await snapshot(kind, workspaceId);
          const done = await user.call(CALLS[kind].run, { body: { selection: { ids: chosen }, action } });
          expect(done.state).toBe('done');
          const after = await snapshot(kind, workspaceId);
          const changed = new Set(ids.filter((id) => before.get(id) !== after.get(id)));
          expect(changed.size).toBe(done.changed);
          // No one can work on what is in the trash.
          const worked = action.kind === 'delete' ? touched.filter((id) => !chosen.includes(id)) : touched;
          for (const id of worked) await TOUCH[kind](user, id);
          const between = await snapshot(kind, workspaceId);
          const undone = await user.call(CALLS[kind].undo, { params: { batchId: done.id! } });
          const keeps = worked.filter((id) => changed.has(id) && between.get(id) !== after.get(id));
          expect(undone).toMatchObject({ state: 'undone', kept: keeps.length });
          const end = await snapshot(kind, workspaceId);
          for (const id of ids)
            expect(end.get(id)).toBe(
              worked.includes(id)
                ? keeps.includes(id) || !changed.has(id)
                  ? between.get(id)
                  : before.get(id)
                : before.get(id),
            );
          expect((await user.tryCall(CALLS[kind].undo, { params: { batchId: done.id! } })).status).toBe(409);
        },
      ),
      { numRuns: runs(7) },
    );
  });
});

it('gives nothing back to a former member: it stays with whoever has it', async () => {
  const workspaceId = await system.clientWorkspace();
  const [user, gone] = [
    await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
    await system.signedIn({ workspaceId }),
  ];
  const made = [];
  for (const kind of KINDS) {
    const { id } = await MAKE[kind](user, 1, []);
    const give = (ownerId: string) =>
      user.call(CALLS[kind].run, { body: { selection: { ids: [id] }, action: { kind: 'assign', ownerId } } });
    await give(gone.userId);
    made.push({ kind, id, done: await give(user.userId) });
  }
  await asSystem(() => execute('delete from memberships where user_id = $1', [gone.userId]));
  for (const { kind, id, done } of made) {
    await user.call(CALLS[kind].undo, { params: { batchId: done.id! } });
    const [row] = await inWorkspace(workspaceId, null, () =>
      query<{ owner: string }>(`select owner_id as owner from ${TABLES[kind]} where id = $1`, [id]),
    );
    expect([kind, row!.owner]).toEqual([kind, user.userId]);
  }
});

/** Events about the record's custom fields, in order. */
const told = (id: string) =>
  asSystem(() =>
    query<{ change: unknown }>(
      `select e.data->'changes' as change from events e where e.subject_id = $1 and e.type = 'contact.updated'
        order by (e.data->>'version')::int`,
      [id],
    ),
  );

describe('choices of a field with several', () => {
  it('are added and taken out without touching the others', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
    await user.call(customFields.create, {
      body: { object: 'contact', label: 'Interests', kind: 'multi', options: ['boats', 'planes', 'trains'] },
    });
    await user.call(customFields.create, { body: { object: 'contact', label: 'Size', kind: 'number' } });
    const make = async (custom: Record<string, unknown>) =>
      (await user.call(contacts.create, { body: { lastName: 'Many', custom: custom as never } })).id;
    const ids = [
      await make({ interests: ['trains'] }),
      await make({ interests: ['boats', 'planes'], size: 3 }),
      await make({}),
    ];
    const read = () => Promise.all(ids.map(async (id) => (await user.call(contacts.get, { params: { id } })).custom));
    const run = async (action: BulkAction) => user.call(bulk.run, { body: { selection: { ids }, action } });

    expect(await run({ kind: 'addChoices', field: 'interests', choices: ['boats'] })).toMatchObject({
      count: 3,
      changed: 2,
    });
    expect(await read()).toEqual([
      { interests: ['trains', 'boats'] },
      { interests: ['boats', 'planes'], size: 3 },
      { interests: ['boats'] },
    ]);
    const taken = await run({ kind: 'removeChoices', field: 'interests', choices: ['boats', 'trains'] });
    expect(taken).toMatchObject({ changed: 3 });
    expect(await read()).toEqual([{}, { interests: ['planes'], size: 3 }, {}]);
    // An undo emits events too, so that the latest timeline entry matches the record.
    await user.call(bulk.undo, { params: { batchId: taken.id! } });
    expect((await told(ids[0]!)).at(-1)!.change).toEqual([
      { field: 'custom.interests', from: null, to: ['trains', 'boats'] },
    ]);
    await run({ kind: 'removeChoices', field: 'interests', choices: ['boats', 'trains'] });

    const refused = async (field: string, choices: string[]) =>
      (
        await user.tryCall(bulk.run, {
          body: { selection: { ids }, action: { kind: 'addChoices', field, choices }, preview: true },
        })
      ).status;
    expect([
      await refused('interests', ['cars']),
      await refused('size', ['3']),
      await refused('nothing', ['boats']),
    ]).toEqual([400, 400, 400]);
  });
});

describe('a bulk action that is too large to be done at once', () => {
  // There two steps of a thousand are written at once.
  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'is done to each once, told of once and undone as one',
    { timeout: 60_000 },
    async () => {
      const workspaceId = await system.clientWorkspace();
      const user = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
      await user.call(customFields.create, {
        body: { object: 'company', label: 'People', kind: 'rollup', rollup: { source: 'contacts', function: 'count' } },
      });
      const { company } = await user.call(contacts.create, { body: { lastName: 'First', companyName: 'Works' } });
      await inWorkspace(workspaceId, user.userId, () =>
        transaction(() =>
          insertContacts(
            Array.from({ length: 2_100 }, (_, n) => ({
              id: newId(),
              companyName: 'Works',
              data: { ...BLANK_CONTACT, lastName: `Many ${n}`, companyId: company!.id },
            })),
          ),
        ),
      );
      const before = await snapshot('contact', workspaceId);
      const { id } = await user.call(bulk.run, {
        body: { selection: { all: {} }, action: { kind: 'addTags', tags: ['all'] } },
      });
      const done = () => user.call(bulk.get, { params: { batchId: id! } });
      await expect.poll(async () => (await done()).state, { timeout: 30_000, interval: 50 }).toBe('done');
      expect(await done()).toMatchObject({ count: 2_101, processed: 2_101, changed: 2_101 });
      const [told] = await asSystem(() =>
        query<{ events: number; records: number }>(
          `select count(*)::int as events, count(distinct subject_id)::int as records from events
            where workspace_id = $1 and type = 'contact.updated' and data->>'batchId' = $2`,
          [workspaceId, id],
        ),
      );
      expect(told).toEqual({ events: 2_101, records: 2_101 });
      await user.call(bulk.undo, { params: { batchId: id! } });
      expect(await snapshot('contact', workspaceId)).toEqual(before);
    },
  );

  it('and was stopped half way says so, and is undone as far as it came', { timeout: 60_000 }, async () => {
    const workspaceId = await system.clientWorkspace();
    const user = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    for (let n = 0; n < 3; n++) await MAKE.contact(user, n, []);
    const before = await snapshot('contact', workspaceId);
    const done = await user.call(bulk.run, {
      body: { selection: { all: {} }, action: { kind: 'addTags', tags: ['half'] } },
    });
    // As a job leaves it that was canceled after its first steps.
    const jobId = await asSystem(async () => {
      const [job] = await query<{ id: string }>(
        `insert into jobs (id, workspace_id, kind, title, payload, state, delivery_id, finished_at)
          values (gen_random_uuid(), $1, 'crm.bulk', 'Changing', '{}', 'running', gen_random_uuid(), now())
          returning id`,
        [workspaceId],
      );
      await execute(
        `update record_batches set state = 'running', undo_until = null, total = 5, job_id = $2 where id = $1`,
        [done.id, job!.id],
      );
      return job!.id;
    });
    const params = { batchId: done.id! };
    expect(await user.call(bulk.get, { params })).toMatchObject({ state: 'running', undoUntil: null });
    expect((await user.tryCall(bulk.undo, { params })).body.code).toBe('conflict');
    await asSystem(() => execute(`update jobs set state = 'cancelled' where id = $1`, [jobId]));
    expect(await user.call(bulk.get, { params })).toMatchObject({
      state: 'failed',
      changed: 3,
      error: 'It was stopped, after 3 of 5.',
      undoUntil: expect.any(String) as string,
    });
    expect(await user.call(bulk.undo, { params })).toMatchObject({ state: 'undone', kept: 0 });
    expect(await snapshot('contact', workspaceId)).toEqual(before);
  });
});

describe.each(['contact', 'opportunity'] as const)('the company of a %s', (kind) => {
  const calls = { contact: contacts, opportunity: opportunities }[kind];

  it('is what it would be without the edit once that is undone, and none is made for it', async () => {
    const workspaceId = await system.clientWorkspace();
    const [user, admin] = [
      await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
      await system.signedIn({ workspaceId, role: 'admin' }),
    ];
    const companyOf = new Map<string, { id: string; version: number }>();
    for (const name of ['Renamed', 'Merged', 'Into', 'Trashed', 'Purged', 'New'])
      companyOf.set(name, await user.call(companies.create, { body: { name } }));
    const company = (name: string) => companyOf.get(name)!.id;
    const of = new Map<string, string>();
    for (const name of ['Renamed', 'Merged', 'Trashed', 'Purged', '']) {
      const fields = name ? { companyId: company(name) } : {};
      of.set(
        name,
        (kind === 'contact'
          ? await user.call(contacts.create, { body: { lastName: 'One', ...fields } })
          : await user.call(opportunities.create, { body: { name: 'One', ...fields } })
        ).id,
      );
    }
    const done = await user.call(CALLS[kind].run, {
      body: { selection: { ids: [...of.values()] }, action: { kind: 'edit', set: { companyId: company('New') } } },
    });
    expect(done).toMatchObject({ state: 'done', changed: 5 });
    await user.call(companies.update, {
      params: { id: company('Renamed') },
      body: { version: 1, name: 'Another name' },
    });
    await user.call(MERGE_CALLS.company.merge, {
      body: { keepId: company('Into'), keepVersion: 1, mergeId: company('Merged'), mergeVersion: 1 },
    });
    for (const name of ['Trashed', 'Purged']) await user.call(companies.remove, { params: { id: company(name) } });
    await admin.call(companies.purge, { body: { ids: [company('Purged')] } });
    expect(await user.call(CALLS[kind].undo, { params: { batchId: done.id! } })).toMatchObject({
      state: 'undone',
      kept: 0,
    });
    const named = async () =>
      Object.fromEntries(
        await Promise.all(
          [...of].map(
            async ([name, id]) =>
              [name, (await user.call(calls.get, { params: { id } })).company?.name ?? null] as const,
          ),
        ),
      );
    const after = { Renamed: 'Another name', Merged: 'Into', Trashed: null, Purged: null, '': null };
    expect(await named()).toEqual(after);
    expect((await user.call(companies.list, { query: { sort: 'name' } })).items.map(({ name }) => name)).toEqual([
      'Another name',
      'Into',
      'New',
    ]);
    // A record that was in the trash in the meantime is named again, whatever else changed.
    await TOUCH[kind](user, of.get('Trashed')!);
    await user.call(companies.restore, { params: { id: company('Trashed') } });
    expect(await named()).toEqual({ ...after, Trashed: 'Trashed' });
  });
});

it(
  'goes on beside somebody who holds records of one of its steps and wants those of the next',
  { timeout: 60_000 },
  async ({ skip }) => {
    skip(database().engine === 'pglite', 'the embedded engine has one connection');
    const workspaceId = await system.clientWorkspace();
    const user = await system.signedIn({ workspaceId });
    await asSystem(() =>
      execute(
        `insert into contacts (id, workspace_id, last_name, name_key, last_name_key, company_key, email_key,
          search_text)
     select gen_random_uuid(), $1, 'One', 'one', 'one', '', '', ' one' from generate_series(1, 1500)`,
        [workspaceId],
      ),
    );
    const ids = (
      await asSystem(() =>
        query<{ id: string }>('select id from contacts where workspace_id = $1 order by id', [workspaceId]),
      )
    ).map(({ id }) => id);
    const hold = (id: string, how = '') => `select 1 from contacts where id = '${id}' for update ${how}`;
    const other = await database().pool.connect();
    try {
      await other.query(`set role none; begin; set local statement_timeout = '8s'; ${hold(ids[0]!)}`);
      const { id: batchId } = await user.call(bulk.run, {
        body: { selection: { ids }, action: { kind: 'addTags', tags: ['vip'] } },
      });
      // The second step has what it works on, and waits for the first.
      await expect.poll(() => asSystem(() => query(hold(ids.at(-1)!, 'skip locked'))), { timeout: 20_000 }).toEqual([]);
      await other.query(hold(ids.at(-1)!));
      await other.query('rollback');
      await expect
        .poll(() => user.call(bulk.get, { params: { batchId: batchId! } }), { timeout: 20_000 })
        .toMatchObject({ state: 'done', changed: 1500 });
    } finally {
      other.release(true);
    }
  },
);
