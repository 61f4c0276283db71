import { expect, it } from 'vitest';
import { sizeOf } from './segments.ts';

it.each([
  ['', 'GSM-7', 0],
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['€'.repeat(80), 'GSM-7', 1],
  ['€'.repeat(81), 'GSM-7', 2],
  [`Dzień dobry${'a'.repeat(59)}`, 'UCS-2', 1],
  [`Dzień dobry${'a'.repeat(60)}`, 'UCS-2', 2],
  ['👋'.repeat(35), 'UCS-2', 1],
  ['👋'.repeat(36), 'UCS-2', 2],
])('counts the segments of %s as %s: %i', (text, encoding, segments) => {
  expect(sizeOf(text)).toMatchObject({ encoding, segments });
});

it('names the characters that shorten the segments', () => {
  expect(sizeOf('Dzień ń')).toMatchObject({ special: ['ń'] });
});
