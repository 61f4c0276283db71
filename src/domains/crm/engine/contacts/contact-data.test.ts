import { describe, expect, it } from 'vitest';
import { changesBetween } from './contact-changes.ts';
import { sameJson } from '../../../../records/engine/same-json.ts';
import { applyInput } from './contact-input.ts';
import { BLANK_CONTACT, type ContactData, derive, displayName } from './contact-data.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import type { CustomDefinition } from '../../../../records/engine/custom-field-values.ts';
import { furtherWords } from '../../../../records/engine/search-text.ts';
import { toVcard } from './vcard.ts';

const NOW = '2026-11-21T10:00:00.000Z';
const definition = (
  key: string,
  kind: CustomDefinition['kind'],
  options: string[] = [],
): [string, CustomDefinition] => [key, { key, label: key.toUpperCase(), kind, options }];
const context = {
  country: 'US',
  now: NOW,
  customFields: new Map([definition('tier', 'select', ['gold', 'tin']), definition('seats', 'number')]),
};
const contact = (data: Partial<ContactData>): ContactData => ({ ...BLANK_CONTACT, ...data });
const ADA = contact({
  firstName: 'Ada',
  lastName: 'King',
  emails: [{ value: 'Ada@Example.com', label: 'work' }],
  phones: [{ value: '+14155550100', label: 'mobile' }],
  title: 'Countess',
  tags: ['Maths'],
  links: { website: 'https://ada.example/' },
  custom: { tier: 'gold', seats: 3 },
  city: 'Zürich',
  about: 'Wrote notes',
});

describe('what is derived from a contact', () => {
  it('sorts, finds and recognizes it without case and accents', () => {
    expect(derive(ADA, 'Analytical Ltd')).toEqual({
      nameKey: 'ada king',
      lastNameKey: 'king',
      companyKey: 'analytical ltd',
      emailKey: 'ada@example.com',
      searchText:
        ' ada king analytical ltd ada@example.com 14155550100 countess zurich maths https://ada.example/ wrote notes gold 3',
      keys: ['e:ada@example.com', 'p:+14155550100', 'n:ada king|analytical ltd'],
    });
  });

  it('recognises no one by a first name alone, nor by a name without a company', () => {
    expect(derive(contact({ firstName: 'Ada' }), 'Analytical').keys).toEqual([]);
    expect(derive(contact({ lastName: 'King' }), 'Analytical').keys).toEqual([]);
    expect(derive(contact({ firstName: 'Ada', lastName: 'King' }), '').keys).toEqual([]);
  });

  it('keeps keys short enough for an index, and each once', () => {
    const long = derive(contact({ firstName: 'a'.repeat(120), lastName: 'b'.repeat(120) }), 'c'.repeat(300));
    expect([long.nameKey.length, long.companyKey.length, long.keys[0]!.length]).toEqual([200, 200, 2 + 200 + 1 + 200]);
    const twice = derive(
      contact({
        emails: [
          { value: 'a@b.cd', label: 'work' },
          { value: 'A@b.cd', label: 'home' },
        ],
      }),
      '',
    );
    expect(twice.keys).toEqual(['e:a@b.cd']);
  });

  it('is searched by the beginning of long fields, by numbers and choices, never by yes and no', () => {
    expect(
      furtherWords(['', 'x'.repeat(300), 'y'.repeat(301)], { a: 'Été', b: 7, c: ['One', 'Two'], d: true }),
    ).toEqual(['x'.repeat(300), 'y'.repeat(300), 'ete', '7', 'one', 'two']);
  });

  it('is called by its name, else by how it is reached', () => {
    expect(
      [
        ADA,
        contact({ lastName: 'King' }),
        contact({ emails: ADA.emails, phones: ADA.phones }),
        contact({ phones: ADA.phones }),
        contact({}),
      ].map(displayName),
    ).toEqual(['Ada King', 'King', 'Ada@Example.com', '+14155550100', 'Unnamed contact']);
  });

  it('takes tags once whatever their case, in the first spelling', () => {
    expect(uniqueTags([' VIP ', 'vip', '', 'New', ' '])).toEqual(['VIP', 'New']);
  });
});

describe('what someone typed', () => {
  it('changes what it names and nothing else', () => {
    const { data, errors } = applyInput(
      ADA,
      {
        title: '',
        address: { city: 'London' },
        tags: ['a', 'A'],
        links: { website: '', linkedin: 'linkedin.com/in/ada' },
      },
      context,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      ...ADA,
      title: '',
      city: 'London',
      tags: ['a'],
      links: { linkedin: 'https://linkedin.com/in/ada' },
    });
    expect(applyInput(ADA, {}, context).data).toEqual(ADA);
  });

  it('takes each address and number once, blank ones not at all, and names the wrong ones by their place', () => {
    const { data, errors } = applyInput(
      ADA,
      {
        emails: [
          { value: 'ada@x.example' },
          { value: '' },
          { value: 'ADA@x.example', label: 'home' },
          { value: 'none' },
        ],
        phones: [
          { value: '(415) 555-0100 x12', label: 'home' },
          { value: '+1 415 555 0100' },
          { value: '12' },
          { value: '' },
        ],
      },
      context,
    );
    expect(data.emails).toEqual([{ value: 'ada@x.example', label: 'work' }]);
    expect(data.phones).toEqual([{ value: '+14155550100', label: 'home', ext: '12' }]);
    expect(errors.map(({ field }) => field)).toEqual(['emails.3.value', 'phones.2.value']);
  });

  it('keeps a link that was right when the new one is none, and says so', () => {
    const { data, errors } = applyInput(ADA, { links: { website: 'javascript:alert(1)' } }, context);
    expect([data.links, errors.map(({ field }) => field)]).toEqual([ADA.links, ['links.website']]);
  });

  it('dates consent when it is given, and not again when it only stays', () => {
    const given = applyInput(ADA, { consent: { email: { state: 'granted' } } }, context).data;
    expect(given.consent).toEqual({ email: { state: 'granted', at: NOW, basis: '' } });
    const later = { ...context, now: '2027-01-01T00:00:00.000Z' };
    expect(applyInput(given, { consent: { email: { state: 'granted', basis: 'Form' } } }, later).data.consent).toEqual({
      email: { state: 'granted', at: NOW, basis: 'Form' },
    });
    expect(applyInput(given, { consent: { email: { state: 'denied' } } }, later).data.consent).toEqual({
      email: { state: 'denied', at: later.now, basis: '' },
    });
    expect(applyInput(given, { consent: { email: { state: 'unknown' } } }, later).data.consent).toEqual({});
  });

  it('is held against the own fields: unknown ones and values that do not fit are named, blank ones are taken out', () => {
    const { data, errors } = applyInput(ADA, { custom: { tier: 'lead', seats: null, gone: 1 } }, context);
    expect(data.custom).toEqual({ tier: 'gold' });
    expect(errors).toEqual([
      { field: 'custom.tier', message: 'TIER does not offer "lead".' },
      { field: 'custom.gone', message: 'There is no custom field "gone".' },
    ]);
  });
});

describe('what differs between two states', () => {
  it('is said field by field, companies by name', () => {
    const after = { ...ADA, title: 'Author', companyId: 'c1', links: {}, custom: { tier: 'tin', seats: 3 } };
    expect(changesBetween({ data: ADA, companyName: '' }, { data: after, companyName: 'Acme' })).toEqual([
      { field: 'title', from: 'Countess', to: 'Author' },
      { field: 'company', from: '', to: 'Acme' },
      { field: 'links.website', from: 'https://ada.example/', to: null },
      { field: 'custom.tier', from: 'gold', to: 'tin' },
    ]);
    expect(
      changesBetween({ data: ADA, companyName: 'One name' }, { data: { ...ADA }, companyName: 'Another' }),
    ).toEqual([]);
  });

  it('does not hang on the order of keys, but on that of lists', () => {
    expect([
      sameJson({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }),
      sameJson([1, 2], [2, 1]),
      sameJson(null, undefined),
    ]).toEqual([true, false, false]);
  });
});

describe('a vCard', () => {
  const card = (data: Partial<ContactData>, companyName = '') =>
    toVcard({ id: 'id-1', data: contact(data), companyName, updatedAt: '2026-11-21T10:00:00.123Z' });
  it('holds what the contact has, escaped, and nothing that it has not', () => {
    expect(
      card(
        {
          ...ADA,
          about: 'One; two,\nthree\\',
          phones: [{ value: '+14155550100', label: 'mobile', ext: '7' }],
          emails: [{ value: 'a@b.cd', label: 'other' }],
        },
        'Acme, Inc',
      ).split('\r\n'),
    ).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'UID:urn:uuid:id-1',
      'FN:Ada King',
      'N:King;Ada;;;',
      'ORG:Acme\\, Inc',
      'TITLE:Countess',
      'EMAIL:a@b.cd',
      'TEL;VALUE=uri;TYPE=cell:tel:+14155550100;ext=7',
      'ADR:;;;Zürich;;;',
      'URL:https://ada.example/',
      'CATEGORIES:Maths',
      'NOTE:One\\; two\\,\\nthree\\\\',
      'REV:20261121T100000Z',
      'END:VCARD',
      '',
    ]);
    expect(card({ lastName: 'King' })).not.toMatch(/ORG|TITLE|ADR|NOTE|CATEGORIES/);
  });

  it('breaks lines at 75 bytes and never inside a character', () => {
    const lines = card({ lastName: 'K', about: 'ü'.repeat(100) }).split('\r\n');
    const note = lines.slice(
      lines.findIndex((line) => line.startsWith('NOTE')),
      lines.findIndex((line) => line.startsWith('REV')),
    );
    expect(note.map((line) => Buffer.byteLength(line))).toEqual([75, 75, 57]);
    expect(note.map((line, nth) => (nth === 0 ? line : line.slice(1))).join('')).toBe(`NOTE:${'ü'.repeat(100)}`);
  });
});
