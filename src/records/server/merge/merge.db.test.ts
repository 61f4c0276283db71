import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inWorkspace, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { activities, companies, contacts, conversion, leads, opportunities } from '../../../domains/crm/contract.ts';
import { COLLABORATION, customFields, type MergedKind, RECORD_CALLS, timeline } from '../../contract.ts';
import { MERGE_CALLS } from '../../../domains/crm/contract.ts';
import { runs } from '../../../testing/runs.ts';
import { mergedInto } from './merged-into.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
const person = async () => system.signedIn({ workspaceId: await system.clientWorkspace() });

/**
 * Everything that a merge may touch, without what every write moves on (versions, times of change) and what follows a
 * moment later (search of opportunities).
 */
const TABLES = [
  'contacts',
  'companies',
  'leads',
  'opportunities',
  'opportunity_contacts',
  'activities',
  'activity_attendees',
  'record_notes',
  'record_files',
  'contact_keys',
  'record_comments',
  'record_watches',
  'favourites',
];
async function everything(workspace: string): Promise<string> {
  const parts = await inWorkspace(workspace, null, () =>
    Promise.all(
      TABLES.map(async (table) => {
        const rows = await query<{ row: string }>(
          `select
            (to_jsonb(t) -
            '{version,updated_at,updated_by,score_reasons}'::text[]${table === 'opportunities' ? " - 'search_text'" : ''})::text as row from ${table} t`,
        );
        return `${table}\n${rows
          .map(({ row }) => row)
          .sort()
          .join('\n')}`;
      }),
    ),
  );
  return parts.join('\n\n');
}

const NAMES = ['', 'Ada', 'Ädä', 'Bob'] as const;
const word = fc.constantFrom(...NAMES);
const personOf = fc.record({
  firstName: word,
  lastName: fc.constantFrom('King', 'Kong'),
  title: word,
  source: word,
  about: word,
  city: word,
  company: fc.constantFrom('', 'Engines', 'Motors'),
  emails: fc.uniqueArray(fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example'), { maxLength: 2 }),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  tier: fc.constantFrom('', 'gold', 'blue'),
  notes: fc.nat(2),
  activities: fc.nat(2),
  opportunities: fc.nat(2),
});
type Person = typeof personOf extends fc.Arbitrary<infer T> ? T : never;
const CHOICES = fc.dictionary(
  fc.constantFrom('title', 'source', 'about', 'address', 'city', 'industry', 'name', 'custom.tier'),
  fc.constantFrom('keep' as const, 'merge' as const),
);

interface Made {
  id: string;
  version: number;
}

const MAKERS: Record<MergedKind, (user: Client, entry: Person, nth: string) => Promise<Made>> = {
  contact: async (user, { firstName, lastName, title, source, about, city, company, emails, tags, tier }) =>
    user.call(contacts.create, {
      body: {
        firstName,
        lastName,
        title,
        source,
        about,
        address: { city },
        ...(company && { companyName: company }),
        emails: emails.map((value) => ({ value })),
        tags,
        custom: tier ? { tier } : {},
      },
    }),
  company: async (user, { firstName, about, city, tags, tier }, nth) =>
    user.call(companies.create, {
      body: {
        name: `Company ${nth}`,
        industry: firstName,
        about,
        address: { city },
        tags,
        custom: tier ? { tier } : {},
      },
    }),
  lead: async (user, { firstName, lastName, title, source, about, city, company, emails, tags, tier }) =>
    user.call(leads.create, {
      body: {
        firstName,
        lastName,
        title,
        source,
        about,
        city,
        companyName: company,
        email: emails[0] ?? '',
        tags,
        custom: tier ? { tier } : {},
      },
    }),
};
const LINK = { contact: 'contactId', company: 'companyId', lead: 'leadId' } as const;

interface Shared {
  deal: string;
  meeting: string;
}

async function sharedOf(user: Client): Promise<Shared> {
  const meeting = await user.call(activities.create, { body: { type: 'meeting', subject: 'shared' } });
  return { deal: (await user.call(opportunities.create, { body: { name: 'shared' } })).id, meeting: meeting.id };
}

async function furnish(
  user: Client,
  kind: MergedKind,
  { id }: Made,
  entry: Person,
  shared: Shared | undefined,
): Promise<void> {
  for (let n = 0; n < entry.notes; n++)
    await user.call(RECORD_CALLS[kind].notes.create, { params: { id }, body: { text: `note ${n}` } });
  if (entry.notes > 1)
    await user.call(COLLABORATION[kind].comments.create, { params: { id }, body: { text: 'What do you think?' } });
  for (let n = 0; n < entry.activities; n++) {
    const attendees = kind === 'contact' ? [{ contactId: id }] : [];
    await user.call(activities.create, {
      body: {
        type: 'call',
        subject: `call ${n}`,
        [LINK[kind]]: id,
        attendees,
        ...(n === 0 && { doneAt: '2026-05-01T10:00:00.000Z' }),
      },
    });
  }
  if (kind === 'lead') return;
  for (let n = 0; n < entry.opportunities; n++)
    await user.call(opportunities.create, { body: { name: `deal ${n}`, [LINK[kind]]: id } });
  if (kind === 'company')
    await user.call(contacts.create, { body: { firstName: 'Member', lastName: entry.lastName, companyId: id } });
  if (kind === 'contact' && shared) {
    const meeting = await user.call(activities.get, { params: { id: shared.meeting } });
    await user.call(activities.update, {
      params: { id: shared.meeting },
      body: {
        version: meeting.version,
        attendees: [...meeting.attendees.map(({ contactId }) => ({ contactId: contactId! })), { contactId: id }],
      },
    });
    const deal = await user.call(opportunities.get, { params: { id: shared.deal } });
    await user.call(opportunities.update, {
      params: { id: shared.deal },
      body: {
        version: deal.version,
        people: [
          ...deal.people.filter((one) => !one.main).map((one) => ({ contactId: one.contact.id, role: one.role })),
          { contactId: id, role: entry.title || 'part' },
        ],
      },
    });
  }
}

describe.each(['contact', 'company', 'lead'] as const)('a merge of two of the kind %s', (kind) => {
  it('is undone without a trace', async () => {
    await fc.assert(
      fc.asyncProperty(personOf, personOf, CHOICES, fc.boolean(), async (one, other, choose, together) => {
        const user = await person();
        await user.call(customFields.create, { body: { object: kind, label: 'Tier', kind: 'text' } });
        const shared = kind === 'contact' && together ? await sharedOf(user) : undefined;
        const [keep, merge] = [await MAKERS[kind](user, one, '1'), await MAKERS[kind](user, other, '2')];
        await furnish(user, kind, keep, one, shared);
        await furnish(user, kind, merge, other, shared);
        const get = { contact: contacts.get, company: companies.get, lead: leads.get }[kind];
        const [a, b] = [
          (await user.call(get, { params: { id: keep.id } })) as Made,
          (await user.call(get, { params: { id: merge.id } })) as Made,
        ];
        const known = Object.fromEntries(
          Object.entries(choose).filter(([field]) => field.startsWith('custom.') || FIELDS[kind].includes(field)),
        );
        const body = { keepId: a.id, keepVersion: a.version, mergeId: b.id, mergeVersion: b.version, choose: known };
        const before = await everything(user.workspaceId);
        await user.call(MERGE_CALLS[kind].preview, { body });
        expect(await everything(user.workspaceId)).toBe(before);
        const { mergeId } = await user.call(MERGE_CALLS[kind].merge, { body });
        expect((await user.tryCall(get, { params: { id: merge.id } })).status).toBe(404);
        // All that hung on the other hangs on this one now.
        const left = await inWorkspace(user.workspaceId, null, () =>
          query(
            `select 1 from record_notes where record_id = $1 union all select 1 from activities
              where ${kind}_id =
              $1${kind === 'lead' ? '' : ` union all select 1 from opportunities where ${kind}_id = $1`}`,
            [merge.id],
          ),
        );
        expect(left).toEqual([]);
        if (shared)
          expect(
            (await user.call(activities.get, { params: { id: shared.meeting } })).attendees.map(
              ({ contactId }) => contactId,
            ),
          ).toEqual([keep.id]);
        expect(await user.call(MERGE_CALLS[kind].undo, { params: { mergeId } })).toEqual({ kept: [] });
        expect(await everything(user.workspaceId)).toBe(before);
        expect((await user.tryCall(MERGE_CALLS[kind].undo, { params: { mergeId } })).status).toBe(409);
      }),
      { numRuns: runs(5), seed: 7 },
    );
  }, 120_000);

  it('is refused to strangers, on old versions, and with itself', async () => {
    const [user, stranger] = [await person(), await person()];
    const entry: Person = {
      firstName: 'Ada',
      lastName: 'King',
      title: '',
      source: '',
      about: '',
      city: '',
      company: '',
      emails: [],
      tags: [],
      tier: '',
      notes: 0,
      activities: 0,
      opportunities: 0,
    };
    const [keep, merge] = [await MAKERS[kind](user, entry, '1'), await MAKERS[kind](user, entry, '2')];
    const body = { keepId: keep.id, keepVersion: 1, mergeId: merge.id, mergeVersion: 1 };
    expect((await stranger.tryCall(MERGE_CALLS[kind].merge, { body })).status).toBe(404);
    expect((await user.tryCall(MERGE_CALLS[kind].merge, { body: { ...body, mergeId: keep.id } })).status).toBe(400);
    expect(
      (await user.tryCall(MERGE_CALLS[kind].merge, { body: { ...body, choose: { nonsense: 'keep' } } })).status,
    ).toBe(400);
    expect((await user.tryCall(MERGE_CALLS[kind].merge, { body: { ...body, keepVersion: 2 } })).body).toMatchObject({
      code: 'stale',
    });
    const { mergeId } = await user.call(MERGE_CALLS[kind].merge, { body });
    expect((await stranger.tryCall(MERGE_CALLS[kind].undo, { params: { mergeId } })).status).toBe(404);
  });
});

const FIELDS: Record<MergedKind, string[]> = {
  contact: ['title', 'source', 'about', 'address'],
  company: ['name', 'industry', 'about', 'address'],
  lead: ['title', 'source', 'about', 'city'],
};

describe('a merge', () => {
  it('takes the chosen values and says on the timeline how to undo it', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace(), workspaceRole: 'owner' });
    await user.call(customFields.create, {
      body: { object: 'company', label: 'People', kind: 'rollup', rollup: { source: 'contacts', function: 'count' } },
    });
    const one = await user.call(companies.create, { body: { name: 'Engine Works', industry: 'Steam' } });
    const two = await user.call(companies.create, {
      body: { name: 'Engine Works Ltd', website: 'https://engines.example', tags: ['old'] },
    });
    const { id } = await user.call(contacts.create, { body: { firstName: 'Ada', companyId: two.id } });
    const body = {
      keepId: one.id,
      keepVersion: 1,
      mergeId: two.id,
      mergeVersion: 1,
      choose: { name: 'merge' as const },
    };
    const preview = await user.call(MERGE_CALLS.company.preview, { body });
    expect(preview).toMatchObject({
      conflicts: [{ field: 'name', keep: 'Engine Works', merge: 'Engine Works Ltd' }],
      moves: { contacts: 1 },
    });
    // A figure of either one would be wrong: it is counted again when they are one.
    expect(preview.result.map(({ field }) => field)).toEqual(['name', 'website', 'industry', 'tags']);
    const { mergeId, record } = await user.call(MERGE_CALLS.company.merge, { body });
    expect(record).toMatchObject({
      name: 'Engine Works Ltd',
      industry: 'Steam',
      website: 'https://engines.example/',
      tags: ['old'],
      contactCount: 1,
      custom: { people: 1 },
    });
    expect((await user.call(contacts.get, { params: { id } })).company).toEqual({
      id: one.id,
      name: 'Engine Works Ltd',
    });
    expect((await user.call(RECORD_CALLS.company.timeline.list, { params: { id: one.id } })).items[0]).toMatchObject({
      kind: 'merged',
      mergeId,
      detail: 'Engine Works Ltd',
    });
    await user.call(MERGE_CALLS.company.undo, { params: { mergeId } });
    expect((await user.call(contacts.get, { params: { id } })).company).toEqual({
      id: two.id,
      name: 'Engine Works Ltd',
    });
    expect(
      (await user.call(RECORD_CALLS.company.timeline.list, { params: { id: one.id } })).items.find(
        (entry) => entry.kind === 'merged',
      )?.mergeId,
    ).toBeUndefined();
  });

  it('is not undone while someone else has the name that would come back, and says which stands in the way', async () => {
    const user = await person();
    const [one, two] = [
      await user.call(companies.create, { body: { name: 'Engine Works' } }),
      await user.call(companies.create, { body: { name: 'Engine Works Ltd' } }),
    ];
    const watch = (id: string) =>
      user.call(COLLABORATION.company.watch.set, { params: { id }, body: { watching: true } });
    await watch(two.id);
    const { mergeId } = await user.call(MERGE_CALLS.company.merge, {
      body: { keepId: one.id, keepVersion: 1, mergeId: two.id, mergeVersion: 1, choose: { name: 'merge' } },
    });
    const { id } = await user.call(companies.create, { body: { name: 'Engine Works' } });
    const undo = () => user.tryCall(MERGE_CALLS.company.undo, { params: { mergeId } });
    expect((await undo()).body).toMatchObject({
      code: 'conflict',
      message: 'Another company has the name of the one that would come back. Rename it first.',
    });
    await user.call(companies.remove, { params: { id } });
    // Taken out of the trash by hand the other is watched again, and is what it was once the merge is undone.
    await user.call(companies.update, { params: { id: one.id }, body: { name: 'Works', version: 2 } });
    await user.call(companies.restore, { params: { id: two.id } });
    await watch(two.id);
    expect((await undo()).body).toEqual({ kept: ['what was changed on this company since'] });
  });

  it("that was worked with since gives back what is the other's and names what stays", async () => {
    const user = await person();
    const one = await user.call(contacts.create, { body: { firstName: 'Ada', lastName: 'King' } });
    const two = await user.call(contacts.create, { body: { firstName: 'Ada', lastName: 'King', title: 'Countess' } });
    await user.call(RECORD_CALLS.contact.notes.create, { params: { id: two.id }, body: { text: 'hers' } });
    const { mergeId } = await user.call(MERGE_CALLS.contact.merge, {
      body: { keepId: one.id, keepVersion: 1, mergeId: two.id, mergeVersion: 1 },
    });
    await user.call(contacts.update, { params: { id: one.id }, body: { source: 'Fair', version: 2 } });
    await user.call(RECORD_CALLS.contact.notes.create, { params: { id: one.id }, body: { text: 'new' } });
    expect((await user.call(MERGE_CALLS.contact.undo, { params: { mergeId } })).kept).toEqual([
      'what was changed on this contact since',
    ]);
    expect(await user.call(contacts.get, { params: { id: one.id } })).toMatchObject({
      source: 'Fair',
      title: 'Countess',
    });
    const texts = async (id: string) =>
      (await user.call(timeline.list, { params: { id } })).items.flatMap((entry) => entry.note?.text ?? []);
    expect([await texts(one.id), await texts(two.id)]).toEqual([['new'], ['hers']]);
  });

  it('leaves nothing behind that someone writes at the same moment', async () => {
    const user = await person();
    for (let n = 0; n < 5; n++) {
      const [keep, merge] = [
        await user.call(contacts.create, { body: { firstName: 'Ada' } }),
        await user.call(contacts.create, { body: { firstName: 'Adda' } }),
      ];
      const params = { id: merge.id };
      const [joined] = await Promise.all([
        user.tryCall(MERGE_CALLS.contact.merge, {
          body: { keepId: keep.id, mergeId: merge.id, keepVersion: 1, mergeVersion: 1 },
        }),
        user.tryCall(RECORD_CALLS.contact.notes.create, { params, body: { text: 'a note' } }),
        user.tryCall(COLLABORATION.contact.comments.create, { params, body: { text: 'a comment' } }),
        user.tryCall(activities.create, { body: { type: 'call', subject: 'a call', contactId: merge.id } }),
      ]);
      expect(joined.status).toBe(200);
      const left = await inWorkspace(user.workspaceId, null, () =>
        query(
          'select 1 from record_notes where record_id = $1 union all select 1 from record_comments where record_id = $1 union all select 1 from activities where contact_id = $1',
          [merge.id],
        ),
      );
      expect(left).toEqual([]);
    }
  });

  it('is known after the other was deleted for good, and then for good', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace(), role: 'admin' });
    const [keep, merge] = [
      await user.call(contacts.create, { body: { firstName: 'Ada' } }),
      await user.call(contacts.create, { body: { firstName: 'Adda' } }),
    ];
    const { mergeId } = await user.call(MERGE_CALLS.contact.merge, {
      body: { keepId: keep.id, mergeId: merge.id, keepVersion: 1, mergeVersion: 1 },
    });
    await user.call(contacts.purge, { body: { ids: [merge.id] } });
    expect((await user.tryCall(MERGE_CALLS.contact.undo, { params: { mergeId } })).body).toMatchObject({
      code: 'gone',
    });
    expect(await inWorkspace(user.workspaceId, null, async () => (await mergedInto([merge.id]))(merge.id))).toBe(
      keep.id,
    );
    await user.call(contacts.remove, { params: { id: keep.id } });
    await user.call(contacts.purge, { body: { ids: [keep.id] } });
    expect((await user.tryCall(MERGE_CALLS.contact.undo, { params: { mergeId } })).status).toBe(404);
  });

  it('that follows another is undone before it; then both are without a trace', async () => {
    const user = await person();
    const [a, b, c] = [
      await user.call(contacts.create, { body: { firstName: 'Ada' } }),
      await user.call(contacts.create, { body: { firstName: 'Adda', tags: ['b'] } }),
      await user.call(contacts.create, { body: { firstName: 'Ado', title: 'Earl' } }),
    ];
    await user.call(RECORD_CALLS.contact.notes.create, { params: { id: a.id }, body: { text: 'hers' } });
    const into = async (keepId: string, mergeId: string) => {
      const [keep, merge] = [
        await user.call(contacts.get, { params: { id: keepId } }),
        await user.call(contacts.get, { params: { id: mergeId } }),
      ];
      return (
        await user.call(MERGE_CALLS.contact.merge, {
          body: { keepId, mergeId, keepVersion: keep.version, mergeVersion: merge.version },
        })
      ).mergeId;
    };
    const undo = (mergeId: string) => user.tryCall(MERGE_CALLS.contact.undo, { params: { mergeId } });
    const before = await everything(user.workspaceId);
    // The second takes what the first made, then the second adds to what the first kept.
    for (const pairs of [
      [
        [b, a],
        [c, b],
      ],
      [
        [c, a],
        [c, b],
      ],
    ] as const) {
      const first = await into(pairs[0][0].id, pairs[0][1].id);
      const second = await into(pairs[1][0].id, pairs[1][1].id);
      if (pairs[1][1] === pairs[0][0])
        expect(await undo(first)).toMatchObject({
          status: 409,
          body: { message: 'One of the two contacts has become one with another since. Undo that merge first.' },
        });
      expect([(await undo(second)).body, (await undo(first)).body]).toEqual([{ kept: [] }, { kept: [] }]);
      expect(await everything(user.workspaceId)).toBe(before);
    }
  });

  it('gives parts in deals back, except where someone decided otherwise since', async () => {
    const user = await person();
    const [one, two] = [
      await user.call(contacts.create, { body: { firstName: 'Ada' } }),
      await user.call(contacts.create, { body: { firstName: 'Bea' } }),
    ];
    const deals = [];
    for (const name of ['untouched', 'other role', 'taken off'])
      deals.push(
        await user.call(opportunities.create, { body: { name, people: [{ contactId: two.id, role: 'Decides' }] } }),
      );
    const both = await user.call(opportunities.create, {
      body: {
        name: 'both',
        people: [
          { contactId: one.id, role: 'Pays' },
          { contactId: two.id, role: 'Uses' },
        ],
      },
    });
    const { mergeId } = await user.call(MERGE_CALLS.contact.merge, {
      body: { keepId: one.id, keepVersion: 1, mergeId: two.id, mergeVersion: 1 },
    });
    const roles = async (id: string) =>
      (await user.call(opportunities.get, { params: { id } })).people
        .map(({ contact, role }) => `${contact.name} ${role}`)
        .sort();
    expect([await roles(deals[0]!.id), await roles(both.id)]).toEqual([['Ada Decides'], ['Ada Pays']]);
    const change = async (id: string, people: { contactId: string; role: string }[]) =>
      user.call(opportunities.update, {
        params: { id },
        body: { people, version: (await user.call(opportunities.get, { params: { id } })).version },
      });
    await change(deals[1]!.id, [{ contactId: one.id, role: 'Signs' }]);
    await change(deals[2]!.id, []);
    await user.call(MERGE_CALLS.contact.undo, { params: { mergeId } });
    expect([
      await roles(deals[0]!.id),
      await roles(deals[1]!.id),
      await roles(deals[2]!.id),
      await roles(both.id),
    ]).toEqual([['Bea Decides'], ['Ada Signs'], [], ['Ada Pays', 'Bea Uses']]);
  });

  it.each([
    ['the one that goes', '', 'Decider'],
    ['the one that stays', 'Decider', ''],
    ['both, which are told apart again', 'Decider', 'Decider'],
  ])('keeps the role in a deal of %s', async (_, kept, gone) => {
    const user = await person();
    const [one, two] = [
      await user.call(contacts.create, { body: { firstName: 'Ada' } }),
      await user.call(contacts.create, { body: { firstName: 'Bea' } }),
    ];
    const roles = async (id: string) =>
      (await user.call(opportunities.get, { params: { id } })).people.map(
        (each) => `${each.contact.name} ${each.role}`,
      );
    const make = async (main: string | null) =>
      user.call(opportunities.create, {
        body: {
          name: 'Deal',
          ...(main ? { contactId: main } : {}),
          people: [
            { contactId: one.id, role: kept },
            { contactId: two.id, role: gone },
          ],
        },
      });
    const deals = [await make(null), await make(one.id), await make(two.id)];
    const before = await Promise.all(deals.map(({ id }) => roles(id)));
    const { mergeId } = await user.call(MERGE_CALLS.contact.merge, {
      body: { keepId: one.id, keepVersion: 1, mergeId: two.id, mergeVersion: 1 },
    });
    for (const { id } of deals) expect(await roles(id)).toEqual(['Ada Decider']);
    await user.call(MERGE_CALLS.contact.undo, { params: { mergeId } });
    expect(await Promise.all(deals.map(({ id }) => roles(id)))).toEqual(before);
  });

  it('of a converted lead is refused, and taken apart only before that', async () => {
    const user = await person();
    const one = await user.call(leads.create, { body: { firstName: 'Ada' } });
    const two = await user.call(leads.create, { body: { firstName: 'Ada' } });
    await user.call(conversion.convert, {
      params: { id: one.id },
      body: { version: 1, contact: { how: 'new' }, company: { how: 'none' } },
    });
    expect(
      (
        await user.tryCall(MERGE_CALLS.lead.merge, {
          body: { keepId: two.id, keepVersion: 1, mergeId: one.id, mergeVersion: 2 },
        })
      ).body,
    ).toMatchObject({ code: 'conflict' });
    // And one that was merged before is taken apart only when it is a lead again.
    const three = await user.call(leads.create, { body: { firstName: 'Ada' } });
    await user.call(RECORD_CALLS.lead.notes.create, { params: { id: three.id }, body: { text: 'hers' } });
    const { mergeId } = await user.call(MERGE_CALLS.lead.merge, {
      body: { keepId: two.id, keepVersion: 1, mergeId: three.id, mergeVersion: 1 },
    });
    await user.call(conversion.convert, {
      params: { id: two.id },
      body: { version: 2, contact: { how: 'new' }, company: { how: 'none' } },
    });
    expect((await user.tryCall(MERGE_CALLS.lead.undo, { params: { mergeId } })).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Undo the conversion first.') as string,
    });
    await user.call(conversion.undo, { params: { id: two.id } });
    await user.call(MERGE_CALLS.lead.undo, { params: { mergeId } });
    expect((await user.call(RECORD_CALLS.lead.notes.list, { params: { id: three.id } })).items).toMatchObject([
      { text: 'hers' },
    ]);
  });
});
