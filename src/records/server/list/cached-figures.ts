/**
 * Figures over all records of a kind that no one needs to the second, such as the choices of a filter with their
 * counts. In a large workspace they are counted now and then: whoever asks meanwhile sees those of a moment ago.
 */
import { LRUCache } from 'lru-cache';
import { currentWorkspaceId, sightOf } from '../../../server/db/index.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { areMany } from './search-prefilter.ts';

/**
 * Counted again by the first who asks after so long, or after so many times what counting took: it must never be most
 * of what the database does. He and the others see the last ones until that is done.
 */
const FRESH_MS = 10_000;
const TIMES = 40;
const STALE_MS = 4 * 60_000;
/** Older ones are shown to no one. */
const KEPT_MS = 5 * 60_000;

interface Kept {
  value: unknown;
  /** When it is to be counted again. */
  until: number;
}

const kept = new LRUCache<string, Kept>({ max: 1_000, ttl: KEPT_MS });
const counting = new Map<string, Promise<unknown>>();

/** The cached result of `count` for the current workspace, with one `name` per counted thing of a kind. */
export async function countedNowAndThen<T>(kind: RecordKind, name: string, count: () => Promise<T>): Promise<T> {
  if (!(await areMany(kind))) return count();
  const key = `${currentWorkspaceId()} ${sightOf(currentWorkspaceId())} ${kind} ${name}`;
  const known = kept.get(key);
  if (!known) return countOnce(key, count);
  if (Date.now() > known.until) void countOnce(key, count).catch(() => undefined);
  return known.value as T;
}

/** However many ask, it is counted once at a time. */
function countOnce<T>(key: string, count: () => Promise<T>): Promise<T> {
  const underWay = counting.get(key) as Promise<T> | undefined;
  if (underWay) return underWay;
  const began = Date.now();
  const counted = count()
    .then((value) => {
      const now = Date.now();
      kept.set(key, { value, until: now + Math.min(STALE_MS, Math.max(FRESH_MS, TIMES * (now - began))) });
      return value;
    })
    .finally(() => counting.delete(key));
  counting.set(key, counted);
  return counted;
}
