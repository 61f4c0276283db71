import { createLocalStore } from './local-store.ts';

export interface Recent {
  path: string;
  title: string;
}

const LIMIT = 8;

const store = createLocalStore<readonly Recent[]>('gauntlet.recents', (stored) =>
  Array.isArray(stored) ? stored.filter((one): one is Recent => typeof one?.path === 'string' && typeof one?.title === 'string').slice(0, LIMIT) : []);

/** The pages opened last, newest first. */
export function recents(): readonly Recent[] {
  return store.get();
}

export function remember(visit: Recent): void {
  store.set([visit, ...store.get().filter(({ path }) => path !== visit.path)].slice(0, LIMIT));
}
