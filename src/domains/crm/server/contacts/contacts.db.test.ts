import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../../kernel/endpoint.ts';
import { asSystem, execute, query } from '../../../../server/db/index.ts';
import { forgetOldEvents } from '../../../../server/events/retention.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { companies, contacts, type NewContact } from '../../contract.ts';
import { bulk, notes, timeline } from '../../../../records/contract.ts';
import { contactDuplicates, MERGE_CALLS } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const client = async () => system.signedIn({ workspaceId: await system.clientWorkspace() });
const make = (user: TestClient, body: Partial<NewContact> = {}) =>
  user.call(contacts.create, { body: { firstName: 'Ada', lastName: 'King', ...body } });
const names = async (user: TestClient, query: { trash?: '1'; search?: string } = {}) =>
  (await user.call(contacts.list, { query })).items.map((item) => `${item.firstName} ${item.lastName}`);

/** An error's body without the one thing that differs between two requests. */
const withoutId = (body: unknown) => ({ ...(body as ErrorBody), requestId: '' });

/** Events of a record that a subscriber has yet to handle. */
async function unheard(id: string): Promise<number> {
  const [row] = await asSystem(() =>
    query<{ n: number }>(
      'select count(*)::int as n from events e where subject_id = $1 and exists (select 1 from event_cursors c where (c.xid, c.event_id) < (e.xid, e.id))',
      [id],
    ),
  );
  return row!.n;
}

describe('a contact', () => {
  it('is normalized on its way in and refused field by field', async () => {
    const user = await client();
    const made = await make(user, {
      emails: [{ value: ' Ada@EXAMPLE.com ' }, { value: 'ada@example.com' }],
      phones: [{ value: '(415) 555-0100 x22', label: 'home' }],
      links: { website: 'example.com' },
      companyName: 'Engines',
      tags: ['a', 'A', 'b'],
    });
    expect(made).toMatchObject({
      version: 1,
      emails: [{ value: 'Ada@example.com', label: 'work' }],
      phones: [{ value: '+14155550100', label: 'home', ext: '22' }],
      links: { website: 'https://example.com/' },
      company: { name: 'Engines' },
      tags: ['a', 'b'],
    });
    const refused = await user.tryCall(contacts.create, {
      body: {
        firstName: 'X',
        emails: [{ value: 'nope' }],
        phones: [{ value: '12' }],
        links: { website: 'javascript:alert(1)' },
        custom: { gone: 1 },
        ownerId: made.id,
      },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields?.map((field) => field.field).sort()).toEqual([
      'custom.gone',
      'emails.0.value',
      'links.website',
      'ownerId',
      'phones.0.value',
    ]);
    expect((await user.tryCall(contacts.create, { body: { title: 'Nobody' } })).status).toBe(400);
  });

  it('refuses a stale save, says who changed what, and loses nothing [S7.24]', async () => {
    const user = await client();
    const made = await make(user);
    await user.call(contacts.update, { params: { id: made.id }, body: { title: 'Countess', version: 1 } });
    const stale = await user.tryCall(contacts.update, {
      params: { id: made.id },
      body: { title: 'Duchess', version: 1 },
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(stale.body.details).toMatchObject({
      current: { title: 'Countess', version: 2 },
      changed: [{ field: 'title', from: '', to: 'Countess', by: { id: user.userId, name: 'Test Person' } }],
    });
    expect((await user.tryCall(contacts.update, { params: { id: made.id }, body: { title: 'Duchess' } })).status).toBe(
      400,
    );
    const matched = await user.tryCall(contacts.update, {
      params: { id: made.id },
      body: { title: 'Duchess' },
      headers: { 'if-match': '"2"' },
    });
    expect(matched.body).toMatchObject({ title: 'Duchess', version: 3 });
  });

  it('goes to the trash and comes back; only an admin deletes it for good [S7.24]', async () => {
    const user = await client();
    const made = await make(user);
    await user.call(contacts.remove, { params: { id: made.id } });
    expect((await user.tryCall(contacts.get, { params: { id: made.id } })).status).toBe(404);
    expect(await names(user, { trash: '1' })).toEqual(['Ada King']);
    expect((await user.tryCall(contacts.purge, { body: { ids: [made.id] } })).status).toBe(403);
    await user.call(contacts.restore, { params: { id: made.id } });
    expect(await names(user)).toEqual(['Ada King']);
    const admin = await system.signedIn({ workspaceId: user.workspaceId, role: 'admin' });
    expect((await admin.call(contacts.purge, { body: { ids: [made.id] } })).purged).toBe(0);
    await expect.poll(() => unheard(made.id), { timeout: 20_000, interval: 50 }).toBe(0);
    // Its history is there as long as it is, and goes with it.
    await asSystem(() => execute(`update events set at = at - interval '40 days'`));
    await forgetOldEvents();
    expect((await user.call(timeline.list, { params: { id: made.id } })).items.map(({ kind }) => kind)).toEqual([
      'restored',
      'deleted',
      'created',
    ]);
    await user.call(contacts.remove, { params: { id: made.id } });
    await expect.poll(() => unheard(made.id), { timeout: 20_000, interval: 50 }).toBe(0);
    expect((await admin.call(contacts.purge, { body: { ids: [made.id] } })).purged).toBe(1);
    expect(await names(user, { trash: '1' })).toEqual([]);
    expect(await asSystem(() => query('select type from events where subject_id = $1', [made.id]))).toEqual([]);
  });

  it('of another workspace answers exactly as an absent one', async () => {
    const [one, other] = [await client(), await client()];
    const { id } = await make(one);
    const absent = '01900000-0000-7000-8000-000000000000';
    for (const endpoint of [
      contacts.get,
      contacts.remove,
      contacts.restore,
      contacts.neighbours,
      timeline.list,
    ] as const) {
      const [foreign, gone] = [
        await other.tryCall(endpoint, { params: { id } }),
        await other.tryCall(endpoint, { params: { id: absent } }),
      ];
      expect(foreign.status).toBe(404);
      expect(withoutId(foreign.body)).toEqual(withoutId(gone.body));
    }
    expect(await names(other)).toEqual([]);
    expect(await names(other, { search: 'ada' })).toEqual([]);
    expect((await other.call(contactDuplicates, { body: { firstName: 'Ada', lastName: 'King' } })).items).toEqual([]);
  });

  it('follows its company when that gets another name, and stays when it is deleted', async () => {
    const user = await client();
    const { company } = await make(user, { companyName: 'Engines' });
    await user.call(companies.update, { params: { id: company!.id }, body: { name: 'Motors', version: 1 } });
    expect(await names(user, { search: 'motors' })).toEqual(['Ada King']);
    expect((await user.tryCall(companies.create, { body: { name: 'MOTORS' } })).status).toBe(409);
    await user.call(companies.remove, { params: { id: company!.id } });
    expect((await user.call(contacts.list)).items[0]!.company).toBeNull();
  });

  it('belong to one company whichever apostrophe its name is typed with, and to its own where there are both', async () => {
    const user = await client();
    const { company } = await make(user, { companyName: 'O’Neill & Sons' });
    expect((await make(user, { firstName: 'Bob', companyName: "o'neill & sons" })).company).toEqual(company);
    const both = await user.call(companies.create, { body: { name: "O'Neill & Sons" } });
    expect((await make(user, { firstName: 'Cy', companyName: "O'Neill & Sons" })).company).toMatchObject({
      id: both.id,
    });
    expect((await make(user, { firstName: 'Di', companyName: 'O’Neill & Sons' })).company).toEqual(company);
  });
});

describe('many contacts at once', () => {
  it('are edited, tagged and deleted with a preview before and one undo after', async () => {
    const user = await client();
    const made = [
      await make(user),
      await make(user, { firstName: 'Bob' }),
      await make(user, { firstName: 'Cleo', tags: ['vip'] }),
    ];
    const selection = { all: { search: 'king' }, except: [made[1]!.id] };
    const preview = await user.call(bulk.run, {
      body: { selection, action: { kind: 'addTags', tags: ['vip'] }, preview: true },
    });
    expect(preview).toMatchObject({ id: null, state: 'preview', count: 2 });
    const tagged = await user.call(bulk.run, { body: { selection, action: { kind: 'addTags', tags: ['vip'] } } });
    expect(tagged).toMatchObject({ state: 'done', count: 2, processed: 2, changed: 1 });
    expect((await user.call(bulk.undo, { params: { batchId: tagged.id! } })).state).toBe('undone');
    expect((await user.call(contacts.get, { params: { id: made[0]!.id } })).tags).toEqual([]);
    await user.call(bulk.run, {
      body: { selection, action: { kind: 'edit', set: { city: 'Berlin', source: 'fair' } } },
    });
    expect(await user.call(contacts.get, { params: { id: made[0]!.id } })).toMatchObject({
      city: 'Berlin',
      source: 'fair',
      firstName: 'Ada',
    });
    const deleted = await user.call(bulk.run, {
      body: { selection: { ids: made.map((one) => one.id) }, action: { kind: 'delete' } },
    });
    expect(await names(user)).toEqual([]);
    await user.call(contacts.restore, { params: { id: made[2]!.id } });
    expect(await user.call(bulk.undo, { params: { batchId: deleted.id! } })).toMatchObject({
      state: 'undone',
      kept: 1,
    });
    expect(await names(user)).toEqual(['Ada King', 'Bob King', 'Cleo King']);
    expect((await user.tryCall(bulk.undo, { params: { batchId: deleted.id! } })).status).toBe(409);
  });

  it('leave as CSV that no spreadsheet runs, and as vCards', async () => {
    const user = await client();
    await make(user, {
      firstName: '=HYPERLINK("http://evil")',
      phones: [{ value: '+1 415 555 0100' }],
      about: 'two\nlines',
      tags: ['a', 'b'],
    });
    const csv = await user.send<string>('GET', '/api/contacts/export?format=csv&columns=firstName,phone,tags');
    expect(csv.headers.get('content-disposition')).toContain('contacts.csv');
    expect(csv.body.replace('\uFEFF', '')).toBe(
      'First name,Phone,Tags\r\n"\'=HYPERLINK(""http://evil"")",+14155550100,a; b\r\n',
    );
    const vcard = await user.send<string>('GET', '/api/contacts/export?format=vcard');
    expect(vcard.body).toContain('TEL;VALUE=uri;TYPE=work:tel:+14155550100\r\n');
    expect(vcard.body).toContain('NOTE:two\\nlines\r\n');
    expect((await user.send('GET', '/api/contacts/export?format=csv&columns=nope')).status).toBe(400);
  });
});

describe('double entries', () => {
  it('are found by email, phone and name, and merged with a preview', async () => {
    const user = await client();
    const keep = await make(user, { emails: [{ value: 'ada@example.com' }], title: 'Countess' });
    const merge = await make(user, {
      firstName: 'Augusta',
      phones: [{ value: '+14155550100' }],
      title: 'Lady',
      address: { city: 'London' },
      companyName: 'Engines',
    });
    await user.call(notes.create, { params: { id: merge.id }, body: { text: 'moves over' } });
    const found = await user.call(contactDuplicates, {
      body: {
        emails: [{ value: 'ADA@example.com' }],
        phones: [{ value: '415-555-0100' }],
        exceptId: '01900000-0000-7000-8000-000000000000',
      },
    });
    expect(found.items.map((item) => [item.reason, item.contact.id])).toEqual([
      ['email', keep.id],
      ['phone', merge.id],
    ]);
    const body = {
      keepId: keep.id,
      keepVersion: keep.version,
      mergeId: merge.id,
      mergeVersion: merge.version,
      choose: { title: 'merge' },
    } as const;
    const preview = await user.call(MERGE_CALLS.contact.preview, { body });
    expect(preview.conflicts.map((conflict) => conflict.field)).toEqual(['firstName', 'title']);
    expect(preview.moves).toEqual({ notes: 1 });
    const { record: merged } = await user.call(MERGE_CALLS.contact.merge, { body });
    expect(merged).toMatchObject({
      firstName: 'Ada',
      title: 'Lady',
      city: 'London',
      company: { name: 'Engines' },
      phones: [{ value: '+14155550100' }],
    });
    expect(await names(user)).toEqual(['Ada King']);
    const { items } = await user.call(timeline.list, { params: { id: keep.id } });
    expect(items.map((item) => item.kind)).toEqual(['merged', 'note', 'created']);
    expect(items[0]).toMatchObject({ detail: 'Augusta King', by: { id: user.userId } });
  });
});

describe('the timeline', () => {
  it('is paged without a gap or a repetition', async () => {
    const user = await client();
    const { id } = await make(user);
    for (let n = 0; n < 7; n++) await user.call(notes.create, { params: { id }, body: { text: `note ${n}` } });
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await user.call(timeline.list, {
        params: { id },
        query: { limit: 3, ...(cursor ? { cursor } : {}) },
      });
      ids.push(...page.items.map((item) => item.id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
  });
});
