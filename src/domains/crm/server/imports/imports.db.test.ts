import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { cancelJob, enqueue, retryJob } from '../../../../server/jobs/jobs.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { activities, contacts, opportunities } from '../../contract.ts';
import { customFields, notes } from '../../../../records/contract.ts';
import { type RecordImport, imports, type ImportMapping, type ImportState } from '../../contract.ts';
import { revertJob } from './revert.ts';
import { importJob } from './run.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function upload(
  user: TestClient,
  content: string | Uint8Array<ArrayBuffer>,
  name = 'people.csv',
): Promise<RecordImport> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const { status, body } = await user.send<RecordImport>('POST', '/api/imports', { raw: form });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const OVER = new Set<ImportState>(['done', 'failed', 'cancelled', 'reverted']);

async function untilOver(user: TestClient, id: string): Promise<RecordImport> {
  return expect
    .poll(() => user.call(imports.get, { params: { id } }), { timeout: 20_000, interval: 50 })
    .toSatisfy((one: RecordImport) => OVER.has(one.state))
    .then(() => user.call(imports.get, { params: { id } }));
}

async function run(user: TestClient, content: string, mapping?: ImportMapping): Promise<RecordImport> {
  const { id } = await upload(user, content);
  if (mapping) await user.call(imports.setMapping, { params: { id }, body: mapping });
  await user.call(imports.start, { params: { id } });
  return untilOver(user, id);
}

async function client() {
  return system.signedIn({ workspaceId: await system.clientWorkspace() });
}

const all = async (user: TestClient) =>
  (await user.call(contacts.list, { query: { sort: 'createdAt,name', limit: 200 } })).items;

describe('an import', () => {
  it('maps a file by its header, imports it, and reports every row that it could not take', async () => {
    const user = await client();
    const started = await upload(
      user,
      [
        'First Name;Last Name;E-Mail;Mobile;Company;Tags',
        'Ada;King;ada@example.com;(415) 555-0100;Analytical Engines;vip, math',
        'Grace;Hopper;grace@example.com;+49 30 1234567;analytical  engines;navy',
        'Broken;Mail;not-an-address;;;',
        'Some;One;one@example.com;12;;',
        ';;;;Only A Company;',
      ].join('\r\n'),
    );
    expect(started.dialect).toMatchObject({ delimiter: ';', encoding: 'utf-8', hasHeader: true });
    expect(started.mapping.map((column) => column.target)).toEqual([
      'firstName',
      'lastName',
      'email',
      'phone:mobile',
      'company',
      'tags',
    ]);
    const preview = await user.call(imports.preview, { params: { id: started.id } });
    expect(preview.rows.map((row) => row.outcome)).toEqual(['create', 'create', 'reject', 'reject', 'reject']);
    expect(await all(user)).toEqual([]);
    await user.call(imports.start, { params: { id: started.id } });
    const done = await untilOver(user, started.id);
    expect(done).toMatchObject({
      state: 'done',
      error: null,
      counts: { read: 5, created: 2, updated: 0, skipped: 0, rejected: 3, warned: 0 },
    });
    const [ada, grace] = await all(user);
    expect(ada).toMatchObject({
      firstName: 'Ada',
      phones: [{ value: '+14155550100', label: 'mobile' }],
      tags: ['vip', 'math'],
    });
    // One company, although it is written in two ways.
    expect(grace!.company).toEqual(ada!.company);
    const report = await user.send<string>('GET', `/api/imports/${started.id}/rejects.csv`);
    expect(report.body).toContain('3,"""not-an-address"" is not a valid email address.",Broken,Mail,not-an-address');
    expect(report.body.trim().split('\r\n')).toHaveLength(4);
  });

  it('skips, updates or doubles people who are there already, in the workspace or earlier in the file', async () => {
    const user = await client();
    await user.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'King', emails: [{ value: 'Ada@Example.com' }], tags: ['old'] },
    });
    const file =
      'first name,last name,email,title,tags\nAda,Lovelace,ada@example.com,Countess,new\nBob,Stone,bob@example.com,,\nBob,Stone,BOB@example.com,Mason,\n';
    const skipped = await run(user, file);
    expect(skipped.counts).toEqual({ read: 3, created: 1, updated: 0, skipped: 2, rejected: 0, warned: 0 });
    const { items } = await user.call(imports.rows, { params: { id: skipped.id }, query: { outcome: 'skip' } });
    expect(items.map((item) => item.row)).toEqual([1, 3]);
    const columns = skipped.mapping;
    const filled = await run(user, file, { columns, options: { onMatch: 'update', update: 'fill' } });
    expect(filled.counts).toEqual({ read: 3, created: 0, updated: 3, skipped: 0, rejected: 0, warned: 0 });
    expect(await all(user)).toEqual([
      expect.objectContaining({
        firstName: 'Ada',
        lastName: 'King',
        title: 'Countess',
        tags: ['old', 'new'],
        version: 2,
      }),
      expect.objectContaining({ firstName: 'Bob', title: 'Mason' }),
    ]);
    expect((await run(user, file, { columns, options: { onMatch: 'create' } })).counts.created).toBe(3);
    expect(await all(user)).toHaveLength(5);
  });

  it('waits until another one is through, wherever that is worked on: each would find none of the same people', async () => {
    const user = await client();
    const [first, second] = [
      await upload(user, 'name\nAda King\n'),
      await upload(user, 'name,email\nAda King,ada@example.com\n'),
    ];
    const jobId = newId();
    await asSystem(async () => {
      await query(
        `insert into jobs (id, workspace_id, kind, title, payload, state, delivery_id, heartbeat_at)
          select $1, workspace_id, 'test.elsewhere', '', '{}', 'running', $1, now() + interval '1 hour' from imports
          where id = $2`,
        [jobId, first.id],
      );
      await query(`update imports set state = 'running', job_id = $2 where id = $1`, [first.id, jobId]);
    });
    await user.call(imports.start, { params: { id: second.id } });
    const message = () =>
      asSystem(
        async () =>
          (
            await query<{ message: string | null }>(
              'select j.message from imports i join jobs j on j.id = i.job_id where i.id = $1',
              [second.id],
            )
          )[0]!.message,
      );
    await expect.poll(message, { timeout: 20_000 }).toBe('waits for another import');
    expect((await user.call(imports.get, { params: { id: second.id } })).state).toBe('queued');
    await asSystem(() => query(`update jobs set state = 'succeeded' where id = $1`, [jobId]));
    expect(await untilOver(user, second.id)).toMatchObject({ state: 'done', counts: { created: 1 } });
  });

  // There two batches of 2,500 rows are written at once.
  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'recognises who and what comes in with a batch that is still being written',
    async () => {
      const user = await client();
      const rows = Array.from({ length: 2_600 }, (_, n) => `P${n},p${n % 2_500}@example.com,Works ${n % 50}`);
      const done = await run(user, ['name,email,company', ...rows, ''].join('\n'));
      expect(done.counts).toEqual({ read: 2_600, created: 2_500, updated: 0, skipped: 100, rejected: 0, warned: 0 });
      const { items } = await user.call(imports.rows, {
        params: { id: done.id },
        query: { outcome: 'skip', limit: 1 },
      });
      const [first] = (await user.call(contacts.list, { query: { search: 'p0@example.com' } })).items;
      expect(items).toMatchObject([
        { row: 2_501, reason: 'P0 already has the email address p0@example.com.', recordId: first!.id },
      ]);
      const [count] = await asSystem(() =>
        query<{ companies: number; lost: number }>(
          `select (select count(*) from companies where import_id = $1)::int as companies,
         (select count(*) from contacts c where c.import_id = $1 and not exists
            (select 1 from companies o where o.id = c.company_id))::int as lost`,
          [done.id],
        ),
      );
      expect(count).toEqual({ companies: 50, lost: 0 });
    },
  );

  it('is reverted whole, except what someone changed since, which it names', async () => {
    const user = await client();
    const before = await user.call(contacts.create, {
      body: { firstName: 'Old', lastName: 'Friend', emails: [{ value: 'old@example.com' }] },
    });
    const { id } = await run(
      user,
      'name,email,title\nOld Friend,old@example.com,Boss\nNew One,new@example.com,\nTouched One,touched@example.com,\n',
      {
        columns: [
          { index: 0, target: 'fullName' },
          { index: 1, target: 'email' },
          { index: 2, target: 'title' },
        ],
        options: { onMatch: 'update' },
      },
    );
    const touched = (await all(user)).find((one) => one.firstName === 'Touched')!;
    await user.call(contacts.update, { params: { id: touched.id }, body: { title: 'Kept', version: touched.version } });
    await user.call(imports.revert, { params: { id } });
    const reverted = await untilOver(user, id);
    expect(reverted.revert).toEqual({
      deleted: 1,
      restored: 1,
      kept: 1,
      keptRecords: [{ id: touched.id, name: 'Touched One' }],
    });
    const left = await all(user);
    expect(left.map((one) => [one.firstName, one.title])).toEqual([
      ['Old', ''],
      ['Touched', 'Kept'],
    ]);
    expect((await user.call(contacts.get, { params: { id: before.id } })).title).toBe('');
    // Nothing of what was deleted is recognized any more.
    const [keys] = await asSystem(() =>
      query<{ count: number }>(
        'select count(*)::int as count from contact_keys k where not exists (select 1 from contacts c where c.id = k.contact_id)',
      ),
    );
    expect(keys!.count).toBe(0);
  });

  it('leaves people whom someone brought into a deal or invited since, or wrote a note about that not everyone reads', async () => {
    const workspaceId = await system.clientWorkspace();
    const [user, colleague] = [await system.signedIn({ workspaceId }), await system.signedIn({ workspaceId })];
    const { id } = await run(user, 'name\nIn Deal\nInvited One\nNoted One\nNobody Else\n', {
      columns: [{ index: 0, target: 'fullName' }],
    });
    const idOf = async (firstName: string) => (await all(user)).find((one) => one.firstName === firstName)!.id;
    await user.call(opportunities.create, { body: { name: 'Deal', people: [{ contactId: await idOf('In') }] } });
    await user.call(activities.create, {
      body: {
        type: 'meeting',
        subject: 'Lunch',
        dueAt: '2031-01-01T12:00:00.000Z',
        attendees: [{ contactId: await idOf('Invited') }],
      },
    });
    await colleague.call(notes.create, { params: { id: await idOf('Noted') }, body: { text: 'Mine', readers: [] } });
    await user.call(imports.revert, { params: { id } });
    expect((await untilOver(user, id)).revert).toMatchObject({ deleted: 1, kept: 3 });
    expect((await all(user)).map((one) => one.firstName).sort()).toEqual(['In', 'Invited', 'Noted']);
  });

  it('says that it was stopped when that was done in the list of jobs, waiting or reverting, and goes on from there', async () => {
    const user = await client();
    const mine = <T>(fn: () => Promise<T>) => inWorkspace(user.workspaceId, user.userId, fn);
    const { id, fileName } = await upload(user, 'First Name,Last Name\nAda,King\nGrace,Hopper\n');
    const stateOf = async () => (await user.call(imports.get, { params: { id } })).state;
    /** As long as a worker has not come to it. */
    const later = { delaySeconds: 3_600 };
    const waiting = (enqueued: () => Promise<string>, state: ImportState) =>
      mine(() =>
        transaction(async () => {
          const jobId = await enqueued();
          await execute('update imports set state = $2, job_id = $3 where id = $1', [id, state, jobId]);
          return jobId;
        }),
      );
    const first = await waiting(() => enqueue(importJob, { importId: id, fileName }, later), 'queued');
    await mine(() => cancelJob(first));
    expect(await stateOf()).toBe('cancelled');
    await mine(() => retryJob(first));
    expect(await untilOver(user, id)).toMatchObject({ state: 'done', counts: { created: 2 } });
    const second = await waiting(() => enqueue(revertJob, { importId: id, fileName }, later), 'reverting');
    await mine(() => cancelJob(second));
    expect(await stateOf()).toBe('done');
    await mine(() => retryJob(second));
    await expect.poll(stateOf, { timeout: 20_000, interval: 50 }).toBe('reverted');
    expect(await all(user)).toEqual([]);
  });

  it('makes new fields with the choices that the file holds', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace(), role: 'admin' });
    const done = await run(user, 'name,status,born,score\nAda King,warm,10.12.1815,"1.234,5"\nBob Stone,cold,,\n', {
      columns: [
        { index: 0, target: 'fullName' },
        { index: 1, target: null, newField: { label: 'Status', kind: 'select' } },
        { index: 2, target: null, newField: { label: 'Born', kind: 'day' } },
        { index: 3, target: null, newField: { label: 'Score', kind: 'number' } },
      ],
      options: { dateOrder: 'dmy' },
    });
    expect(done.counts).toMatchObject({ created: 2, rejected: 0 });
    expect((await all(user)).map((one) => one.custom)).toEqual([
      { status: 'warm', born: '1815-12-10', score: 1234.5 },
      { status: 'cold' },
    ]);
    // While it fills a field, that stays; and of whoever has left since it was stopped nothing becomes anyone's.
    const { key, id: born } = (await user.call(customFields.list, { query: { object: 'contact' } })).items.find(
      ({ label }) => label === 'Born',
    )!;
    const { id } = await upload(user, 'name,born\nCem Ay,01.02.1990\n');
    await user.call(imports.setMapping, {
      params: { id },
      body: {
        columns: [
          { index: 0, target: 'fullName' },
          { index: 1, target: `custom:${key}` },
        ],
      },
    });
    const move = (state: string) =>
      asSystem(() =>
        query(
          `update imports set state = $2, options = options || jsonb_build_object('ownerId', $3::text) where id = $1`,
          [id, state, newId()],
        ),
      );
    await move('running');
    expect((await user.tryCall(customFields.remove, { params: { id: born } })).body).toMatchObject({
      code: 'conflict',
      message: 'The import of people.csv is filling “Born”. Stop it, or wait until it finishes.',
    });
    await move('cancelled');
    await user.call(imports.start, { params: { id } });
    expect(await untilOver(user, id)).toMatchObject({ state: 'done', counts: { created: 1 } });
    expect((await all(user)).find(({ firstName }) => firstName === 'Cem')!.ownerId).toBeNull();
  });

  it('reads Windows-1252, and says what it cannot read', async () => {
    const user = await client();
    const bytes = new Uint8Array(
      [...'name,email\nJos']
        .map((c) => c.charCodeAt(0))
        .concat(
          [0xe9],
          [...' Mu'].map((c) => c.charCodeAt(0)),
          [0xf1],
          [...'oz,jose@example.com\n'].map((c) => c.charCodeAt(0)),
        ),
    );
    const started = await upload(user, bytes);
    expect(started.dialect.encoding).toBe('windows-1252');
    await user.call(imports.start, { params: { id: started.id } });
    await untilOver(user, started.id);
    expect((await all(user))[0]).toMatchObject({ firstName: 'José', lastName: 'Muñoz' });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0])]), 'people.xlsx');
    expect((await user.send('POST', '/api/imports', { raw: form })).status).toBe(415);
  });

  it('is nothing to another workspace', async () => {
    const [one, other] = [await client(), await client()];
    const { id } = await upload(one, 'name\nAda King\n');
    for (const endpoint of [
      imports.get,
      imports.preview,
      imports.start,
      imports.cancel,
      imports.revert,
      imports.rows,
      imports.remove,
    ]) {
      expect((await other.tryCall(endpoint, { params: { id } })).status).toBe(404);
    }
    expect((await other.send('GET', `/api/imports/${id}/rejects.csv`)).status).toBe(404);
  });
});
