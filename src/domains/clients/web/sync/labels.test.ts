import { expect, it } from 'vitest';
import { brokenPairs, goneField } from './labels.ts';

it('pairs of fields that one side has no more are told, by the words of their key', () => {
  const mapping = [
    { ops: 'firstName', client: 'firstName' },
    { ops: 'custom.shoe_size', client: 'title' },
    { ops: 'title', client: 'custom.gone' },
  ];
  expect(
    brokenPairs(mapping, {
      ops: [{ key: 'firstName' }, { key: 'title' }],
      client: [{ key: 'firstName' }, { key: 'title' }],
    }),
  ).toEqual(mapping.slice(1));
  expect(goneField('custom.shoe_size')).toBe('shoe size (deleted)');
});
