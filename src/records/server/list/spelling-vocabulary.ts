/**
 * The words that names of a workspace are made of. A word that is nearly right fits a hundred thousand texts by its
 * trigrams, and where one letter of five is wrong it shares hardly one with what was meant; among some thousand words
 * its neighbor is found at once, and searched to the letter.
 */
import { LRUCache } from 'lru-cache';
import {
  currentTransaction,
  currentWorkspaceId,
  inWorkspace,
  outsideTransaction,
  query,
} from '../../../server/db/index.ts';
import { Memory } from '../../../server/events/figure-cache.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { type Vocabulary, vocabularyOf } from '../../engine/spelling.ts';
import { kindOf } from './list-kind.ts';
import { areMany } from './search-prefilter.ts';

/** Folded text in which names stand. */
const NAMES: Readonly<Partial<Record<RecordKind, string>>> = {
  contact: `name_key || ' ' || company_key`,
  company: 'name_key',
  lead: `name_key || ' ' || company_key`,
  opportunity: 'name_key',
  activity: 'search_text',
};
/** Records that are read for it: a word which none of these has is looked for by its trigrams. */
const READ = 60_000;
/** The most frequent words. */
const MAX_WORDS = 50_000;
const MINUTE_MS = 60_000;
const FRESH_MS = 10 * MINUTE_MS;

interface Kept {
  known: Vocabulary | undefined;
  /** Being read for the first time. */
  first?: Promise<Vocabulary | undefined>;
  at: number;
}

/** Of small workspaces: read as often as a record changes, within what the reader may see. */
const small = new Map(
  RECORD_KINDS.map((kind) => [kind, new Memory({ paths: [KINDS[kind].path], longest: FRESH_MS, most: 100 })]),
);

const kept = new LRUCache<string, Kept>({ max: 100, ttl: 6 * 60 * MINUTE_MS });

/**
 * The words of a kind in the present workspace; undefined until they were read for the first time. A small one's are
 * read when someone waits for them.
 * @param waits until then, for whom everything else takes longer; no one waits in a transaction, which may hold the
 *   connection that they need
 */
export async function vocabulary(kind: RecordKind, waits = false): Promise<Vocabulary | undefined> {
  const names = NAMES[kind];
  if (!names) return undefined;
  if (!(await areMany(kind))) {
    if (!waits) return undefined;
    return currentTransaction()
      ? read(kind, names)
      : small.get(kind)!.read(currentWorkspaceId(), 'words', () => read(kind, names));
  }
  const place = `${currentWorkspaceId()} ${kind}`;
  const found = kept.get(place);
  if (found && Date.now() - found.at <= FRESH_MS)
    return found.known ?? (waits && !currentTransaction() ? found.first : undefined);
  // In no one's name: they are the same for all, and hold no word of a private record.
  const reading = outsideTransaction(() => inWorkspace(currentWorkspaceId(), null, () => read(kind, names))).then(
    (known) => {
      kept.set(place, { known, at: Date.now() });
      return known;
    },
    () => undefined,
  );
  // Concurrent requests use the previous vocabulary.
  kept.set(place, { known: found?.known, first: reading, at: Date.now() });
  return found?.known ?? (waits && !currentTransaction() ? reading : undefined);
}

async function read(kind: RecordKind, names: string): Promise<Vocabulary> {
  const rows = await query<{ word: string; count: number }>(
    `select word, count(*)::int as count
      from (select ${names} as names from ${kindOf(kind)!.table} where workspace_id = $1 and deleted_at is null
      limit ${READ}) r
     cross join lateral string_to_table(r.names, ' ') as word where length(word) > 2 group by word
        order by count desc limit ${MAX_WORDS}`,
    [currentWorkspaceId()],
  );
  return vocabularyOf(rows.map(({ word, count }) => [word, count] as const));
}
