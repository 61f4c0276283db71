import { describe, expect, it } from 'vitest';
import { belongsOnTop, flattenErrors, placeErrors } from './server-errors.ts';

describe('placing server errors', () => {
  it('puts each on its field, a part on its visible whole, and the rest above the form', () => {
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
  it('shows the message of an answer without fields', () => {
    expect(placeErrors([], ['firstName'], 'The contact was deleted.').general).toEqual(['The contact was deleted.']);
  });
});

describe('an error summary', () => {
  const shown = new Map([['name', 'Name']]);
  it('is unnecessary for one error at its field, and shown for several', () => {
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
  it('shows a single error without a visible field, because saving would seem to do nothing', () => {
    expect(belongsOnTop([{ field: 'discount.amount', message: 'Enter an amount.' }], shown)).toBe(true);
  });
});

describe('flattening', () => {
  it('names nested fields with dots and omits anything but errors', () => {
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
