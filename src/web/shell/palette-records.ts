import { useEffect, useState } from 'react';
import type { SessionUser } from '../api/session.ts';
import { searchProviders, type SearchHit, type SearchProvider } from './commands.ts';

/** Typing pause before records are searched; milliseconds. */
const TYPING_PAUSE = 120;

export interface RecordHits {
  /** `query`: what the hits answer; an older query's stay in sight until the next answer. */
  groups: readonly { provider: SearchProvider; query: string; hits: readonly SearchHit[] }[];
  loading: boolean;
}

const NOTHING: RecordHits = { groups: [], loading: false };

/**
 * The domains' results for the query, shown as they arrive; failures are left out. Before anything is typed, domains
 * with initial entries answer: favorites.
 */
export function useRecordHits(user: SessionUser, query: string): RecordHits {
  const [state, setState] = useState<RecordHits>(NOTHING);
  const wanted = query.trim();
  useEffect(() => {
    const asked = searchProviders(user).filter(({ first }) => wanted !== '' || first);
    if (asked.length === 0) {
      setState(NOTHING);
      return undefined;
    }
    const stop = new AbortController();
    // Results of a query do not answer an empty one.
    setState((now) => ({ groups: wanted === '' ? [] : now.groups, loading: true }));
    const timer = setTimeout(
      () => {
        let missing = asked.length;
        for (const provider of asked) {
          void search(provider, wanted, stop.signal).then((hits) => {
            if (stop.signal.aborted) return;
            missing -= 1;
            setState((now) => ({
              loading: missing > 0,
              groups: [
                ...now.groups.filter((group) => group.provider !== provider),
                ...(hits.length > 0 ? [{ provider, query: wanted, hits }] : []),
              ],
            }));
          });
        }
      },
      wanted === '' ? 0 : TYPING_PAUSE,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, user]);
  return state;
}

async function search(provider: SearchProvider, query: string, signal: AbortSignal): Promise<readonly SearchHit[]> {
  try {
    return await provider.search(query, signal);
  } catch (error) {
    if (!signal.aborted) console.warn(`Search in ${provider.label} failed`, error);
    return [];
  }
}
