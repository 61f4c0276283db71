/** Which records a search means: first to the letter, then, when that finds nothing, the nearest. */
import { fold } from '../../../../kernel/text.ts';
import { query } from '../../../../server/db/index.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { searchWords } from '../../engine/search-words.ts';
import { howMany, idsByPatterns } from './narrow.ts';

const MOST_NEAREST = 200;

export type Search =
  | { kind: 'all' }
  /** Exactly these. */
  | { kind: 'ids'; ids: string[]; fuzzy: boolean }
  /** Too many to name: rows whose search text matches each pattern; `some` of them or `most`, see `howMany`. */
  | { kind: 'patterns'; patterns: string[]; how: 'some' | 'most' };

export async function findRecords(kind: RecordKind, text: string | undefined, trash: boolean): Promise<Search> {
  const search = text === undefined ? undefined : searchWords(text);
  if (!search) return { kind: 'all' };
  const hits = await idsByPatterns(kind, search.patterns, trash);
  if (!hits) return { kind: 'patterns', patterns: search.patterns, how: await howMany(kind, search.patterns, trash) };
  if (hits.length > 0 || search.words.length === 0) return { kind: 'ids', ids: hits, fuzzy: false };
  const nearest = await query<{ id: string }>('select id from nearest_record_ids($1, $2, $3, $4)', [kind, search.words, trash, MOST_NEAREST], 'crm_nearest');
  return { kind: 'ids', ids: nearest.map((hit) => hit.id), fuzzy: nearest.length > 0 };
}

/** How a name begins that is meant by a search, and what its record's text holds then; undefined for a phone number and for nothing. */
export function beginningOf(text: string): { begin: string; patterns: string[] } | undefined {
  const search = searchWords(text);
  const begin = fold(text).replaceAll('\0', '').trim();
  return search && /\p{L}/u.test(begin) ? { begin, patterns: search.patterns } : undefined;
}

/** What a pattern of `searchWords` looks for, as it stands in the text. */
export function wordOf(pattern: string): string {
  return pattern.slice(1, -1).replace(/\\(.)/g, '$1');
}
