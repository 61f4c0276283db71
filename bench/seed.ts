/** Contacts for measuring: as many as requested, identical each time, written by the product's own write path. */
import { createAccount, createWorkspace } from '../src/domains/identity/index.ts';
import { BLANK_CONTACT, type ContactData } from '../src/domains/crm/engine/contacts/contact-data.ts';
import { insertContacts } from '../src/domains/crm/server/contacts/write.ts';
import { newId } from '../src/kernel/ids.ts';
import { fold } from '../src/kernel/text.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../src/server/db/index.ts';

export const OWNER = { email: 'owner@bench.example', password: 'measures twice, cuts once' };

const BATCH = 2_000;
/** One company per this many contacts. */
const PER_COMPANY = 10;

const FIRST = [
  'Ada',
  'Bruno',
  'Carla',
  'Dimitri',
  'Elena',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Keiko',
  'Liam',
  'Mona',
  'Nils',
  'Olga',
  'Pedro',
  'Quinn',
  'Rosa',
  'Sven',
  'Tara',
  'Umar',
  'Vera',
  'Wendy',
  'Xenia',
  'Yusuf',
  'Zoë',
];
const LAST = [
  'Abbott',
  'Bergmann',
  'Castillo',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Grant',
  'Horváth',
  'Ibrahim',
  'Jansen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quist',
  'Rossi',
  'Schneider',
  'Takahashi',
  'Ulrich',
  'Vasquez',
  'Weiss',
  'Xu',
  'Yilmaz',
  'Zimmermann',
];
const TRADE = [
  'Bakery',
  'Clinic',
  'Consulting',
  'Dental',
  'Engineering',
  'Foods',
  'Garage',
  'Homes',
  'Insurance',
  'Joinery',
  'Legal',
  'Logistics',
  'Media',
  'Roofing',
  'Software',
  'Studios',
];
const TITLES = ['Owner', 'Manager', 'Director', 'Buyer', 'Accountant', 'Head of Sales', 'Office Manager', ''];
export const SOURCES = ['Website', 'Referral', 'Trade fair', 'Webinar', 'Cold call', 'Newsletter', 'Partner', ''];
const CITIES = ['Berlin', 'Madrid', 'Lyon', 'Austin', 'Leeds', 'Oslo', 'Kraków', 'Toronto'];
const COUNTRIES = ['DE', 'ES', 'FR', 'US', 'GB', 'NO', 'PL', 'CA'];
const TAGS = ['customer', 'lead', 'vip', 'newsletter', 'partner', 'churned'];

/** A small generator of reproducible numbers from 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  title: string;
  source: string;
  city: string;
  country: string;
  tags: string[];
}

/** The `n`-th person of a series; two series share no address. */
export function person(n: number, random: () => number, series: string): Person {
  const pick = <T>(from: readonly T[]): T => from[Math.trunc(random() * from.length)]!;
  const [firstName, lastName] = [pick(FIRST), pick(LAST)];
  const place = Math.trunc(random() * CITIES.length);
  return {
    firstName,
    lastName,
    email: `${fold(firstName)}.${fold(lastName)}.${n}@${series}.example`,
    phone: `+49301${String(n + (series === 'seed' ? 0 : 5_000_000)).padStart(7, '0')}`,
    title: pick(TITLES),
    source: pick(SOURCES),
    city: CITIES[place]!,
    country: COUNTRIES[place]!,
    tags: [...new Set([pick(TAGS), pick(TAGS)])],
  };
}

const companyNameOf = (n: number) =>
  `${LAST[n % LAST.length]} ${TRADE[Math.trunc(n / LAST.length) % TRADE.length]} ${n}`;

/** Input for the requests. */
export interface Seeded {
  workspaceId: string;
  userId: string;
  contactIds: string[];
  /** Typical contact searches: a name, an address, a company, the end of a phone number. */
  searches: string[];
}

/** Additional values of a contact, besides those of `person`. */
export type Dress = (n: number) => Partial<ContactData> & { lastActivityAt?: string };

/**
 * Fills the open, empty database with an owner, `count` contacts, and a company for every ten.
 * @param prepare creates what the contacts need; returns their additional values
 */
export async function seed(
  count: number,
  prepare?: (place: Pick<Seeded, 'workspaceId' | 'userId'>) => Promise<Dress>,
): Promise<Seeded> {
  const { workspaceId, userId } = await asSystem(async () => {
    const id = await createWorkspace({ kind: 'operations', name: 'Bench', timeZone: 'UTC', currency: 'EUR' });
    return {
      workspaceId: id,
      userId: await createAccount({
        ...OWNER,
        name: 'Bench Owner',
        role: 'admin',
        workspaceRole: 'owner',
        workspaceId: id,
      }),
    };
  });
  const dress: Dress = (await prepare?.({ workspaceId, userId })) ?? (() => ({}));
  const random = randomFrom(20_261_121);
  const contactIds: string[] = [];
  const searches: string[] = [];
  await inWorkspace(workspaceId, userId, async () => {
    const companies = Array.from({ length: Math.ceil(count / PER_COMPANY) }, (_, n) => ({
      id: newId(),
      name: companyNameOf(n),
    }));
    await execute(
      `insert into companies (id, workspace_id, name, name_key) select c.id, $1, c.name, c.key
        from unnest($2::uuid[], $3::text[], $4::text[]) as c(id, name, key)`,
      [
        workspaceId,
        companies.map(({ id }) => id),
        companies.map(({ name }) => name),
        companies.map(({ name }) => fold(name)),
      ],
    );
    for (let from = 0; from < count; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => {
        const company = companies[Math.trunc(random() * companies.length)]!;
        const { lastActivityAt, ...further } = dress(from + n);
        return {
          id: newId(),
          companyName: company.name,
          data: { ...contactOf(person(from + n, random, 'seed'), company.id), ...further },
          ...(lastActivityAt ? { lastActivityAt } : {}),
          createdAt: new Date(1_700_000_000_000 + (from + n) * 60_000).toISOString(),
        };
      });
      await transaction(() => insertContacts(batch));
      contactIds.push(...batch.map(({ id }) => id));
      searches.push(searchFor(batch.at(-1)!.data, batch.at(-1)!.companyName, searches.length));
    }
  });
  await asSystem(() => query('vacuum (analyze)'));
  return { workspaceId, userId, contactIds, searches };
}

function searchFor(contact: ContactData, companyName: string, n: number): string {
  return [
    `${contact.firstName} ${contact.lastName}`,
    contact.emails[0]!.value,
    companyName,
    contact.phones[0]!.value.slice(-7),
  ][n % 4]!;
}

function contactOf(one: Person, companyId: string): ContactData {
  const { email, phone, ...rest } = one;
  return {
    ...BLANK_CONTACT,
    ...rest,
    companyId,
    emails: [{ value: email, label: 'work' }],
    phones: [{ value: phone, label: 'mobile' }],
  };
}
