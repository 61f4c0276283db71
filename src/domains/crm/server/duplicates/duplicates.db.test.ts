import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inWorkspace, query } from '../../../../server/db/index.ts';
import { newId } from '../../../../kernel/ids.ts';
import { labelledPeople } from '../../../../testing/labeled-duplicates.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { companies, contacts, conversion, duplicatePairs, leads } from '../../contract.ts';
import { bulk } from '../../../../records/contract.ts';
import { MERGE_CALLS } from '../../contract.ts';
import { BLANK_CONTACT } from '../../engine/contacts/contact-data.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { companiesByName } from '../contacts/references.ts';
import { insertContacts } from '../contacts/write.ts';
import { pairsOf } from './check.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;
const person = async () => system.signedIn({ workspaceId: await system.clientWorkspace() });
const queue = async (user: Client, query: object = {}) => (await user.call(duplicatePairs.list, { query })).items;
const namesOf = async (user: Client, query: object = {}) =>
  (await queue(user, query)).map(({ keep, other }) => [keep.name, other.name].sort().join(' = '));
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

async function search(user: Client) {
  await user.call(duplicatePairs.run);
  await soon(async () => expect((await user.call(duplicatePairs.status)).state).toBe('done'));
}

describe('duplicates over the whole base', () => {
  it('are found among contacts, companies and leads, each kind with the other', async () => {
    const user = await person();
    await inWorkspace(user.workspaceId, user.userId, async () => {
      const { records } = labelledPeople(150);
      const firms = await companiesByName(records.map(({ companyName }) => companyName).filter(Boolean));
      await insertContacts(
        records.map(({ firstName, lastName, emails, phones, companyName, city, title }) => ({
          id: newId(),
          companyName,
          data: {
            ...BLANK_CONTACT,
            firstName,
            lastName,
            city,
            title,
            companyId: firms.get(companyKey(companyName))?.id ?? null,
            emails: emails.map((value) => ({ value, label: 'work' })),
            phones: phones.map((value) => ({ value, label: 'work' })),
          },
        })),
      );
    });
    await user.call(leads.create, { body: { firstName: 'Bob', lastName: 'Unusual', email: 'bob@unusual.example' } });
    await user.call(contacts.create, {
      body: { firstName: 'Robert', lastName: 'Unusual', emails: [{ value: 'bob@unusual.example' }] },
    });
    await search(user);
    const { counts, records } = await user.call(duplicatePairs.status);
    expect(records).toBeGreaterThan(200);
    expect(counts.contact).toBeGreaterThan(20);
    expect(counts.lead_contact).toBe(1);
    const pages: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await user.call(duplicatePairs.list, { query: { limit: 7, ...(cursor && { cursor }) } });
      pages.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(new Set(pages).size).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
    expect(pages).toHaveLength(new Set(pages).size);
    const [bob] = await queue(user, { kind: 'lead_contact' });
    expect(bob).toMatchObject({
      keep: { kind: 'contact', name: 'Robert Unusual' },
      other: { kind: 'lead', name: 'Bob Unusual' },
      reasons: [
        { field: 'email', kind: 'same' },
        { field: 'name', kind: 'form' },
      ],
    });
    // A new record is compared through indexes only, and must find the same pairs as the full search.
    const missed = await inWorkspace(user.workspaceId, user.userId, async () => {
      const pairs = await query<{ kind: string; a: string; b: string }>(
        `select kind, a_id as a, b_id as b from duplicate_pairs where kind in ('contact', 'lead') and state = 'open'`,
      );
      const holds = async ({ kind, a, b }: (typeof pairs)[number]) =>
        (await pairsOf(kind, a)).some((one) => one.a === b || one.b === b) &&
        (await pairsOf(kind, b)).some((one) => one.a === a || one.b === a);
      return (await Promise.all(pairs.map(async (pair) => ((await holds(pair)) ? [] : [pair])))).flat();
    });
    expect(missed).toEqual([]);
    // A second search finds the same and nothing twice.
    await search(user);
    expect((await user.call(duplicatePairs.status)).counts).toEqual(counts);
    expect(await queue(await person())).toEqual([]);
  });

  it('come and go with the records, and what was decided stays decided', async () => {
    const user = await person();
    const one = await user.call(companies.create, {
      body: { name: 'Engine Works Ltd', website: 'https://engines.example' },
    });
    const two = await user.call(companies.create, { body: { name: 'The Engine Works', website: 'engines.example' } });
    await soon(async () => expect(await namesOf(user)).toEqual(['Engine Works Ltd = The Engine Works']));
    await user.call(companies.update, {
      params: { id: two.id },
      body: { name: 'Locomotives', website: '', version: 1 },
    });
    await soon(async () => expect(await namesOf(user)).toEqual([]));
    await user.call(companies.update, { params: { id: two.id }, body: { name: 'Engine Works Inc', version: 2 } });
    await soon(async () => expect(await namesOf(user)).toHaveLength(1));
    const [pair] = await queue(user);
    const stranger = await person();
    expect((await stranger.tryCall(duplicatePairs.dismiss, { params: { id: pair!.id } })).status).toBe(404);
    await user.call(duplicatePairs.dismiss, { params: { id: pair!.id } });
    expect(await namesOf(user)).toEqual([]);
    await search(user);
    expect([await namesOf(user), await namesOf(user, { state: 'dismissed' })]).toEqual([
      [],
      ['Engine Works Inc = Engine Works Ltd'],
    ]);
    await user.call(duplicatePairs.reopen, { params: { id: pair!.id } });
    await user.call(companies.remove, { params: { id: one.id } });
    expect(await namesOf(user)).toEqual([]);
    await user.call(companies.restore, { params: { id: one.id } });
    await soon(async () => expect(await namesOf(user)).toHaveLength(1));
  });

  it('go with a bulk action on many records, and are found again when it is undone', async () => {
    const user = await person();
    await inWorkspace(user.workspaceId, user.userId, () =>
      insertContacts(
        Array.from({ length: 60 }, (_, n) => ({
          id: newId(),
          companyName: '',
          data: {
            ...BLANK_CONTACT,
            firstName: 'Twin',
            lastName: `Number ${Math.floor(n / 2)}`,
            emails: [{ value: `twin${Math.floor(n / 2)}@twins.example`, label: 'work' as const }],
          },
        })),
      ),
    );
    await search(user);
    const open = async () => (await user.call(duplicatePairs.status)).counts.contact;
    expect(await open()).toBe(30);
    const gone = await user.call(bulk.run, {
      body: { selection: { all: { search: 'twin' } }, action: { kind: 'delete' } },
    });
    await soon(async () => expect(await open()).toBe(0));
    await user.call(bulk.undo, { params: { batchId: gone.id! } });
    await soon(async () => expect(await open()).toBe(30));
  });

  it('that are certain are merged together, three of one into one, and each merge can be undone', async () => {
    const user = await person();
    for (let n = 0; n < 3; n++)
      await user.call(contacts.create, {
        body: {
          firstName: 'Ada',
          lastName: 'King',
          emails: [{ value: 'ada@engines.example' }],
          title: n === 1 ? 'Countess' : '',
        },
      });
    await user.call(contacts.create, {
      body: { firstName: 'Bea', lastName: 'King', phones: [{ value: '+14155550100' }] },
    });
    await soon(async () => expect(await queue(user)).toHaveLength(3));
    const preview = await user.call(duplicatePairs.mergeCertain, { body: { preview: true } });
    expect(preview).toMatchObject({ merges: [], left: 0 });
    expect(preview.pairs).toHaveLength(3);
    const done = await user.call(duplicatePairs.mergeCertain, { body: {} });
    expect(done.merges).toHaveLength(2);
    const left = await user.call(contacts.list);
    expect(left.items.map(({ firstName, title }) => `${firstName} ${title}`)).toEqual(['Ada Countess', 'Bea ']);
    expect(await queue(user)).toEqual([]);
    for (const { kind, mergeId } of done.merges.toReversed())
      await user.call(MERGE_CALLS[kind].undo, { params: { mergeId } });
    expect((await user.call(contacts.list)).items).toHaveLength(4);
    await soon(async () => expect(await queue(user)).toHaveLength(3));
  });

  it('of a lead and a contact are gone when the lead is converted to it', async () => {
    const user = await person();
    const contact = await user.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'King', emails: [{ value: 'ada@engines.example' }] },
    });
    const lead = await user.call(leads.create, {
      body: { firstName: 'Ada', lastName: 'King', email: 'ada@engines.example' },
    });
    await soon(async () => expect(await queue(user)).toHaveLength(1));
    await user.call(conversion.convert, {
      params: { id: lead.id },
      body: { version: 1, contact: { how: 'existing', id: contact.id }, company: { how: 'none' } },
    });
    await soon(async () => expect(await queue(user)).toEqual([]));
    await user.call(conversion.undo, { params: { id: lead.id } });
    await soon(async () => expect(await queue(user)).toHaveLength(1));
  });
});
