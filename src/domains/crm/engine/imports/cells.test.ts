import { describe, expect, it } from 'vitest';
import type { ImportOptions } from '../../contract/imports.ts';
import { BLANK_CONTACT } from '../contacts/contact-data.ts';
import { BLANK_LEAD } from '../leads/lead-data.ts';
import type { CustomDefinition } from '../../../../records/engine/custom-field-values.ts';
import { companyRows } from './company-row.ts';
import { contactKeys, contactRows, keyInWords, mergeContact } from './contact-row.ts';
import { guessHeader } from './header.ts';
import { freshLead, leadKeys, leadRows, mergeLead } from './lead-row.ts';
import { compileRowReader, type RowKind } from './row-reader.ts';
import type { Entry } from './row.ts';

const options: ImportOptions = {
  matchOn: ['email', 'phone', 'name_company'],
  onMatch: 'skip',
  update: 'fill',
  defaultCountry: 'US',
  dateOrder: 'dmy',
  decimal: 'point',
  ownerId: null,
  tags: [],
  source: '',
  ownerNames: {},
  pipelineId: null,
  currency: null,
};
const OWN = new Map<string, CustomDefinition>([
  ['tier', { key: 'tier', label: 'Tier', kind: 'multi', options: ['Gold', 'Tin'] }],
  ['seats', { key: 'seats', label: 'Seats', kind: 'number', options: [] }],
]);

function rowOf<E extends Entry>(of: RowKind<E>, cells: Record<string, string>, more: Partial<ImportOptions> = {}) {
  const targets = Object.keys(cells);
  return compileRowReader(
    of,
    targets.map((target, index) => ({ index, target })),
    { ...options, ...more },
    OWN,
    targets.length,
  )(Object.values(cells));
}
const contact = (cells: Record<string, string>, more?: Partial<ImportOptions>) => rowOf(contactRows, cells, more);

describe('a cell of a contact', () => {
  it('of several addresses or numbers gives each once, with the label of its column', () => {
    const { entry, errors } = contact({
      'email:home': 'a@x.example; A@X.example; b@x.example',
      'phone:mobile': '415 555 0100 x7, +1 415 555 0100',
    });
    expect(errors).toEqual([]);
    expect(entry.emails).toEqual([
      { value: 'a@x.example', label: 'home' },
      { value: 'b@x.example', label: 'home' },
    ]);
    expect(entry.phones).toEqual([{ value: '+14155550100', label: 'mobile', ext: '7' }]);
  });

  it('names what is no address and no number, and what is too long', () => {
    expect(
      contact({ email: 'a@x.example; nobody', phone: '12', website: 'not an address', firstName: 'x'.repeat(121) })
        .errors,
    ).toEqual([
      '"nobody" is not a valid email address.',
      '"12" is not a phone number in US and has no country code.',
      '"not an address" is not a valid URL.',
      'The first name is longer than 120 characters.',
    ]);
    expect(contact({ email: 'x'.repeat(70) }).errors[0]).toContain(`"${'x'.repeat(60)}…"`);
    expect(contact({ firstName: 'x'.repeat(120), company: 'c'.repeat(200) }).errors).toEqual([]);
  });

  it('makes an address of a handle, where that is what such cells hold', () => {
    expect(
      contact({
        firstName: 'A',
        x: '@ada_k',
        instagram: 'ada',
        github: 'https://github.com/ada',
        linkedin: 'linkedin.com/in/ada',
      }).entry.links,
    ).toEqual({
      x: 'https://x.com/ada_k',
      instagram: 'https://www.instagram.com/ada',
      github: 'https://github.com/ada',
      linkedin: 'https://linkedin.com/in/ada',
    });
    expect(contact({ firstName: 'A', x: 'x.com' }).entry.links).toEqual({ x: 'https://x.com/' });
  });

  it('reads consent as yes or no, and guesses at nothing else', () => {
    expect(contact({ firstName: 'A', consentEmail: 'yes', consentSms: 'unsubscribed' }).entry.consent).toEqual({
      email: { state: 'granted', at: null, basis: 'Import' },
      sms: { state: 'denied', at: null, basis: 'Import' },
    });
    expect(contact({ firstName: 'A', consentPhone: 'perhaps' }).errors).toEqual(['"perhaps" is neither yes nor no.']);
  });

  it('of a whole name fills what no other column names', () => {
    expect(contact({ firstName: 'Augusta', fullName: 'King, Ada' }).entry).toMatchObject({
      firstName: 'Augusta',
      lastName: 'King',
    });
  });

  it('that says nothing is blank, and a row of nothing is no contact', () => {
    expect(contact({ firstName: 'n/a', lastName: ' - ', email: '' }).errors).toEqual([
      'Name, email address, and phone number are missing.',
    ]);
    expect(contact({ phone: '+14155550100' }).errors).toEqual([]);
    expect(contact({ lastName: 'King\0' }).entry.lastName).toBe('King');
  });

  it('of an own field is read by its kind, and refused in words', () => {
    expect(
      contact({ firstName: 'A', 'custom:tier': 'Gold; Tin', 'custom:seats': '1,234.5', 'custom:gone': 'x' }).entry
        .custom,
    ).toEqual({ tier: ['Gold', 'Tin'], seats: 1234.5 });
    expect(contact({ firstName: 'A', 'custom:tier': 'Lead', 'custom:seats': 'many' }).errors).toEqual([
      'Tier does not offer "Lead"; the file says "Lead" for Tier.',
      'Seats must be a number; the file says "many" for Seats.',
    ]);
  });

  it('of tags and notes adds up; what all rows get comes after', () => {
    const { entry, note, ownerText } = contact(
      { firstName: 'A', tags: 'VIP; new', note: 'Met at a fair', owner: 'Grace' },
      { tags: ['vip', 'Fair'], source: 'Fair' },
    );
    expect([entry.tags, note, ownerText, entry.source]).toEqual([
      ['VIP', 'new', 'Fair'],
      'Met at a fair',
      'Grace',
      'Fair',
    ]);
    expect(contact({ firstName: 'A', source: 'Ad' }, { source: 'Fair' }).entry.source).toBe('Ad');
    expect(contact({ firstName: 'A', tags: 't'.repeat(61) }).errors[0]).toContain('longer than 60 characters');
    expect(contact({ firstName: 'A', note: 'n'.repeat(20_001) }).errors).toEqual([
      'The note is longer than 20000 characters.',
    ]);
  });
});

describe('a row that may be someone who is there', () => {
  const { entry } = contact({
    firstName: 'Ada',
    lastName: 'King',
    company: 'Acme',
    email: 'Ada@x.example',
    phone: '+14155550100',
  });
  it('is known by what is asked for, the surest first', () => {
    expect(contactKeys(entry, ['name_company', 'phone', 'email'])).toEqual([
      'e:ada@x.example',
      'p:+14155550100',
      'n:ada king|acme',
    ]);
    expect(contactKeys(entry, ['phone'])).toEqual(['p:+14155550100']);
    expect(contactKeys({ ...entry, lastName: '' }, ['name_company'])).toEqual([]);
    expect(contactKeys({ ...entry, companyName: '' }, ['name_company'])).toEqual([]);
    expect(['e:a@x.example', 'p:+1', 'n:a|b', 'm:a'].map(keyInWords)).toEqual([
      'the email address a@x.example',
      'the phone number +1',
      'this name and company',
      'this name',
    ]);
  });

  it('fills what is blank, or replaces what it has; lists grow either way; the first source stays', () => {
    const current = {
      ...BLANK_CONTACT,
      firstName: 'Augusta',
      emails: [{ value: 'ada@X.example', label: 'work' }],
      tags: ['Old'],
      source: 'Ad',
      ownerId: 'o1',
      links: { website: 'https://old.example/' },
      custom: { tier: ['Tin'] },
    };
    const row = {
      ...entry,
      source: 'Fair',
      tags: ['new', 'OLD'],
      ownerId: 'o2',
      links: { website: 'https://new.example/', x: 'https://x.com/a' },
      custom: { tier: ['Gold'], seats: 2 },
    };
    expect(mergeContact(current, row, 'fill')).toMatchObject({
      firstName: 'Augusta',
      lastName: 'King',
      source: 'Ad',
      ownerId: 'o1',
      tags: ['Old', 'new'],
      emails: [{ value: 'ada@X.example' }],
      phones: [{ value: '+14155550100' }],
      links: { website: 'https://old.example/', x: 'https://x.com/a' },
      custom: { tier: ['Tin'], seats: 2 },
    });
    expect(mergeContact(current, row, 'replace')).toMatchObject({
      firstName: 'Ada',
      source: 'Ad',
      ownerId: 'o2',
      links: { website: 'https://new.example/' },
      custom: { tier: ['Gold'], seats: 2 },
    });
    expect(mergeContact(current, { ...row, firstName: '', ownerId: null }, 'replace')).toMatchObject({
      firstName: 'Augusta',
      ownerId: 'o1',
    });
    expect(mergeContact({ ...current, source: '' }, row, 'fill').source).toBe('Fair');
  });
});

describe('a row of leads and companies', () => {
  const lead = (cells: Record<string, string>) => rowOf(leadRows, cells);
  it('takes the first of several addresses and numbers', () => {
    expect(lead({ lastName: 'K', email: 'nobody; a@x.example' }).errors).toHaveLength(1);
    expect(
      lead({ lastName: 'K', email: 'a@x.example; b@x.example', phone: '415 555 0100, 415 555 0199' }).entry,
    ).toMatchObject({ email: 'a@x.example', phone: '+14155550100' });
    expect(lead({ lastName: 'K', phone: '12' }).errors).toHaveLength(1);
  });

  it.each([
    ['yes', true],
    ['Private', true],
    ['no', false],
    ['Everyone', false],
  ])('says who sees it: %s', (cell, expected) =>
    expect(lead({ lastName: 'K', private: cell }).entry.private).toBe(expected),
  );
  it('does not take what it cannot read for a no', () =>
    expect(lead({ lastName: 'K', private: 'perhaps' }).errors).toHaveLength(1));

  it('keeps a reason only with the status that it explains', () => {
    const { entry } = lead({ lastName: 'K', status: 'lost', statusReason: 'Too dear' });
    expect(freshLead(entry)).toMatchObject({ status: 'unqualified', statusReason: 'Too dear' });
    expect(freshLead({ ...entry, status: '' })).toMatchObject({ status: 'new', statusReason: '' });
    const current = { ...BLANK_LEAD, status: 'unqualified' as const, statusReason: 'No budget' };
    expect(mergeLead(current, entry, 'fill')).toMatchObject({ status: 'unqualified', statusReason: 'No budget' });
    expect(mergeLead(current, { ...entry, statusReason: '' }, 'replace')).toMatchObject({ statusReason: 'No budget' });
    expect(mergeLead(current, entry, 'replace')).toMatchObject({ statusReason: 'Too dear' });
    expect(mergeLead({ ...current, statusReason: '' }, entry, 'fill')).toMatchObject({ statusReason: 'Too dear' });
    expect(mergeLead(current, { ...entry, status: 'working' }, 'replace')).toMatchObject({
      status: 'working',
      statusReason: '',
    });
    expect(mergeLead(current, { ...entry, status: 'working' }, 'fill')).toMatchObject({ status: 'unqualified' });
  });

  it('is known by what is asked for', () => {
    const { entry } = lead({ lastName: 'King', company: 'Acme', email: 'a@x.example', phone: '+14155550100' });
    expect(leadKeys(entry, ['email', 'phone', 'name_company'])).toEqual([
      'e:a@x.example',
      'p:+14155550100',
      'n:king|acme',
    ]);
    expect(leadKeys({ ...entry, email: '', phone: '', companyName: '' }, ['email', 'phone', 'name_company'])).toEqual(
      [],
    );
  });

  it('of a company needs a name', () => {
    expect(rowOf(companyRows, { name: '', city: 'Oslo' }).errors).toEqual(['Name is missing.']);
    expect(rowOf(companyRows, { name: 'Acme', website: 'acme.example' }).entry).toMatchObject({
      name: 'Acme',
      website: 'https://acme.example/',
    });
  });
});

describe('the first row', () => {
  it.each([
    [
      'known names',
      [
        ['First name', 'Whatever'],
        ['Ada', '1'],
      ],
      true,
    ],
    [
      'one known name among blanks',
      [
        ['E-mail', '', ''],
        ['a@x.example', '', ''],
      ],
      true,
    ],
    [
      'unknown names over data',
      [
        ['Foo', 'Bar'],
        ['1', '2'],
      ],
      true,
    ],
    ['unknown names over nothing', [['Foo', 'Bar']], false],
    [
      'the same name twice',
      [
        ['Foo', 'Foo'],
        ['1', '2'],
      ],
      false,
    ],
    [
      'a hole among unknown names',
      [
        ['Foo', ''],
        ['1', '2'],
      ],
      false,
    ],
    [
      'an address',
      [
        ['Name', 'a@x.example'],
        ['B', 'b@x.example'],
      ],
      false,
    ],
    [
      'a number',
      [
        ['Name', '12.5'],
        ['B', '3'],
      ],
      false,
    ],
    [
      'a day',
      [
        ['Name', '2026-11-21'],
        ['B', ''],
      ],
      false,
    ],
    [
      'a text',
      [
        ['Name', 'x'.repeat(101)],
        ['B', 'c'],
      ],
      false,
    ],
    ['nothing', [['', ' ']], false],
    ['no row', [], false],
  ])('names the columns or not: %s', (_, rows, expected) => expect(guessHeader('contact', rows)).toBe(expected));
});
