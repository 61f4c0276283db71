import { beforeEach, describe, expect, it } from 'vitest';
import { createKeptReads, KEPT_FOR, type KeptRead, type KeptReads, type ReadStore } from './kept-reads.ts';

let kept: Map<string, KeptRead>;
let idle: (() => void)[];
let owner: string | undefined;
let now: number;
let reads: KeptReads;

const store: ReadStore = {
  async put(added, most, since) {
    for (const read of added) kept.set(read.key, read);
    for (const { key, at } of kept.values()) if (at < since) kept.delete(key);
    for (const key of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(key);
  },
  get: async (key) => kept.get(key),
  clear: async () => kept.clear(),
};
const settle = async () => {
  for (const run of idle.splice(0)) run();
  await new Promise<void>((resolve) => setTimeout(resolve));
};

beforeEach(() => {
  kept = new Map();
  idle = [];
  owner = 'ada/one';
  now = 1_000;
  reads = createKeptReads({
    store,
    paths: ['/api/contacts', '/api/user'],
    ownerOf: () => owner,
    now: () => now,
    whenIdle: (run) => void idle.push(run),
  });
});

describe('a stored read', () => {
  it('is returned only for the same address and person', async () => {
    reads.keep('/api/contacts', 'q=ada', '{"items":[1]}');
    await settle();
    expect(await reads.recall('/api/contacts', 'q=ada')).toBe('{"items":[1]}');
    expect(await reads.recall('/api/contacts', 'q=bob')).toBeUndefined();
    expect(await reads.recall('/api/contacts', '')).toBeUndefined();
    for (const other of ['bob/one', 'ada/two', undefined]) {
      owner = other;
      expect(await reads.recall('/api/contacts', 'q=ada')).toBeUndefined();
    }
  });

  it('is stored only if listed: no similar path, no token, no key', async () => {
    for (const path of ['/api/contacts-export', '/api/csrf-token', '/api/settings/api-keys', '/api/contact'])
      reads.keep(path, '', 'secret');
    await settle();
    expect(kept.size).toBe(0);
    reads.keep('/api/contacts/1/notes', '', 'a note');
    await settle();
    expect([...kept.values()].map(({ text }) => text)).toEqual(['a note']);
  });

  it('is deleted after a day, not just ignored, with the next stored read', async () => {
    reads.keep('/api/contacts/1', '', 'yesterday');
    await settle();
    now += KEPT_FOR + 1;
    reads.keep('/api/contacts/2', '', 'today');
    await settle();
    expect([...kept.values()].map(({ text }) => text)).toEqual(['today']);
  });

  it('is never stored with a secret', async () => {
    reads.keep('/api/contacts/1', '', '{"name":"Ada","hookUrl":"https://example.com/api/hooks/x"}');
    reads.keep('/api/contacts/2', '', '{"name":"Bob","hookUrl":null}');
    reads.keep('/api/contacts/3', '', '{"steps":[{"headers":[{"name":"X-Api-Key","value":"hush"}]}]}');
    reads.keep('/api/contacts/4', '', '{"headers":[]}');
    await settle();
    expect([...kept.values()].map(({ text }) => text)).toEqual(['{"name":"Bob","hookUrl":null}', '{"headers":[]}']);
  });

  it('is not stored without a user, nor when huge', async () => {
    reads.keep('/api/contacts', '', 'x'.repeat(500_001));
    owner = undefined;
    reads.keep('/api/contacts', '', '[]');
    await settle();
    expect(kept.size).toBe(0);
  });

  it('is stored once after many reads, and the newest wins', async () => {
    for (const text of ['1', '2', '3']) reads.keep('/api/user', '', text);
    expect(idle).toHaveLength(1);
    expect(await reads.recall('/api/user', '')).toBe('3');
    await settle();
    expect([...kept.values()]).toMatchObject([{ text: '3' }]);
  });

  it('expires after a day', async () => {
    reads.keep('/api/user', '', 'old');
    await settle();
    now += KEPT_FOR;
    expect(await reads.recall('/api/user', '')).toBe('old');
    now += 1;
    expect(await reads.recall('/api/user', '')).toBeUndefined();
  });

  it('is one of 500 at most, and the oldest are deleted', async () => {
    for (let n = 0; n < 505; n++) reads.keep(`/api/contacts/${n}`, '', String(n));
    await settle();
    expect(kept.size).toBe(500);
    expect(await reads.recall('/api/contacts/4', '')).toBeUndefined();
    expect(await reads.recall('/api/contacts/5', '')).toBe('5');
  });

  it('reports its age until the server answers again', async () => {
    for (const search of ['q=a', 'q=b']) {
      reads.keep('/api/contacts', search, 'x');
      now += 1_000;
    }
    await settle();
    for (const search of ['q=b', 'q=a']) await reads.recall('/api/contacts', search);
    expect([...reads.recalled()]).toEqual([['/api/contacts', 1_000]]);
    reads.keep('/api/contacts', 'q=a', 'y');
    expect([...reads.recalled()]).toEqual([['/api/contacts', 2_000]]);
  });
});

describe('a sign-out', () => {
  it('leaves nothing, including pending writes', async () => {
    reads.keep('/api/contacts', '', 'written');
    await settle();
    reads.keep('/api/contacts/1', '', 'waiting');
    await reads.forgetAll();
    await settle();
    expect(kept.size).toBe(0);
    expect(await reads.recall('/api/contacts/1', '')).toBeUndefined();
  });

  it('leaves nothing even during a write', async () => {
    let release: () => void = () => undefined;
    const slow: ReadStore = {
      ...store,
      put: async (added, most) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await store.put(added, most);
      },
    };
    const own = createKeptReads({
      store: slow,
      paths: ['/api/user'],
      ownerOf: () => 'ada',
      now: () => now,
      whenIdle: (run) => void idle.push(run),
    });
    own.keep('/api/user', '', 'late');
    for (const run of idle.splice(0)) run();
    await own.forgetAll();
    release();
    await settle();
    expect(kept.size).toBe(0);
  });

  it('works where the browser stores nothing', async () => {
    const closed: ReadStore = {
      put: () => Promise.reject(new Error('closed')),
      get: () => Promise.reject(new Error('closed')),
      clear: async () => undefined,
    };
    const own = createKeptReads({
      store: closed,
      paths: ['/api/user'],
      ownerOf: () => 'ada',
      now: () => now,
      whenIdle: (run) => void idle.push(run),
    });
    own.keep('/api/user', '', 'x');
    await settle();
    expect(await own.recall('/api/user', '')).toBeUndefined();
  });
});
