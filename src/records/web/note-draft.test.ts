import { afterAll, describe, expect, it, vi } from 'vitest';
import { asDrafted } from './note-draft.tsx';

const kept: Record<string, string> = {};
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => Object.entries(kept).find(([name]) => key.endsWith(name))?.[1] ?? null,
});
afterAll(() => void vi.unstubAllGlobals());

describe('a note or comment whose draft is taken up again', () => {
  const now = { id: 'c', version: 3, text: 'as it reads now' };
  it('is saved upon the version that it was typed into, so that what it became since is not written over', () => {
    kept['comment-edit:c'] = JSON.stringify({ text: 'mine', version: 1 });
    expect(asDrafted(now, 'comment-edit:c')).toEqual({ ...now, version: 1 });
  });
  it('is saved upon what is there where nothing was kept', () => expect(asDrafted(now, 'comment-edit:d')).toBe(now));
});
