import { describe, expect, it } from 'vitest';
import { BLANK_CONTACT, type ContactData } from '../contacts/contact-data.ts';
import { BLANK_LEAD } from '../leads/lead-data.ts';
import {
  customText,
  mergeConflicts,
  mergeImages,
  mergeResult,
  unknownChoices,
} from '../../../../records/engine/merge.ts';
import { CONTACT_MERGE, LEAD_MERGE, type NamedContact } from './rules.ts';

const contact = (data: Partial<ContactData>, companyName = ''): NamedContact => ({
  data: { ...BLANK_CONTACT, ...data },
  companyName,
});
const KEEP = contact({
  firstName: 'Ada',
  title: 'CEO',
  emails: [{ value: 'Ada@x.example', label: 'work' }],
  phones: [{ value: '+1', label: 'work' }],
  tags: ['VIP'],
  street: 'Main 1',
  links: { website: 'https://keep.example/' },
  custom: { tier: 'gold', score: 1, list: ['a'] },
  consent: { email: { state: 'granted', at: null, basis: '' } },
});
const OTHER = contact(
  {
    firstName: 'Adah',
    lastName: 'King',
    emails: [
      { value: 'ada@X.example', label: 'home' },
      { value: 'b@x.example', label: 'home' },
    ],
    phones: [
      { value: '+1', label: 'home' },
      { value: '+2', label: 'home' },
    ],
    tags: ['vip', 'New'],
    city: 'Oslo',
    companyId: 'c2',
    links: { website: 'https://other.example/', x: 'https://x.com/a' },
    custom: { tier: 'tin', score: 2, list: ['a'], more: true },
    consent: { email: { state: 'denied', at: null, basis: '' } },
  },
  'Acme',
);
const NONE = new Set<string>();

describe('two contacts become one', () => {
  it('keeping its own values, filling blanks, joining what can hold several', () => {
    const { data, companyName } = mergeImages(CONTACT_MERGE, KEEP, OTHER, {});
    expect(companyName).toBe('Acme');
    expect(data).toEqual({
      ...KEEP.data,
      lastName: 'King',
      companyId: 'c2',
      emails: [
        { value: 'Ada@x.example', label: 'work' },
        { value: 'b@x.example', label: 'home' },
      ],
      phones: [
        { value: '+1', label: 'work' },
        { value: '+2', label: 'home' },
      ],
      tags: ['VIP', 'New'],
      links: { website: 'https://keep.example/', x: 'https://x.com/a' },
      custom: { tier: 'gold', score: 1, list: ['a'], more: true },
    });
  });

  it('taking what someone chose, an address as a whole', () => {
    const { data } = mergeImages(CONTACT_MERGE, KEEP, OTHER, {
      firstName: 'merge',
      title: 'merge',
      address: 'merge',
      consent: 'merge',
      'custom.tier': 'merge',
      'custom.list': 'keep',
      'custom.gone': 'merge',
    });
    expect(data).toMatchObject({
      firstName: 'Adah',
      title: 'CEO',
      street: '',
      city: 'Oslo',
      consent: { email: { state: 'denied' } },
      custom: { tier: 'tin', score: 1 },
    });
    expect(data.custom).not.toHaveProperty('gone');
  });

  it('asking only where both have a value and not the same, never of what is calculated', () => {
    expect(
      mergeConflicts(CONTACT_MERGE, KEEP, OTHER, new Set(['score'])).map(({ field, keep, merge }) => [
        field,
        keep,
        merge,
      ]),
    ).toEqual([
      ['firstName', 'Ada', 'Adah'],
      ['address', 'Main 1', 'Oslo'],
      ['consent', 'email: granted', 'email: denied'],
      ['custom.tier', 'gold', 'tin'],
    ]);
    expect(mergeConflicts(CONTACT_MERGE, KEEP, KEEP, NONE)).toEqual([]);
  });

  it('told field by field, without what is blank or calculated', () => {
    const result = mergeResult(
      CONTACT_MERGE,
      contact({ lastName: 'King', tags: ['a', 'b'], custom: { score: 1, more: true } }, 'Acme'),
      new Set(['score']),
    );
    expect(result).toEqual([
      { field: 'lastName', value: 'King' },
      { field: 'company', value: 'Acme' },
      { field: 'tags', value: 'a, b' },
      { field: 'custom.more', value: 'yes' },
    ]);
    expect([customText(false), customText(0), customText(null), customText(['a', 'b'])]).toEqual([
      'no',
      '0',
      '',
      'a, b',
    ]);
  });

  it('refusing a choice of what is no field', () =>
    expect(unknownChoices(CONTACT_MERGE, { firstName: 'merge', 'custom.any': 'keep', shoeSize: 'keep' })).toEqual([
      'shoeSize',
    ]));
});

it('the reason of a lead goes with its status', () => {
  const [keep, other] = [
    { ...BLANK_LEAD, status: 'working' as const },
    { ...BLANK_LEAD, status: 'unqualified' as const, statusReason: 'Too dear' },
  ];
  expect(mergeImages(LEAD_MERGE, keep, other, {})).toMatchObject({ status: 'working', statusReason: '' });
  expect(mergeImages(LEAD_MERGE, keep, other, { status: 'merge' })).toMatchObject({
    status: 'unqualified',
    statusReason: 'Too dear',
  });
});
