import { QueryClient } from '@tanstack/react-query';
import { afterAll, expect, it, vi } from 'vitest';
import { adoptUser, dropUser, type SessionUser } from '../api/session.ts';
import { recents } from './palette-recents.ts';
import { remember } from './recents.ts';

afterAll(() => void vi.unstubAllGlobals());

it('the pages opened last are those of who is signed in, in this workspace; what comes after they left is not kept', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  const client = new QueryClient();
  const signIn = (id: string, workspace: string) =>
    adoptUser(client, { id, workspace: { id: workspace } } as SessionUser);
  const titles = () => recents().map(({ title }) => title);
  const visit = (title: string) => remember({ path: `/contacts/${title}`, title });

  signIn('ada', 'agency');
  for (const title of ['One', 'Two', 'One']) visit(title);
  expect(titles()).toEqual(['One', 'Two']);
  signIn('ada', 'client');
  visit('One');
  expect(titles()).toEqual(['One']);
  // A part of a page may load after its person has left.
  dropUser(client);
  const before = [...kept];
  visit('Late');
  expect([titles(), [...kept]]).toEqual([[], before]);
  signIn('bob', 'agency');
  expect(titles()).toEqual([]);
  signIn('ada', 'agency');
  expect(titles()).toEqual(['One', 'Two']);
});
