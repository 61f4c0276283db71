import { expect, it } from 'vitest';
import { fieldsOfUnstorable, unstorable } from './storable-errors.ts';

it.each([
  ['22021', { name: 'a', tags: ['b', 'c\0'] }, 'tags.1'],
  ['22P05', { person: { name: 'half \ud800' } }, 'person.name'],
  ['22003', { count: 3, version: 2 ** 40 }, 'version'],
  ['22003', { amount: '99999999999999999999.99' }, 'amount'],
  ['22008', { from: '0000-01-01', to: '2026-01-01' }, 'from'],
])('names the field that brought %s about', (code, sent, field) => {
  const error = unstorable({ code })!;
  expect(error.code).toBe('validation');
  expect(fieldsOfUnstorable(error, sent, {})).toEqual([{ field, message: error.message }]);
});

it("takes no other fault of the database for the sender's", () => {
  expect(unstorable({ code: '42P01' })).toBeUndefined();
  expect(unstorable({ code: '22P02', detail: 'invalid input syntax' })).toBeUndefined();
});
