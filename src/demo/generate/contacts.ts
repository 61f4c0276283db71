/** Companies and their people, with the flaws of every real list. */
import { fold } from '../../kernel/text.ts';
import type { CustomValue } from '../../records/contract.ts';
import { choosePlace, addressIn, mobileIn, type DemoAddress, type Place } from './places.ts';
import { personName, surname, type PersonName } from './names.ts';
import type { CustomFieldProfile, Profile } from './profiles.ts';
import type { Random } from './random.ts';
import { firmName, TRADES, type TradeName } from './trades.ts';
import { daysAgo, workingHour, type Clock } from './clock.ts';

export interface DemoCompany {
  name: string;
  website: string;
  domain: string;
  phone: string;
  industry: string;
  address: DemoAddress;
  about: string;
  /** Index among the workspace's people; null for no one. */
  owner: number | null;
  trade: TradeName;
  place: Place;
}

interface Labelled {
  value: string;
  label: string;
}

export interface DemoContact {
  firstName: string;
  lastName: string;
  title: string;
  /** Index in the list of companies. */
  company: number | null;
  emails: Labelled[];
  phones: Labelled[];
  address: DemoAddress | null;
  links: { website?: string; linkedin?: string };
  source: string;
  owner: number | null;
  /** Index in the list of licenses. */
  license: number | null;
  tags: string[];
  consent: Partial<Record<'email' | 'sms' | 'phone', { state: 'granted' | 'denied'; at: string; basis: string }>>;
  /** By the label of the field. */
  custom: Record<string, CustomValue>;
  about: string;
  createdAt: string;
  /** Came from the workspace's imported file. */
  imported: boolean;
}

/** A plausible host name of a company: `Café Núñez` → `cafe-nunez`. */
const slug = (name: string) =>
  fold(name)
    .replace(/&/g, 'and')
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export function makeCompanies(random: Random, profile: Profile, people: number): DemoCompany[] {
  const made = new Map<string, DemoCompany>();
  while (made.size < profile.companies) {
    const trade = random.pick(profile.trades);
    const name = firmName(random, TRADES[trade], () => surname(random, profile.cultures));
    const domain = `${slug(name)}.example`;
    // Two companies with one name would be one company.
    if (made.has(domain)) continue;
    const place = choosePlace(random, profile.areas);
    made.set(domain, {
      name,
      domain,
      trade,
      place,
      website: `https://www.${domain}`,
      phone: random.chance(0.85) ? place.phone(random) : '',
      industry: TRADES[trade].industry,
      address: addressIn(random, place),
      about: random.chance(0.6) ? random.pick<string>(TRADES[trade].about) : '',
      owner: random.chance(0.8) ? random.int(0, people - 1) : null,
    });
  }
  return [...made.values()];
}

export function makeContacts(
  random: Random,
  profile: Profile,
  companies: readonly DemoCompany[],
  people: number,
  clock: Clock,
): DemoContact[] {
  const addresses = new Set<string>();
  const contacts: DemoContact[] = [];
  while (contacts.length < profile.contacts) {
    const contact = makeContact(random, profile, companies, people, clock);
    for (const email of contact.emails) {
      while (addresses.has(email.value)) email.value = email.value.replace('@', `${random.int(2, 99)}@`);
      addresses.add(email.value);
    }
    contacts.push(contact);
    // One in forty was entered twice, the second time in a hurry.
    if (random.chance(0.025) && contacts.length < profile.contacts) contacts.push(enteredAgain(random, contact, clock));
  }
  if (profile.importedFile) markImported(random, contacts, profile.importedFile, clock);
  return contacts;
}

function makeContact(
  random: Random,
  profile: Profile,
  companies: readonly DemoCompany[],
  people: number,
  clock: Clock,
): DemoContact {
  const name = personName(random, profile.cultures);
  const company = random.chance(profile.privatePeople) ? null : random.int(0, companies.length - 1);
  const firm = company === null ? undefined : companies[company]!;
  const place = firm?.place ?? choosePlace(random, profile.areas);
  const created = daysAgo(clock, random, 3, 900);
  return {
    ...asTyped(random, name),
    title: firm && random.chance(0.88) ? random.pick<string>(TRADES[firm.trade].titles) : '',
    company,
    emails: emailsOf(random, name, firm),
    phones: phonesOf(random, place, firm),
    address: random.chance(firm ? 0.7 : 0.85)
      ? firm && random.chance(0.8)
        ? firm.address
        : addressIn(random, place)
      : null,
    links: {
      ...(firm && random.chance(0.3) ? { website: firm.website } : {}),
      ...(random.chance(0.35)
        ? { linkedin: `https://www.linkedin.example/in/${slug(`${name.first} ${name.last}`)}` }
        : {}),
    },
    source: random.chance(0.93) ? random.weighted(profile.sources) : '',
    owner: random.chance(0.82) ? random.int(0, people - 1) : null,
    license: profile.licenses.length > 0 && random.chance(0.5) ? random.int(0, profile.licenses.length - 1) : null,
    tags: random.chance(0.55) ? random.some(profile.tags, random.int(1, 3)) : [],
    consent: consentOf(random, created),
    custom: customOf(random, profile.customFields, clock),
    about: random.chance(0.12) ? random.pick(profile.notes) : '',
    createdAt: created,
    imported: false,
  };
}

/** The first contacts of the file's source are the imported ones, all created at once. */
function markImported(
  random: Random,
  contacts: readonly DemoContact[],
  file: NonNullable<Profile['importedFile']>,
  clock: Clock,
): void {
  const at = workingHour(random, clock.dayAfter(-file.daysAgo));
  for (const contact of contacts
    .filter(({ source, emails }) => source === file.source && emails.length > 0)
    .slice(0, file.contacts)) {
    contact.imported = true;
    contact.createdAt = at;
    contact.tags = [...contact.tags, file.tag];
  }
}

/** Most names are typed with care. Some are lower case, some upper case, and some are incomplete. */
function asTyped(random: Random, { first, last }: PersonName): Pick<DemoContact, 'firstName' | 'lastName'> {
  const how = random.weighted({ care: 94, small: 2, capitals: 2, firstOnly: 1, lastOnly: 1 });
  switch (how) {
    case 'small':
      return { firstName: first.toLowerCase(), lastName: last.toLowerCase() };
    case 'capitals':
      return { firstName: first.toUpperCase(), lastName: last.toUpperCase() };
    case 'firstOnly':
      return { firstName: first, lastName: '' };
    case 'lastOnly':
      return { firstName: '', lastName: last };
    case 'care':
      return { firstName: first, lastName: last };
  }
}

const MAIL_HOSTS = ['post.example', 'mailbox.example', 'inbox.example'];

function emailsOf(random: Random, name: PersonName, firm: DemoCompany | undefined): Labelled[] {
  const [first, last] = [slug(name.first), slug(name.last)];
  const emails: Labelled[] = [];
  if (firm && random.chance(0.86)) {
    const local = random.pick([`${first}.${last}`, `${first[0]}${last}`, first, `${first}${last[0]}`]);
    emails.push({ value: `${local}@${firm.domain}`, label: 'work' });
  }
  if (random.chance(firm ? 0.12 : 0.85))
    emails.push({
      value: `${first}.${last}${random.chance(0.4) ? random.int(1, 99) : ''}@${random.pick(MAIL_HOSTS)}`,
      label: 'home',
    });
  return emails;
}

function phonesOf(random: Random, place: Place, firm: DemoCompany | undefined): Labelled[] {
  const phones: Labelled[] = [];
  if (random.chance(0.62)) phones.push({ value: mobileIn(random, place), label: 'mobile' });
  if (firm && random.chance(0.4)) phones.push({ value: place.phone(random), label: 'work' });
  return phones.filter((phone, i) => phones.findIndex(({ value }) => value === phone.value) === i);
}

function consentOf(random: Random, at: string): DemoContact['consent'] {
  const answer = (basis: string) => ({
    state: random.chance(0.85) ? ('granted' as const) : ('denied' as const),
    at,
    basis,
  });
  return {
    ...(random.chance(0.6)
      ? { email: answer(random.pick(['newsletter form', 'contract', 'event registration'])) }
      : {}),
    ...(random.chance(0.25) ? { sms: answer('booking form') } : {}),
    ...(random.chance(0.3) ? { phone: answer('told us by phone') } : {}),
  };
}

function customOf(random: Random, fields: readonly CustomFieldProfile[], clock: Clock): Record<string, CustomValue> {
  return Object.fromEntries(
    fields
      .filter(({ filled }) => random.chance(filled))
      .map((field) => [field.label, customValue(random, field, clock)]),
  );
}

function customValue(random: Random, { kind, options = [] }: CustomFieldProfile, clock: Clock): CustomValue {
  switch (kind) {
    case 'number':
      return random.int(4, 100) * (options.length > 0 ? 1 : 5);
    case 'day':
      return clock.dayAfter(random.int(-60, 300));
    case 'boolean':
      return random.chance(0.7);
    case 'multi':
      return random.some(options, random.int(1, 3));
    default:
      return options.length > 0 ? random.pick(options) : '';
  }
}

/** The same person again, for merging: another spelling, fewer details, no owner. */
function enteredAgain(random: Random, person: DemoContact, clock: Clock): DemoContact {
  const misspelt =
    person.lastName.length > 4 && random.chance(0.4) ? person.lastName.replace(/(.)(.)$/, '$2$1') : person.lastName;
  return {
    ...person,
    lastName: random.chance(0.5) ? fold(misspelt).replace(/^./, (letter) => letter.toUpperCase()) : misspelt,
    title: '',
    tags: [],
    custom: {},
    owner: null,
    about: '',
    address: null,
    links: {},
    emails: random.chance(0.5) ? person.emails.slice(0, 1) : [],
    createdAt: daysAgo(clock, random, 1, 200),
  };
}
