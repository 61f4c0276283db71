import { expect, it } from 'vitest';
import { excerptOf, saidText } from './note-search.ts';

it('searches the folded beginning of a text, each word after a blank', () => {
  expect(saidText('Café\n  Größe')).toBe(' cafe grosse');
  expect(saidText('x'.repeat(3_000))).toHaveLength(2_001);
});

it('shows a short text as it is, in one line', () => {
  expect(excerptOf('They like\n  blue desks', ['blue'])).toBe('They like blue desks');
});

it('shows the part of a long text in which the word stands, in whole words', () => {
  const before = 'Ärger über nichts und wieder nichts. '.repeat(12);
  const after = ' And so it went on for a while.'.repeat(12);
  const excerpt = excerptOf(`${before}They want BLÜE desks.${after}`, ['blue']);
  expect(excerpt).toMatch(/^… .*They want BLÜE desks\..* …$/);
  expect(excerpt.length).toBeLessThan(150);
  expect(excerptOf(`${before}${after}`, ['nowhere'])).toMatch(/^Ärger über .* …$/);
});

it('finds the place behind letters that fold to several, and cuts what has no blanks', () => {
  expect(excerptOf(`${'ß'.repeat(200)} needle ${'y'.repeat(300)}`, ['needle'])).toContain('needle');
  expect(excerptOf('z'.repeat(500), ['z'])).toBe(`${'z'.repeat(140)} …`);
});
