import { describe, expect, it } from 'vitest';
import type { ContactRow } from '../../contract/contacts.ts';
import { ContactUpdate } from '../../contract/contacts.ts';
import type { CustomField } from '../../../../records/contract/views.ts';
import { fieldsWritten, isDisputed } from '../../../../records/web/changes.ts';
import { cellChange, presentFields } from './cell-change.ts';

const row: ContactRow = {
  id: '0198c1a0-0000-7000-8000-000000000001',
  version: 3,
  firstName: 'Ada',
  lastName: 'Lovelace',
  title: 'Countess',
  company: { id: '0198c1a0-0000-7000-8000-000000000002', name: 'Engines' },
  emails: [
    { value: 'ada@example.com', label: 'home' },
    { value: 'ada@work.example', label: 'work' },
  ],
  phones: [],
  city: 'London',
  country: 'GB',
  source: '',
  ownerId: null,
  businessLicenseId: null,
  tags: [],
  custom: { score: 4 },
  lastActivityAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
};
const score: CustomField = {
  id: row.id,
  version: 1,
  object: 'contact',
  key: 'score',
  label: 'Score',
  kind: 'number',
  options: [],
  position: 0,
};
const change = (column: string, text: string) => cellChange(row, column, text, [score])!;

describe('editing a cell', () => {
  it.each([
    ['title', 'Analyst'],
    ['company', 'Analytical'],
    ['company', ''],
    ['email', 'new@example.com'],
    ['email', ''],
    ['phone', '+14155550100'],
    ['owner', ''],
    ['city', 'Paris'],
    ['custom.score', '7'],
    ['custom.score', ''],
  ])('%s = "%s" writes what the contract takes, and can be undone by it', (column, text) => {
    const { fields } = change(column, text);
    expect(ContactUpdate.safeParse({ ...fields, version: 3 }).success).toBe(true);
    const undo = presentFields(row, fields);
    expect(ContactUpdate.safeParse({ ...undo, version: 4 }).success).toBe(true);
    expect(Object.keys(undo).length).toBe(1);
  });
  it('changes the first address and keeps the others and its label', () => {
    expect(change('email', 'new@example.com').row.emails).toEqual([
      { value: 'new@example.com', label: 'home' },
      { value: 'ada@work.example', label: 'work' },
    ]);
    expect(change('email', ' ').fields.emails).toEqual([{ value: 'ada@work.example', label: 'work' }]);
  });
  it('writes numbers as numbers and blank as removed', () => {
    expect(change('custom.score', '7').fields).toEqual({ custom: { score: 7 } });
    expect(change('custom.score', '').row.custom).toEqual({ score: null });
    expect(presentFields(row, { custom: { score: 7 } })).toEqual({ custom: { score: 4 } });
  });
});

describe('a cell that someone else changed meanwhile', () => {
  const disputed = (column: string, text: string, ...changed: string[]) =>
    isDisputed(
      fieldsWritten(change(column, text).fields),
      changed.map((field) => ({ field })),
    );
  it('is not written over; what they changed elsewhere in the record is no reason to refuse', () => {
    expect([disputed('title', 'x', 'title'), disputed('title', 'x', 'source', 'tags')]).toEqual([true, false]);
    expect([
      disputed('city', 'x', 'address.city'),
      disputed('city', 'x', 'address'),
      disputed('city', 'x', 'address.country'),
    ]).toEqual([true, true, false]);
    expect([disputed('custom.score', '7', 'custom.score'), disputed('custom.score', '7', 'custom.other')]).toEqual([
      true,
      false,
    ]);
    expect([
      disputed('company', 'x', 'companyId'),
      disputed('company', '', 'company'),
      disputed('owner', '', 'ownerId'),
    ]).toEqual([true, true, true]);
  });
});
