import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropUser } from '../api/session.ts';
import { lastUser } from '../api/renewal.ts';
import { dropDrafts, loadDraft, saveDraft } from './draft.ts';

/** A browser's storage, whose properties are its keys. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}
let tab: Storage;
beforeEach(() => {
  tab = storage();
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('localStorage', storage());
});
afterAll(() => void vi.unstubAllGlobals());

describe('what somebody typed and did not save', () => {
  it('is nobody else’s at the same browser, and still theirs when they come back', () => {
    lastUser.set('ada');
    saveDraft('contact:new', { firstName: 'Secret' });
    // Her session is lost, and the page's text is still saved.
    lastUser.forget();
    saveDraft('note', { text: 'private' });
    lastUser.set('bob');
    expect([loadDraft('contact:new'), loadDraft('note')]).toEqual([null, null]);
    saveDraft('note', { text: 'of Bob' });
    lastUser.set('ada');
    expect([loadDraft('contact:new'), loadDraft('note')]).toEqual([{ firstName: 'Secret' }, { text: 'private' }]);
  });

  it('goes with a sign-out, and does not come back with a page that is taken away behind it', () => {
    lastUser.set('ada');
    saveDraft('contact:new', { firstName: 'Secret' });
    tab.setItem('another', 'thing');
    dropUser(new QueryClient(), { onPurpose: true });
    dropDrafts();
    saveDraft('contact:new', { firstName: 'Secret' });
    expect({ ...tab }).toEqual({ another: 'thing' });
  });
});
