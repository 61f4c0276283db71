/**
 * Sorting and keyset paging. Blank values come last in both directions: the rows with a value in the first sort key are
 * one run of the index, the blank ones another, read after it, and each run is served in order by the index.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { CONTACT_SORTS, type ContactSort, DEFAULT_CONTACT_SORT, MAX_SORTS } from '../../contract.ts';

interface SortKey {
  /** SQL of the value. */
  sql: string;
  /** SQL that is true when there is none; absent: there always is one. */
  blank?: string;
  type: 'text' | 'timestamptz';
}

const text = (sql: string): SortKey => ({ sql, blank: `${sql} = ''`, type: 'text' });

const SORT_KEYS: Record<ContactSort, SortKey> = {
  name: text('c.name_key'),
  lastName: text('c.last_name_key'),
  company: text('c.company_key'),
  email: text('c.email_key'),
  title: text('(lower(c.title) collate "C")'),
  source: text('(lower(c.source) collate "C")'),
  city: text('(lower(c.city) collate "C")'),
  country: text('(lower(c.country) collate "C")'),
  lastActivityAt: { sql: 'c.last_activity_at', blank: 'c.last_activity_at is null', type: 'timestamptz' },
  createdAt: { sql: 'c.created_at', type: 'timestamptz' },
  updatedAt: { sql: 'c.updated_at', type: 'timestamptz' },
};

export interface SortPart {
  name: ContactSort;
  descending: boolean;
}

/** @throws AppError `validation` for a key that does not exist or comes twice. */
export function parseSort(param: string = DEFAULT_CONTACT_SORT): SortPart[] {
  const parts = param.split(',').map((part) => ({ name: part.replace(/^-/, '') as ContactSort, descending: part.startsWith('-') }));
  const unknown = parts.find((part) => !CONTACT_SORTS.includes(part.name));
  if (unknown) throw new AppError('validation', `Contacts cannot be sorted by "${unknown.name}".`, { field: 'sort' });
  if (parts.length > MAX_SORTS || new Set(parts.map((part) => part.name)).size < parts.length) {
    throw new AppError('validation', `Sort by up to ${MAX_SORTS} different fields.`, { field: 'sort' });
  }
  return parts;
}

export function sortText(sort: readonly SortPart[]): string {
  return sort.map((part) => (part.descending ? `-${part.name}` : part.name)).join(',');
}

/** Where a page ends: the sort values and id of its last row, null for a blank one. */
export interface Position {
  values: (string | null)[];
  id: string;
}

export type Direction = 'next' | 'prev';

interface Cursor extends Position {
  sort: string;
  direction: Direction;
}

export function encodeCursor({ sort, direction, values, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, direction, id, ...values])).toString('base64url');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** @throws AppError `bad_request` when the cursor is damaged or was made with another sort. */
export function decodeCursor(text: string, sort: readonly SortPart[]): Cursor {
  const refuse = () => new AppError('bad_request', 'This page marker does not fit the list. Please start from the first page.', { field: 'cursor' });
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw refuse();
  }
  if (!Array.isArray(parts)) throw refuse();
  const [madeFor, direction, id, ...values] = parts as unknown[];
  if (madeFor !== sortText(sort) || (direction !== 'next' && direction !== 'prev') || typeof id !== 'string' || !UUID.test(id)) throw refuse();
  if (values.length !== sort.length) throw refuse();
  for (const [i, value] of values.entries()) {
    const key = SORT_KEYS[sort[i]!.name];
    if (value === null ? !key.blank : typeof value !== 'string' || value.includes('\0') || (key.type === 'timestamptz' && !INSTANT.test(value))) throw refuse();
  }
  return { sort: madeFor, direction, id, values: values as (string | null)[] };
}

/** Collects the values of a statement; `add` answers their placeholder. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown, cast = ''): string {
    this.values.push(value);
    return `$${this.values.length}${cast && `::${cast}`}`;
  }
}

/** One ordered run of rows: those with a value in the first sort key, or the blank ones. */
export interface Run {
  where: (parameters: Parameters) => string;
  orderBy: string;
}

/** SQL of the sort values, to be selected as `sort_0`, `sort_1`, …; blank ones come as null. */
export function sortColumns(sort: readonly SortPart[]): string {
  return sort.map((part, i) => {
    const key = SORT_KEYS[part.name];
    return `${key.type === 'text' ? `nullif(${key.sql}, '')` : key.sql} as sort_${i}`;
  }).join(', ');
}

/**
 * The runs to read for a page, in their order; read the next one only when the one before gave too few rows.
 * @param from where the page begins; undefined for the first
 */
export function runsFor(sort: readonly SortPart[], direction: Direction, from: Position | undefined): Run[] {
  const first = SORT_KEYS[sort[0]!.name];
  const reversed = direction === 'prev';
  const filled: Run = { where: () => (first.blank ? `not (${first.blank})` : 'true'), orderBy: orderBy(sort, reversed, false) };
  if (!first.blank) return [withPosition(filled, sort, reversed, from, 0)];
  const blank: Run = { where: () => first.blank!, orderBy: orderBy(sort, reversed, true) };
  if (!from) return reversed ? [blank, filled] : [filled, blank];
  const here = from.values[0] === null ? withPosition(blank, sort, reversed, from, 1) : withPosition(filled, sort, reversed, from, 0);
  const isLast = reversed === (from.values[0] !== null);
  return isLast ? [here] : [here, reversed ? filled : blank];
}

function orderBy(sort: readonly SortPart[], reversed: boolean, firstIsBlank: boolean): string {
  const terms: string[] = [];
  sort.forEach((part, i) => {
    const key = SORT_KEYS[part.name];
    if (i === 0 && firstIsBlank) return;
    if (i > 0 && key.blank) terms.push(`(${key.blank}) ${reversed ? 'desc' : 'asc'}`);
    terms.push(`${key.sql} ${part.descending !== reversed ? 'desc' : 'asc'}`);
  });
  terms.push(`c.id ${idDescends(sort) !== reversed ? 'desc' : 'asc'}`);
  return terms.join(', ');
}

/** Ties are broken by id in the direction of the first key, so that one index serves both directions. */
function idDescends(sort: readonly SortPart[]): boolean {
  return sort[0]!.descending;
}

function withPosition(run: Run, sort: readonly SortPart[], reversed: boolean, from: Position | undefined, start: 0 | 1): Run {
  if (!from) return run;
  const [first] = sort;
  const key = SORT_KEYS[first!.name];
  const where = (parameters: Parameters) => {
    const conditions = [run.where(parameters), after(sort, reversed, from, start, parameters)];
    // Says again, in a form that an index range understands, what the nested conditions imply.
    if (start === 0 && sort.length > 1) conditions.push(`${key.sql} ${first!.descending !== reversed ? '<=' : '>='} ${parameters.add(from.values[0], key.type)}`);
    return conditions.join(' and ');
  };
  return { ...run, where };
}

/** Rows behind the position, from sort key `i` on, all earlier keys being equal. */
function after(sort: readonly SortPart[], reversed: boolean, from: Position, i: number, parameters: Parameters): string {
  const part = sort[i];
  if (!part) return `c.id ${idDescends(sort) !== reversed ? '<' : '>'} ${parameters.add(from.id, 'uuid')}`;
  const key = SORT_KEYS[part.name];
  const value = from.values[i];
  const beyond = part.descending !== reversed ? '<' : '>';
  // The one-key list is the hot one: a row comparison is a single index range.
  if (i === 0 && sort.length === 1) return `(${key.sql}, c.id) ${beyond} (${parameters.add(value, key.type)}, ${parameters.add(from.id, 'uuid')})`;
  const rest = after(sort, reversed, from, i + 1, parameters);
  if (value === null) return reversed ? `(not (${key.blank}) or (${key.blank} and ${rest}))` : `(${key.blank} and ${rest})`;
  const placeholder = parameters.add(value, key.type);
  const within = `${key.sql} ${beyond} ${placeholder} or (${key.sql} = ${placeholder} and ${rest})`;
  if (i === 0 || !key.blank) return `(${within})`;
  return reversed ? `(not (${key.blank}) and (${within}))` : `(${key.blank} or ${within})`;
}
