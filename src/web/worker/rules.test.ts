import { expect, it } from 'vitest';
import { handlingOf, isStorable, surplusFiles } from './rules.ts';

const ORIGIN = 'https://gauntlet.example';
const handle = (path: string, more: object = {}) =>
  handlingOf({ method: 'GET', mode: 'cors', url: new URL(path, ORIGIN), ...more }, ORIGIN);

it.each(['/', '/contacts/1?tab=notes', '/login', '/no/such/page'])('serves the page %s', (path) => {
  expect(handle(path, { mode: 'navigate' })).toBe('page');
});

it.each(['/assets/main-web-B1c2.js', '/assets/inter-latin.woff2', '/protect/desktop.ab12.js'])(
  'serves the file %s',
  (path) => {
    expect(handle(path)).toBe('file');
  },
);

it.each([
  ['/api/contacts'],
  ['/api/csrf-token'],
  ['/api/auth/login', { method: 'POST' }],
  ['/api/contacts/export', { mode: 'navigate' }],
  ['/ws/finance', { mode: 'websocket' }],
  ['/api', { mode: 'navigate' }],
  ['/favicon.svg'],
  ['/sw.js'],
  ['/protect/integrity.json'],
  ['/assets/sub/dir.js'],
  ['/contacts', { method: 'POST', mode: 'navigate' }],
  ['https://elsewhere.example/assets/x.js'],
  ['https://elsewhere.example/', { mode: 'navigate' }],
])('keeps out of %s', (path, more = {}) => {
  expect(handle(path, more)).toBe('pass');
});

const answer = (type: string, more: object = {}) => ({
  ok: true,
  status: 200,
  type: 'basic',
  headers: { get: () => type },
  ...more,
});

it('stores whole answers of the right kind only', () => {
  expect(isStorable(answer('text/html; charset=utf-8'), 'page')).toBe(true);
  expect(isStorable(answer('text/javascript'), 'file')).toBe(true);
  // A proxy answers a missing file with a page, and the other way round.
  expect(isStorable(answer('text/html'), 'file')).toBe(false);
  expect(isStorable(answer('application/json'), 'page')).toBe(false);
  for (const more of [{ ok: false, status: 503 }, { status: 206 }, { type: 'opaqueredirect' }])
    expect(isStorable(answer('text/html', more), 'page')).toBe(false);
});

it('lets the oldest files go, never one that the start needs', () => {
  expect(surplusFiles(['/a', '/b', '/c', '/d'], new Set(['/a']), 2)).toEqual(['/b', '/c']);
  expect(surplusFiles(['/a', '/b'], new Set(), 2)).toEqual([]);
  expect(surplusFiles(['/a', '/b', '/c'], new Set(['/a', '/b', '/c']), 1)).toEqual([]);
});
