/**
 * What a search finds in a whole ledger by the index of its words: remembered until a transaction changes, so that
 * pages, accounts and days of one search cost the index once.
 */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import { FINANCE } from '../../paths.ts';

/** Up to so many hits are looked up by their ids. */
const MOST_HITS = 5_000;
/** Searches that are remembered, of everybody. */
const MOST_SEARCHES = 60;

export interface Hit {
  id: string;
  day: string;
  account_id: string;
}

/** Undefined: more than are looked up one by one. */
export type Hits = readonly Hit[] | undefined;

const searches = new Memory({ paths: [FINANCE.transactions], longest: 600_000, most: MOST_SEARCHES });

const keyOf = (ledgerId: string, patterns: readonly string[]): string => JSON.stringify([ledgerId, ...patterns]);

/** What is not deleted and matches every pattern, the latest first. The caller has authorised. */
export async function findHits(ledgerId: string, patterns: readonly string[]): Promise<Hits> {
  const hits = await query<Hit>('select id, day, account_id from finance_search_hits($1, $2, $3)', [
    ledgerId,
    patterns,
    MOST_HITS + 1,
  ]);
  return hits.length > MOST_HITS ? undefined : hits;
}

/** The same, as it is remembered until a transaction changes: for looking, not for deciding. */
export function lookUpHits(ledgerId: string, patterns: readonly string[]): Promise<Hits> {
  return searches.read(currentWorkspaceId(), keyOf(ledgerId, patterns), () => findHits(ledgerId, patterns));
}

/** What is remembered of a search; undefined where nothing is, and where it found too many. */
export async function knownHits(ledgerId: string, patterns: readonly string[]): Promise<Hits> {
  return patterns.length === 0 ? undefined : searches.known<Hits>(currentWorkspaceId(), keyOf(ledgerId, patterns));
}
