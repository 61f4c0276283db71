import { describe, expect, it } from 'vitest';
import { firmKeys, type FirmInput, personKeys, type PersonInput, toFirm, toPerson } from './candidates.ts';
import { companyWords, mailbox, personName, withoutForms } from './names.ts';
import { nearPerson } from './blocking-keys.ts';
import { CERTAIN, POSSIBLE, scoreFirms, scorePeople } from './score.ts';

const person = (input: Partial<PersonInput>) =>
  toPerson({
    id: '',
    firstName: '',
    lastName: '',
    emails: [],
    phones: [],
    companyName: '',
    city: '',
    title: '',
    ...input,
  });
const firm = (input: Partial<FirmInput>) =>
  toFirm({ id: '', name: 'Acme', website: '', phone: '', street: '', city: '', country: '', ...input });
/** Reasons for a pair as `field:kind` with points. The order of the two records must not matter. */
function said(a: Partial<PersonInput>, b: Partial<PersonInput>): string[] {
  const words = ({ reasons }: ReturnType<typeof scorePeople>) =>
    reasons.map(({ field, kind, points }) => `${field} ${kind} ${points}`).sort();
  const forth = words(scorePeople(person(a), person(b)));
  expect(words(scorePeople(person(b), person(a)))).toEqual(forth);
  return forth;
}
const named = (firstName: string, lastName: string) => ({ firstName, lastName });

describe('two names', () => {
  it.each([
    ['Robert King', 'robert KING', 'same 35'],
    ['Bob King', 'Robert King', 'form 30'],
    ['Bob King', 'Rob King', 'form 30'],
    ['Roberto King', 'Robarto King', 'close 24'],
    ['R King', 'Robert King', 'initial 16'],
    ['Mei King', 'Wei King', 'different_first -36'],
    ['Anna King', 'Olga King', 'different_first -36'],
    ['King Robert', 'Robert King', 'swapped 32'],
    ['Bob Kingsley', 'Robert Kingsly', 'close 24'],
    ['R Kingsley', 'Robert Kingsly', 'close 6'],
    ['Roberto Kingsley', 'Robarto Kingsly', 'close 14'],
    ['Robert Kingsley', 'Robert Smith', 'different_last -14'],
    ['Robert Kingsley', 'Olga Smith', 'different -45'],
    ['Robert', 'Robert King', 'part 8'],
    ['King', 'Robert King', 'part 8'],
  ])('%s and %s: %s', (one, other, expected) => {
    const split = (name: string) => named(name.split(' ')[0]!, name.split(' ')[1] ?? '');
    expect(said(split(one), split(other))).toEqual([`name ${expected}`]);
  });

  it('of father and son are not one', () => {
    expect(said(named('Robert', 'King Sr.'), named('Robert', 'King Jr'))).toEqual(['name different -35']);
    expect(said(named('Robert', 'King III'), named('Robert', 'King'))).toEqual(['name same 35']);
  });

  it('say nothing where one of them is missing whole', () => expect(said({}, named('Robert', 'King'))).toEqual([]));
});

describe('addresses and numbers', () => {
  it.each([
    ['ada@acme.example', 'Ada@Acme.example', 'email same 60'],
    ['info@acme.example', 'info@acme.example', 'email same 12'],
    ['a.d.a@gmail.com', 'ada+x@googlemail.com', 'email same 60'],
    ['adaking@gmail.com', 'adakin@gmail.com', 'email close 24'],
    ['ada12345@gmail.com', 'ada12346@gmail.com', 'email different -5'],
    ['adak@gmail.com', 'adax@gmail.com', 'email different -5'],
    ['ada@acme.example', 'eve@acme.example', 'email different -12'],
    ['info@acme.example', 'eve@acme.example', 'email different -5'],
    ['ada@acme.example', 'ada@acmee.example', 'email close 40'],
    ['mathsqueen@acme.example', 'mathsqueen@other.example', 'email same_local 22'],
    ['queen7@acme.example', 'queen7@other.example', 'email same_local 16'],
    ['info@acme.example', 'info@other.example', 'email different -5'],
    ['ada@acme.example', 'eve@other.example', 'email different -5'],
    ['adas@acme.example', 'adas@other.example', 'email different -5'],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(said({ emails: [one] }, { emails: [other] }).filter((reason) => reason.startsWith('email'))).toEqual([
      expected,
    ]);
  });

  it('of namesakes are made alike', () => {
    const king = named('Robert', 'King');
    expect(
      said({ ...king, emails: ['robertking@gmail.com'] }, { ...king, emails: ['robertking@yahoo.com'] }),
    ).toContain('email same_local 5');
  });

  it('count by the best of several, and a number that both have by itself', () => {
    expect(
      said({ emails: ['x@one.example', 'ada@acme.example'] }, { emails: ['ada@acme.example', 'y@two.example'] }),
    ).toContain('email same 60');
    expect(said({ phones: ['+1', '+2'] }, { phones: ['+2'] })).toEqual(['phone same 40']);
    expect(said({ phones: ['+1'] }, { phones: ['+3'] })).toEqual(['phone different -6']);
    expect(said({ phones: ['+1'], emails: ['a@b.example'] }, {})).toEqual([]);
  });
});

describe('employers, places and titles', () => {
  it.each([
    ['Acme Ltd', 'ACME', 'same 16'],
    ['Analytical Engines', 'Analytical Engine Inc', 'close 10'],
    ['Acme', 'Globex', 'different -9'],
  ])('%s and %s: %s', (one, other, expected) =>
    expect(said({ companyName: one }, { companyName: other })).toEqual([`company ${expected}`]),
  );

  it('are named by the domain of an address as well, but not by a free one, and not twice by the same address', () => {
    expect(said({ companyName: 'Big Acme' }, { emails: ['x@big-acme.example'] })).toEqual(['company domain 12']);
    expect(said({ companyName: 'Gmail' }, { emails: ['x@gmail.com'] })).toEqual([]);
    expect(said({ emails: ['ada@acme.example'] }, { emails: ['eve@acme.example'] })).toEqual([
      'company domain 10',
      'email different -12',
    ]);
    expect(said({ emails: ['ada@acme.example'] }, { emails: ['ada@acme.example'] })).toEqual(['email same 60']);
  });

  it('speak for and against', () => {
    expect(said({ city: 'Zürich', title: 'CEO' }, { city: 'zurich', title: 'ceo' })).toEqual([
      'city same 5',
      'title same 4',
    ]);
    expect(said({ city: 'Oslo', title: 'CEO' }, { city: 'Bergen', title: 'CTO' })).toEqual(['city different -5']);
  });
});

describe('a score', () => {
  it('lies between 0 and 100, its reasons weightiest first', () => {
    const whole = {
      ...named('Ada', 'King'),
      emails: ['ada@acme.example'],
      phones: ['+1'],
      companyName: 'Acme',
      city: 'Oslo',
      title: 'CEO',
    };
    expect(scorePeople(person(whole), person(whole)).score).toBe(100);
    expect(scorePeople(person(whole), person(whole)).reasons.map(({ field }) => field)).toEqual([
      'email',
      'phone',
      'name',
      'company',
      'city',
      'title',
    ]);
    expect(scorePeople(person(named('Ada', 'King')), person(named('Bob', 'Smith'))).score).toBe(0);
  });

  it('shows namesakes at one company, and is certain of no one by a name alone', () => {
    const at = (companyName: string) => person({ ...named('Ada', 'King'), companyName });
    expect(scorePeople(at('Acme'), at('Acme')).score).toBeGreaterThanOrEqual(POSSIBLE);
    expect(scorePeople(at('Acme'), at('Acme')).score).toBeLessThan(CERTAIN);
    expect(scorePeople(at('Acme'), at('Globex')).score).toBeLessThan(POSSIBLE);
    const reached = (email: string) => person({ ...named('Ada', 'King'), emails: [email] });
    expect(scorePeople(reached('ada@acme.example'), reached('ada@acme.example')).score).toBeGreaterThanOrEqual(CERTAIN);
  });
});

describe('two companies', () => {
  const words = (a: Partial<FirmInput>, b: Partial<FirmInput>) =>
    scoreFirms(firm(a), firm(b)).reasons.map(({ field, kind, points }) => `${field} ${kind} ${points}`);
  it.each([
    ['Acme Inc.', 'The ACME', 'same 58'],
    ['King & Sons', 'Sons King', 'swapped 46'],
    ['Analytica', 'Analytika', 'close 42'],
    ['Acme', 'Acne', 'different -35'],
    ['Store 12', 'Store 14', 'different -40'],
    ['Acme Engines', 'Acme Engines Europe', 'part 22'],
    ['Blackstone Partners', 'Partners Blakstone', 'part 40'],
    ['Acme', 'Acme Engines', 'part 8'],
    ['Acme', 'Globex', 'different -35'],
  ])('%s and %s: %s', (one, other, expected) =>
    expect(words({ name: one }, { name: other })).toEqual([`name ${expected}`]),
  );

  it('are held against each other by all that both have', () => {
    const here = {
      website: 'https://www.acme.example/x',
      phone: '+1',
      street: 'Main 1',
      city: 'Oslo',
      country: 'Norway',
    };
    expect(words(here, here)).toEqual([
      'name same 58',
      'website same 45',
      'phone same 30',
      'address same 14',
      'city same 12',
    ]);
    expect(
      words(here, {
        website: 'https://other.example',
        phone: '+2',
        street: 'Main 2',
        city: 'Bergen',
        country: 'Sweden',
      }),
    ).toEqual([
      'name same 58',
      'city different -14',
      'website different -12',
      'country different -12',
      'phone different -4',
    ]);
    expect(words(here, {})).toEqual(['name same 58']);
  });
});

describe('what records are compared by', () => {
  it('names without titles, degrees and marks', () => {
    expect(personName('Dr. Ada Maria', "O'Brien-King PhD")).toEqual({ first: 'ada', last: 'obrienking', suffix: '' });
    expect(personName('Robert', 'King Junior')).toEqual({ first: 'robert', last: 'king', suffix: 'jr' });
    expect(personName('', 'Junior')).toEqual({ first: '', last: 'junior', suffix: '' });
    expect([
      companyWords('The Acme Co., Ltd.'),
      companyWords('The Company'),
      withoutForms('acme gmbh & co. kg'),
      withoutForms('inc'),
    ]).toEqual([['acme'], ['the', 'company'], 'acme', 'inc']);
    expect([mailbox('Ada.K+news@GMail.com'), mailbox('Ada.K+news@Acme.example')]).toEqual([
      { local: 'adak', domain: 'gmail.com' },
      { local: 'ada.k', domain: 'acme.example' },
    ]);
  });

  it('share a key through a short form, a slip and swapped names', () => {
    const meet = (a: Partial<PersonInput>, b: Partial<PersonInput>) =>
      personKeys(person(a)).some((key) => personKeys(person(b)).includes(key));
    expect(meet(named('Bob', 'Kingsley'), named('Robert', 'Kingsley'))).toBe(true);
    expect(meet(named('Robert', 'Kingsley'), named('Kingsley', 'Bob'))).toBe(true);
    expect(meet(named('Robert', 'Kingsley'), named('Robert', 'Kinsgley'))).toBe(true);
    expect(meet({ emails: ['mathsqueen@one.example'] }, { emails: ['mathsqueen@two.example'] })).toBe(true);
    expect(meet({ emails: ['info@one.example'] }, { emails: ['info@two.example'] })).toBe(false);
    expect(meet({ phones: ['+14155550100'] }, { phones: ['+4155550100'] })).toBe(true);
    expect(meet(named('Robert', 'Kingsley'), named('Olga', 'Smith'))).toBe(false);
    const firmsMeet = (a: Partial<FirmInput>, b: Partial<FirmInput>) =>
      firmKeys(firm(a)).some((key) => firmKeys(firm(b)).includes(key));
    expect([
      firmsMeet({ name: 'Blackstone Partners' }, { name: 'Blakstone Partners' }),
      firmsMeet({ name: 'Acme', city: 'Oslo' }, { name: 'Globex', city: 'Oslo' }),
      firmsMeet({ name: 'A', website: 'https://x.example' }, { name: 'B', website: 'https://x.example' }),
    ]).toEqual([true, false, true]);
  });

  it('are looked up by every form of their name, by employer and by mailbox', () => {
    const near = nearPerson(
      person({ ...named('Bob', "O'Brien"), emails: ['bobby7@acme.example', 'info@acme.example'], companyName: 'Acme' }),
      { name: "bob o'brien", company: 'acme ltd' },
    );
    expect(near.names).toEqual(
      expect.arrayContaining(["bob o'brien", "robert o'brien", "o'brien robert", 'b obrien', 'obrien bob']),
    );
    expect(near.slipped).toEqual(
      expect.arrayContaining([
        { low: 'robert obr', high: 'robert obr\u{10FFFF}', end: '' },
        { low: 'bo', high: 'bo\u{10FFFF}', end: " o'brien" },
      ]),
    );
    expect(near.employers.map(({ low }) => low)).toEqual(['acme', 'the acme']);
    expect(near.mailboxes.map(({ low }) => low)).toEqual(['bobby7@', 'bobby7+']);
    expect(nearPerson(person({ lastName: 'King' }), { name: 'king', company: '' })).toEqual({
      names: ['king'],
      slipped: [],
      employers: [],
      mailboxes: [],
    });
  });
});
