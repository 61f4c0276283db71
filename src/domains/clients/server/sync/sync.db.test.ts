import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../../server/db/index.ts';
import { runRecurring } from '../../../../server/jobs/recurring.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { publishWorkflow } from '../../../../testing/workflows.ts';
import { companies, contacts, opportunities } from '../../../crm/contract.ts';
import { customFields, recordCalls } from '../../../../records/contract.ts';
import { imports } from '../../../crm/contract.ts';
import { MERGE_CALLS } from '../../../crm/contract.ts';
import { notifications } from '../../../notifications/contract.ts';
import { clientApps } from '../../contract/apps.ts';
import { type NewSync, sync, type SyncRun } from '../../contract/sync.ts';
import { RUN_DUE } from './run.ts';
import { runs } from '../../../../testing/runs.ts';

let system: TestSystem;
type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
let boss: Person;
beforeAll(async () => {
  system = await startTestSystem();
  boss = await system.signedIn({ role: 'admin', workspaceRole: 'owner' });
});
afterAll(() => system.destroy());

const NAMES = [
  { ops: 'firstName', client: 'firstName' },
  { ops: 'lastName', client: 'lastName' },
  { ops: 'emails', client: 'emails' },
  { ops: 'companyName', client: 'companyName' },
  { ops: 'tags', client: 'tags' },
];
let clients = 0;

/** A client with its owner and a sync of contacts, which is on. */
async function synced(options: Partial<NewSync> = {}) {
  const clientId = await system.clientWorkspace(`Client ${++clients}`);
  const owner = await system.signedIn({ workspaceId: clientId, workspaceRole: 'owner' });
  const made = await boss.call(sync.create, {
    body: {
      clientId,
      kind: 'contact',
      direction: 'both',
      conflictRule: 'ask',
      mapping: NAMES,
      schedule: 'manual',
      ...options,
    },
  });
  expect(made.state).toBe('paused');
  await boss.call(sync.resume, { params: { id: made.id } });
  return { id: made.id, clientId, owner };
}

async function ended(id: string, runId: string): Promise<SyncRun> {
  return expect
    .poll(async () => (await boss.call(sync.runs, { params: { id } })).items.find((run) => run.id === runId), {
      timeout: 20_000,
      interval: 50,
    })
    .toSatisfy((run: SyncRun | undefined) => run?.state === 'done' || run?.state === 'failed')
    .then(async () => (await boss.call(sync.runs, { params: { id } })).items.find((run) => run.id === runId)!);
}

const run = async (id: string, dry = false) =>
  ended(id, (await boss.call(sync.run, { params: { id }, body: { dry } })).id);
const named = async (who: Person, lastName: string) =>
  (await who.call(contacts.list, { query: { search: lastName } })).items.filter((row) => row.lastName === lastName);
const logOf = async (id: string, runId: string) => (await boss.call(sync.log, { params: { id, runId } })).items;

describe('a sync between a client and operations', () => {
  it('brings both sides together, once: a second run has nothing to do', async () => {
    const { id, owner } = await synced({
      filter: { match: 'all', conditions: [{ field: 'tags', op: 'any_of', value: ['together'] }] },
    });
    await owner.call(contacts.create, {
      body: {
        firstName: 'Ada',
        lastName: 'Together',
        emails: [{ value: 'ada@together.io' }],
        companyName: 'Engines',
        tags: ['together'],
      },
    });
    await boss.call(contacts.create, { body: { firstName: 'Bob', lastName: 'Together', tags: ['together'] } });
    await boss.call(contacts.create, { body: { firstName: 'Eve', lastName: 'Together', tags: ['apart'] } });
    // The same person on both sides, who has a company on one of them only.
    await owner.call(contacts.create, {
      body: {
        firstName: 'Cem',
        lastName: 'Together',
        emails: [{ value: 'cem@together.io' }],
        companyName: 'Works',
        tags: ['together'],
      },
    });
    await boss.call(contacts.create, {
      body: { firstName: 'Cem', lastName: 'Together', emails: [{ value: 'cem@together.io' }], tags: ['together'] },
    });

    const first = await run(id);
    expect(first).toMatchObject({ state: 'done', created: 2, linked: 1, updated: 1, conflicts: 0, errors: 0 });
    expect((await named(owner, 'Together')).map((row) => row.firstName).sort()).toEqual(['Ada', 'Bob', 'Cem']);
    expect((await named(boss, 'Together')).map((row) => `${row.firstName} ${row.company?.name ?? ''}`).sort()).toEqual([
      'Ada Engines',
      'Bob ',
      'Cem Works',
      'Eve ',
    ]);
    expect(await logOf(id, first.id)).toContainEqual(
      expect.objectContaining({
        action: 'update',
        side: 'ops',
        title: 'Cem Together',
        changes: [{ label: 'Company', before: '', after: 'Works' }],
      }),
    );
    expect(await run(id)).toMatchObject({ created: 0, updated: 0, linked: 0, conflicts: 0, errors: 0 });

    const ada = (await named(owner, 'Together')).find((row) => row.firstName === 'Ada');
    await owner.call(contacts.update, {
      params: { id: ada!.id },
      body: { version: ada!.version, tags: ['together', 'vip'] },
    });
    expect(await run(id)).toMatchObject({ created: 0, updated: 1 });
    // The history says what wrote: here the sync with the client, there the one with operations.
    const here = (await named(boss, 'Together')).find((row) => row.firstName === 'Ada')!;
    expect((await boss.call(recordCalls('contact').timeline.list, { params: { id: here.id } })).items[0]).toMatchObject(
      { kind: 'updated', by: null, through: { kind: 'sync', id, name: `Client ${clients}` } },
    );
    expect((await named(boss, 'Together')).find((row) => row.firstName === 'Ada')?.tags).toEqual(['together', 'vip']);
    expect(await run(id)).toMatchObject({ updated: 0 });
    expect(await boss.call(sync.get, { params: { id } })).toMatchObject({
      links: 3,
      openConflicts: 0,
      lastRun: { updated: 0 },
    });
  });

  it('whose field was deleted is changed in everything else without mending that; what is paired again must be there', async () => {
    const clientId = await system.clientWorkspace(`Client ${++clients}`);
    const admin = await system.signedIn({ role: 'admin', workspaceId: clientId });
    const size = await admin.call(customFields.create, {
      body: { object: 'contact', label: 'Size of it', kind: 'text' },
    });
    const mapping = [
      { ops: 'firstName', client: 'firstName' },
      { ops: 'source', client: `custom.${size.key}` },
    ];
    const made = await boss.call(sync.create, {
      body: { clientId, kind: 'contact', direction: 'both', conflictRule: 'ask', mapping, schedule: 'manual' },
    });
    await admin.call(customFields.remove, { params: { id: size.id } });
    const change = async (more: object) =>
      boss.tryCall(sync.update, {
        params: { id: made.id },
        body: { version: (await boss.call(sync.get, { params: { id: made.id } })).version, mapping, ...more },
      });
    expect(await change({ schedule: 'daily', direction: 'to_ops' })).toMatchObject({
      status: 200,
      body: { schedule: 'daily', direction: 'to_ops', mapping },
    });
    expect((await change({ mapping: [...mapping, { ops: 'city', client: 'city' }] })).status).toBe(200);
    expect(await change({ mapping: [...mapping, { ops: 'title', client: 'custom.never' }] })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'mapping.2' }] },
    });
    expect(await change({ mapping: [...mapping, { ops: 'source', client: 'city' }] })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('is mapped twice') as string },
    });
    expect((await change({ mapping: [mapping[0]] })).status).toBe(200);
    // Once it was taken out it cannot be paired again.
    expect((await change({})).status).toBe(400);
  });

  it('says in a dry run exactly what a run then does, and does none of it', async () => {
    const { id, owner } = await synced({ direction: 'to_ops' });
    await owner.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'Dry', emails: [{ value: 'Ada@DRY.io' }] },
    });
    await boss.call(sync.pause, { params: { id } });
    const dry = await run(id, true);
    expect(dry).toMatchObject({ dry: true, created: 1 });
    expect(await named(boss, 'Dry')).toEqual([]);
    expect((await boss.tryCall(sync.run, { params: { id }, body: { dry: false } })).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('paused') as string,
    });
    await boss.call(sync.resume, { params: { id } });
    const real = await run(id);
    const plain = ({ action, side, title, changes }: Awaited<ReturnType<typeof logOf>>[number]) => ({
      action,
      side,
      title,
      changes,
    });
    expect((await logOf(id, dry.id)).map(plain)).toEqual((await logOf(id, real.id)).map(plain));
    expect(await named(boss, 'Dry')).toHaveLength(1);
    expect((await boss.call(sync.get, { params: { id } })).lastRun).toMatchObject({ id: real.id });
  });

  it('says so in both directions, of who is there already and of doubles, too', async () => {
    const { id, owner } = await synced();
    const make = (who: Person, firstName: string, email: string) =>
      who.call(contacts.create, { body: { firstName, lastName: 'Match', emails: email ? [{ value: email }] : [] } });
    // One on each side; two on the client's side of one here; two here of one there; and no one's double.
    for (const [there, here] of [
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
      [2, 0],
      [0, 2],
    ]
      .entries()
      .map(
        ([n, sides]) =>
          [
            [sides[0], `m${n}@match.io`],
            [sides[1], `m${n}@match.io`],
          ] as const,
      )) {
      for (let i = 0; i < there[0]!; i++) await make(owner, `There ${i}`, there[1]);
      for (let i = 0; i < here[0]!; i++) await make(boss, `Here ${i}`, here[1]);
    }
    const dry = await run(id, true);
    const real = await run(id);
    const counts = ({ created, updated, linked, conflicts, errors }: SyncRun) => ({
      created,
      updated,
      linked,
      conflicts,
      errors,
    });
    expect(counts(dry)).toEqual(counts(real));
    expect(real.linked).toBeGreaterThan(1);
    const plain = ({ action, side, title, changes }: Awaited<ReturnType<typeof logOf>>[number]) => ({
      action,
      side,
      title,
      changes,
    });
    expect((await logOf(id, dry.id)).map(plain)).toEqual((await logOf(id, real.id)).map(plain));
  });

  it('stops in the middle of a run when it is paused or the client is archived, and goes on from there', async () => {
    for (const [end, back, why] of [
      [
        `update sync_definitions set state = 'paused' where id = $1`,
        `update sync_definitions set state = 'on' where id = $1`,
        'The sync was paused while it ran.',
      ],
      [
        'update workspaces set archived_at = now() where id = (select client_id from sync_definitions where id = $1)',
        'update workspaces set archived_at = null where id = (select client_id from sync_definitions where id = $1)',
        'The client was archived while it ran.',
      ],
    ] as const) {
      const { id, owner } = await synced({ direction: 'to_ops' });
      for (let n = 0; n < 5; n++)
        await owner.call(contacts.create, { body: { firstName: `N${n}`, lastName: `Middle ${id.slice(-6)}` } });
      // With the second record that it writes.
      await asSystem(() =>
        execute(`create function end_sync() returns trigger language plpgsql security definer as $$ begin
        if (select count(*) from sync_links where definition_id = '${id}') = 2 then ${end.replace('$1', `'${id}'`)};
          end if; return null; end $$`),
      );
      await asSystem(() =>
        execute('create trigger end_sync after insert on sync_links for each statement execute function end_sync()'),
      );
      const stopped = await run(id);
      await asSystem(() => execute('drop trigger end_sync on sync_links'));
      await asSystem(() => execute('drop function end_sync'));
      expect(stopped).toMatchObject({ state: 'failed', error: why, created: 2, errors: 0 });
      await asSystem(() => execute(back, [id]));
      expect(await run(id)).toMatchObject({ state: 'done', created: 3 });
      expect(await run(id)).toMatchObject({ created: 0, linked: 0, updated: 0 });
    }
  });

  it('keeps what both sides changed for a person, who decides on what is there', async () => {
    const { id, owner } = await synced();
    await owner.call(contacts.create, { body: { firstName: 'Ada', lastName: 'Torn' } });
    await run(id);
    const there = async () => (await named(owner, 'Torn'))[0]!;
    const here = async () => (await named(boss, 'Torn'))[0]!;
    await owner.call(contacts.update, {
      params: { id: (await there()).id },
      body: { version: (await there()).version, firstName: 'Augusta' },
    });
    await boss.call(contacts.update, {
      params: { id: (await here()).id },
      body: { version: (await here()).version, firstName: 'A.', tags: ['vip'] },
    });
    expect(await run(id)).toMatchObject({ conflicts: 1, updated: 1 });
    expect([(await there()).firstName, (await here()).firstName, (await there()).tags]).toEqual([
      'Augusta',
      'A.',
      ['vip'],
    ]);
    expect(await run(id)).toMatchObject({ conflicts: 0, updated: 0 });
    const [conflict] = (await boss.call(sync.conflicts, { params: { id } })).items;
    expect(conflict).toMatchObject({
      title: 'A. Torn',
      fields: [{ field: 'firstName', label: 'First name', ops: 'A.', client: 'Augusta' }],
    });
    const params = { id, conflictId: conflict!.id };
    expect((await boss.tryCall(sync.decide, { params, body: { choices: {} } })).status).toBe(400);
    await owner.call(contacts.update, {
      params: { id: (await there()).id },
      body: { version: (await there()).version, firstName: 'Ada Augusta' },
    });
    expect((await boss.tryCall(sync.decide, { params, body: { choices: { firstName: 'client' } } })).body.code).toBe(
      'stale',
    );
    expect((await boss.call(sync.conflicts, { params: { id } })).items[0]!.fields[0]!.client).toBe('Ada Augusta');
    await boss.call(sync.decide, { params, body: { choices: { firstName: 'client' } } });
    expect((await here()).firstName).toBe('Ada Augusta');
    expect((await boss.call(sync.conflicts, { params: { id } })).items).toEqual([]);
    expect(await run(id)).toMatchObject({ conflicts: 0, updated: 0 });
    const log = await asSystem(() =>
      query<{ action: string }>(
        `select action from audit_log where subject_type = 'sync' and subject_id = $1 and workspace_id = $2
          order by id`,
        [id, boss.workspaceId],
      ),
    );
    expect(log.map(({ action }) => action)).toEqual([
      'sync.created',
      'sync.resumed',
      'sync.run',
      'sync.run',
      'sync.run',
      'sync.conflict_decided',
      'sync.run',
    ]);
  });

  it('goes on with what a record became by a merge, and with what was made again after a deletion, and doubles neither', async () => {
    const { id, owner } = await synced({
      conflictRule: 'client',
      filter: { match: 'all', conditions: [{ field: 'tags', op: 'any_of', value: ['joined'] }] },
    });
    const tags = ['joined'];
    for (const name of ['Ada', 'Bob', 'Cem'])
      await owner.call(contacts.create, {
        body: { firstName: name, lastName: 'Joined', emails: [{ value: `${name}@joined.io` }], tags },
      });
    expect(await run(id)).toMatchObject({ created: 3, errors: 0 });
    const one = async (who: Person, firstName: string) =>
      (await named(who, 'Joined')).find((row) => row.firstName === firstName)!;
    const winnerOf = async (firstName: string, emails: { value: string }[]) => {
      const [keep, merge] = [
        await boss.call(contacts.create, { body: { firstName, lastName: 'Winner', emails, tags } }),
        await one(boss, firstName),
      ];
      await boss.call(MERGE_CALLS.contact.merge, {
        body: { keepId: keep.id, keepVersion: 1, mergeId: merge.id, mergeVersion: merge.version },
      });
      return keep.id;
    };
    // Of the first the client hears, of the second operations: either comes upon what the other end has become.
    await winnerOf('Ada', []);
    const bob = await winnerOf('Bob', [{ value: 'bob@joined.io' }]);
    await asSystem(() => execute('update contacts set deleted_at = now() where id = $1', [bob]));
    const gone = await one(boss, 'Cem');
    await boss.call(contacts.remove, { params: { id: gone.id } });
    await boss.call(contacts.create, {
      body: { firstName: 'Cem', lastName: 'Anew', emails: [{ value: 'cem@joined.io' }], tags },
    });
    const joined = await run(id);
    expect(joined).toMatchObject({ created: 0, linked: 2, errors: 0 });
    expect(
      new Set((await logOf(id, joined.id)).flatMap(({ action, note }) => (action === 'link' ? note : []))),
    ).toEqual(new Set(['Merged with another record', 'Same email address']));
    expect((await named(owner, 'Joined')).map(({ firstName }) => firstName).sort()).toEqual(['Ada', 'Bob', 'Cem']);
    // Only the client's end changes: the winner hears of it, once it is back.
    await asSystem(() => execute('update contacts set deleted_at = null where id = $1', [bob]));
    const theirs = await one(owner, 'Bob');
    await owner.call(contacts.update, {
      params: { id: theirs.id },
      body: { version: theirs.version, firstName: 'Robert' },
    });
    expect(await run(id)).toMatchObject({ created: 0, linked: 1, errors: 0 });
    expect((await boss.call(contacts.get, { params: { id: bob } })).firstName).toBe('Robert');
    expect(await run(id)).toMatchObject({ created: 0, linked: 0, updated: 0, errors: 0 });
  });

  it('runs on changes, and ends there: what it wrote itself sets nothing off', async () => {
    const { id, owner } = await synced({ schedule: 'change', conflictRule: 'newest' });
    await expect
      .poll(async () => (await boss.call(sync.get, { params: { id } })).lastRun?.state, { timeout: 20_000 })
      .toBe('done');
    await owner.call(contacts.create, { body: { firstName: 'Ada', lastName: 'Live' } });
    await expect.poll(async () => (await named(boss, 'Live')).length, { timeout: 20_000 }).toBe(1);
    const [mine] = await named(boss, 'Live');
    await boss.call(contacts.update, {
      params: { id: mine!.id },
      body: { version: mine!.version, firstName: 'Augusta' },
    });
    await expect.poll(async () => (await named(owner, 'Live'))[0]?.firstName, { timeout: 20_000 }).toBe('Augusta');
    // Every event of the last write has been handled, and no run came of it.
    const caughtUp = () =>
      asSystem(
        async () =>
          (
            await query<{ n: number }>(
              `select count(*)::int as n from events e, event_cursors c
                where c.subscriber = 'clients.sync' and (e.xid, e.id) > (c.xid, c.event_id)
                and e.type like 'contact.%'`,
            )
          )[0]!.n,
      );
    await expect.poll(caughtUp, { timeout: 20_000 }).toBe(0);
    const versions = { ops: (await named(boss, 'Live'))[0]!.version, client: (await named(owner, 'Live'))[0]!.version };
    expect(versions).toEqual({ ops: 2, client: 2 });
    const open = await asSystem(() =>
      query('select 1 from sync_runs where definition_id = $1 and state <> $2', [id, 'done']),
    );
    expect(open).toEqual([]);
    // A file brings many, and tells of none of them.
    const file = new FormData();
    file.set('file', new Blob(['First name,Last name\nCleo,Filed\nDora,Filed\n']), 'people.csv');
    const brought = (await owner.send<{ id: string }>('POST', '/api/imports', { raw: file })).body;
    await owner.call(imports.start, { params: { id: brought.id } });
    await expect.poll(async () => (await named(boss, 'Filed')).length, { timeout: 20_000 }).toBe(2);
    // A company's other name is its people's, too, who were not changed themselves.
    const [filed] = await named(owner, 'Filed');
    await owner.call(contacts.update, {
      params: { id: filed!.id },
      body: { version: filed!.version, companyName: 'Engines Live' },
    });
    const companyHere = async () =>
      (await named(boss, 'Filed')).find(({ firstName }) => firstName === filed!.firstName)?.company?.name;
    await expect.poll(companyHere, { timeout: 20_000 }).toBe('Engines Live');
    const renamed = (await owner.call(contacts.get, { params: { id: filed!.id } })).company!.id;
    await owner.call(companies.update, { params: { id: renamed }, body: { version: 1, name: 'Turbines Live' } });
    await expect.poll(companyHere, { timeout: 20_000 }).toBe('Turbines Live');
    // While it is paused nothing travels; what was missed is made up for.
    await boss.call(sync.pause, { params: { id } });
    await owner.call(contacts.create, { body: { firstName: 'Bob', lastName: 'Live' } });
    await expect.poll(caughtUp, { timeout: 20_000 }).toBe(0);
    expect(await named(boss, 'Live')).toHaveLength(1);
    await boss.call(sync.resume, { params: { id } });
    await expect.poll(async () => (await named(boss, 'Live')).length, { timeout: 20_000 }).toBe(2);
  });

  it('that carries over what workflows of both sides do to one another is the end of that @long', async () => {
    const { id, owner, clientId } = await synced({
      schedule: 'change',
      conflictRule: 'newest',
      mapping: [
        { ops: 'lastName', client: 'lastName' },
        { ops: 'source', client: 'source' },
      ],
    });
    await expect
      .poll(async () => (await boss.call(sync.get, { params: { id } })).lastRun?.state, { timeout: 20_000 })
      .toBe('done');
    const { id: contactId } = await owner.call(contacts.create, { body: { lastName: 'Echo', source: 'A' } });
    await expect.poll(async () => (await named(boss, 'Echo')).length, { timeout: 20_000 }).toBe(1);
    const onEcho = {
      kind: 'event',
      types: ['contact.updated'],
      filter: { match: 'all', conditions: [{ field: 'lastName', op: 'is', value: 'Echo' }] },
    };
    const made: string[] = [];
    for (const [who, letter] of [
      [boss, 'o'],
      [await system.signedIn({ role: 'admin', workspaceId: clientId }), 'c'],
    ] as const)
      made.push(
        (
          await publishWorkflow(
            who,
            [{ id: 'u', kind: 'update', fields: { source: `{{record.source}}${letter}` } }],
            onEcho,
          )
        ).id,
      );
    await owner.call(contacts.update, { params: { id: contactId }, body: { version: 1, source: 'B' } });
    await expect
      .poll(
        () =>
          asSystem(() =>
            query(
              `select 1 from workflow_runs where workflow_id = any($1) and error like '%would create a loop%' limit 1`,
              [made],
            ),
          ),
        { timeout: 20_000 },
      )
      .toHaveLength(1);
    await asSystem(() => execute(`update workflows set state = 'off' where id = any($1)`, [made]));
    // One beyond what each did for the change itself would be the circle.
    const { source } = await owner.call(contacts.get, { params: { id: contactId } });
    expect(source.length).toBeLessThan(6);
  });

  it('maps fields of their own and fields that can only be read, and keeps kinds of records to themselves', async () => {
    const clientId = await system.clientWorkspace('Fields');
    const owner = await system.signedIn({ workspaceId: clientId, workspaceRole: 'owner' });
    const { key: seats } = await owner.call(customFields.create, {
      body: { object: 'opportunity', label: 'Seats', kind: 'number' },
    });
    const { key: size } = await boss.call(customFields.create, {
      body: { object: 'opportunity', label: 'Size', kind: 'number' },
    });
    const { key: stage } = await boss.call(customFields.create, {
      body: { object: 'opportunity', label: 'Their stage', kind: 'text' },
    });
    const options = await boss.call(sync.options, { query: { clientId, kind: 'opportunity' } });
    expect(options.client).toContainEqual({ key: `custom.${seats}`, label: 'Seats', type: 'number', writable: true });
    expect(options.suggested).toContainEqual({ ops: 'amount', client: 'amount' });
    const mapping = [
      { ops: 'name', client: 'name' },
      { ops: 'amount', client: 'amount' },
      { ops: `custom.${size}`, client: `custom.${seats}` },
      { ops: `custom.${stage}`, client: 'stage' },
    ];
    const wish = {
      clientId,
      kind: 'opportunity',
      direction: 'to_ops',
      conflictRule: 'client',
      schedule: 'manual',
    } as const;
    for (const wrong of [
      [{ ops: 'amount', client: 'name' }],
      [{ ops: 'stage', client: 'stage' }],
      [{ ops: 'name', client: 'nothing' }],
      [...mapping, { ops: 'name', client: 'source' }],
    ]) {
      expect((await boss.tryCall(sync.create, { body: { ...wish, mapping: wrong } })).status).toBe(400);
    }
    const { id } = await boss.call(sync.create, { body: { ...wish, mapping } });
    expect((await boss.tryCall(sync.create, { body: { ...wish, mapping } })).body.code).toBe('conflict');
    await boss.call(sync.resume, { params: { id } });
    await owner.call(opportunities.create, {
      body: { name: 'Roof of Fields', amount: '1234.56', custom: { [seats]: 12 } },
    });
    expect(await run(id)).toMatchObject({ created: 1, errors: 0 });
    const [deal] = (await boss.call(opportunities.list, { query: { search: 'Roof of Fields' } })).items;
    expect(deal).toMatchObject({ amount: '1234.5600', custom: { [size]: 12, [stage]: expect.any(String) as string } });
    expect(await run(id)).toMatchObject({ created: 0, updated: 0 });
    expect((await boss.call(companies.list, { query: { search: 'Fields' } })).items).toEqual([]);
  });

  it.each(['manual', 'change', 'hourly', 'daily'] as const)('can be changed while it is on: %s', async (schedule) => {
    const { id } = await synced();
    const { version } = await boss.call(sync.get, { params: { id } });
    const changed = await boss.call(sync.update, {
      params: { id },
      body: { version, schedule, conflictRule: 'newest', filter: null },
    });
    expect(changed).toMatchObject({ state: 'on', schedule, conflictRule: 'newest', version: version + 1 });
    const [row] = await asSystem(() =>
      query<{ due: boolean }>('select next_at is not null as due from sync_definitions where id = $1', [id]),
    );
    expect(row!.due).toBe(schedule === 'hourly' || schedule === 'daily');
  });

  it('tells whoever set it up once that something is to be decided, and when it fails by itself', async () => {
    const { id, clientId, owner } = await synced({ schedule: 'hourly' });
    const runsOf = async () => (await boss.call(sync.runs, { params: { id } })).items;
    const isOver = ({ state }: SyncRun) => state === 'done' || state === 'failed';
    await expect.poll(async () => (await runsOf()).every(isOver), { timeout: 20_000 }).toBe(true);
    const fallDue = async () => {
      const before = (await runsOf()).length;
      await asSystem(() =>
        execute('update sync_definitions set next_at = now() - make_interval(secs => 1) where id = $1', [id]),
      );
      await expect
        .poll(
          async () => {
            await runRecurring(RUN_DUE);
            const all = await runsOf();
            return all.length > before && all.every(isOver);
          },
          { timeout: 20_000 },
        )
        .toBe(true);
    };
    const {
      client: { name },
    } = await boss.call(sync.get, { params: { id } });
    const told = async () =>
      (await boss.call(notifications.list)).items
        .filter(({ title }) => title.includes(`contacts with ${name} `))
        .map(({ title, href }) => [title.split(name)[1], href]);
    await owner.call(contacts.create, { body: { firstName: 'Ada', lastName: 'Undecided' } });
    await fallDue();
    expect(await told()).toEqual([]);
    for (const [who, firstName] of [
      [boss, 'Adele'],
      [owner, 'Adriana'],
    ] as const) {
      const { id: contactId, version } = (await named(who, 'Undecided'))[0]!;
      await who.call(contacts.update, { params: { id: contactId }, body: { version, firstName } });
    }
    await fallDue();
    await fallDue();
    const asked = [' has conflicts', `/client-sync?sync=${id}&tab=conflicts`];
    expect(await told()).toEqual([asked]);
    const { version, apps } = await boss.call(clientApps.get, { params: { id: clientId } });
    await boss.call(clientApps.set, {
      params: { id: clientId },
      body: { version, off: apps.map((app) => app.id).filter((app) => app !== 'automation') },
    });
    await fallDue();
    await fallDue();
    expect(await told()).toEqual([[' failed', `/client-sync?sync=${id}`], asked]);
    await boss.call(sync.remove, { params: { id } });
  });

  it('stops where the client has no such app, and runs when it is due', async () => {
    const { id, clientId, owner } = await synced({ schedule: 'hourly', direction: 'to_ops' });
    await expect
      .poll(async () => (await boss.call(sync.get, { params: { id } })).lastRun?.state, { timeout: 20_000 })
      .toBe('done');
    await owner.call(contacts.create, { body: { firstName: 'Ada', lastName: 'Hourly' } });
    await runRecurring(RUN_DUE);
    expect(await named(boss, 'Hourly')).toEqual([]);
    await asSystem(() =>
      execute('update sync_definitions set next_at = now() - make_interval(secs => 1) where id = $1', [id]),
    );
    // The server's own look may be under way, begun before the change; then this one finds it taken.
    await expect
      .poll(
        async () => {
          await runRecurring(RUN_DUE);
          return (await named(boss, 'Hourly')).length;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await expect
      .poll(async () => (await boss.call(sync.get, { params: { id } })).lastRun?.state, { timeout: 20_000 })
      .toBe('done');
    const { version, apps } = await boss.call(clientApps.get, { params: { id: clientId } });
    await boss.call(clientApps.set, {
      params: { id: clientId },
      body: { version, off: apps.map((app) => app.id).filter((app) => app !== 'automation') },
    });
    expect((await boss.tryCall(sync.run, { params: { id }, body: { dry: false } })).body).toMatchObject({
      code: 'conflict',
      message: 'The client does not have the app “Contacts”.',
    });
    expect((await owner.tryCall(sync.get, { params: { id } })).status).toBe(403);
    await boss.call(sync.remove, { params: { id } });
    expect((await boss.tryCall(sync.get, { params: { id } })).status).toBe(404);
    expect(await named(boss, 'Hourly')).toHaveLength(1);
  });

  it('ends with both sides agreeing, whatever was changed where, and never does anything twice', async () => {
    const { id, owner } = await synced({ conflictRule: 'newest' });
    const word = fc.constantFrom('', 'Ada', 'Bob', 'Cem');
    const act = fc.record({
      who: fc.constantFrom('ops', 'client'),
      nth: fc.nat(5),
      firstName: word,
      tags: fc.subarray(['a', 'b']),
    });
    const sides = () => Promise.all([named(boss, 'Agrees'), named(owner, 'Agrees')]);
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 4 }), async (acts) => {
        for (const { who, nth, firstName, tags } of acts) {
          const person = who === 'ops' ? boss : owner;
          const mine = await named(person, 'Agrees');
          const row = mine[nth];
          if (row)
            await person.call(contacts.update, {
              params: { id: row.id },
              body: { version: row.version, firstName, tags },
            });
          else await person.call(contacts.create, { body: { firstName, lastName: 'Agrees', tags } });
        }
        await run(id);
        const [ops, client] = await sides();
        const shown = (rows: typeof ops) =>
          rows.map(({ firstName, tags }) => `${firstName} ${tags.toSorted().join()}`).sort();
        expect(shown(ops)).toEqual(shown(client));
        expect(await run(id)).toMatchObject({ created: 0, updated: 0, linked: 0, conflicts: 0, errors: 0 });
      }),
      { numRuns: runs(4) },
    );
  });
});
