import { useEffect, useState } from 'react';
import type { SessionUser } from '../api/session.ts';
import { searchProviders, type SearchHit, type SearchProvider } from './commands.ts';

/** Pause in typing after which records are asked for; milliseconds. */
const TYPING_PAUSE = 120;

export interface RecordHits {
  groups: readonly { provider: SearchProvider; hits: readonly SearchHit[] }[];
  loading: boolean;
}

const NOTHING: RecordHits = { groups: [], loading: false };

/**
 * What the domains find for the query; each one's hits appear as they come, and a failing one is left out. Before
 * anything is typed, those answer that have something to offer by then: favourites.
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
    // What was found for a query is no answer to none.
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
                ...(hits.length > 0 ? [{ provider, hits }] : []),
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
