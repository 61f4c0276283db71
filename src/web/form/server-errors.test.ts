import { describe, expect, it } from 'vitest';
import { belongsOnTop, flattenErrors, placeErrors } from './server-errors.ts';

describe("placing the server's errors", () => {
  it('puts each on its field, a part on the whole that shows it, and the rest above the form', () => {
    const placed = placeErrors(
      [
        { field: 'firstName', message: 'A' },
        { field: 'emails.1.value', message: 'B' },
        { field: 'emails.0.value', message: 'C' },
        { field: 'secret', message: 'D' },
      ],
      ['firstName', 'emails', 'emails.1.value'],
      'Not saved',
    );
    expect(placed.fields).toEqual([
      { field: 'firstName', message: 'A' },
      { field: 'emails.1.value', message: 'B' },
      { field: 'emails', message: 'C' },
    ]);
    expect(placed.general).toEqual(['D']);
  });
  it('says the sentence of an answer that names no field', () => {
    expect(placeErrors([], ['firstName'], 'The contact was deleted.').general).toEqual(['The contact was deleted.']);
  });
});

describe('a summary on top of a form', () => {
  const shown = new Map([['name', 'Name']]);
  it('is not needed for one mistake that stands at its field, and is for several', () => {
    expect([
      belongsOnTop([], shown),
      belongsOnTop([{ field: 'name', message: 'A' }], shown),
      belongsOnTop(
        [
          { field: 'name', message: 'A' },
          { field: 'name', message: 'B' },
        ],
        shown,
      ),
    ]).toEqual([false, false, true]);
  });
  it('says one mistake that no field shows: saving would do nothing, without a word', () => {
    expect(belongsOnTop([{ field: 'discount.amount', message: 'Enter an amount.' }], shown)).toBe(true);
  });
});

describe('flattening', () => {
  it('names nested fields with dots and leaves out what is not an error', () => {
    expect(
      flattenErrors({
        firstName: { type: 'custom', message: 'Enter a name.', ref: { name: 'firstName' } },
        emails: [undefined, { value: { type: 'custom', message: 'Not an address.' } }],
        phones: { root: { type: 'custom', message: 'Too many.' } },
        root: { server: { message: 'General' } },
      }),
    ).toEqual([
      { field: 'firstName', message: 'Enter a name.' },
      { field: 'emails.1.value', message: 'Not an address.' },
      { field: 'phones', message: 'Too many.' },
    ]);
  });
});
