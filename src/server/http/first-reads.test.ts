import { describe, expect, it, vi } from 'vitest';
import { firstReads } from './first-reads.ts';

const reads = firstReads({
  always: ['/api/user'],
  pages: { '/contacts': ['/api/contacts?limit=100'] },
  position: () => Promise.resolve(7),
});

/** Runs the script as a page would. @returns its requests, and what it leaves to the application */
async function run(url: string) {
  const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.reject(new TypeError('offline')));
  const window: { firstReads?: { position: number; reads: Record<string, unknown> } } = {};
  // The page's own script, in a scope of its own: `firstReads` is a property of the window there.
  new Function('window', 'fetch', `with (window) { ${await reads(url, true)} }`)(window, fetch);
  return {
    asked: fetch.mock.calls.map(([address]) => address.replace(/_t=\d+$/, '_t=')),
    init: fetch.mock.calls[0]?.[1],
    ...window.firstReads,
  };
}

describe('the reads that a page begins by itself', () => {
  it('are those of its address, asked for as the application would', async () => {
    const { asked, init, position, reads: begun } = await run('/contacts/');
    expect(asked).toEqual(['/api/user?_t=', '/api/contacts?limit=100&_t=']);
    expect(init).toMatchObject({
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { Accept: 'application/json', 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
    });
    expect(position).toBe(7);
    expect(Object.keys(begun ?? {})).toEqual(['/api/user', '/api/contacts?limit=100']);
  });

  it.each(['/contacts?q=ada', '/elsewhere'])(
    'are only what every page reads where the address says more, or is no page with reads of its own: %s',
    async (url) => {
      expect((await run(url)).asked).toEqual(['/api/user?_t=']);
    },
  );

  it('are none for visitors, nor where the database does not answer in time', async () => {
    expect(await reads('/contacts', false)).toBe('');
    const late = firstReads({ always: ['/api/user'], pages: {}, position: () => new Promise(() => undefined) });
    const broken = firstReads({ always: ['/api/user'], pages: {}, position: () => Promise.reject(new Error('away')) });
    expect(await Promise.all([late('/contacts', true), broken('/contacts', true)])).toEqual(['', '']);
  });
});
