import { describe, expect, it } from 'vitest';
import { safeNext } from './next-path.ts';
import { parseSearch, stringifySearch } from './search-codec.ts';

describe('where to go after sign-in', () => {
  const next = (wanted: unknown) => safeNext(wanted, 'https://gauntlet.example');

  it.each(['/contacts', '/contacts?q=a&sort=%5B%5D#x', '/clients/1/crm', '/loginish'])(
    'is a path of this site: %s',
    (path) => {
      expect(next(path)).toBe(path);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil',
    'https://evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    'contacts',
    '',
    undefined,
    7,
    ['/contacts'],
  ])('is never somewhere else: %j [V26]', (wanted) => {
    expect(next(wanted)).toBe('/');
  });

  it.each(['/login', '/login?next=/login', '/auth', '/register', '/forgot-password'])(
    'is not an entrance: %s',
    (path) => {
      expect(next(path)).toBe('/');
    },
  );
});

describe('search in the address', () => {
  it.each([
    [{ q: 'ada', view: 'mine' }],
    [{ q: '42', z: '007', b: 'true' }],
    [{ q: '[x' }],
    [{ q: '["x"]' }],
    [{ q: '"quoted"' }],
    [{ q: '{}' }],
    [{ sort: [{ field: 'name', desc: true }], q: 'a b+c&d=é' }],
  ])('survives the round trip: %j', (search) => {
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it('keeps words readable and omits empty values', () => {
    expect(stringifySearch({ q: 'ada', a: undefined, b: '', c: null })).toBe('?q=ada');
    expect(stringifySearch({})).toBe('');
  });

  it('treats broken JSON as text', () => {
    expect(parseSearch('?f={"a"')).toEqual({ f: '{"a"' });
  });
});
