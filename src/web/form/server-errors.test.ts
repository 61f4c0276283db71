import { describe, expect, it } from 'vitest';
import { flattenErrors, placeErrors } from './server-errors.ts';

describe('placing the server\'s errors', () => {
  it('puts each on its field, a part on the whole that shows it, and the rest above the form', () => {
    const placed = placeErrors(
      [{ field: 'firstName', message: 'A' }, { field: 'emails.1.value', message: 'B' }, { field: 'emails.0.value', message: 'C' }, { field: 'secret', message: 'D' }],
      ['firstName', 'emails', 'emails.1.value'], 'Not saved',
    );
    expect(placed.fields).toEqual([{ field: 'firstName', message: 'A' }, { field: 'emails.1.value', message: 'B' }, { field: 'emails', message: 'C' }]);
    expect(placed.general).toEqual(['D']);
  });
  it('says the sentence of an answer that names no field', () => {
    expect(placeErrors([], ['firstName'], 'The contact was deleted.').general).toEqual(['The contact was deleted.']);
  });
});

describe('flattening', () => {
  it('names nested fields with dots and leaves out what is not an error', () => {
    expect(flattenErrors({
      firstName: { type: 'custom', message: 'Enter a name.', ref: { name: 'firstName' } },
      emails: [undefined, { value: { type: 'custom', message: 'Not an address.' } }],
      phones: { root: { type: 'custom', message: 'Too many.' } },
      root: { server: { message: 'General' } },
    })).toEqual([
      { field: 'firstName', message: 'Enter a name.' }, { field: 'emails.1.value', message: 'Not an address.' }, { field: 'phones', message: 'Too many.' },
    ]);
  });
});
