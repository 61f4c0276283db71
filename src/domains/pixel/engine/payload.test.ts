import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesGoal, readSent } from './payload.ts';

const DOMAINS = ['example.com'];
const sent = (more: object) =>
  readSent({ k: 'page', u: 'https://www.example.com/a/?token=secret#x', ...more }, DOMAINS);

it('keeps the path of a page without its parameters', () => {
  expect(sent({})).toMatchObject({ kind: 'page', path: '/a', host: 'example.com', origin: { channel: 'Direct' } });
  expect(sent({ u: 'https://example.com/caf%C3%A9/' })?.path).toBe('/café');
  expect(sent({ u: 'https://example.com/%E0%A4%A' })?.path).toBe('/%E0%A4%A');
});

it.each([
  null,
  [],
  'page',
  {},
  { k: 'page' },
  { k: 'page', u: 'javascript:alert(1)' },
  { k: 'page', u: 'https://example.com.evil.test/' },
  { k: 'page', u: 'https://notexample.com/' },
  { k: 'delete', u: 'https://example.com/' },
  { k: 'event', u: 'https://example.com/', n: '   ' },
])('refuses %j', (value) => {
  expect(readSent(value, DOMAINS)).toBeUndefined();
});

it('cuts what is too long and drops what cannot be stored', () => {
  const read = sent({ k: 'event', n: `a\u0000b${'x'.repeat(500)}`, d: { big: 'y'.repeat(900), n: 3, deep: { a: 1 } } });
  expect(read?.name).toHaveLength(100);
  expect(read?.name.startsWith('a b')).toBe(true);
  expect(read?.props).toEqual({ big: 'y'.repeat(200), n: '3' });
});

it('takes an amount only as a number of at most four decimals', () => {
  const revenue = (value: unknown) => sent({ k: 'event', n: 'Buy', d: { value } })?.revenue;
  expect([revenue(49.9), revenue('12.50'), revenue(-5), revenue('1e9'), revenue('NaN'), revenue({})]).toEqual([
    '49.9',
    '12.50',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('never throws, and never lets anything grow', () => {
  fc.assert(
    fc.property(fc.anything(), fc.webUrl(), (value, url) => {
      const given = typeof value === 'object' && value !== null ? value : { n: value, d: value, m: value };
      const read = readSent({ k: 'event', n: 'x', ...given, u: url }, [new URL(url).hostname]);
      if (read) expect(JSON.stringify(read).length).toBeLessThan(12_000);
    }),
  );
});

it.each([
  ['/thanks', '/thanks', true],
  ['/Thanks', '/thanks', true],
  ['/thanks', '/thanks/2', false],
  ['/blog/*', '/blog/a/b', true],
  ['/blog/*', '/blog', false],
  ['*', '/anything', true],
  ['/a*a', '/a', false],
  ['/*/done', '/x/y/done', true],
  ['*a*b*', 'xxaxxbxx', true],
  ['*b*a*', 'xxaxxbxx', false],
])('goal %s on %s: %s', (pattern, value, matches) => {
  expect(matchesGoal(pattern, value)).toBe(matches);
});
