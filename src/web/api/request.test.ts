import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoint, IdParams } from '../../kernel/endpoint.ts';
import { createQueryClient } from './query-client.ts';
import { call, fileName, read, readKey } from './request.ts';
import { userQuery } from './session.ts';

const get = endpoint({
  method: 'GET',
  path: '/api/things/{id}',
  summary: '',
  tag: '',
  access: 'user',
  params: IdParams,
  response: z.object({ id: z.string() }),
});
const list = endpoint({
  method: 'GET',
  path: '/api/things',
  summary: '',
  tag: '',
  access: 'user',
  query: z.object({ q: z.string().optional() }),
  response: z.array(z.string()),
});
const create = endpoint({
  method: 'POST',
  path: '/api/things',
  summary: '',
  tag: '',
  access: 'user',
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.string() }),
});

afterEach(() => vi.unstubAllGlobals());

function answering(answers: (() => Response)[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=t' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answers.shift()?.() ?? Response.json({ id: 'new' });
  });
  return sent;
}

describe('read keys', () => {
  it('are the filled path, then the query, if any', () => {
    expect(readKey(get, { params: { id: 'a/b' } })).toEqual(['/api/things/a%2Fb']);
    expect(readKey(list)).toEqual(['/api/things']);
    expect(readKey(list, { query: { q: undefined } })).toEqual(['/api/things']);
    expect(readKey(list, { query: { q: 'ada' } })).toEqual(['/api/things', { q: 'ada' }]);
    expect(read(list, { query: { q: 'ada' } }).queryKey).toEqual(['/api/things', { q: 'ada' }]);
  });

  it('name the path to GET where a read has no function of its own', async () => {
    const sent = answering([]);
    await createQueryClient().fetchQuery({ queryKey: ['/api/system-status', { deep: true }] });
    expect(sent[0]?.url).toMatch(/^\/api\/system-status\?deep=true&_t=\d+$/);
  });
});

describe('actions', () => {
  it('keep one Idempotency-Key through the CSRF retry, and use a new one for the next intent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const sent = answering([
      () => Response.json({ message: 'csrf' }, { status: 403 }),
      () => Response.json({ csrfToken: 'fresh' }),
    ]);
    const done = call(create, { body: { name: 'x' } });
    await vi.runAllTimersAsync();
    await done;
    await call(create, { body: { name: 'x' } });
    vi.useRealTimers();
    const keys = sent
      .filter(({ init }) => init.method === 'POST')
      .map(({ init }) => (init.headers as Record<string, string>)['Idempotency-Key']);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('the cache (section 9)', () => {
  it('never goes stale, retries and polls nothing, and drops unused answers after 5 minutes [S9.1]', () => {
    expect(createQueryClient().getDefaultOptions()).toMatchObject({
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        gcTime: 300_000,
      },
      mutations: { retry: false },
    });
  });
  it('reads the user again after 60,000 ms, once [S9.2]', () => {
    expect(userQuery.staleTime).toBe(60_000);
    expect(createQueryClient().defaultQueryOptions(userQuery).retry).toBe(false);
  });
  it('reports a read that returns undefined as "data is undefined" [S8.5]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(
      createQueryClient().fetchQuery({ queryKey: ['/api/things'], queryFn: () => Promise.resolve(undefined) }),
    ).rejects.toThrow('data is undefined');
  });
});

describe('file names of downloads', () => {
  it('prefer the extended form', () => {
    expect(fileName(`attachment; filename="x.csv"; filename*=UTF-8''K%C3%B6ln.csv`)).toBe('Köln.csv');
    expect(fileName('attachment; filename="x.csv"')).toBe('x.csv');
    expect(fileName(null)).toBeUndefined();
  });
});
