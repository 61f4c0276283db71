/** Which records a search means: first to the letter, then, when that finds nothing, the nearest. */
import { fold } from '../../../kernel/text.ts';
import { query } from '../../../server/db/index.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { respellings } from '../../engine/spelling.ts';
import { patternOf, searchWords } from '../../engine/search-patterns.ts';
import { kindOf } from './list-kind.ts';
import { howMany, idsByPatterns, MAX_SEARCHED, remembered } from './search-prefilter.ts';
import { vocabulary } from './spelling-vocabulary.ts';

const MAX_NEAREST = 200;

export type Search =
  | { kind: 'all' }
  /** Exactly these. */
  | { kind: 'ids'; ids: readonly string[]; fuzzy: boolean }
  /** Too many to name: rows whose search text matches each pattern; `some` of them or `most`, see `howMany`. */
  | { kind: 'patterns'; patterns: string[]; how: 'some' | 'most'; fuzzy: boolean };

export async function findRecords(kind: RecordKind, text: string | undefined, trash: boolean): Promise<Search> {
  const search = text === undefined ? undefined : searchWords(text);
  if (!search) return { kind: 'all' };
  // Read ahead: the next word may hold a slip.
  void vocabulary(kind).catch(() => undefined);
  const named = (await kindOf(kind)?.named?.(text!, trash)) ?? [];
  if (named.length > 0) return { kind: 'ids', ids: named, fuzzy: false };
  const exact = await matching(kind, search.patterns, trash, false);
  if (exact || search.words.length === 0) return exact ?? { kind: 'ids', ids: [], fuzzy: false };
  const respelt = await matchingRespelt(kind, search.patterns, trash);
  if (respelt) return respelt;
  const nearest = await remembered(kind, `nearest ${trash} ${search.words.join(' ')}`, async () => {
    const hits = await query<{ id: string }>('select id from nearest_record_ids($1, $2, $3, $4)', [
      kind,
      search.words,
      trash,
      MAX_NEAREST,
    ]);
    return hits.map(({ id }) => id);
  });
  return { kind: 'ids', ids: nearest, fuzzy: nearest.length > 0 };
}

/** Undefined when there is none. */
async function matching(
  kind: RecordKind,
  patterns: string[],
  trash: boolean,
  fuzzy: boolean,
): Promise<Search | undefined> {
  const ids = await idsByPatterns(kind, patterns, trash, MAX_SEARCHED);
  if (!ids) return { kind: 'patterns', patterns, how: await howMany(kind, patterns, trash), fuzzy };
  return ids.length > 0 ? { kind: 'ids', ids, fuzzy } : undefined;
}

/** Records of words that are one slip away. */
async function matchingRespelt(kind: RecordKind, patterns: string[], trash: boolean): Promise<Search | undefined> {
  const known = await vocabulary(kind, true);
  if (!known) return undefined;
  const ids = new Set<string>();
  for (const words of respellings(
    known,
    patterns.map((pattern) => wordOf(pattern).trim()),
  )) {
    const found = await matching(kind, words.map(patternOf), trash, true);
    if (found?.kind === 'patterns') return found;
    if (found?.kind === 'ids') for (const id of found.ids) ids.add(id);
  }
  return ids.size > 0 ? { kind: 'ids', ids: [...ids], fuzzy: true } : undefined;
}

/**
 * How a name begins that is meant by a search, and what its record's text holds then; undefined for a phone number and
 * for nothing.
 */
export function beginningOf(text: string): { begin: string; patterns: string[] } | undefined {
  const search = searchWords(text);
  const begin = fold(text).replaceAll('\0', '').trim();
  return search && /\p{L}/u.test(begin) ? { begin, patterns: search.patterns } : undefined;
}

/** The word that a pattern of `searchWords` looks for. */
export function wordOf(pattern: string): string {
  return pattern.slice(1, -1).replace(/\\(.)/g, '$1');
}
