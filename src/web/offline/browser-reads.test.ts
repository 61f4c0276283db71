import { afterAll, expect, it, vi } from 'vitest';
import { API } from '../api/paths.ts';
import { openKeptReads } from './browser-reads.ts';

afterAll(() => void vi.unstubAllGlobals());

it('recent pages, which name records, are deleted when another user, or no one, is signed in', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const told: (string | null)[] = [];
  vi.stubGlobal(
    'StorageEvent',
    class {
      key: string | null;
      constructor(_: string, { key }: { key: string }) {
        this.key = key;
      }
    },
  );
  vi.stubGlobal('dispatchEvent', ({ key }: StorageEvent) => void told.push(key));
  let user: string | undefined = 'ada';
  const reads = openKeptReads([API.user], () => user);
  const visits = () => kept.has('gauntlet.recents');
  const visit = () =>
    kept.set('gauntlet.recents', `[{"path":"/contacts/1","title":"A private person","of":"${user}/here"}]`);

  visit();
  reads.keep(API.user, '', '{}');
  reads.keep(API.user, '', '{}');
  expect([visits(), told]).toEqual([true, []]);
  // An invitation is accepted in another person's name, without a sign-out.
  user = 'bob';
  reads.keep(API.user, '', '{}');
  expect([visits(), told]).toEqual([false, ['gauntlet.recents']]);
  visit();
  void reads.forgetAll();
  expect([visits(), told.length, [...kept]]).toEqual([false, 2, []]);
});
