/**
 * Sorting and keyset paging. Blank values come last in both directions: the rows with a value in the first sort key are
 * one run of the index, the blank ones another, read after it, and each run is served in order by the index.
 */
import { AppError } from '../../../kernel/errors.ts';
import { UUID } from '../../../kernel/ids.ts';
import { MAX_SORTS } from '../../contract/list.ts';
import { KINDS, type RecordKind } from '../../contract/kinds.ts';
import { sortableKind } from '../../engine/custom-field-sort.ts';
import type { CustomDefinition } from '../../engine/custom-field-values.ts';
import { OWN_KEY, ownNumber, ownText } from '../custom-fields/sort-value.ts';

type SortType = 'text' | 'timestamptz' | 'numeric' | 'date';

export interface SortKey {
  /** SQL of the value. */
  sql: string;
  /** SQL that is true when there is none; absent: there always is one. */
  blank?: string;
  type: SortType;
  /** No index is kept for it: a large list that is sorted by it gets one when it is first needed (`own-indexes.ts`). */
  onDemand?: true;
}

/** Text that is kept folded and compared byte by byte; blank is `''`. */
export const keyText = (sql: string): SortKey => ({ sql, blank: `${sql} = ''`, type: 'text' });
/** Text as people wrote it. */
export const plainText = (sql: string): SortKey => keyText(`(lowered(${sql}) collate "C")`);
/** A value that is null when blank. */
export const nullable = (sql: string, type: SortType): SortKey => ({ sql, blank: `${sql} is null`, type });
export const always = (sql: string, type: SortType): SortKey => ({ sql, type });
export const onDemand = (key: SortKey): SortKey => ({ ...key, onDemand: true });

/** Fields that a list can be sorted by. */
export interface Sortable {
  kind: RecordKind;
  alias: string;
  sorts: Readonly<Record<string, SortKey>>;
  defaultSort: string;
}

export interface SortPart {
  name: string;
  descending: boolean;
  key: SortKey;
}

const CUSTOM = 'custom.';

export const usesCustomSort = (param: string | undefined): boolean => param?.includes(CUSTOM) ?? false;

/** @throws AppError `validation` for a key that does not exist or comes twice. */
export function parseSort(
  of: Sortable,
  param: string = of.defaultSort,
  customFields: readonly CustomDefinition[] = [],
): SortPart[] {
  const parts = param.split(',').map((part) => {
    const name = part.replace(/^-/, '');
    const key = sortKeyOf(of, name, customFields);
    if (!key)
      throw new AppError('validation', `${KINDS[of.kind].title} cannot be sorted by "${name}".`, { field: 'sort' });
    return { name, descending: part.startsWith('-'), key };
  });
  if (parts.length > MAX_SORTS || new Set(parts.map((part) => part.name)).size < parts.length) {
    throw new AppError('validation', `Sort by up to ${MAX_SORTS} different fields.`, { field: 'sort' });
  }
  return parts;
}

/** Undefined when the list cannot be sorted by it. */
export function sortKeyOf(of: Sortable, name: string, customFields: readonly CustomDefinition[]): SortKey | undefined {
  return Object.hasOwn(of.sorts, name) ? of.sorts[name] : customKey(of.alias, name, customFields);
}

/** Sort key of a custom field; keys of fields are made of lower-case letters, digits and underscores only. */
function customKey(alias: string, name: string, customFields: readonly CustomDefinition[]): SortKey | undefined {
  const field = name.startsWith(CUSTOM)
    ? customFields.find((other) => other.key === name.slice(CUSTOM.length))
    : undefined;
  if (!field || !OWN_KEY.test(field.key)) return undefined;
  switch (sortableKind(field)) {
    case 'number':
      return nullable(ownNumber(alias, field.key), 'numeric');
    case 'text':
      return keyText(ownText(alias, field.key));
    default:
      return undefined;
  }
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

/**
 * How a value of each type must look in a cursor; PostgreSQL would refuse another. Own fields hold numbers of any size.
 */
const SHAPES: Record<SortType, RegExp> = {
  text: /^[^\0]*$/,
  timestamptz: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  numeric: /^-?\d{1,400}(\.\d{1,1200})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

/** @throws AppError `bad_request` when the cursor is damaged or was made with another sort. */
export function decodeCursor(text: string, sort: readonly SortPart[]): Cursor {
  const refuse = () =>
    new AppError('bad_request', 'This page cursor is not valid for this list. Start from the first page.', {
      field: 'cursor',
    });
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw refuse();
  }
  if (!Array.isArray(parts)) throw refuse();
  const [madeFor, direction, id, ...values] = parts as unknown[];
  if (
    madeFor !== sortText(sort) ||
    (direction !== 'next' && direction !== 'prev') ||
    typeof id !== 'string' ||
    !UUID.test(id)
  )
    throw refuse();
  if (values.length !== sort.length) throw refuse();
  for (const [i, value] of values.entries()) {
    const { key } = sort[i]!;
    if (value === null ? !key.blank : typeof value !== 'string' || !SHAPES[key.type].test(value)) throw refuse();
  }
  return { sort: madeFor, direction, id, values: values as (string | null)[] };
}

/** Whether a cursor was made with this sort; false for a damaged one, which decoding refuses. */
export function isCursorOf(text: string, sort: readonly SortPart[]): boolean {
  try {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
    return Array.isArray(parts) && parts[0] === sortText(sort);
  } catch {
    return false;
  }
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
  return sort
    .map((part, i) => {
      const { sql, type } = part.key;
      return `${type === 'text' ? `nullif(${sql}, '')` : type === 'timestamptz' ? sql : `(${sql})::text`} as sort_${i}`;
    })
    .join(', ');
}

/**
 * The runs to read for a page, in their order; read the next one only when the one before gave too few rows.
 * @param from where the page begins; undefined for the first
 */
export function runsFor(
  alias: string,
  sort: readonly SortPart[],
  direction: Direction,
  from: Position | undefined,
): Run[] {
  const first = sort[0]!.key;
  const reversed = direction === 'prev';
  const filled: Run = {
    where: () => (first.blank ? `not (${first.blank})` : 'true'),
    orderBy: orderBy(alias, sort, reversed, false),
  };
  if (!first.blank) return [withPosition(alias, filled, sort, reversed, from, 0)];
  const blank: Run = { where: () => first.blank!, orderBy: orderBy(alias, sort, reversed, true) };
  if (!from) return reversed ? [blank, filled] : [filled, blank];
  const here =
    from.values[0] === null
      ? withPosition(alias, blank, sort, reversed, from, 1)
      : withPosition(alias, filled, sort, reversed, from, 0);
  const isLast = reversed === (from.values[0] !== null);
  return isLast ? [here] : [here, reversed ? filled : blank];
}

function orderBy(alias: string, sort: readonly SortPart[], reversed: boolean, firstIsBlank: boolean): string {
  const terms: string[] = [];
  sort.forEach((part, i) => {
    const { key } = part;
    if (i === 0 && firstIsBlank) return;
    if (i > 0 && key.blank) terms.push(`(${key.blank}) ${reversed ? 'desc' : 'asc'}`);
    terms.push(`${key.sql} ${part.descending !== reversed ? 'desc' : 'asc'}`);
  });
  terms.push(`${alias}.id ${idDescends(sort) !== reversed ? 'desc' : 'asc'}`);
  return terms.join(', ');
}

/** Ties are broken by id in the direction of the first key, so that one index serves both directions. */
function idDescends(sort: readonly SortPart[]): boolean {
  return sort[0]!.descending;
}

function withPosition(
  alias: string,
  run: Run,
  sort: readonly SortPart[],
  reversed: boolean,
  from: Position | undefined,
  start: 0 | 1,
): Run {
  if (!from) return run;
  const [first] = sort;
  const { key } = first!;
  const where = (parameters: Parameters) => {
    const conditions = [run.where(parameters), after(alias, sort, reversed, from, start, parameters)];
    // Repeats what the nested conditions imply, in a form that an index range can use.
    if (start === 0 && sort.length > 1)
      conditions.push(
        `${key.sql} ${first!.descending !== reversed ? '<=' : '>='} ${parameters.add(from.values[0], key.type)}`,
      );
    return conditions.join(' and ');
  };
  return { ...run, where };
}

/** Rows behind the position, from sort key `i` on, all earlier keys being equal. */
function after(
  alias: string,
  sort: readonly SortPart[],
  reversed: boolean,
  from: Position,
  i: number,
  parameters: Parameters,
): string {
  const part = sort[i];
  if (!part) return `${alias}.id ${idDescends(sort) !== reversed ? '<' : '>'} ${parameters.add(from.id, 'uuid')}`;
  const { key } = part;
  const value = from.values[i];
  const beyond = part.descending !== reversed ? '<' : '>';
  // The one-key list is the hot one: a row comparison is a single index range.
  if (i === 0 && sort.length === 1)
    return `(${key.sql}, ${alias}.id) ${beyond} (${parameters.add(value, key.type)}, ${parameters.add(from.id, 'uuid')})`;
  const rest = after(alias, sort, reversed, from, i + 1, parameters);
  if (value === null)
    return reversed ? `(not (${key.blank}) or (${key.blank} and ${rest}))` : `(${key.blank} and ${rest})`;
  const placeholder = parameters.add(value, key.type);
  const within = `${key.sql} ${beyond} ${placeholder} or (${key.sql} = ${placeholder} and ${rest})`;
  if (i === 0 || !key.blank) return `(${within})`;
  return reversed ? `(not (${key.blank}) and (${within}))` : `(${key.blank} or ${within})`;
}
