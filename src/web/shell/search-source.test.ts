import { expect, it, vi } from 'vitest';
import { defineSearchSource } from './search-source.ts';

it('asks its list for a few rows that fit and shows each as a hit', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.resolve(Response.json({ items: [{ id: '1', name: 'Hahn' }] }));
  });
  const source = defineSearchSource<{ id: string; name: string }>({
    id: 'clients',
    label: 'Clients',
    page: '/clients',
    list: '/api/clients',
    query: { sort: 'match' },
    hit: ({ id, name }) => ({ id, title: name, to: `/clients/${id}` }),
  });
  const hits = await source.search('hahn & söhne', new AbortController().signal);
  expect(hits).toEqual([{ id: '1', title: 'Hahn', to: '/clients/1' }]);
  const { pathname, searchParams } = new URL(asked[0]!, 'http://localhost');
  expect([pathname, Object.fromEntries(searchParams)]).toMatchObject([
    '/api/clients',
    { search: 'hahn & söhne', limit: '6', sort: 'match' },
  ]);
  vi.unstubAllGlobals();
});
