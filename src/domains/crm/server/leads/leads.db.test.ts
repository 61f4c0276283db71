import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, inWorkspace, query } from '../../../../server/db/index.ts';
import { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import {
  activities,
  assignmentRules,
  companies,
  contacts,
  conversion,
  leadBulk,
  leads,
  opportunities,
  scoreRules,
} from '../../contract.ts';
import { notes, RECORD_CALLS } from '../../../../records/contract.ts';
import { MERGE_CALLS } from '../../contract.ts';
import { type API_SCOPES, settings } from '../../../identity/contract/settings.ts';
import { scoreLeads } from './scoring.ts';
import { runs } from '../../../../testing/runs.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function people() {
  const workspaceId = await system.clientWorkspace();
  return {
    workspaceId,
    user: await system.signedIn({ workspaceId }),
    admin: await system.signedIn({ workspaceId, role: 'admin' }),
  };
}

const is = (field: string, ...value: string[]) => ({
  match: 'all' as const,
  conditions: [{ field, op: 'any_of' as const, value }],
});
const contains = (field: string, value: string) => ({
  match: 'all' as const,
  conditions: [{ field, op: 'contains' as const, value }],
});

describe('leads', () => {
  it("are created, found, changed by version, trashed and restored, and are nobody else's [S7.25]", async () => {
    const { user } = await people();
    const lead = await user.call(leads.create, {
      body: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        companyName: 'Analytical Engines',
        email: 'Ada@Engines.example',
        phone: '(415) 555-0100',
      },
    });
    expect(lead).toMatchObject({ name: 'Ada Lovelace', status: 'new', phone: '+14155550100', score: null, version: 1 });
    expect((await user.call(leads.list, { query: { search: 'analytical' } })).items).toHaveLength(1);
    expect((await user.call(leads.list, { query: { search: '5550100' } })).items).toHaveLength(1);
    const changed = await user.call(leads.update, {
      params: { id: lead.id },
      body: { status: 'unqualified', statusReason: 'No budget', version: 1 },
    });
    expect(changed).toMatchObject({ statusReason: 'No budget', version: 2 });
    const stale = await user.tryCall(leads.update, { params: { id: lead.id }, body: { title: 'x', version: 1 } });
    expect(stale.status).toBe(409);
    // A reason belongs to its status.
    expect(
      await user.call(leads.update, { params: { id: lead.id }, body: { status: 'working', version: 2 } }),
    ).toMatchObject({ statusReason: '' });
    await user.call(leads.remove, { params: { id: lead.id } });
    expect((await user.tryCall(leads.get, { params: { id: lead.id } })).status).toBe(404);
    expect((await user.call(leads.get, { params: { id: lead.id }, query: { trash: '1' } })).deletedAt).not.toBeNull();
    await user.call(leads.restore, { params: { id: lead.id } });
    const stranger = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    for (const call of [
      leads.get,
      leads.remove,
      leads.restore,
      leads.neighbours,
      conversion.undo,
      RECORD_CALLS.lead.timeline.list,
    ]) {
      expect({
        call: call.summary,
        status: (await stranger.tryCall(call, { params: { id: lead.id } })).status,
      }).toEqual({ call: call.summary, status: 404 });
    }
    expect((await stranger.call(leads.list)).items).toEqual([]);
  });

  it('name what is wrong, field by field', async () => {
    const { user } = await people();
    const refused = await user.tryCall(leads.create, {
      body: { firstName: 'Ada', email: 'nobody', phone: '12', website: 'javascript:alert(1)' },
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ fields: [{ field: 'email' }, { field: 'phone' }, { field: 'website' }] });
    expect((await user.tryCall(leads.create, { body: { title: 'Boss' } })).status).toBe(400);
  });

  it('warn of leads and contacts that may be the same', async () => {
    const { user } = await people();
    await user.call(leads.create, {
      body: { firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines', email: 'ada@engines.example' },
    });
    await user.call(contacts.create, {
      body: { firstName: 'A.', lastName: 'King', emails: [{ value: 'ada@engines.example' }] },
    });
    const { items } = await user.call(leads.duplicates, {
      body: { firstName: 'Áda', lastName: 'Lovelace', companyName: 'engines', email: 'ADA@engines.example' },
    });
    expect(items.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(['lead email', 'contact email']);
    expect(
      (await user.call(leads.duplicates, { body: { firstName: 'ada', lastName: 'lovelace', companyName: 'ENGINES' } }))
        .items,
    ).toMatchObject([{ kind: 'lead', reason: 'name_company' }]);
  });

  it('are changed in bulk and put back as one', async () => {
    const { user } = await people();
    const made = [];
    for (const firstName of ['A', 'B', 'C'])
      made.push(await user.call(leads.create, { body: { firstName, tags: ['old'] } }));
    const ids = made.map((lead) => lead.id);
    const batch = await user.call(leadBulk.run, {
      body: { selection: { ids }, action: { kind: 'edit', set: { status: 'qualified', source: 'Fair' } } },
    });
    expect(batch).toMatchObject({ state: 'done', changed: 3 });
    await user.call(leads.update, { params: { id: ids[0]! }, body: { title: 'mine', version: 2 } });
    expect(await user.call(leadBulk.undo, { params: { batchId: batch.id! } })).toMatchObject({
      state: 'undone',
      kept: 1,
    });
    const after = await Promise.all(ids.map((id) => user.call(leads.get, { params: { id } })));
    expect(after.map(({ status, source }) => `${status} ${source}`)).toEqual(['qualified Fair', 'new ', 'new ']);
  });
});

describe('the score', () => {
  it('is the sum of the rules that fit, within its bounds, with its reasons', async () => {
    const { user, admin } = await people();
    await admin.call(scoreRules.create, { body: { label: 'From the fair', filter: is('source', 'Fair'), points: 30 } });
    const rule = await admin.call(scoreRules.create, {
      body: { label: 'Decides', filter: contains('title', 'chief'), points: 90 },
    });
    await admin.call(scoreRules.create, { body: { label: 'Student', filter: contains('email', '.edu'), points: -20 } });
    const lead = await user.call(leads.create, {
      body: { firstName: 'Ada', title: 'Chief engineer', source: 'Fair', email: 'a@uni.edu' },
    });
    expect(lead.score).toBe(100);
    expect(lead.scoreReasons).toMatchObject([
      { label: 'From the fair', points: 30 },
      { label: 'Decides', points: 90 },
      { label: 'Student', points: -20 },
    ]);
    const poor = await user.call(leads.create, { body: { firstName: 'Bob', email: 'b@uni.edu' } });
    expect(poor).toMatchObject({ score: 0, scoreReasons: [{ points: -20 }] });
    const changed = await user.call(leads.update, { params: { id: lead.id }, body: { source: 'Web', version: 1 } });
    expect(changed.score).toBe(70);
    expect((await user.tryCall(scoreRules.remove, { params: { id: rule.id } })).status).toBe(403);
  });

  it('is made again for all when a rule changes', async () => {
    const { user, admin } = await people();
    const lead = await user.call(leads.create, { body: { firstName: 'Ada', city: 'Berlin' } });
    expect(lead.score).toBeNull();
    const rule = await admin.call(scoreRules.create, {
      body: { label: 'Berlin', filter: contains('city', 'berlin'), points: 40 },
    });
    await expect
      .poll(async () => (await user.call(leads.get, { params: { id: lead.id } })).score, { timeout: 20_000 })
      .toBe(40);
    await admin.call(scoreRules.update, { params: { id: rule.id }, body: { points: 55, version: 1 } });
    await expect
      .poll(async () => (await user.call(leads.get, { params: { id: lead.id } })).score, { timeout: 20_000 })
      .toBe(55);
    // No one wrote the lead: its version is the one that people know.
    expect((await user.call(leads.get, { params: { id: lead.id } })).version).toBe(1);
    await admin.call(scoreRules.remove, { params: { id: rule.id } });
    await expect
      .poll(async () => (await user.call(leads.get, { params: { id: lead.id } })).score, { timeout: 20_000 })
      .toBeNull();
  });

  it('cannot be made of itself, nor of a field that is not there', async () => {
    const { admin } = await people();
    const itself = { match: 'all' as const, conditions: [{ field: 'score', op: 'gt' as const, value: 1 }] };
    expect((await admin.tryCall(scoreRules.create, { body: { label: 'x', filter: itself, points: 1 } })).status).toBe(
      400,
    );
    expect(
      (
        await admin.tryCall(scoreRules.create, {
          body: { label: 'x', filter: contains('custom.gone', 'x'), points: 1 },
        })
      ).status,
    ).toBe(400);
  });

  it("of one workspace is not moved by another's rules", async () => {
    const [here, there] = [await people(), await people()];
    await there.admin.call(scoreRules.create, { body: { label: 'All', filter: contains('name', 'a'), points: 10 } });
    const lead = await here.user.call(leads.create, { body: { firstName: 'Ada' } });
    await inWorkspace(there.workspaceId, null, () => scoreLeads([lead.id]));
    expect((await here.user.call(leads.get, { params: { id: lead.id } })).score).toBeNull();
  });
});

describe('assignment', () => {
  it('follows the first rule that fits, and those in it take fair turns even when leads arrive together', async () => {
    const { workspaceId, user, admin } = await people();
    const [one, two, three] = [
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId }),
    ];
    const ids = [one, two, three].map((person) => person.userId);
    await admin.call(assignmentRules.create, {
      body: { label: 'Berlin', filter: contains('city', 'berlin'), ownerIds: [ids[0]!] },
    });
    await admin.call(assignmentRules.create, {
      body: { label: 'All others', filter: { match: 'all', conditions: [] }, ownerIds: ids },
    });
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => user.call(leads.create, { body: { firstName: `Lead ${n}` } })),
    );
    const turns = Map.groupBy(made, (lead) => lead.ownerId);
    expect(ids.map((id) => turns.get(id)?.length)).toEqual([4, 4, 4]);
    expect((await user.call(leads.create, { body: { firstName: 'B', city: 'Berlin' } })).ownerId).toBe(ids[0]);
    // An explicit owner is kept, and so is an explicit blank.
    expect((await user.call(leads.create, { body: { firstName: 'C', ownerId: null } })).ownerId).toBeNull();
  });
});

describe('a conversion', () => {
  it('makes contact, company and opportunity at once, takes notes and activities along, and is undone without a trace', async () => {
    const { user } = await people();
    const lead = await user.call(leads.create, {
      body: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        companyName: 'Engines',
        email: 'ada@engines.example',
        phone: '+14155550100',
        title: 'Countess',
        city: 'London',
        tags: ['vip'],
        source: 'Fair',
      },
    });
    await user.call(RECORD_CALLS.lead.notes.create, { params: { id: lead.id }, body: { text: 'Likes looms.' } });
    await user.call(activities.create, { body: { type: 'call', subject: 'First call', leadId: lead.id } });
    const before = await user.call(leads.get, { params: { id: lead.id } });
    const done = await user.call(conversion.convert, {
      params: { id: lead.id },
      body: {
        version: before.version,
        contact: { how: 'new' },
        company: { how: 'named', name: 'Engines' },
        opportunity: { name: 'Difference engine', amount: '1000', currency: 'EUR' },
      },
    });
    expect(done).toMatchObject({
      lead: { status: 'converted' },
      contact: { name: 'Ada Lovelace' },
      company: { name: 'Engines' },
      opportunity: { name: 'Difference engine' },
    });
    const contact = await user.call(contacts.get, { params: { id: done.contact.id } });
    expect(contact).toMatchObject({
      title: 'Countess',
      company: { name: 'Engines' },
      emails: [{ value: 'ada@engines.example' }],
      tags: ['vip'],
      address: { city: 'London' },
    });
    expect((await user.call(notes.list, { params: { id: contact.id } })).items).toMatchObject([
      { text: 'Likes looms.' },
    ]);
    expect((await user.call(activities.list, { query: { contactId: contact.id } })).items).toHaveLength(1);
    const { items } = await user.call(RECORD_CALLS.opportunity.timeline.list, { params: { id: done.opportunity!.id } });
    expect(items.find(({ kind }) => kind === 'created')?.lead).toEqual({ id: lead.id, name: 'Ada Lovelace' });
    expect(await user.call(opportunities.get, { params: { id: done.opportunity!.id } })).toMatchObject({
      amount: '1000.0000',
      contact: { id: contact.id },
      company: { name: 'Engines' },
      source: 'Fair',
    });
    expect(
      (await user.tryCall(leads.update, { params: { id: lead.id }, body: { title: 'x', version: done.lead.version } }))
        .status,
    ).toBe(409);
    const twice = { version: done.lead.version, contact: { how: 'new' as const }, company: { how: 'none' as const } };
    expect((await user.tryCall(conversion.convert, { params: { id: lead.id }, body: twice })).status).toBe(409);

    const undone = await user.call(conversion.undo, { params: { id: lead.id } });
    expect(undone.kept).toEqual([]);
    const { version: _v, updatedAt: _u, lastActivityAt: _l, ...rest } = undone.lead;
    expect(before).toMatchObject(rest);
    expect((await user.tryCall(contacts.get, { params: { id: contact.id } })).status).toBe(404);
    expect((await user.tryCall(opportunities.get, { params: { id: done.opportunity!.id } })).status).toBe(404);
    expect((await user.call(companies.list, { query: {} })).items).toEqual([]);
    expect((await user.call(RECORD_CALLS.lead.notes.list, { params: { id: lead.id } })).items).toMatchObject([
      { text: 'Likes looms.' },
    ]);
    expect((await user.call(activities.list, { query: { leadId: lead.id } })).items).toMatchObject([{ contact: null }]);
  });

  it('keeps what someone changed since, and says so', async () => {
    const { user } = await people();
    const lead = await user.call(leads.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
    const done = await user.call(conversion.convert, {
      params: { id: lead.id },
      body: { version: 1, contact: { how: 'new' }, company: { how: 'named', name: 'Engines' } },
    });
    await user.call(contacts.update, { params: { id: done.contact.id }, body: { title: 'Boss', version: 1 } });
    const { kept, lead: back } = await user.call(conversion.undo, { params: { id: lead.id } });
    expect(kept).toEqual(['the contact', 'the company']);
    expect(back.status).toBe('new');
    expect((await user.call(contacts.get, { params: { id: done.contact.id } })).title).toBe('Boss');
  });

  it("takes what is the lead's back from the contact and the company that its own have become", async () => {
    const { user } = await people();
    const lead = await user.call(leads.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
    await user.call(RECORD_CALLS.lead.notes.create, { params: { id: lead.id }, body: { text: 'Likes looms.' } });
    const call = await user.call(activities.create, { body: { type: 'call', subject: 'First call', leadId: lead.id } });
    const done = await user.call(conversion.convert, {
      params: { id: lead.id },
      body: { version: 1, contact: { how: 'new' }, company: { how: 'named', name: 'Engines' } },
    });
    const winner = await user.call(contacts.create, { body: { firstName: 'Ada' } });
    const works = await user.call(companies.create, { body: { name: 'Works' } });
    await user.call(MERGE_CALLS.contact.merge, {
      body: { keepId: winner.id, keepVersion: 1, mergeId: done.contact.id, mergeVersion: 1 },
    });
    await user.call(MERGE_CALLS.company.merge, {
      body: { keepId: works.id, keepVersion: 1, mergeId: done.company!.id, mergeVersion: 1 },
    });
    expect((await user.call(conversion.undo, { params: { id: lead.id } })).kept).toEqual([
      'the contact',
      'the company',
    ]);
    expect((await user.call(RECORD_CALLS.lead.notes.list, { params: { id: lead.id } })).items).toMatchObject([
      { text: 'Likes looms.' },
    ]);
    expect(await user.call(activities.get, { params: { id: call.id } })).toMatchObject({
      lead: { id: lead.id },
      contact: null,
      company: null,
    });
  });

  it('leaves what others did in between as they left it, whatever that was', async () => {
    const { user, workspaceId } = await people();
    const other = await system.signedIn({ workspaceId });
    const bob = await user.call(contacts.create, { body: { firstName: 'Bob' } });
    const deal = await user.call(opportunities.create, { body: { name: 'Another deal' } });
    const ACTS = [
      'contact',
      'opportunity',
      'company',
      'noteOnContact',
      'noteOnCompany',
      'relink',
      'part',
      'attend',
      'trashContact',
      'callCompany',
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.subarray([...ACTS], { maxLength: 3 }), fc.boolean(), async (acts, withDeal) => {
        const lead = await user.call(leads.create, {
          body: { firstName: 'Ada', companyName: 'Engines', email: 'ada@engines.example' },
        });
        const note = await user.call(RECORD_CALLS.lead.notes.create, {
          params: { id: lead.id },
          body: { text: 'Likes looms.' },
        });
        const call = await user.call(activities.create, {
          body: { type: 'call', subject: 'First call', leadId: lead.id },
        });
        const done = await user.call(conversion.convert, {
          params: { id: lead.id },
          body: {
            version: 1,
            contact: { how: 'new' },
            company: { how: 'named', name: `Engines ${lead.id}` },
            ...(withDeal && { opportunity: { name: 'Difference engine' } }),
          },
        });
        const [contactId, companyId, opportunityId] = [done.contact.id, done.company!.id, done.opportunity?.id];
        const did = new Set<string>(withDeal ? acts : acts.filter((act) => act !== 'opportunity'));
        if (did.has('contact'))
          await other.call(contacts.update, { params: { id: contactId }, body: { title: 'Boss', version: 1 } });
        if (did.has('opportunity'))
          await other.call(opportunities.update, {
            params: { id: opportunityId! },
            body: { nextStep: 'Call', version: 1 },
          });
        if (did.has('company'))
          await other.call(companies.update, { params: { id: companyId }, body: { industry: 'Steam', version: 1 } });
        if (did.has('noteOnContact'))
          await other.call(notes.create, { params: { id: contactId }, body: { text: 'Mine', readers: [] } });
        if (did.has('noteOnCompany'))
          await other.call(RECORD_CALLS.company.notes.create, { params: { id: companyId }, body: { text: 'Mine' } });
        if (did.has('relink'))
          await other.call(activities.update, {
            params: { id: call.id },
            body: {
              contactId: bob.id,
              version: (await other.call(activities.get, { params: { id: call.id } })).version,
            },
          });
        if (did.has('part')) {
          const { version, people: parts } = await other.call(opportunities.get, { params: { id: deal.id } });
          await other.call(opportunities.update, {
            params: { id: deal.id },
            body: {
              version,
              people: [
                ...parts.filter(({ main }) => !main).map(({ contact, role }) => ({ contactId: contact.id, role })),
                { contactId, role: 'Decides' },
              ],
            },
          });
        }
        if (did.has('attend'))
          await other.call(activities.create, {
            body: { type: 'meeting', subject: 'Lunch', dueAt: '2031-01-01T12:00:00.000Z', attendees: [{ contactId }] },
          });
        if (did.has('callCompany'))
          await other.call(activities.create, { body: { type: 'call', subject: 'Reception', companyId } });
        if (did.has('trashContact')) await other.call(contacts.remove, { params: { id: contactId } });

        const { kept, lead: back } = await user.call(conversion.undo, { params: { id: lead.id } });
        const there = async (get: typeof contacts.get, id: string) =>
          (await user.tryCall(get, { params: { id } })).status === 200;
        const contactUsed =
          ['contact', 'noteOnContact', 'part', 'attend'].some((act) => did.has(act)) || did.has('opportunity');
        const stays = {
          contact: contactUsed && !did.has('trashContact'),
          opportunity: did.has('opportunity'),
          company: false,
        };
        stays.company =
          stays.contact || stays.opportunity || ['company', 'noteOnCompany', 'callCompany'].some((act) => did.has(act));
        expect({ acts: [...did], kept }).toEqual({
          acts: [...did],
          kept: (['opportunity', 'contact', 'company'] as const).filter((one) => stays[one]).map((one) => `the ${one}`),
        });
        expect([await there(contacts.get, contactId), await there(companies.get as never, companyId)]).toEqual([
          stays.contact,
          stays.company,
        ]);
        expect(back).toMatchObject({ status: 'new', convertedAt: null });
        expect(
          (await user.call(RECORD_CALLS.lead.notes.list, { params: { id: lead.id } })).items.map(({ id }) => id),
        ).toEqual([note.id]);
        const linked = await user.call(activities.get, { params: { id: call.id } });
        expect([linked.lead?.id, linked.contact?.id ?? null, linked.opportunity]).toEqual([
          lead.id,
          did.has('relink') ? bob.id : null,
          null,
        ]);
      }),
      { numRuns: runs(8) },
    );
  }, 90_000);

  it('gives an existing contact what it lacks, and takes exactly that back', async () => {
    const { user } = await people();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          title: fc.constantFrom('', 'Own title'),
          email: fc.boolean(),
          phone: fc.boolean(),
          city: fc.constantFrom('', 'Paris'),
          company: fc.boolean(),
        }),
        async (own) => {
          const {
            address,
            consent: _c,
            ...fields
          } = await user.call(contacts.create, {
            body: {
              firstName: 'Grace',
              lastName: 'Hopper',
              title: own.title,
              address: { city: own.city },
              ...(own.company && { companyName: 'Navy' }),
              emails: own.email ? [{ value: 'grace@navy.example' }] : [],
              phones: own.phone ? [{ value: '+14155550111' }] : [],
            },
          });
          const lead = await user.call(leads.create, {
            body: {
              firstName: 'Grace',
              title: 'Admiral',
              email: 'grace@navy.example',
              phone: '+14155550111',
              city: 'Arlington',
              tags: ['cobol'],
            },
          });
          await user.call(conversion.convert, {
            params: { id: lead.id },
            body: {
              version: 1,
              contact: { how: 'existing', id: fields.id },
              company: { how: 'named', name: 'Harvard' },
            },
          });
          const filled = await user.call(contacts.get, { params: { id: fields.id } });
          expect(filled).toMatchObject({
            title: own.title || 'Admiral',
            emails: [{ value: 'grace@navy.example' }],
            phones: [{ value: '+14155550111' }],
            address: { city: own.city || 'Arlington' },
            company: { name: own.company ? 'Navy' : 'Harvard' },
            tags: ['cobol'],
          });
          expect((await user.call(conversion.undo, { params: { id: lead.id } })).kept).toEqual([]);
          const after = await user.call(contacts.get, { params: { id: fields.id } });
          expect(after).toMatchObject({
            title: fields.title,
            emails: fields.emails,
            phones: fields.phones,
            tags: [],
            company: fields.company,
            address,
          });
        },
      ),
      { numRuns: runs(6) },
    );
  });

  it('needs what it writes: a key for leads alone makes no contact, and where deals are switched off it makes none', async () => {
    const { user, workspaceId } = await people();
    const { id } = await user.call(leads.create, { body: { firstName: 'Ada' } });
    const body = { version: 1, contact: { how: 'new' as const }, company: { how: 'none' as const } };
    const byKey = async (scopes: (typeof API_SCOPES)[number][], path: string, sent?: object) => {
      const { key } = await user.call(settings.createApiKey, { body: { name: 'one', scopes } });
      return new TestClient(() => system.url).send('POST', path, {
        headers: { authorization: `Bearer ${key}` },
        ...(sent && { body: sent }),
      });
    };
    const convert = `/api/leads/${id}/convert`;
    expect((await byKey(['leads:write'], convert, body)).body).toMatchObject({
      code: 'forbidden',
      message: 'This API key lacks the scope contacts:write.',
    });
    expect(
      (await byKey(['leads:write', 'contacts:write'], convert, { ...body, opportunity: { name: 'Loom' } })).body,
    ).toMatchObject({ message: 'This API key lacks the scope opportunities:write.' });
    expect((await user.call(contacts.list)).items).toEqual([]);
    expect((await byKey(['leads:write', 'contacts:write'], convert, body)).status).toBe(200);
    expect((await byKey(['leads:write'], `${convert}/undo`)).status).toBe(403);
    expect((await byKey(['leads:write', 'contacts:write'], `${convert}/undo`)).status).toBe(200);
    const back = await user.call(leads.get, { params: { id } });

    await asSystem(() => query(`update workspaces set apps_off = '{opportunities}' where id = $1`, [workspaceId]));
    const without = await system.signedIn({ workspaceId });
    const refused = await without.tryCall(conversion.convert, {
      params: { id },
      body: { ...body, version: back.version, opportunity: { name: 'Loom' } },
    });
    expect([refused.status, refused.body]).toMatchObject([403, { fields: [{ field: 'opportunity' }] }]);
    expect(
      (await without.call(conversion.convert, { params: { id }, body: { ...body, version: back.version } }))
        .opportunity,
    ).toBeNull();
  });

  it('happens whole or not at all', async () => {
    const { user } = await people();
    const lead = await user.call(leads.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
    const refused = await user.tryCall(conversion.convert, {
      params: { id: lead.id },
      body: {
        version: 1,
        contact: { how: 'new' },
        company: { how: 'named', name: 'Engines' },
        opportunity: { name: 'x', currency: 'XXX' },
      },
    });
    expect(refused.status).toBe(400);
    expect((await user.call(contacts.list)).items).toEqual([]);
    expect((await user.call(companies.list, { query: {} })).items).toEqual([]);
    expect((await user.call(leads.get, { params: { id: lead.id } })).status).toBe('new');
  });
});
