// @smoke: also in the smoke suite of the embedded engine.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { asSystem, execute } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { activities, companies, contacts, leads, opportunities } from '../../../domains/crm/contract.ts';
import { customFields } from '../../contract.ts';
import { imports, type RecordImport } from '../../../domains/crm/contract.ts';

let system: TestSystem;
let user: TestClient & { workspaceId: string };
let other: TestClient;
beforeAll(async () => {
  system = await startTestSystem();
  user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  other = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  for (const object of ['contact', 'company', 'lead', 'opportunity', 'activity'] as const) {
    await user.call(customFields.create, { body: { object, label: 'Badge', kind: 'text' } });
    await user.call(customFields.create, {
      body: { object, label: 'Colours', kind: 'multi', options: ['Türkis', 'Scarlet'] },
    });
  }
  const custom = (badge: string) => ({ badge, colours: ['Türkis'] });
  await user.call(contacts.create, {
    body: {
      firstName: 'Zoë',
      lastName: 'King',
      title: 'Astronomer',
      address: { city: 'Uppsala', street: 'Observatory Road 7' },
      about: 'Likes marmalade',
      custom: custom('QX-1001'),
    },
  });
  await user.call(companies.create, {
    body: { name: 'Engines Ltd', industry: 'Clockworks', address: { city: 'Uppsala' }, custom: custom('QX-1002') },
  });
  await user.call(leads.create, {
    body: { firstName: 'Bruno', website: 'bruno.example', source: 'Almanac', custom: custom('QX-1003') },
  });
  await user.call(opportunities.create, {
    body: {
      name: 'Big one',
      description: 'A telescope for the roof',
      nextStep: 'Send brochure',
      custom: custom('QX-1004'),
    },
  });
  await user.call(activities.create, {
    body: {
      type: 'meeting',
      subject: 'Lunch',
      place: 'Café Orion',
      body: 'Bring the blueprints',
      zone: 'UTC',
      custom: custom('QX-1005'),
    },
  });
});
afterAll(() => system.destroy());

const LISTS = {
  contact: contacts.list,
  company: companies.list,
  lead: leads.list,
  opportunity: opportunities.list,
  activity: activities.list,
} as const;

async function found(who: TestClient, kind: keyof typeof LISTS, search: string): Promise<number> {
  return (await who.call(LISTS[kind] as typeof contacts.list, { query: { search } })).items.length;
}

it.each([
  ['contact', ['zoe', 'astronomer', 'uppsala', 'observatory', 'marmalade', 'qx-1001', 'turkis', 'Astronomr']],
  ['company', ['engines', 'clockworks', 'uppsala', 'qx-1002', 'türkis', 'clokworks']],
  ['lead', ['bruno', 'bruno.example', 'almanac', 'qx-1003', 'turkis', 'almanach']],
  ['opportunity', ['big', 'telescope', 'brochure', 'qx-1004', 'turkis', 'telescop']],
  ['activity', ['lunch', 'orion', 'blueprints', 'qx-1005', 'turkis', 'blueprint']],
] as const)(
  'finds a %s by each of its fields, whatever the accents and with a typo; nobody else does',
  async (kind, words) => {
    for (const word of words) {
      expect([word, await found(user, kind, word)]).toEqual([word, 1]);
      expect(await found(other, kind, word)).toBe(0);
    }
    expect(await found(user, kind, 'scarlet')).toBe(0);
  },
);

it('finds what a write or an import has just brought', async () => {
  const [contact] = (await user.call(contacts.list, { query: { search: 'astronomer' } })).items;
  await user.call(contacts.update, {
    params: { id: contact!.id },
    body: { version: contact!.version, title: 'Beekeeper', custom: { badge: 'QX-2001' } },
  });
  expect([
    await found(user, 'contact', 'beekeeper'),
    await found(user, 'contact', 'qx-2001'),
    await found(user, 'contact', 'qx-1001'),
  ]).toEqual([1, 1, 0]);
  const form = new FormData();
  form.set('file', new Blob(['Company,Email,City\nMoonshine,m@example.com,Ystad\n']), 'l.csv');
  const { body } = await user.send<RecordImport>('POST', '/api/imports?kind=lead', { raw: form });
  await user.call(imports.start, { params: { id: body.id } });
  await expect.poll(() => found(user, 'lead', 'ystad'), { timeout: 20_000, interval: 30 }).toBe(1);
});

it('finds a person by a whole address or number, in the list and in the trash, and no one else does', async () => {
  const made = await user.call(contacts.create, {
    body: {
      firstName: 'Nils',
      emails: [{ value: 'Nils.Holm@Geese.example' }],
      phones: [{ value: '+46 18 471 00 00' }],
    },
  });
  const searches = ['nils.holm@geese.example', 'NILS.HOLM@geese.example ', '+46 18 471 00 00', '+46184710000'];
  for (const search of searches)
    expect([search, await found(user, 'contact', search), await found(other, 'contact', search)]).toEqual([
      search,
      1,
      0,
    ]);
  await user.call(contacts.remove, { params: { id: made.id } });
  const inTrash = async (search: string) =>
    (await user.call(contacts.list, { query: { search, trash: '1' } })).items.length;
  for (const search of searches)
    expect([search, await found(user, 'contact', search), await inTrash(search)]).toEqual([search, 0, 1]);
});

it('keeps to the workspace when most of the installation is one', async () => {
  await asSystem(() => execute('analyze contacts'));
  expect([
    await found(user, 'contact', 'uppsala'),
    await found(other, 'contact', 'uppsala'),
    await found(user, 'contact', 'upsala'),
    await found(other, 'contact', 'upsala'),
  ]).toEqual([1, 0, 1, 0]);
});

it('answers the best matches as names that begin so, then what holds the words elsewhere, each once', async () => {
  for (const [firstName, lastName, companyName] of [
    ['Quentin', 'Abel', ''],
    ['Anna', 'Quentin', ''],
    ['Quentina', 'Abel', ''],
    ['Bo', 'Zed', 'Quentin & Sons'],
  ] as const) {
    await user.call(contacts.create, { body: { firstName, lastName, companyName } });
  }
  const named = async (search: string, limit: number) =>
    (await user.call(contacts.list, { query: { search, sort: 'match', limit } })).items.map((one) => one.firstName);
  expect(await named('QUÉNTIN', 50)).toEqual(['Quentin', 'Quentina', 'Anna', 'Bo']);
  expect(await named('quentin', 2)).toEqual(['Quentin', 'Quentina']);
  expect(await named('quentin', 3)).toEqual(['Quentin', 'Quentina', 'Anna']);
  expect(await named('quentin abel', 50)).toEqual(['Quentin', 'Quentina']);
  expect(await named('quentim', 50)).toContain('Quentin');
  expect((await other.call(contacts.list, { query: { search: 'quentin', sort: 'match' } })).items).toEqual([]);
  expect(await user.send('GET', '/api/contacts?search=quentin&sort=match&cursor=x')).toMatchObject({ status: 400 });
});

it('forgives one slip in a short name too, at once after it was written, and any apostrophe', async () => {
  await user.call(contacts.create, { body: { firstName: 'Gail', lastName: 'Turner' } });
  for (const typed of ['trner', 'truner', 'turnxr', 'gail turrner'])
    expect([typed, await found(user, 'contact', typed), await found(other, 'contact', typed)]).toEqual([typed, 1, 0]);
  expect(await found(user, 'contact', 'fisscher')).toBe(0);
  await user.call(contacts.create, { body: { lastName: "O'Fischer-Иванов" } });
  for (const typed of ['fisscher', 'O’Fischer', "o'fischer", 'o’fisher', 'ивнов'])
    expect([typed, await found(user, 'contact', typed)]).toEqual([typed, 1]);
  const colleague = await system.signedIn({ workspaceId: user.workspaceId });
  await user.call(leads.create, { body: { lastName: 'Quarterman', readers: [] } });
  expect([await found(user, 'lead', 'quartermn'), await found(colleague, 'lead', 'quartermn')]).toEqual([1, 0]);
});

it('lists names first, then what begins with the words, then what holds them elsewhere, page by page', async () => {
  const team = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  const people = [
    ['Aaron', 'Zulu', 'Referral'],
    ['Bea', 'Referring', ''],
    ['Nadia', 'Ferrante', ''],
    ['Ferris', 'Abel', 'Referral'],
    ['Ferr', '', ''],
  ] as const;
  for (const [firstName, lastName, source] of people)
    await team.call(contacts.create, { body: { firstName, lastName, source } });
  const named = ({ items }: { items: readonly { firstName: string }[] }) => items.map(({ firstName }) => firstName);
  const query = { search: 'ferr' };
  expect(named(await team.call(contacts.list, { query }))).toEqual(['Ferr', 'Ferris', 'Nadia', 'Bea', 'Aaron']);
  expect(named(await team.call(contacts.list, { query: { ...query, sort: 'match' } }))).toEqual([
    'Ferr',
    'Ferris',
    'Nadia',
    'Bea',
    'Aaron',
  ]);
  const first = await team.call(contacts.list, { query: { ...query, limit: 2 } });
  const second = await team.call(contacts.list, { query: { ...query, limit: 2, cursor: first.next! } });
  expect([...named(first), ...named(second)]).toEqual(['Ferr', 'Ferris', 'Nadia', 'Bea']);
  // An order of its own stands.
  expect(named(await team.call(contacts.list, { query: { ...query, sort: '-name' } }))[0]).toBe('Nadia');

  for (const name of ['Referral program', 'Renewal for Ferrante', 'Ferrante'])
    await team.call(opportunities.create, { body: { name } });
  expect((await team.call(opportunities.list, { query })).items.map(({ name }) => name)).toEqual([
    'Ferrante',
    'Renewal for Ferrante',
    'Referral program',
  ]);
});

it('finds a name of two characters in the middle of a Japanese one', async () => {
  const team = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  const { id } = await team.call(companies.create, { body: { name: '株式会社山田製作所' } });
  const found = { items: [{ id }] };
  expect(await team.call(companies.list, { query: { search: '山田' } })).toMatchObject(found);
  expect(await team.call(companies.suggest, { query: { search: '山田' } })).toMatchObject(found);
  await team.call(contacts.create, { body: { firstName: '美咲', lastName: '山田' } });
  expect((await team.call(contacts.list, { query: { search: '山田', sort: 'match' } })).items).toHaveLength(1);
});
