/** Lists of records of any kind: pages, what lies around one of them, and whole selections page by page. */
import { COUNT_CAP } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { MATCH } from '../../contract/list.ts';
import { type Ref } from '../../contract.ts';
import { rankSql } from '../../engine/search-patterns.ts';
import { holdsUnknown, respellings } from '../../engine/spelling.ts';
import { customDefinitions } from '../workspace.ts';
import type { ListKind } from './list-kind.ts';
import { idsByPatterns } from './search-prefilter.ts';
import { lastOf, needSorted } from '../custom-fields/indexes.ts';
import { readRows, readRun, type Sorted, walkAhead } from './read-page.ts';
import { beginningOf, findRecords, wordOf } from './search.ts';
import { type Listed, type Prepared, prepareSelection, type Selection, type SortedSelection } from './selection.ts';
import {
  always,
  decodeCursor,
  type Direction,
  encodeCursor,
  isCursorOf,
  Parameters,
  parseSort,
  type Position,
  runsFor,
  sortColumns,
  type SortPart,
  sortText,
  usesCustomSort,
} from './sort.ts';
import { vocabulary } from './spelling-vocabulary.ts';

export interface ListRequest extends SortedSelection {
  cursor?: string | undefined;
  limit: number;
  total?: boolean;
}

export interface Page<Item> {
  items: Item[];
  next: string | null;
  prev: string | null;
  total?: { count: number; capped: boolean };
  /** Nothing matched the search to the letter; these are the nearest. */
  fuzzy?: boolean;
}

/** @throws AppError `validation` */
export async function sortOf<Row extends { id: string }>(
  kind: Listed<Row>,
  param: string | undefined,
): Promise<SortPart[]> {
  const sort = parseSort(kind, param, usesCustomSort(param) ? await customDefinitions(kind.kind) : []);
  await needSorted(kind.kind, sort);
  return sort;
}

function positionOf(row: Sorted<{ id: string }>, sort: readonly SortPart[]): Position {
  return { values: sort.map((_, i) => row[`sort_${i}`] ?? null), id: row.id };
}

/** An index of one workspace fits only a statement that is planned for that workspace. */
const isPlain = (selection: SortedSelection, sort: readonly SortPart[]) =>
  !selection.filter?.conditions.length &&
  !selection.within?.conditions.length &&
  !selection.search &&
  !selection.ids &&
  !selection.except?.length &&
  !usesCustomSort(selection.sort) &&
  !sort.some(({ key }) => key.onDemand);

/** @throws AppError `validation`; `bad_request` for a cursor that does not fit. */
export function listRecords<Row extends { id: string }, Item>(
  kind: ListKind<Row, Item>,
  request: ListRequest,
): Promise<Page<Item>> {
  if (request.sort !== MATCH) return listSorted(kind, request);
  return kind.defaultSort === 'name' ? listMatches(kind, request) : listSorted(kind, { ...request, sort: undefined });
}

/**
 * Those whose names begin with what is searched, then the others by name: what someone means who types a name. One
 * page of them. Where the first fill it, the others need not be looked for, which is most of the work for a frequent
 * first name.
 */
async function listMatches<Row extends { id: string }, Item>(
  kind: ListKind<Row, Item>,
  { sort: _sort, ...request }: ListRequest,
): Promise<Page<Item>> {
  if (request.cursor !== undefined)
    throw new AppError('bad_request', 'The best matches are one page. Name a sort to read on.', { field: 'cursor' });
  void vocabulary(kind.kind).catch(() => undefined);
  const begin = request.search && !request.total ? beginningOf(request.search) : undefined;
  const first = begin ? await beginning(kind, request, begin) : [];
  if (first.length === request.limit) return { items: first.map(kind.toItem), next: null, prev: null };
  const meant = begin && first.length === 0 ? await beginningMeant(kind, request, begin.patterns) : [];
  if (meant.length > 0) return { items: meant.map(kind.toItem), next: null, prev: null, fuzzy: true };
  const page = await listSorted(kind, { ...request, limit: request.limit + first.length });
  const known = new Set(first.map(({ id }) => id));
  const others = page.items.filter((item) => !known.has((item as { id: string }).id));
  return { ...page, items: [...first.map(kind.toItem), ...others].slice(0, request.limit), next: null, prev: null };
}

/** Rows whose names begin so, in the order of names. */
async function beginning<Row extends { id: string }>(
  kind: Listed<Row>,
  request: ListRequest,
  { begin, patterns }: { begin: string; patterns: string[] },
): Promise<Row[]> {
  const sort = await sortOf(kind, 'name');
  const prepared = await prepareSelection(kind, { ...request, search: undefined });
  const { sql } = sort[0]!.key;
  const [run] = runsFor(kind.alias, sort, 'next', undefined);
  const where = (parameters: Parameters) =>
    [
      run!.where(parameters),
      `${sql} >= ${parameters.add(begin, 'text')}`,
      `${sql} < ${parameters.add(lastOf(begin), 'text')}`,
      ...patterns.map((pattern) => `strpos(${kind.alias}.search_text, ${parameters.add(wordOf(pattern), 'text')}) > 0`),
    ].join(' and ');
  return readRun(
    kind,
    { prepared, sort, direction: 'next', from: undefined, limit: request.limit, isPlain: false },
    { ...run!, where },
    request.limit,
  );
}

/**
 * A page of names that begin with what was probably meant, where a word is none that the workspace knows and nothing
 * holds it; else nothing.
 */
async function beginningMeant<Row extends { id: string }>(
  kind: Listed<Row>,
  request: ListRequest,
  patterns: string[],
): Promise<Row[]> {
  const known =
    request.filter?.conditions.length || request.trash || request.ids ? undefined : await vocabulary(kind.kind);
  const words = patterns.map((pattern) => wordOf(pattern).trim());
  if (!known || !holdsUnknown(known, words)) return [];
  const spelt = respellings(known, words);
  if (spelt.length === 0 || (await idsByPatterns(kind.kind, patterns, false))?.length !== 0) return [];
  const rows: Row[] = [];
  for (const meant of spelt) {
    rows.push(
      ...(await beginning(kind, { ...request, limit: request.limit - rows.length }, beginningOf(meant.join(' '))!)),
    );
    if (rows.length === request.limit) return rows;
  }
  return [];
}

/**
 * The order of a list. A search without an order of its own lists names first: those that are it, that begin with it,
 * that hold it, then records that hold it elsewhere. With too many hits to name, the list keeps its usual order.
 * @throws AppError `validation`
 */
async function orderOf<Row extends { id: string }>(
  kind: Listed<Row>,
  request: SortedSelection & { cursor?: string | undefined },
): Promise<SortPart[]> {
  const plain = await sortOf(kind, request.sort);
  const name = kind.sorts['name'] ?? kind.sorts['subject'];
  const { search, sort, cursor, trash = false } = request;
  const sql = sort === undefined && search !== undefined && name ? rankSql(search, name.sql) : undefined;
  if (sql === undefined) return plain;
  const ranked: SortPart[] = [{ name: MATCH, descending: false, key: always(sql, 'text') }, ...plain];
  // Later pages keep the sort order of the first page.
  if (cursor !== undefined) return isCursorOf(cursor, ranked) ? ranked : plain;
  const found = await findRecords(kind.kind, search, trash);
  return found.kind === 'ids' && !found.fuzzy ? ranked : plain;
}

/** @throws AppError `validation`; `bad_request` for a cursor that does not fit. */
async function listSorted<Row extends { id: string }, Item>(
  kind: ListKind<Row, Item>,
  request: ListRequest,
): Promise<Page<Item>> {
  const sort = await orderOf(kind, request);
  const cursor = request.cursor === undefined ? undefined : decodeCursor(request.cursor, sort);
  const direction = cursor?.direction ?? 'next';
  const ahead = sort[0]!.name === MATCH ? undefined : await walkAhead(kind, request, sort, direction, cursor);
  const prepared = ahead ? undefined : await prepareSelection(kind, request);
  const rows =
    ahead ??
    (await readRows(kind, {
      prepared: prepared!,
      sort,
      direction,
      from: cursor,
      limit: request.limit + 1,
      isPlain: isPlain(request, sort),
    }));
  const more = rows.length > request.limit;
  if (more) rows.pop();
  if (direction === 'prev') rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const mark = (to: Direction, row: Sorted<Row>) =>
    encodeCursor({ sort: sortText(sort), direction: to, ...positionOf(row, sort) });
  const page: Page<Item> = {
    items: rows.map(kind.toItem),
    next: last && (direction === 'prev' || more) ? mark('next', last) : null,
    prev: first && (direction === 'next' ? cursor !== undefined : more) ? mark('prev', first) : null,
  };
  if (prepared && prepared.search.kind !== 'all' && prepared.search.fuzzy) page.fuzzy = true;
  if (request.total && prepared) page.total = await countSelection(kind, prepared);
  return page;
}

/** How many are selected, counted up to a cap. */
async function countSelection<Row extends { id: string }>(
  kind: Listed<Row>,
  prepared: Prepared,
): Promise<{ count: number; capped: boolean }> {
  const count = await countUpTo(kind, prepared, COUNT_CAP + 1);
  return { count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP };
}

async function countUpTo<Row extends { id: string }>(
  kind: Listed<Row>,
  prepared: Prepared,
  most: number,
): Promise<number> {
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count
      from (select 1 from ${kind.table} ${kind.alias} where ${where} limit ${parameters.add(most, 'int')}) counted`,
    parameters.values,
  );
  return row!.count;
}

export interface Neighbours {
  previous: Ref | null;
  next: Ref | null;
}

/** The records before and after one in a list. @throws AppError `not_found` when there is no such record. */
export async function neighboursOf<Row extends { id: string }>(
  kind: Listed<Row>,
  id: string,
  request: SortedSelection,
): Promise<Neighbours> {
  const sort = await orderOf(kind, request);
  const { alias } = kind;
  const [here] = await query<Sorted<{ id: string }>>(
    `select ${alias}.id, ${sortColumns(sort)} from ${kind.table} ${alias} ${kind.joins}
     where ${alias}.id = $1 and ${alias}.workspace_id = $2
        and ${alias}.deleted_at is ${request.trash ? 'not null' : 'null'}`,
    [id, currentWorkspaceId()],
  );
  if (!here) throw notFound(kind.noun);
  const prepared = await prepareSelection(kind, request);
  const beside = async (direction: Direction) => {
    const [row] = await readRows(kind, {
      prepared,
      sort,
      direction,
      from: positionOf(here, sort),
      limit: 1,
      isPlain: isPlain(request, sort),
    });
    return row ? { id: row.id, name: kind.nameOf(row) } : null;
  };
  return { previous: await beside('prev'), next: await beside('next') };
}

/** The whole selection in order, a page at a time: whatever its size, one page is in memory. */
export async function* eachPage<Row extends { id: string }>(
  kind: Listed<Row>,
  request: SortedSelection,
  pageSize: number,
): AsyncGenerator<Row[]> {
  const sort = await sortOf(kind, request.sort);
  const prepared = await prepareSelection(kind, request);
  let from: Position | undefined;
  for (;;) {
    const rows: Sorted<Row>[] = await readRows(kind, {
      prepared,
      sort,
      direction: 'next',
      from,
      limit: pageSize,
      isPlain: false,
    });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    from = positionOf(rows.at(-1)!, sort);
  }
}

/** Ids of the selection, at most `most`, in the order of ids. */
export async function selectedIds<Row extends { id: string }>(
  kind: Listed<Row>,
  selection: Selection,
  most: number,
): Promise<string[]> {
  const prepared = await prepareSelection(kind, selection);
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const { alias } = kind;
  const rows = await query<{ id: string }>(
    `select ${alias}.id from ${kind.table} ${alias} where ${where}
      order by ${alias}.id limit ${parameters.add(most, 'int')}`,
    parameters.values,
  );
  return rows.map((row) => row.id);
}

/** Names of records, in the order of their ids. */
export async function namesOf<Row extends { id: string }>(kind: Listed<Row>, ids: readonly string[]): Promise<Ref[]> {
  const { alias } = kind;
  const rows = await query<Row>(
    `select ${kind.columns} from ${kind.table} ${alias} ${kind.joins}
      where ${alias}.workspace_id = $1 and ${alias}.id = any($2) order by ${alias}.id`,
    [currentWorkspaceId(), ids],
  );
  return rows.map((row) => ({ id: row.id, name: kind.nameOf(row) }));
}
