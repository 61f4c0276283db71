/** Lists of records of any kind: pages, what lies around one of them, and whole selections page by page. */
import { COUNT_CAP } from '../../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import type { Condition, Filter } from '../../../../kernel/filter.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { MATCH, type Ref } from '../../contract.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import { holdsUnknown, respellings } from '../../engine/respelling.ts';
import { searchWords } from '../../engine/search-words.ts';
import { customDefinitions, workspaceSettings } from '../workspace.ts';
import { filterSql, usesCustomFields, usesDays } from './filter-sql.ts';
import type { ListKind } from './kind.ts';
import { areMany, idsByPatterns, isKnownCommon, narrow } from './narrow.ts';
import { idsOfOwnFields, lastOf, needSorted } from './own-indexes.ts';
import { beginningOf, findRecords, type Search, wordOf } from './search.ts';
import {
  decodeCursor, type Direction, encodeCursor, Parameters, parseSort, type Position, type Run, runsFor, sortColumns, type SortPart, sortText, usesCustomSort,
} from './sort.ts';
import { vocabulary } from './vocabulary.ts';

/** Which records. */
export interface Selection {
  filter?: Filter | undefined;
  /** Holds beside the filter: what the address of the call narrows the list to. Speaks of plain columns only. */
  within?: Filter | undefined;
  search?: string | undefined;
  trash?: boolean | undefined;
  /** Exactly these instead of all that match. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
}

export interface SortedSelection extends Selection {
  sort?: string | undefined;
}

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

type Listed<Row extends { id: string }> = ListKind<Row, unknown>;

/**
 * How rows are come by: `planned` by the database; `walked` one after the other, so that no index may be sought for words;
 * `named` by their ids, which were asked of them already.
 */
type Found = 'planned' | 'walked' | 'named';

interface Prepared {
  /** Writes the conditions of the selection, with the values into `parameters`. */
  where: (parameters: Parameters, found?: Found) => string;
  /** Among these are all that are selected; undefined when nothing names them. */
  named: readonly string[] | undefined;
  /** Throws what is wrong with the selection, for those who read only later. */
  check: () => void;
  search: Search;
}

/** Turns a selection into SQL conditions, looking up once what they need. @throws AppError `validation` */
export async function prepareSelection<Row extends { id: string }>(kind: Listed<Row>, selection: Selection): Promise<Prepared> {
  const { filter, within, trash = false, ids, except } = selection;
  const { alias } = kind;
  const context = {
    customFields: usesCustomFields(filter) ? await customDefinitions(kind.kind) : [],
    timeZone: usesDays(filter) ? (await workspaceSettings()).timeZone : 'UTC',
    userId: currentUserId(),
    now: new Date(),
  };
  const search = await findRecords(kind.kind, selection.search, trash);
  const isNarrow = trash || !filter || ids !== undefined || search.kind === 'ids';
  const own = !isNarrow && usesCustomFields(filter) ? await idsOfOwnFields(kind.kind, filter) : undefined;
  const { ids: fitting, common } = isNarrow || own ? { ids: own, common: new Set<Condition>() } : await narrow(kind.kind, filter);
  const asked = { ...context, common };
  const listed = [search.kind === 'ids' ? search.ids : undefined, fitting, ids].filter((one) => one !== undefined);
  return {
    search,
    named: listed[0],
    check: () => void filterSql(kind, filter, context, new Parameters()),
    where(parameters, found = 'planned') {
      const parts = [`${alias}.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')}`, `${alias}.deleted_at is ${trash ? 'not null' : 'null'}`];
      for (const some of listed.slice(found === 'named' ? 1 : 0)) parts.push(`${alias}.id = any(${parameters.add(some, 'uuid[]')})`);
      if (search.kind === 'patterns') parts.push(...patternsSql(kind, search, trash, parameters, found === 'walked'));
      if (except?.length) parts.push(`${alias}.id <> all(${parameters.add(except, 'uuid[]')})`);
      for (const condition of [filterSql(kind, within, asked, parameters), filterSql(kind, filter, asked, parameters)]) {
        if (condition !== 'true') parts.push(condition);
      }
      return parts.join(' and ');
    },
  };
}

/** The greatest number of the database: records may have been added since they were counted, and none may be left out. */
const ALL = 2_147_483_647;

/** Where most have the words, a page is found by walking: the planner, who takes any `like` for rare, must not know that it is one. */
function patternsSql(kind: { alias: string; kind: RecordKind }, { patterns, how }: Search & { kind: 'patterns' }, trash: boolean, parameters: Parameters, isWalked: boolean): string[] {
  if (how === 'some' && !isWalked) return [`${kind.alias}.id in (select id from search_record_ids('${kind.kind}', ${parameters.add(patterns, 'text[]')}, ${trash}, ${ALL}))`];
  return patterns.map((pattern) => `strpos(${kind.alias}.search_text, ${parameters.add(wordOf(pattern), 'text')}) > 0`);
}

/** @throws AppError `validation` */
export async function sortOf<Row extends { id: string }>(kind: Listed<Row>, param: string | undefined): Promise<SortPart[]> {
  const sort = parseSort(kind, param, usesCustomSort(param) ? await customDefinitions(kind.kind) : []);
  await needSorted(kind.kind, sort);
  return sort;
}

type Sorted<Row> = Row & Record<`sort_${number}`, string | null>;

function positionOf(row: Sorted<{ id: string }>, sort: readonly SortPart[]): Position {
  return { values: sort.map((_, i) => row[`sort_${i}`] ?? null), id: row.id };
}

const names = new Map<string, string>();
/** Single keys times directions fit for each kind; multi-sorts are too many to keep them all. */
const MOST_NAMES = 200;

/** Texts of this shape are few and hot: they are prepared once on each connection. */
function statementName(text: string, isPlain: boolean): string | undefined {
  if (!isPlain) return undefined;
  if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `crm_list_${names.size}`);
  return names.get(text);
}

interface Reading {
  prepared: Prepared;
  sort: readonly SortPart[];
  direction: Direction;
  from: Position | undefined;
  limit: number;
  isPlain: boolean;
  /** Instead of the columns of a row. */
  columns?: string;
}

/** Up to `limit` rows from `from` on, in reading direction. */
async function readRows<Row extends { id: string }>(kind: Listed<Row>, reading: Reading): Promise<Sorted<Row>[]> {
  const { sort, direction, from, limit } = reading;
  const rows: Sorted<Row>[] = [];
  for (const run of runsFor(kind.alias, sort, direction, from)) {
    const most = limit - rows.length;
    if (most === 0) break;
    rows.push(...(await readOf(kind, reading, run, most)));
  }
  return rows;
}

async function readOf<Row extends { id: string }>(kind: Listed<Row>, reading: Reading, run: Run, most: number): Promise<Sorted<Row>[]> {
  const { search, named } = reading.prepared;
  if (named) return namedRun(kind, reading, run, most, named);
  if (search.kind !== 'patterns' || search.how !== 'some') return readRun(kind, reading, run, most);
  return (await walkRun(kind, reading, run, most)) ?? (await sortRun(kind, reading, run, most));
}

const selected = <Row extends { id: string }>(kind: Listed<Row>, { sort, columns = kind.columns }: Reading) => `select ${columns}, ${sortColumns(sort)}`;

function readRun<Row extends { id: string }>(kind: Listed<Row>, reading: Reading, run: Run, most: number): Promise<Sorted<Row>[]> {
  const parameters = new Parameters();
  const where = `${reading.prepared.where(parameters)} and ${run.where(parameters)}`;
  const text = `${selected(kind, reading)} from ${kind.table} ${kind.alias} ${kind.joins} where ${where} order by ${run.orderBy} limit ${parameters.add(most, 'int')}`;
  return query<Sorted<Row>>(text, parameters.values, statementName(text, reading.isPlain));
}

/** Rows that are looked at in the hope that words which some have fill a page among them. */
const WALKED = 10_000;

/** Rows that are looked at before the index of the search is asked how many have the words, which for frequent ones is dear: fewer would not hold a page of two frequent words. */
const AHEAD = 2_000;

/** A page of a large list among whose first rows the words are frequent enough to fill it; undefined where that is not so. */
async function walkAhead<Row extends { id: string }>(kind: Listed<Row>, request: ListRequest, sort: readonly SortPart[], direction: Direction, from: Position | undefined): Promise<Sorted<Row>[] | undefined> {
  const { search, filter, trash, ids, total } = request;
  const words = search === undefined || filter?.conditions.length || trash || ids || total ? undefined : searchWords(search);
  // Numbers and addresses are never frequent.
  if (!words || words.words.length === 0 || search!.includes('@') || !(await areMany(kind.kind)) || isKnownCommon(kind.kind, words.patterns)) return undefined;
  const { search: _, ...rest } = request;
  const prepared: Prepared = { ...(await prepareSelection(kind, rest)), search: { kind: 'patterns', patterns: words.patterns, how: 'some', fuzzy: false } };
  const where: Prepared['where'] = (parameters) => [prepared.where(parameters), ...patternsSql(kind, prepared.search as Search & { kind: 'patterns' }, false, parameters, true)].join(' and ');
  const most = request.limit + 1;
  return walkRun(kind, { prepared: { ...prepared, where }, sort, direction, from, limit: most, isPlain: false }, runsFor(kind.alias, sort, direction, from)[0]!, most, AHEAD);
}

/** Undefined when the first so many rows do not hold a page of them: they may stand together at the other end. */
async function walkRun<Row extends { id: string }>(kind: Listed<Row>, reading: Reading, run: Run, most: number, walked = WALKED): Promise<Sorted<Row>[] | undefined> {
  const { table, alias, joins } = kind;
  const parameters = new Parameters();
  const first = `select ${alias}.* from ${table} ${alias} where ${alias}.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')} and ${alias}.deleted_at is null and ${run.where(parameters)} order by ${run.orderBy} limit ${walked}`;
  const text = `${selected(kind, reading)} from (${first}) ${alias} ${joins} where ${reading.prepared.where(parameters, 'walked')} order by ${run.orderBy} limit ${parameters.add(most, 'int')}`;
  const rows = await query<Sorted<Row>>(text, parameters.values);
  return rows.length === most ? rows : undefined;
}

/** Finds which rows they are before it reads them: thousands are sorted for a page. */
async function sortRun<Row extends { id: string }>(kind: Listed<Row>, reading: Reading, run: Run, most: number): Promise<Sorted<Row>[]> {
  const { table, alias, joins } = kind;
  const parameters = new Parameters();
  const page = `select ${alias}.id from ${table} ${alias} where ${reading.prepared.where(parameters)} and ${run.where(parameters)} order by ${run.orderBy} limit ${parameters.add(most, 'int')}`;
  return query<Sorted<Row>>(`${selected(kind, reading)} from ${table} ${alias} ${joins} where ${alias}.id in (${page}) order by ${run.orderBy}`, parameters.values);
}

/**
 * Rows among those of known ids. They are read first and sorted then (`offset 0` keeps the planner from turning that round):
 * the planner, who takes any list of ids for common, would walk half of a large workspace in its order for a page of them.
 */
function namedRun<Row extends { id: string }>(kind: Listed<Row>, reading: Reading, run: Run, most: number, named: readonly string[]): Promise<Sorted<Row>[]> {
  const { table, alias, joins } = kind;
  const parameters = new Parameters();
  const known = `select ${alias}.* from ${table} ${alias} where ${alias}.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')} and ${alias}.id = any(${parameters.add(named, 'uuid[]')}) offset 0`;
  const page = `select ${alias}.id from (${known}) ${alias} where ${reading.prepared.where(parameters, 'named')} and ${run.where(parameters)} order by ${run.orderBy} limit ${parameters.add(most, 'int')}`;
  return query<Sorted<Row>>(`${selected(kind, reading)} from ${table} ${alias} ${joins} where ${alias}.id in (${page}) order by ${run.orderBy}`, parameters.values);
}

/** An index of one workspace fits only a statement that is planned for that workspace. */
const isPlain = (selection: SortedSelection, sort: readonly SortPart[]) =>
  !selection.filter?.conditions.length && !selection.within?.conditions.length && !selection.search && !selection.ids && !selection.except?.length
  && !usesCustomSort(selection.sort) && !sort.some(({ key }) => key.onDemand);

/** @throws AppError `validation`; `bad_request` for a cursor that does not fit. */
export function listRecords<Row extends { id: string }, Item>(kind: ListKind<Row, Item>, request: ListRequest): Promise<Page<Item>> {
  return request.sort === MATCH && kind.defaultSort === 'name' ? listMatches(kind, request) : listSorted(kind, request);
}

/**
 * Those whose names begin with what is searched, then the others by name: what somebody means who types a name. One page of
 * them. Where the first fill it, the others need not be looked for, which is most of the work for a frequent first name.
 */
async function listMatches<Row extends { id: string }, Item>(kind: ListKind<Row, Item>, { sort: _sort, ...request }: ListRequest): Promise<Page<Item>> {
  if (request.cursor !== undefined) throw new AppError('bad_request', 'The best matches are one page. Name a sort to read on.', { field: 'cursor' });
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
async function beginning<Row extends { id: string }>(kind: Listed<Row>, request: ListRequest, { begin, patterns }: { begin: string; patterns: string[] }): Promise<Row[]> {
  const sort = await sortOf(kind, 'name');
  const prepared = await prepareSelection(kind, { ...request, search: undefined });
  const { sql } = sort[0]!.key;
  const [run] = runsFor(kind.alias, sort, 'next', undefined);
  const where = (parameters: Parameters) => [
    run!.where(parameters), `${sql} >= ${parameters.add(begin, 'text')}`, `${sql} < ${parameters.add(lastOf(begin), 'text')}`,
    ...patterns.map((pattern) => `strpos(${kind.alias}.search_text, ${parameters.add(wordOf(pattern), 'text')}) > 0`),
  ].join(' and ');
  return readOf(kind, { prepared, sort, direction: 'next', from: undefined, limit: request.limit, isPlain: false }, { ...run!, where }, request.limit);
}

/** A page of names that begin with what was probably meant, where a word is none that the workspace knows and nothing holds it; else nothing. */
async function beginningMeant<Row extends { id: string }>(kind: Listed<Row>, request: ListRequest, patterns: string[]): Promise<Row[]> {
  const known = request.filter?.conditions.length || request.trash || request.ids ? undefined : await vocabulary(kind.kind);
  const words = patterns.map((pattern) => wordOf(pattern).trim());
  if (!known || !holdsUnknown(known, words)) return [];
  const spelt = respellings(known, words);
  if (spelt.length === 0 || (await idsByPatterns(kind.kind, patterns, false))?.length !== 0) return [];
  const rows: Row[] = [];
  for (const meant of spelt) {
    rows.push(...(await beginning(kind, { ...request, limit: request.limit - rows.length }, beginningOf(meant.join(' '))!)));
    if (rows.length === request.limit) return rows;
  }
  return [];
}

/** @throws AppError `validation`; `bad_request` for a cursor that does not fit. */
async function listSorted<Row extends { id: string }, Item>(kind: ListKind<Row, Item>, request: ListRequest): Promise<Page<Item>> {
  const sort = await sortOf(kind, request.sort);
  const cursor = request.cursor === undefined ? undefined : decodeCursor(request.cursor, sort);
  const direction = cursor?.direction ?? 'next';
  const ahead = await walkAhead(kind, request, sort, direction, cursor);
  const prepared = ahead ? undefined : await prepareSelection(kind, request);
  const rows = ahead ?? (await readRows(kind, { prepared: prepared!, sort, direction, from: cursor, limit: request.limit + 1, isPlain: isPlain(request, sort) }));
  const more = rows.length > request.limit;
  if (more) rows.pop();
  if (direction === 'prev') rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const mark = (to: Direction, row: Sorted<Row>) => encodeCursor({ sort: sortText(sort), direction: to, ...positionOf(row, sort) });
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
async function countSelection<Row extends { id: string }>(kind: Listed<Row>, prepared: Prepared): Promise<{ count: number; capped: boolean }> {
  const count = await countUpTo(kind, prepared, COUNT_CAP + 1);
  return { count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP };
}

async function countUpTo<Row extends { id: string }>(kind: Listed<Row>, prepared: Prepared, most: number): Promise<number> {
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from (select 1 from ${kind.table} ${kind.alias} where ${where} limit ${parameters.add(most, 'int')}) counted`, parameters.values,
  );
  return row!.count;
}

export interface Neighbours {
  previous: Ref | null;
  next: Ref | null;
}

/** The records before and after one in a list. @throws AppError `not_found` when there is no such record. */
export async function neighboursOf<Row extends { id: string }>(kind: Listed<Row>, id: string, request: SortedSelection): Promise<Neighbours> {
  const sort = await sortOf(kind, request.sort);
  const { alias } = kind;
  const [here] = await query<Sorted<{ id: string }>>(
    `select ${alias}.id, ${sortColumns(sort)} from ${kind.table} ${alias} ${kind.joins}
     where ${alias}.id = $1 and ${alias}.workspace_id = $2 and ${alias}.deleted_at is ${request.trash ? 'not null' : 'null'}`,
    [id, currentWorkspaceId()],
  );
  if (!here) throw notFound(kind.noun);
  const prepared = await prepareSelection(kind, request);
  const beside = async (direction: Direction) => {
    const [row] = await readRows(kind, { prepared, sort, direction, from: positionOf(here, sort), limit: 1, isPlain: isPlain(request, sort) });
    return row ? { id: row.id, name: kind.nameOf(row) } : null;
  };
  return { previous: await beside('prev'), next: await beside('next') };
}

/** The whole selection in order, a page at a time: whatever its size, one page is in memory. */
export async function* eachPage<Row extends { id: string }>(kind: Listed<Row>, request: SortedSelection, pageSize: number): AsyncGenerator<Row[]> {
  const sort = await sortOf(kind, request.sort);
  const prepared = await prepareSelection(kind, request);
  let from: Position | undefined;
  for (;;) {
    const rows: Sorted<Row>[] = await readRows(kind, { prepared, sort, direction: 'next', from, limit: pageSize, isPlain: false });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    from = positionOf(rows.at(-1)!, sort);
  }
}

/** Ids of the selection, at most `most`, in the order of ids. */
export async function selectedIds<Row extends { id: string }>(kind: Listed<Row>, selection: Selection, most: number): Promise<string[]> {
  const prepared = await prepareSelection(kind, selection);
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const { alias } = kind;
  const rows = await query<{ id: string }>(`select ${alias}.id from ${kind.table} ${alias} where ${where} order by ${alias}.id limit ${parameters.add(most, 'int')}`, parameters.values);
  return rows.map((row) => row.id);
}

/** Names of records, in the order of their ids. */
export async function namesOf<Row extends { id: string }>(kind: Listed<Row>, ids: readonly string[]): Promise<Ref[]> {
  const { alias } = kind;
  const rows = await query<Row>(
    `select ${kind.columns} from ${kind.table} ${alias} ${kind.joins} where ${alias}.workspace_id = $1 and ${alias}.id = any($2) order by ${alias}.id`, [currentWorkspaceId(), ids],
  );
  return rows.map((row) => ({ id: row.id, name: kind.nameOf(row) }));
}
