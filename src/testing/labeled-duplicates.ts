/**
 * People and companies with known identities, to measure the search for duplicates. Deterministic. Besides duplicates
 * with typos, short forms, swapped names, accents, other notations, and other addresses it has lookalikes: twins and
 * couples under one roof, fathers and sons, namesakes, coworkers, branches of a chain.
 */
import type { FirmInput, PersonInput } from '../domains/crm/engine/duplicates/candidates.ts';

export interface Labelled<Input> {
  records: (Input & { /** Entries with the same number are the same person or company. */ who: number })[];
}

/** Mulberry32 by Tommy Ettinger (public domain). */
function source(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[int(list.length)]!,
  };
}
type Source = ReturnType<typeof source>;

const words = (text: string) => text.split(' ');
const FIRST = words(
  'Robert William Elizabeth Margaret Katherine Michael Thomas James Richard Patricia Susan Jennifer Daniel Matthew Andrew Christopher Nicholas Alexandra Victoria Samantha Benjamin Jonathan Stephanie Rebecca Deborah José Zoë André Noémie Jürgen Søren Łukasz Chloé François Björn Ana Priya Wei Fatima Omar Yuki Ingrid Hugo Clara Felix Nora Ivan Olga Ravi Mei',
);
const SHORT: Readonly<Record<string, readonly string[]>> = {
  Robert: ['Bob', 'Rob'],
  William: ['Bill', 'Will'],
  Elizabeth: ['Liz', 'Beth'],
  Margaret: ['Maggie', 'Peggy'],
  Katherine: ['Kate', 'Cathy'],
  Michael: ['Mike'],
  Thomas: ['Tom'],
  James: ['Jim'],
  Richard: ['Rick', 'Dick'],
  Patricia: ['Pat', 'Tricia'],
  Susan: ['Sue'],
  Jennifer: ['Jen'],
  Daniel: ['Dan'],
  Matthew: ['Matt'],
  Andrew: ['Andy', 'Drew'],
  Christopher: ['Chris'],
  Nicholas: ['Nick'],
  Alexandra: ['Alex', 'Sandra'],
  Victoria: ['Vicky'],
  Samantha: ['Sam'],
  Benjamin: ['Ben'],
  Jonathan: ['Jon'],
  Stephanie: ['Steph'],
  Rebecca: ['Becky'],
  Deborah: ['Deb'],
};
const LAST = words(
  'Anderson Bergström Castillo Dubois Eriksson Fitzgerald González Hoffmann Ivanova Johansson Kowalski Lindqvist Müller Nakamura O’Brien Petrov Quintero Rodríguez Schneider Thompson Underwood Vasquez Whitaker Xiang Yamamoto Zimmermann Abernathy Blackwood Carmichael Donovan Ellsworth Fairbanks Gallagher Harrington Jennings Kensington Lancaster Montgomery Northcott Prescott Ramsay Sutherland Thornbury Vandenberg Wainwright Ashworth Bellamy Crawford Delacroix Everett Fontaine Goldberg Hathaway Kapoor Okafor Park Singh Tanaka Weber',
);
const TRADES = words(
  'Logistics Dental Solar Robotics Consulting Bakery Textiles Foods Motors Interiors Software Analytics Energy Marine Optics Plastics Roofing Studios Clinics Foundry',
);
const CITIES = words('Berlin London Paris Madrid Chicago Austin Toronto Sydney Dublin Oslo Lyon Porto');
const TITLES = ['Head of Sales', 'Owner', 'Buyer', 'Director', 'Engineer', 'Accountant', ''];
const FREE = ['gmail.com', 'hotmail.com', 'yahoo.com', 'gmx.de'];

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

function slip(random: Source, text: string): string {
  const at = 1 + random.int(Math.max(1, text.length - 2));
  switch (random.int(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text[at]! + text.slice(at);
    case 2:
      return text.slice(0, at) + (text[at + 1] ?? '') + text[at]! + text.slice(at + 2);
    default:
      return text.slice(0, at) + random.pick([...'aeinrst']) + text.slice(at + 1);
  }
}

const phone = (random: Source) => `+1415${String(2_000_000 + random.int(7_999_999))}`;

interface World {
  random: Source;
  /** Owner of each mailbox: no two people share one. */
  mailboxes: Map<string, number>;
  records: Labelled<PersonInput>['records'];
  people: number;
}

function add(
  { records, mailboxes, random }: World,
  who: number,
  person: Omit<PersonInput, 'id'>,
  shared = false,
): void {
  const own = (address: string): string => {
    const [local, domain] = address.split('@') as [string, string];
    const owner = mailboxes.get(address) ?? who;
    mailboxes.set(address, owner);
    return owner === who || shared ? address : own(`${local}${random.int(900) + 100}@${domain}`);
  };
  person.emails = person.emails.map(own);
  records.push({ id: `r${records.length}`, who, ...person });
}

function makePerson(random: Source): Omit<PersonInput, 'id'> {
  const [firstName, lastName] = [random.pick(FIRST), random.pick(LAST)];
  const companyName = random.chance(0.75) ? `${random.pick(LAST)} ${random.pick(TRADES)}` : '';
  const local = random.pick([
    `${plain(firstName)}.${plain(lastName)}`,
    `${plain(firstName)[0]}${plain(lastName)}`,
    `${plain(firstName)}${plain(lastName)}${random.int(90) + 10}`,
  ]);
  const domain = companyName && random.chance(0.7) ? `${plain(companyName)}.example` : random.pick(FREE);
  return {
    firstName,
    lastName,
    companyName,
    city: random.chance(0.8) ? random.pick(CITIES) : '',
    title: random.pick(TITLES),
    emails: random.chance(0.9) ? [`${local}@${domain}`] : [],
    phones: random.chance(0.75) ? [phone(random)] : [],
  };
}

/** The same person again, entered by someone else. */
function again(random: Source, person: Omit<PersonInput, 'id'>): Omit<PersonInput, 'id'> {
  const copy = { ...person, emails: [...person.emails], phones: [...person.phones] };
  switch (random.int(9)) {
    case 0:
      copy.lastName = slip(random, copy.lastName);
      break;
    case 1:
      copy.firstName = slip(random, copy.firstName);
      break;
    case 2:
      copy.firstName = SHORT[copy.firstName] ? random.pick(SHORT[copy.firstName]!) : copy.firstName[0]!;
      break;
    case 3:
      [copy.firstName, copy.lastName] = [copy.lastName, copy.firstName];
      break;
    case 4:
      [copy.firstName, copy.lastName] = [plain(copy.firstName), plain(copy.lastName).toUpperCase()];
      break;
    case 5:
      copy.firstName = `Dr. ${copy.firstName} M.`;
      break;
    default:
      break;
  }
  // Remaining ways to recognize the person: at least an address, a number, or the company.
  const left = random.int(6);
  if (left === 0 && copy.phones.length > 0) copy.emails = [];
  else if (left === 1 && copy.emails.length > 0) copy.phones = [];
  else if (left === 2 && copy.phones.length > 0)
    copy.emails = [`${plain(copy.firstName)}.${plain(copy.lastName)}@${random.pick(FREE)}`];
  else if (left === 3 && copy.emails.length > 0) copy.phones = [phone(random)];
  else if (left === 4 && copy.companyName)
    copy.companyName = `${copy.companyName} ${random.pick(['Inc.', 'GmbH', 'LLC'])}`;
  if (random.chance(0.3)) copy.title = '';
  if (random.chance(0.3)) copy.city = '';
  return copy;
}

/** Someone else who looks much like this person. */
function lookalike(random: Source, person: Omit<PersonInput, 'id'>): Omit<PersonInput, 'id'> {
  const other = makePerson(random);
  const differently = (name: string) =>
    random.pick(FIRST.filter((one) => one !== name && plain(one)[0] !== plain(name)[0]));
  switch (random.int(6)) {
    // Twins and couples: one roof, one phone.
    case 0:
      return {
        ...other,
        firstName: differently(person.firstName),
        lastName: person.lastName,
        phones: person.phones,
        city: person.city,
        companyName: '',
        emails: [],
      };
    // One address for the household.
    case 1:
      return {
        ...other,
        firstName: differently(person.firstName),
        lastName: person.lastName,
        emails: person.emails,
        phones: [],
        city: person.city,
        companyName: '',
      };
    // Father and son.
    case 2:
      return { ...person, lastName: `${person.lastName} Jr.`, emails: other.emails, phones: other.phones, title: '' };
    // A namesake elsewhere.
    case 3:
      return { ...other, firstName: person.firstName, lastName: person.lastName };
    // A coworker with the same first name.
    case 4:
      return {
        ...other,
        firstName: person.firstName,
        companyName: person.companyName,
        city: person.city,
        emails: person.emails.map(
          (address) => `${plain(person.firstName)}.${plain(other.lastName)}@${address.split('@')[1]!}`,
        ),
      };
    // A coworker and relative.
    default:
      return {
        ...other,
        lastName: person.lastName,
        firstName: differently(person.firstName),
        companyName: person.companyName,
        city: person.city,
        emails: [],
      };
  }
}

/** @param people minimum number of different people */
export function labelledPeople(people: number, seed = 7): Labelled<PersonInput> {
  const world: World = { random: source(seed), mailboxes: new Map(), records: [], people: 0 };
  const { random } = world;
  for (let n = 0; n < people; n++) {
    const person = makePerson(random);
    const who = world.people++;
    add(world, who, person);
    if (random.chance(0.3)) add(world, who, again(random, person));
    if (random.chance(0.25)) {
      const suffixed = lookalike(random, person);
      // A father and son can be told apart only where both have a suffix.
      if (suffixed.lastName.endsWith('Jr.')) callSenior(world, who);
      add(world, world.people++, suffixed, suffixed.companyName === '' && suffixed.emails[0] === person.emails[0]);
    }
  }
  return { records: world.records };
}

function callSenior({ records }: World, who: number): void {
  for (const record of records)
    if (record.who === who && !record.lastName.endsWith('Sr.')) record.lastName = `${record.lastName} Sr.`;
}

function makeFirm(random: Source): Omit<FirmInput, 'id'> {
  const name = random.chance(0.6)
    ? `${random.pick(LAST)} ${random.pick(TRADES)}`
    : `${random.pick(LAST)} & ${random.pick(LAST)} ${random.pick(TRADES)}`;
  return {
    name: `${name}${random.pick(['', ' Inc.', ' GmbH', ' Ltd', ' LLC'])}`,
    website: random.chance(0.7) ? `https://www.${plain(name)}.example/` : '',
    phone: random.chance(0.6) ? phone(random) : '',
    street: random.chance(0.5) ? `${1 + random.int(200)} ${random.pick(LAST)} Street` : '',
    city: random.pick(CITIES),
    country: 'United States',
  };
}

const bareName = (name: string) => name.replace(/ (Inc\.|GmbH|Ltd|LLC)$/, '');

function firmAgain(random: Source, firm: Omit<FirmInput, 'id'>): Omit<FirmInput, 'id'> {
  const copy = { ...firm };
  const bare = bareName(firm.name);
  switch (random.int(5)) {
    case 0:
      copy.name = `${bare}, ${random.pick(['Incorporated', 'LLC', 'Limited'])}`;
      break;
    case 1:
      copy.name = slip(random, bare);
      break;
    case 2:
      copy.name = bare.toUpperCase().replace('&', 'and');
      break;
    case 3:
      copy.name = `The ${bare} Company`;
      break;
    default:
      copy.name = plain(bare.split(' ')[0]!) + bare.slice(bare.indexOf(' '));
  }
  if (random.chance(0.3)) copy.website = '';
  if (random.chance(0.3)) copy.phone = '';
  if (random.chance(0.3)) copy.street = '';
  return copy;
}

/** A branch elsewhere with its own name, a competitor with the same name in another trade, a numbered shop. */
function otherFirm(random: Source, firm: Omit<FirmInput, 'id'>): Omit<FirmInput, 'id'> {
  const other = makeFirm(random);
  const bare = bareName(firm.name);
  switch (random.int(3)) {
    case 0:
      return {
        ...other,
        name: `${bare.split(' ')[0]} ${random.pick(TRADES.filter((trade) => !bare.endsWith(trade)))}`,
      };
    case 1:
      return { ...firm, name: `${bare} ${1 + random.int(9)}`, street: other.street, phone: other.phone, website: '' };
    default:
      return { ...other, name: `${random.pick(LAST)} ${bare.split(' ').at(-1)}`, city: firm.city };
  }
}

export function labelledFirms(firms: number, seed = 11): Labelled<FirmInput> {
  const random = source(seed);
  const records: Labelled<FirmInput>['records'] = [];
  /** One business of a name per town, and one of a name with a website at all. */
  const known = new Set<string>();
  let who = 0;
  for (let n = 0; n < firms; n++) {
    const firm = makeFirm(random);
    const [inTown, site] = [plain(bareName(firm.name)) + firm.city, firm.website];
    if (known.has(inTown) || (site && known.has(site))) continue;
    known.add(inTown).add(site);
    records.push({ id: `f${records.length}`, who: who++, ...firm });
    if (random.chance(0.3)) records.push({ id: `f${records.length}`, who: who - 1, ...firmAgain(random, firm) });
    if (random.chance(0.25)) records.push({ id: `f${records.length}`, who: who++, ...otherFirm(random, firm) });
  }
  return { records };
}
