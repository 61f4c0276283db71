/**
 * Reading a page of a list: first which records stand on it, by their keys and from their own table alone, then what
 * their rows show. Planning a statement over six tables takes longer than reading fifty rows by it, and the rows of
 * known ids are planned once for each connection.
 */
import { LRUCache } from 'lru-cache';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { searchWords } from '../../engine/search-patterns.ts';
import { areMany, isKnown, PAGES, remembered } from './search-prefilter.ts';
import { type Listed, patternsSql, type Prepared, prepareSelection, type SortedSelection } from './selection.ts';
import {
  type Direction,
  Parameters,
  type Position,
  type Run,
  runsFor,
  sortColumns,
  type SortPart,
  sortText,
} from './sort.ts';

/** A record's place in the order of a list: its id, and what it is sorted by. */
type Key = { id: string } & Record<`sort_${number}`, string | null>;
export type Sorted<Row> = Row & Key;

interface Reading {
  prepared: Prepared;
  sort: readonly SortPart[];
  direction: Direction;
  from: Position | undefined;
  limit: number;
  isPlain: boolean;
}

/** Pages of people; who reads more at a time reads all of it. */
const MOST_APART = 250;

/** Up to `limit` rows from `from` on, in reading direction. */
export async function readRows<Row extends { id: string }>(
  kind: Listed<Row>,
  reading: Reading,
): Promise<Sorted<Row>[]> {
  const { sort, direction, from, limit } = reading;
  const rows: Sorted<Row>[] = [];
  for (const run of runsFor(kind.alias, sort, direction, from)) {
    const most = limit - rows.length;
    if (most === 0) break;
    rows.push(...(await readRun(kind, reading, run, most)));
  }
  return rows;
}

/** Up to `most` rows of a run. */
export async function readRun<Row extends { id: string }>(
  kind: Listed<Row>,
  reading: Reading,
  run: Run,
  most: number,
): Promise<Sorted<Row>[]> {
  const { search, named } = reading.prepared;
  if (named) {
    const find = () => namedKeys(kind, reading, run, most, named);
    return rowsOf(kind, named.length < FEW ? await find() : await keptKeys(kind.kind, reading, run, most, find));
  }
  if (search.kind === 'patterns' && search.how === 'some') {
    return rowsOf(
      kind,
      await keptKeys(
        kind.kind,
        reading,
        run,
        most,
        async () => (await walkedKeys(kind, reading, run, most)) ?? (await plannedKeys(kind, reading, run, most)),
      ),
    );
  }
  if (reading.isPlain || reading.limit > MOST_APART) return readWhole(kind, reading, run, most);
  return rowsOf(kind, (await spannedKeys(kind, reading, run, most)) ?? (await plannedKeys(kind, reading, run, most)));
}

/** So few are sorted again each time. */
const FEW = 200;

/**
 * A page among many of a search or of conditions on own fields is kept as what a search found is: thousands need not be
 * sorted for each who looks.
 */
async function keptKeys(
  kind: RecordKind,
  { prepared: { keptAs }, sort, direction, from }: Reading,
  run: Run,
  most: number,
  find: () => Promise<Key[]>,
): Promise<readonly Key[]> {
  return keptAs === undefined || most > MOST_APART
    ? find()
    : remembered(
        kind,
        `page ${JSON.stringify([keptAs, sortText(sort), direction, from, run.orderBy, most])}`,
        find,
        PAGES,
      );
}

const names = new Map<string, string>();
/** Single keys times directions fit for each kind; multi-sorts are too many to keep them all. */
const MOST_NAMES = 200;

/** Texts of this shape are few and hot: they are prepared once on each connection. */
function statementName(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `crm_list_${names.size}`);
  return names.get(text);
}

/**
 * Lengths of usual pages and one row more. Only where the text says how many rows are wanted, a plan for all values is
 * taken: else the database thinks of a tenth of the table.
 */
const USUAL: ReadonlySet<number> = new Set([26, 51, 101, 201]);

/** Rows with all that they show, by one statement. */
function readWhole<Row extends { id: string }>(
  kind: Listed<Row>,
  { prepared, sort, isPlain }: Reading,
  run: Run,
  most: number,
): Promise<Sorted<Row>[]> {
  const parameters = new Parameters();
  const where = `${prepared.where(parameters)} and ${run.where(parameters)}`;
  const limit = isPlain && USUAL.has(most) ? String(most) : parameters.add(most, 'int');
  const text = `select ${kind.columns}, ${sortColumns(sort)} from ${kind.table} ${kind.alias} ${kind.joins}
    where ${where} order by ${run.orderBy} limit ${limit}`;
  return query<Sorted<Row>>(text, parameters.values, isPlain ? statementName(text) : undefined);
}

/** Rows of known keys, in their order; without what was deleted for good a moment ago. */
async function rowsOf<Row extends { id: string }>(kind: Listed<Row>, keys: readonly Key[]): Promise<Sorted<Row>[]> {
  if (keys.length === 0) return [];
  const text = `select ${kind.columns} from ${kind.table} ${kind.alias} ${kind.joins}
    where ${kind.alias}.workspace_id = $1 and ${kind.alias}.id = any($2::uuid[])`;
  const rows = new Map(
    (await query<Row>(text, [currentWorkspaceId(), keys.map(({ id }) => id)], statementName(text))).map((row) => [
      row.id,
      row,
    ]),
  );
  return keys.flatMap((key) => {
    const row = rows.get(key.id);
    return row ? [Object.assign(row, key)] : [];
  });
}

/** @param from what the records are read from, under their kind's alias */
function keysFrom(
  kind: Listed<{ id: string }>,
  { sort }: Reading,
  from: string,
  where: string,
  run: Run,
  most: number,
  parameters: Parameters,
): Promise<Key[]> {
  const text = `select ${kind.alias}.id, ${sortColumns(sort)} from ${from} ${kind.alias} where ${where}
    order by ${run.orderBy} limit ${parameters.add(most, 'int')}`;
  return query<Key>(text, parameters.values);
}

function plannedKeys<Row extends { id: string }>(
  kind: Listed<Row>,
  reading: Reading,
  run: Run,
  most: number,
): Promise<Key[]> {
  const parameters = new Parameters();
  return keysFrom(
    kind as never,
    reading,
    kind.table,
    `${reading.prepared.where(parameters)} and ${run.where(parameters)}`,
    run,
    most,
    parameters,
  );
}

/** Rows that are looked at in the hope that words which some have fill a page among them. */
const WALKED = 10_000;

/** Undefined when the first so many rows do not hold a page of them: they may stand together at the other end. */
async function walkedKeys<Row extends { id: string }>(
  kind: Listed<Row>,
  reading: Reading,
  run: Run,
  most: number,
  walked = WALKED,
): Promise<Key[] | undefined> {
  const { table, alias } = kind;
  const parameters = new Parameters();
  const first = `(select ${alias}.* from ${table} ${alias}
    where ${alias}.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')} and ${alias}.deleted_at is null
    and ${run.where(parameters)} order by ${run.orderBy} limit ${walked})`;
  const keys = await keysFrom(
    kind as never,
    reading,
    first,
    reading.prepared.where(parameters, 'walked'),
    run,
    most,
    parameters,
  );
  return keys.length === most ? keys : undefined;
}

/**
 * Keys among those of known ids. They are read first and sorted then (`offset 0` keeps the planner from turning that
 * round): the planner, who takes any list of ids for common, would walk half of a large workspace in its order for a
 * page of them.
 */
function namedKeys<Row extends { id: string }>(
  kind: Listed<Row>,
  reading: Reading,
  run: Run,
  most: number,
  named: readonly string[],
): Promise<Key[]> {
  const { table, alias } = kind;
  const parameters = new Parameters();
  const known = `(select ${alias}.* from ${table} ${alias}
    where ${alias}.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')}
    and ${alias}.id = any(${parameters.add(named, 'uuid[]')}) offset 0)`;
  return keysFrom(
    kind as never,
    reading,
    known,
    `${reading.prepared.where(parameters, 'named')} and ${run.where(parameters)}`,
    run,
    most,
    parameters,
  );
}

/** Records of a span up to which they are all read and sorted; with more a page is found sooner by walking. */
const MOST_SPANNED = 5_000;
const MINUTE_MS = 60_000;
const spans = new LRUCache<string, boolean>({ max: 5_000, ttl: MINUTE_MS });

/**
 * Keys of records within a few days, of a list that is sorted by something else: all are read and then sorted. The
 * planner would walk the list in its order, which it takes for nearly as cheap as reading a table from its start to its
 * end. Undefined where they are many.
 */
async function spannedKeys<Row extends { id: string }>(
  kind: Listed<Row>,
  reading: Reading,
  run: Run,
  most: number,
): Promise<Key[] | undefined> {
  const {
    prepared: { span, where },
    sort,
  } = reading;
  if (!span || span.field === sort[0]!.name || !(await areMany(kind.kind)) || !(await areFewWithin(kind, span)))
    return undefined;
  const parameters = new Parameters();
  const within = `(select ${kind.alias}.* from ${kind.table} ${kind.alias} where ${where(parameters)} offset 0)`;
  return keysFrom(kind as never, reading, within, run.where(parameters), run, most, parameters);
}

async function areFewWithin<Row extends { id: string }>(
  { kind, table, alias }: Listed<Row>,
  span: NonNullable<Prepared['span']>,
): Promise<boolean> {
  const parameters = new Parameters();
  const where = `${alias}.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')} and ${alias}.deleted_at is null and ${span.sql(parameters)}`;
  const place = `${kind} ${span.field} ${parameters.values.join(' ')}`;
  const known = spans.get(place);
  if (known !== undefined) return known;
  const [row] = await query<{ few: boolean }>(
    `select count(*) <= ${MOST_SPANNED} as few
      from (select 1 from ${table} ${alias} where ${where} limit ${MOST_SPANNED + 1}) x`,
    parameters.values,
  );
  spans.set(place, row!.few);
  return row!.few;
}

/**
 * Rows that are looked at before the index of the search is asked how many have the words, which for frequent ones is
 * dear: fewer would not hold a page of two frequent words.
 */
const AHEAD = 2_000;

/**
 * A page of a large list among whose first rows the words are frequent enough to fill it; undefined where that is not
 * so.
 */
export async function walkAhead<Row extends { id: string }>(
  kind: Listed<Row>,
  request: SortedSelection & { limit: number; total?: boolean },
  sort: readonly SortPart[],
  direction: Direction,
  from: Position | undefined,
): Promise<Sorted<Row>[] | undefined> {
  const { search, filter, trash, ids, total } = request;
  const words =
    search === undefined || filter?.conditions.length || trash || ids || total ? undefined : searchWords(search);
  // Numbers and addresses are never frequent.
  if (
    !words ||
    words.words.length === 0 ||
    search!.includes('@') ||
    !(await areMany(kind.kind)) ||
    isKnown(kind.kind, words.patterns)
  )
    return undefined;
  const { search: _, ...rest } = request;
  const prepared: Prepared = {
    ...(await prepareSelection(kind, rest)),
    search: { kind: 'patterns', patterns: words.patterns, how: 'some', fuzzy: false },
  };
  const where: Prepared['where'] = (parameters) =>
    [
      prepared.where(parameters),
      ...patternsSql(kind, { patterns: words.patterns, how: 'some' }, false, parameters, true),
    ].join(' and ');
  const most = request.limit + 1;
  const keys = await walkedKeys(
    kind,
    { prepared: { ...prepared, where }, sort, direction, from, limit: most, isPlain: false },
    runsFor(kind.alias, sort, direction, from)[0]!,
    most,
    AHEAD,
  );
  return keys && rowsOf(kind, keys);
}
