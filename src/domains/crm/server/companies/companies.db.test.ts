import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Condition } from '../../../../kernel/filter.ts';
import { asSystem, execute } from '../../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { activities, companies, companyBulk, contacts, opportunities } from '../../contract.ts';
import { bulk, customFields, RECORD_CALLS } from '../../../../records/contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
const person = async () => system.signedIn({ workspaceId: await system.clientWorkspace() });
const make = (user: Client, name: string, more: object = {}) =>
  user.call(companies.create, { body: { name, ...more } });
const named = async (user: Client, conditions: Condition[], more: object = {}) =>
  (await user.call(companies.list, { query: { filter: { match: 'all', conditions } as never, ...more } })).items.map(
    ({ name }) => name,
  );

describe('companies', () => {
  it("are created, found, changed by version, trashed and restored, and are nobody else's", async () => {
    const user = await person();
    const company = await make(user, 'Éngine Works', {
      website: 'www.engines.example/about',
      phone: '(415) 555-0100',
      address: { city: 'London' },
      tags: ['a', 'A'],
    });
    expect(company).toMatchObject({
      website: 'https://www.engines.example/about',
      phone: '+14155550100',
      city: 'London',
      tags: ['a'],
      contactCount: 0,
      version: 1,
    });
    for (const search of ['engine', 'engines.example', '5550100'])
      expect({ search, found: (await user.call(companies.list, { query: { search } })).items.length }).toEqual({
        search,
        found: 1,
      });
    expect((await user.tryCall(companies.create, { body: { name: 'engine works' } })).status).toBe(409);
    const changed = await user.call(companies.update, {
      params: { id: company.id },
      body: { address: { country: 'UK' }, version: 1 },
    });
    expect(changed).toMatchObject({ version: 2, address: { city: 'London', country: 'UK' } });
    const stale = await user.tryCall(companies.update, {
      params: { id: company.id },
      body: { name: 'Motors', version: 1 },
    });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { changed: [{ field: 'address.country', to: 'UK' }] } },
    });
    await user.call(companies.remove, { params: { id: company.id } });
    expect(
      (await user.call(companies.get, { params: { id: company.id }, query: { trash: '1' } })).deletedAt,
    ).not.toBeNull();
    await make(user, 'Engine Works');
    expect((await user.tryCall(companies.restore, { params: { id: company.id } })).status).toBe(409);
    const stranger = await person();
    for (const call of [
      companies.get,
      companies.remove,
      companies.restore,
      companies.neighbours,
      companies.summary,
      RECORD_CALLS.company.timeline.list,
      RECORD_CALLS.company.notes.list,
    ]) {
      expect({
        call: call.summary,
        status: (await stranger.tryCall(call, { params: { id: company.id } })).status,
      }).toEqual({ call: call.summary, status: 404 });
    }
    expect((await user.tryCall(companies.purge, { body: { ids: [company.id] } })).status).toBe(403);
  });

  it('take their contacts along into the trash and out of it, in what those are sorted, filtered and found by', async () => {
    const user = await person();
    const company = await make(user, 'Engines');
    const { id } = await user.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'King', companyId: company.id },
    });
    const seen = async () => ({
      company: (await user.call(contacts.get, { params: { id } })).company?.name ?? null,
      found: (await user.call(contacts.list, { query: { search: 'engines' } })).items.length,
      without: (
        await user.call(contacts.list, {
          query: { filter: { match: 'all', conditions: [{ field: 'company', op: 'empty' }] } as never },
        })
      ).items.length,
    });
    const before = await seen();
    expect(before).toEqual({ company: 'Engines', found: 1, without: 0 });
    // No one changed the contact by that: who has it open meets no conflict, and what was done to it before can be
    // undone.
    const tagged = await user.call(bulk.run, {
      body: { selection: { ids: [id] }, action: { kind: 'addTags', tags: ['vip'] } },
    });
    const { version: open, updatedAt } = await user.call(contacts.get, { params: { id } });
    await user.call(companies.update, { params: { id: company.id }, body: { name: 'Works', version: 1 } });
    expect(await user.call(contacts.get, { params: { id } })).toMatchObject({
      version: open,
      updatedAt,
      company: { name: 'Works' },
    });
    expect(await seen()).toMatchObject({ found: 0 });
    expect(await user.call(bulk.undo, { params: { batchId: tagged.id! } })).toMatchObject({ state: 'undone', kept: 0 });
    await user.call(companies.update, { params: { id: company.id }, body: { name: 'Engines', version: 2 } });
    expect(await seen()).toEqual(before);
    await user.call(companies.remove, { params: { id: company.id } });
    expect(await seen()).toEqual({ company: null, found: 0, without: 1 });
    // Another change of the contact meanwhile does not cost it its company.
    const now = await user.call(contacts.get, { params: { id } });
    await user.call(contacts.update, { params: { id }, body: { title: 'Countess', version: now.version } });
    await user.call(companies.restore, { params: { id: company.id } });
    expect(await seen()).toEqual(before);
    // A contact that was in the trash while its company was renamed gets the new name when restored, and the deletion
    // can be undone.
    const gone = await user.call(bulk.run, { body: { selection: { ids: [id] }, action: { kind: 'delete' } } });
    const { version } = await user.call(companies.get, { params: { id: company.id } });
    await user.call(companies.update, { params: { id: company.id }, body: { name: 'Turbines', version } });
    expect(await user.call(bulk.undo, { params: { batchId: gone.id! } })).toMatchObject({ state: 'undone', kept: 0 });
    expect(await seen()).toEqual({ company: 'Turbines', found: 0, without: 0 });
    const called = async (value: string) =>
      (
        await user.call(contacts.list, {
          query: { filter: { match: 'all', conditions: [{ field: 'companyName', op: 'is', value }] } as never },
        })
      ).items.length;
    expect([await called('Engines'), await called('Turbines')]).toEqual([0, 1]);
  });

  it('are filtered by their own fields and by what belongs to them', async () => {
    const user = await person();
    const field = await user.call(customFields.create, { body: { object: 'company', label: 'Seats', kind: 'number' } });
    await user.call(customFields.create, {
      body: { object: 'company', label: 'Double', kind: 'formula', formula: '{seats} * 2' },
    });
    await user.call(customFields.create, {
      body: { object: 'company', label: 'Kinds', kind: 'multi', options: ['big', 'small'] },
    });
    const one = await make(user, 'One', { industry: 'Solar', custom: { [field.key]: 5, kinds: ['big'] } });
    await make(user, 'Two', { industry: 'Wind', custom: { [field.key]: 7 } });
    await make(user, 'Three');
    await user.call(contacts.create, { body: { firstName: 'Ada', companyId: one.id } });
    await user.call(opportunities.create, {
      body: { name: 'Roof', companyId: one.id, amount: '100.50', currency: 'EUR' },
    });
    expect(await named(user, [{ field: 'industry', op: 'any_of', value: ['Solar'] }])).toEqual(['One']);
    expect(await named(user, [{ field: 'hasContacts', op: 'true' }])).toEqual(['One']);
    expect(await named(user, [{ field: 'hasOpenOpportunities', op: 'true' }])).toEqual(['One']);
    expect(await named(user, [{ field: 'custom.double', op: 'gte', value: 12 }])).toEqual(['Two']);
    await user.call(contacts.create, { body: { firstName: 'Bob' } });
    const people = async (condition: Condition) =>
      (
        await user.call(contacts.list, {
          query: { sort: 'name', filter: { match: 'all', conditions: [condition] } as never },
        })
      ).items.map(({ firstName }) => firstName);
    const deals = async (condition: Condition) =>
      (
        await user.call(opportunities.list, { query: { filter: { match: 'all', conditions: [condition] } as never } })
      ).items.map(({ name }) => name);
    expect(await people({ field: 'companyIndustry', op: 'is', value: 'SOLAR' })).toEqual(['Ada']);
    expect(await people({ field: 'companyIndustry', op: 'is_not', value: 'solar' })).toEqual(['Bob']);
    expect(await people({ field: 'companyIndustry', op: 'empty' })).toEqual(['Bob']);
    expect(await people({ field: 'hasOpenOpportunities', op: 'true' })).toEqual([]);
    expect(await deals({ field: 'companyIndustry', op: 'starts_with', value: 'so' })).toEqual(['Roof']);
    expect(await deals({ field: 'companyCity', op: 'not_empty' })).toEqual([]);
    // Fields of one's own of the company, too; who has none counts as blank.
    expect(await people({ field: 'company.custom.double', op: 'eq', value: 10 })).toEqual(['Ada']);
    expect(await people({ field: 'company.custom.seats', op: 'neq', value: 5 })).toEqual(['Bob']);
    expect(await people({ field: 'company.custom.seats', op: 'empty' })).toEqual(['Bob']);
    expect(await people({ field: 'company.custom.kinds', op: 'any_of', value: ['big'] })).toEqual(['Ada']);
    expect(await people({ field: 'company.custom.kinds', op: 'none_of', value: ['big'] })).toEqual(['Bob']);
    expect(await deals({ field: 'company.custom.seats', op: 'between', value: [1, 5] })).toEqual(['Roof']);
    expect(await deals({ field: 'company.custom.seats', op: 'gt', value: 5 })).toEqual([]);
    const refused = async (field: string) =>
      (
        await user.tryCall(contacts.list, {
          query: { filter: { match: 'all', conditions: [{ field, op: 'empty' }] } as never },
        })
      ).status;
    expect([
      await refused('company.custom.gone'),
      await refused('company.name'),
      await refused('company.custom.'),
    ]).toEqual([400, 400, 400]);
    expect(
      (
        await user.tryCall(companies.list, {
          query: { filter: { match: 'all', conditions: [{ field: 'company.custom.seats', op: 'empty' }] } as never },
        })
      ).status,
    ).toBe(400);
    expect(await named(user, [], { sort: '-custom.seats' })).toEqual(['Two', 'One', 'Three']);
    expect((await user.call(companies.suggest, { query: { search: 'o' } })).items.map(({ name }) => name)).toEqual([
      'One',
      'Two',
    ]);
    await user.call(activities.create, {
      body: { type: 'call', subject: 'Call back', companyId: one.id, dueAt: '2020-01-01T10:00:00.000Z' },
    });
    expect(await user.call(companies.summary, { params: { id: one.id } })).toMatchObject({
      contacts: 1,
      open: { count: 1, amounts: [{ currency: 'EUR', amount: '100.5' }] },
      won: { count: 0, amounts: [] },
      planned: 1,
      overdue: 1,
      next: { subject: 'Call back' },
    });
    const kinds = (await user.call(RECORD_CALLS.company.timeline.list, { params: { id: one.id } })).items.map(
      (entry) => entry.kind,
    );
    expect(kinds.toSorted()).toEqual(['activity', 'created', 'opportunity']);
    const { body: csv } = await user.send<string>(
      'GET',
      '/api/companies/export?columns=name,contacts,custom.double&sort=name',
    );
    expect(csv.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      'Name,Contacts,Double',
      'One,1,10',
      'Three,0,',
      'Two,0,14',
    ]);
  });

  it('tell page by page of all that was planned with their people, of one moment too, each once', async () => {
    const user = await person();
    const company = await make(user, 'Engines');
    const { id: contactId } = await user.call(contacts.create, { body: { firstName: 'Ada', companyId: company.id } });
    for (const more of [{}, {}, { companyId: company.id }, { companyId: company.id }])
      await user.call(activities.create, { body: { type: 'call', subject: 'Call', contactId, ...more } });
    await asSystem(() =>
      execute(`update activities set created_at = '2026-05-01T10:00:00Z' where workspace_id = $1`, [user.workspaceId]),
    );
    const seen: string[] = [];
    for (let cursor: string | undefined, n = 0; n < 9; n++) {
      const page = await user.call(RECORD_CALLS.company.timeline.list, {
        params: { id: company.id },
        query: { limit: 1, ...(cursor !== undefined && { cursor }) },
      });
      seen.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen.filter((id) => id.startsWith('activity-'))).toHaveLength(4);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('come out of the trash, or someone else has their name first: one of the two is told so', async () => {
    const user = await person();
    for (let n = 0; n < 8; n++) {
      const { id } = await make(user, `Works ${n}`);
      const batch = await user.call(companyBulk.run, {
        body: { selection: { ids: [id] }, action: { kind: 'delete' } },
      });
      const [undone, made] = await Promise.all([
        user.tryCall(companyBulk.undo, { params: { batchId: batch.id! } }),
        user.tryCall(companies.create, { body: { name: `Works ${n}` } }),
      ]);
      expect([200, 409]).toContain(undone.status);
      expect([201, 409]).toContain(made.status);
      expect(await named(user, [{ field: 'name', op: 'is', value: `Works ${n}` }])).toHaveLength(1);
    }
  });

  it('are changed, deleted and brought back as one; a name that is taken meanwhile stays in the trash', async () => {
    const user = await person();
    const made = [];
    for (const name of ['A', 'B', 'C'])
      made.push(await make(user, name, { industry: 'Old', address: { city: 'Here' } }));
    const ids = made.map(({ id }) => id);
    const { id } = await user.call(contacts.create, { body: { firstName: 'Ada', companyId: ids[1]! } });
    const edit = await user.call(companyBulk.run, {
      body: { selection: { ids }, action: { kind: 'edit', set: { industry: 'New', city: 'There' } } },
    });
    expect(edit).toMatchObject({ state: 'done', changed: 3 });
    expect(await named(user, [{ field: 'city', op: 'is', value: 'There' }])).toEqual(['A', 'B', 'C']);
    expect(await user.call(companyBulk.undo, { params: { batchId: edit.id! } })).toMatchObject({
      state: 'undone',
      kept: 0,
    });
    expect(await user.call(companies.get, { params: { id: ids[0]! } })).toMatchObject({
      industry: 'Old',
      city: 'Here',
    });
    const gone = await user.call(companyBulk.run, { body: { selection: { ids }, action: { kind: 'delete' } } });
    expect((await user.call(contacts.get, { params: { id } })).company).toBeNull();
    await make(user, 'c');
    expect(await user.call(companyBulk.undo, { params: { batchId: gone.id! } })).toMatchObject({
      state: 'undone',
      kept: 1,
    });
    expect(await named(user, [])).toEqual(['A', 'B', 'c']);
    expect((await user.call(contacts.get, { params: { id } })).company?.name).toBe('B');
  });
});
