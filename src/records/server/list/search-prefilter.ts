/**
 * Large lists that are filtered by a word which few records have: instead of walking the whole list until a page is
 * full, the index of the search names those that hold the word in any field, and the filter is asked of them alone.
 */
import { LRUCache } from 'lru-cache';
import { allConditions, type Condition, type Filter, isGroup } from '../../../kernel/filter.ts';
import { fold, hasApostrophe } from '../../../kernel/text.ts';
import { currentTransaction, currentWorkspaceId, query } from '../../../server/db/index.ts';
import { Memory } from '../../../server/events/figure-cache.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import { fieldsOf } from '../../define-record.ts';
import { definitionOf } from '../../definitions.ts';
import { isFoundBySearch } from '../../engine/record-data.ts';
import { escapeLike } from './filter-sql.ts';
import { kindOf } from './list-kind.ts';

/** Up to so many records are read through quickly enough. */
const FROM_RECORDS = 20_000;
/** Up to this many hits are looked up by their ids. */
const MAX_IDS = 2_000;
/** Up to this many of a search: a whole name in a million. What the search found is kept, and so is the page of it. */
export const MAX_SEARCHED = 5_000;
/** Up to this many are sorted by the database. With more, walking the sorted list finds a page of them sooner. */
const MAX_SORTED = 20_000;
/** Values of one condition that are looked for one by one. */
const MAX_VALUES = 4;
const MINUTE_MS = 60_000;
/** Trigrams tell little about a shorter word. */
const SHORTEST = 3;
const LONGEST = 100;

/** Fields that stand in the search text whole, of kinds whose fields are not said in a definition. */
const WORDS: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  contact: [
    'name',
    'firstName',
    'lastName',
    'companyName',
    'title',
    'email',
    'tags',
    'source',
    'city',
    'region',
    'postalCode',
  ],
  lead: ['name', 'companyName', 'title', 'email', 'tags', 'source', 'city', 'website'],
  opportunity: ['name', 'source', 'tags', 'nextStep'],
  activity: ['subject', 'place', 'tags', 'outcome'],
};

/** Whether what a field matches is found in the search text. */
function isWord(kind: RecordKind, field: string): boolean {
  const definition = definitionOf(kind);
  if (!definition) return WORDS[kind]?.includes(field) ?? false;
  return field === 'tags' || fieldsOf(definition).some((one) => one.name === field && isFoundBySearch(one));
}

/**
 * Recent findings: workspaces with few records of a kind, and words with too many matches for a list of ids to help.
 */
const few = new LRUCache<string, boolean>({ max: 5_000, ttl: 10 * MINUTE_MS });
/** With how many they were still too many. */
const common = new LRUCache<string, number>({ max: 10_000, ttl: 10 * MINUTE_MS });
const counted = new LRUCache<string, 'some' | 'most'>({ max: 10_000, ttl: 10 * MINUTE_MS });
/**
 * Counts that are on their way: a frequent word takes half a second, and is looked for by several at once. Who holds a
 * connection waits for no one else's.
 */
const counting = new Map<string, Promise<'some' | 'most'>>();

/** Whether the workspace has so many living records of a kind that reading through them takes noticeably long. */
export async function areMany(kind: RecordKind): Promise<boolean> {
  const place = `${currentWorkspaceId()} ${kind}`;
  const known = few.get(place);
  if (known !== undefined) return !known;
  const table = kindOf(kind)?.table;
  if (!table) return false;
  const [row] = await query<{ many: boolean }>(
    `select count(*) > ${FROM_RECORDS} as many
      from (select 1 from ${table} where workspace_id = $1 and deleted_at is null limit ${FROM_RECORDS + 1}) x`,
    [currentWorkspaceId()],
  );
  few.set(place, !row!.many);
  return row!.many;
}

/** Search results are cached for the next pages and other sort orders, until a record of the kind changes. */
const memories = (most: number) =>
  new Map(RECORD_KINDS.map((kind) => [kind, new Memory({ paths: [KINDS[kind].path], longest: 10_000, most })]));
const searches = memories(60);
/** Of searches, to be handed to `remembered`. */
export const PAGES = memories(300);

/**
 * A recent result in a large workspace, or else the result of `find`. A transaction bypasses the cache to see its own
 * writes.
 */
export async function remembered<Hit>(
  kind: RecordKind,
  key: string,
  find: () => Promise<Hit[]>,
  where = searches,
): Promise<readonly Hit[]> {
  return !currentTransaction() && (await areMany(kind))
    ? where.get(kind)!.read(currentWorkspaceId(), key, find)
    : find();
}

const placeOf = (kind: RecordKind, patterns: readonly string[], trash: boolean) =>
  `${currentWorkspaceId()} ${kind} ${trash} ${patterns.join(' ')}`;

const searchOf = (patterns: readonly string[], trash: boolean, most: number) =>
  `exact ${most} ${trash} ${patterns.join(' ')}`;

/** True if the ids that match these words are cached, or known to be too many. */
export const isKnown = (kind: RecordKind, patterns: readonly string[]): boolean =>
  (common.get(placeOf(kind, patterns, false)) ?? 0) >= MAX_SEARCHED ||
  searches.get(kind)!.known(currentWorkspaceId(), searchOf(patterns, false, MAX_SEARCHED)) !== undefined;

/**
 * Ids of the records whose search text matches each pattern; undefined when there are more than `most`, too many to
 * name.
 */
export async function idsByPatterns(
  kind: RecordKind,
  patterns: readonly string[],
  trash: boolean,
  most = MAX_IDS,
): Promise<readonly string[] | undefined> {
  const place = placeOf(kind, patterns, trash);
  const knownFrom = common.get(place);
  if (knownFrom !== undefined && knownFrom >= most) return undefined;
  const ids = await remembered(kind, searchOf(patterns, trash, most), async () => {
    const hits = await query<{ id: string }>('select id from search_record_ids($1, $2, $3, $4)', [
      kind,
      patterns,
      trash,
      most + 1,
    ]);
    return hits.map(({ id }) => id);
  });
  if (ids.length <= most) return ids;
  common.set(place, most);
  return undefined;
}

/** Of records that are too many to name: `some`, which can be sorted, or `most`, among which a page is soon found. */
export async function howMany(kind: RecordKind, patterns: readonly string[], trash: boolean): Promise<'some' | 'most'> {
  const place = placeOf(kind, patterns, trash);
  const known = counted.get(place);
  if (known) return known;
  const running = currentTransaction() ? undefined : counting.get(place);
  if (running) return running;
  const count = query<{ some: boolean }>('select count(*) <= $5 as some from search_record_ids($1, $2, $3, $4)', [
    kind,
    patterns,
    trash,
    MAX_SORTED + 1,
    MAX_SORTED,
  ]).then(([row]) => {
    const found = row!.some ? 'some' : 'most';
    counted.set(place, found);
    return found;
  });
  if (currentTransaction()) return count;
  counting.set(place, count);
  return count.finally(() => counting.delete(place));
}

interface Narrowed {
  /** Among these are all that fit. */
  ids?: readonly string[];
  /** Conditions whose words many records have. */
  common: ReadonlySet<Condition>;
}

/**
 * Records among which are all living ones that fit the filter, as far as its words tell; it must still be asked of
 * them.
 */
export async function narrow(kind: RecordKind, filter: Filter): Promise<Narrowed> {
  const common = new Set<Condition>();
  const wanted = wordsOf(kind, filter);
  const named = namedBy(kind, filter);
  if ((wanted.length === 0 && named.length === 0) || !(await areMany(kind))) return { common };
  for (const name of named) {
    const ids = await name();
    if (ids) return { ids, common };
  }
  for (const { condition, alternatives } of wanted) {
    const ids = await idsOfAny(kind, alternatives);
    if (ids) return { ids, common };
    common.add(condition);
  }
  return { common };
}

/** Finds the few ids that match one of the conditions, see `few` of a kind. */
function namedBy(kind: RecordKind, filter: Filter): (() => Promise<readonly string[] | undefined>)[] {
  const few = kindOf(kind)?.few;
  if (!few || isChoice(filter)) return [];
  return filter.conditions.flatMap((part) => (isGroup(part) || !few[part.field] ? [] : [() => few[part.field]!(part)]));
}

const isChoice = (filter: Filter) => filter.match === 'any' && allConditions(filter).length > 1;

/** Undefined when one of the alternatives is a common one. */
async function idsOfAny(kind: RecordKind, alternatives: readonly string[][]): Promise<string[] | undefined> {
  const found = new Set<string>();
  for (const patterns of alternatives) {
    const ids = await idsByPatterns(kind, patterns, false);
    if (!ids) return undefined;
    for (const id of ids) found.add(id);
  }
  return [...found];
}

interface Words {
  condition: Condition;
  /** Sets of patterns: a record must match all of one of them. */
  alternatives: string[][];
}

/** The conditions that look for words of the search text. */
export function wordsOf(kind: RecordKind, filter: Filter): Words[] {
  if (isChoice(filter)) return [];
  return filter.conditions.flatMap((part) => {
    if (isGroup(part) || !isWord(kind, part.field)) return [];
    const alternatives = patternsOf(part);
    return alternatives ? [{ condition: part, alternatives }] : [];
  });
}

function patternsOf({ op, value }: Condition): string[][] | undefined {
  switch (op) {
    case 'is':
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return eitherOf([[value as string]]);
    case 'any_of':
      return (value as string[]).length > MAX_VALUES ? undefined : eitherOf((value as string[]).map((one) => [one]));
    case 'all_of':
      return eitherOf([value as string[]]);
    default:
      return undefined;
  }
}

function eitherOf(values: readonly (readonly string[])[]): string[][] | undefined {
  const patterns = values.map((together) => together.flatMap((value) => patternOf(value) ?? []));
  return patterns.length > 0 && patterns.every((together) => together.length > 0) ? patterns : undefined;
}

/**
 * Texts that came before search texts were folded stand there with their accents: only a plain word is found in all of
 * them.
 */
function patternOf(value: string): string | undefined {
  const word = fold(value);
  // An apostrophe may stand there in another form.
  const isPlain = word === value.trim().toLowerCase() && /^[\x20-\x7e]+$/.test(word) && !hasApostrophe(word);
  return isPlain && word.length >= SHORTEST && word.length <= LONGEST ? `%${escapeLike(word)}%` : undefined;
}
