/** Lists of contacts: pages, what lies around one of them, and whole selections page by page. */
import { COUNT_CAP } from '../../../../kernel/endpoint.ts';
import { notFound } from '../../../../kernel/errors.ts';
import type { Filter } from '../../../../kernel/filter.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ContactPage } from '../../contract.ts';
import { displayName } from '../../engine/contact-data.ts';
import { customDefinitions, workspaceSettings } from '../workspace.ts';
import { filterSql, usesCustomFields, usesDays } from './filter-sql.ts';
import { COMPANY_JOIN, type DbRecord, type DbRow, RECORD_COLUMNS, ROW_COLUMNS, toRow } from './rows.ts';
import { findContacts, type Search } from './search.ts';
import { decodeCursor, type Direction, encodeCursor, Parameters, parseSort, type Position, runsFor, sortColumns, type SortPart, sortText } from './sort.ts';

/** Which contacts. */
export interface Selection {
  filter?: Filter | undefined;
  search?: string | undefined;
  trash?: boolean | undefined;
  /** Exactly these instead of all that match. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
}

export interface ListRequest extends Selection {
  sort?: string | undefined;
  cursor?: string | undefined;
  limit: number;
  total?: boolean;
}

interface Prepared {
  /** Writes the conditions of the selection, with the values into `parameters`. */
  where: (parameters: Parameters) => string;
  /** Throws what is wrong with the selection, for those who read only later. */
  check: () => void;
  search: Search;
}

/** Turns a selection into SQL conditions, looking up once what they need. @throws AppError `validation` */
export async function prepareSelection(selection: Selection): Promise<Prepared> {
  const { filter, trash = false, ids, except } = selection;
  const context = {
    customFields: usesCustomFields(filter) ? await customDefinitions() : [],
    timeZone: usesDays(filter) ? (await workspaceSettings()).timeZone : 'UTC',
    userId: currentUserId(),
    now: new Date(),
  };
  const search = await findContacts(selection.search, trash);
  return {
    search,
    check: () => void filterSql(filter, context, new Parameters()),
    where(parameters) {
      const parts = [`c.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')}`, `c.deleted_at is ${trash ? 'not null' : 'null'}`];
      if (search.kind === 'ids') parts.push(`c.id = any(${parameters.add(search.ids, 'uuid[]')})`);
      if (search.kind === 'patterns') for (const pattern of search.patterns) parts.push(`c.search_text like ${parameters.add(pattern, 'text')}`);
      if (ids) parts.push(`c.id = any(${parameters.add(ids, 'uuid[]')})`);
      if (except?.length) parts.push(`c.id <> all(${parameters.add(except, 'uuid[]')})`);
      const condition = filterSql(filter, context, parameters);
      if (condition !== 'true') parts.push(condition);
      return parts.join(' and ');
    },
  };
}

type Sorted<Row> = Row & Record<`sort_${number}`, string | null>;

function positionOf(row: Sorted<{ id: string }>, sort: readonly SortPart[]): Position {
  return { values: sort.map((_, i) => row[`sort_${i}`] ?? null), id: row.id };
}

const names = new Map<string, string>();

/** Texts of this shape are few and hot: they are prepared once on each connection. */
function statementName(text: string, isPlain: boolean): string | undefined {
  if (!isPlain) return undefined;
  // Single keys times directions fit; multi-sorts are too many to keep them all.
  if (!names.has(text) && names.size < 60) names.set(text, `crm_list_${names.size}`);
  return names.get(text);
}

/** Up to `limit` rows from `from` on, in reading direction. */
async function readRows<Row extends DbRow>(
  columns: string, prepared: Prepared, sort: readonly SortPart[], direction: Direction, from: Position | undefined, limit: number, isPlain: boolean,
): Promise<Sorted<Row>[]> {
  const rows: Sorted<Row>[] = [];
  for (const run of runsFor(sort, direction, from)) {
    if (rows.length === limit) break;
    const parameters = new Parameters();
    const where = `${prepared.where(parameters)} and ${run.where(parameters)}`;
    const take = parameters.add(limit - rows.length, 'int');
    const text = `select ${columns}, ${sortColumns(sort)} from contacts c ${COMPANY_JOIN} where ${where} order by ${run.orderBy} limit ${take}`;
    rows.push(...(await query<Sorted<Row>>(text, parameters.values, statementName(text, isPlain))));
  }
  return rows;
}

const isPlain = (selection: Selection) => !selection.filter?.conditions.length && !selection.search && !selection.ids && !selection.except?.length;

/** @throws AppError `validation`; `bad_request` for a cursor that does not fit. */
export async function listContacts(request: ListRequest): Promise<ContactPage> {
  const sort = parseSort(request.sort);
  const cursor = request.cursor === undefined ? undefined : decodeCursor(request.cursor, sort);
  const prepared = await prepareSelection(request);
  const direction = cursor?.direction ?? 'next';
  const rows = await readRows<DbRow>(ROW_COLUMNS, prepared, sort, direction, cursor, request.limit + 1, isPlain(request));
  const more = rows.length > request.limit;
  if (more) rows.pop();
  if (direction === 'prev') rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const mark = (to: Direction, row: Sorted<DbRow>) => encodeCursor({ sort: sortText(sort), direction: to, ...positionOf(row, sort) });
  const page: ContactPage = {
    items: rows.map(toRow),
    next: last && (direction === 'prev' || more) ? mark('next', last) : null,
    prev: first && (direction === 'next' ? cursor !== undefined : more) ? mark('prev', first) : null,
  };
  if (prepared.search.kind === 'ids' && prepared.search.fuzzy) page.fuzzy = true;
  if (request.total) page.total = await countSelection(prepared);
  return page;
}

/** How many are selected, counted up to a cap. */
async function countSelection(prepared: Prepared): Promise<{ count: number; capped: boolean }> {
  const count = await countUpTo(prepared, COUNT_CAP + 1);
  return { count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP };
}

export async function countUpTo(prepared: Prepared, most: number): Promise<number> {
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from (select 1 from contacts c where ${where} limit ${parameters.add(most, 'int')}) counted`, parameters.values,
  );
  return row!.count;
}

/** The contacts before and after one in a list. @throws AppError `not_found` when there is no such contact. */
export async function neighboursOf(id: string, request: Selection & { sort?: string | undefined }): Promise<{ previous: { id: string; name: string } | null; next: { id: string; name: string } | null }> {
  const sort = parseSort(request.sort);
  const [here] = await query<Sorted<{ id: string }>>(
    `select c.id, ${sortColumns(sort)} from contacts c where c.id = $1 and c.workspace_id = $2 and c.deleted_at is ${request.trash ? 'not null' : 'null'}`,
    [id, currentWorkspaceId()],
  );
  if (!here) throw notFound('The contact');
  const prepared = await prepareSelection(request);
  const beside = async (direction: Direction) => {
    const [row] = await readRows<DbRow>(ROW_COLUMNS, prepared, sort, direction, positionOf(here, sort), 1, isPlain(request));
    return row ? { id: row.id, name: nameOf(row) } : null;
  };
  return { previous: await beside('prev'), next: await beside('next') };
}

export function nameOf(row: Pick<DbRow, 'first_name' | 'last_name' | 'emails' | 'phones'>): string {
  return displayName({ firstName: row.first_name, lastName: row.last_name, emails: row.emails, phones: row.phones });
}

/** The whole selection in order, a page at a time: whatever its size, one page is in memory. */
export async function* eachPage(request: Selection & { sort?: string | undefined }, pageSize: number): AsyncGenerator<DbRecord[]> {
  const sort = parseSort(request.sort);
  const prepared = await prepareSelection(request);
  let from: Position | undefined;
  for (;;) {
    const rows: Sorted<DbRecord>[] = await readRows<DbRecord>(RECORD_COLUMNS, prepared, sort, 'next', from, pageSize, false);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    from = positionOf(rows.at(-1)!, sort);
  }
}

/** Ids of the selection, at most `most`, in the order of ids. */
export async function selectedIds(selection: Selection, most: number): Promise<string[]> {
  const prepared = await prepareSelection(selection);
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const rows = await query<{ id: string }>(`select c.id from contacts c where ${where} order by c.id limit ${parameters.add(most, 'int')}`, parameters.values);
  return rows.map((row) => row.id);
}
