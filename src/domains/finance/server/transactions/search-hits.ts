/**
 * Search results of a whole ledger, cached until a transaction changes, so that all pages, accounts, and days of a
 * search use the index once.
 */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import { FINANCE } from '../../paths.ts';

/** Up to so many hits are looked up by their ids. */
const MAX_HITS = 5_000;
/** Searches that are remembered, of everyone. */
const MAX_SEARCHES = 60;

export interface Hit {
  id: string;
  day: string;
  account_id: string;
}

/** Undefined: more than are looked up one by one. */
export type Hits = readonly Hit[] | undefined;

const searches = new Memory({ paths: [FINANCE.transactions], longest: 600_000, most: MAX_SEARCHES });

const keyOf = (ledgerId: string, patterns: readonly string[]): string => JSON.stringify([ledgerId, ...patterns]);

/** Matching transactions, newest first, without deleted ones. The caller has checked access. */
export async function findHits(ledgerId: string, patterns: readonly string[]): Promise<Hits> {
  const hits = await query<Hit>('select id, day, account_id from finance_search_hits($1, $2, $3)', [
    ledgerId,
    patterns,
    MAX_HITS + 1,
  ]);
  return hits.length > MAX_HITS ? undefined : hits;
}

/** The same, as it is remembered until a transaction changes: for looking, not for deciding. */
export function lookUpHits(ledgerId: string, patterns: readonly string[]): Promise<Hits> {
  return searches.read(currentWorkspaceId(), keyOf(ledgerId, patterns), () => findHits(ledgerId, patterns));
}

/** Cached results of a search; undefined if there are none or there were too many. */
export async function knownHits(ledgerId: string, patterns: readonly string[]): Promise<Hits> {
  return patterns.length === 0 ? undefined : searches.known<Hits>(currentWorkspaceId(), keyOf(ledgerId, patterns));
}
