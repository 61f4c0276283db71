/**
 * List filters as plain JSON: conditions on fields, joined by all or any, with groups one level deep. The browser
 * builds them and keeps them in the address, saved views store them, and the server compiles them into SQL. Their
 * schemas are in `filter.ts`, because screens need none.
 */
import { addDays, isDay, monthStart, weekStart } from './days.ts';

/**
 * The kind of a field decides which operators it offers.
 * - `text` free text · `number` · `day` a calendar day · `instant` a moment, filtered by days of the workspace's time
 * zone
 * - `boolean` yes or no · `select` one of a list · `tags` several of a list
 * - `reference` another record, by id; owner fields also know `me`
 */
export type FieldKind = 'text' | 'number' | 'day' | 'instant' | 'boolean' | 'select' | 'tags' | 'reference';

export type Operator =
  | 'contains'
  | 'not_contains'
  | 'is'
  | 'is_not'
  | 'starts_with'
  | 'ends_with'
  | 'eq'
  | 'neq'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'between'
  | 'on'
  | 'before'
  | 'after'
  | 'within'
  | 'any_of'
  | 'all_of'
  | 'none_of'
  | 'true'
  | 'false'
  | 'empty'
  | 'not_empty';

/** Required shape of a condition's value, by operator (and kind, where an operator serves several). */
export type ValueShape = 'none' | 'text' | 'number' | 'number_pair' | 'day' | 'day_pair' | 'range' | 'list';

/** The operators of each kind, in the builder's order. */
export const OPERATORS: Record<FieldKind, readonly Operator[]> = {
  text: ['contains', 'not_contains', 'is', 'is_not', 'starts_with', 'ends_with', 'empty', 'not_empty'],
  number: ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'between', 'empty', 'not_empty'],
  day: ['on', 'before', 'after', 'between', 'within', 'empty', 'not_empty'],
  instant: ['on', 'before', 'after', 'between', 'within', 'empty', 'not_empty'],
  boolean: ['true', 'false'],
  select: ['any_of', 'none_of', 'empty', 'not_empty'],
  tags: ['any_of', 'all_of', 'none_of', 'empty', 'not_empty'],
  reference: ['any_of', 'none_of', 'empty', 'not_empty'],
};

/** The shape of value that an operator of a kind needs. */
export function valueShape(kind: FieldKind, operator: Operator): ValueShape {
  switch (operator) {
    case 'true':
    case 'false':
    case 'empty':
    case 'not_empty':
      return 'none';
    case 'any_of':
    case 'all_of':
    case 'none_of':
      return 'list';
    case 'eq':
    case 'neq':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return 'number';
    case 'between':
      return kind === 'number' ? 'number_pair' : 'day_pair';
    case 'on':
    case 'before':
    case 'after':
      return 'day';
    case 'within':
      return 'range';
    default:
      return 'text';
  }
}

/** Ranges of days relative to today, in the workspace's time zone; weeks begin on Monday. */
export const NAMED_RANGES = [
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_quarter',
  'last_quarter',
  'next_quarter',
  'this_year',
  'last_year',
  'next_year',
] as const;
/**
 * Ranges that count days: `last_days` 7 are the seven days that end today, `older_than_days` 30 is everything before
 * the last 30.
 */
export const COUNTED_RANGES = ['last_days', 'next_days', 'older_than_days'] as const;

export type RelativeRange =
  | { range: (typeof NAMED_RANGES)[number] }
  | { range: (typeof COUNTED_RANGES)[number]; days: number };

/** The value in a list that stands for the signed-in user; only in reference fields that hold people. */
export const ME = 'me';

export const MAX_CONDITIONS = 30;

export interface Condition {
  /** Name of the field: of the record, or `custom.<key>` for a custom field. */
  field: string;
  op: Operator;
  value?: string | number | RelativeRange | number[] | string[];
}

export type Match = 'all' | 'any';

export interface ConditionGroup {
  match: Match;
  conditions: Condition[];
}

/** A whole filter; no conditions match everything. */
export interface Filter {
  match: Match;
  conditions: (Condition | ConditionGroup)[];
}

export const NO_FILTER: Filter = { match: 'all', conditions: [] };

export function isGroup(part: Condition | ConditionGroup): part is ConditionGroup {
  return 'conditions' in part;
}

/** Every condition, including those in groups. */
export function allConditions(filter: { conditions: (Condition | ConditionGroup)[] }): Condition[] {
  return filter.conditions.flatMap((part) => (isGroup(part) ? part.conditions : [part]));
}

/** The filter as a query parameter; undefined when it matches everything. */
export function encodeFilter(filter: Filter | undefined): string | undefined {
  return filter && filter.conditions.length > 0 ? JSON.stringify(filter) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const OPERATOR_NAMES: ReadonlySet<unknown> = new Set(Object.values(OPERATORS).flat());
const isRange = ({ range, days }: Record<string, unknown>) =>
  (NAMED_RANGES as readonly unknown[]).includes(range) ||
  ((COUNTED_RANGES as readonly unknown[]).includes(range) && Number.isInteger(days));

function isValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((part) => typeof part === 'string' || typeof part === 'number');
  return (
    value === undefined || typeof value === 'string' || typeof value === 'number' || (isRecord(value) && isRange(value))
  );
}

const isMatch = (value: unknown) => value === 'all' || value === 'any';
const isCondition = (part: unknown) =>
  isRecord(part) && typeof part.field === 'string' && OPERATOR_NAMES.has(part.op) && isValue(part.value);
const isConditionGroup = (part: unknown) =>
  isRecord(part) &&
  isMatch(part.match) &&
  Array.isArray(part.conditions) &&
  part.conditions.length > 0 &&
  part.conditions.every(isCondition);

/**
 * A filter from an address, or {@link NO_FILTER} when it is invalid. The server validates the same text with its
 * schema.
 */
export function filterFrom(raw: unknown): Filter {
  const fits =
    isRecord(raw) &&
    isMatch(raw.match) &&
    Array.isArray(raw.conditions) &&
    raw.conditions.every((part) => isCondition(part) || isConditionGroup(part));
  if (!fits) return NO_FILTER;
  const filter = raw as unknown as Filter;
  return allConditions(filter).length <= MAX_CONDITIONS ? filter : NO_FILTER;
}

/** A field that a list can be filtered by, for the filter builder. */
export interface FilterField {
  field: string;
  label: string;
  kind: FieldKind;
  /** Choices of a select field that are known in advance. */
  options?: readonly { value: string; label: string }[];
  /**
   * Source of choices that are not fixed: `owners`, `companies`, `contacts`, `businessLicenses`, or a name among the
   * facets of the list (`tags`, `sources`, …).
   */
  choices?: string;
}

/**
 * The problem with a condition, in words for its author; undefined when it fits its field. A field missing in `fields`
 * is a problem, too: a custom field may have been removed since the filter was saved.
 */
export function conditionProblem(condition: Condition, fields: ReadonlyMap<string, FilterField>): string | undefined {
  const field = fields.get(condition.field);
  if (!field) return `There is no field "${condition.field}" to filter by.`;
  if (!OPERATORS[field.kind].includes(condition.op)) return `"${field.label}" cannot be filtered by "${condition.op}".`;
  return valueFits(valueShape(field.kind, condition.op), condition.value)
    ? undefined
    : `The value for "${field.label}" does not fit.`;
}

function valueFits(shape: ValueShape, value: Condition['value']): boolean {
  switch (shape) {
    case 'none':
      return value === undefined;
    case 'text':
      return typeof value === 'string' && value.trim() !== '';
    case 'number':
      return typeof value === 'number';
    case 'number_pair':
      return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');
    case 'day':
      return typeof value === 'string' && isDay(value);
    case 'day_pair':
      return (
        Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string' && isDay(part))
      );
    case 'range':
      return typeof value === 'object' && 'range' in value;
    case 'list':
      return Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');
  }
}

/** Days from `from` up to, not including, `until`; an open side is undefined. */
export interface DaySpan {
  from?: string;
  until?: string;
}

/** The days of a relative range when today is `today`. */
export function spanOf(range: RelativeRange, today: string): DaySpan {
  const week = (offset: number) => addDays(weekStart(today), 7 * offset);
  const month = (offset: number) => monthStart(today, offset);
  const quarter = (offset: number) => monthStart(today, -((Number(today.slice(5, 7)) - 1) % 3) + 3 * offset);
  const year = (offset: number) => `${String(Number(today.slice(0, 4)) + offset).padStart(4, '0')}-01-01`;
  const day = (offset: number) => addDays(today, offset);
  switch (range.range) {
    case 'today':
      return { from: today, until: day(1) };
    case 'yesterday':
      return { from: day(-1), until: today };
    case 'tomorrow':
      return { from: day(1), until: day(2) };
    case 'this_week':
      return { from: week(0), until: week(1) };
    case 'last_week':
      return { from: week(-1), until: week(0) };
    case 'next_week':
      return { from: week(1), until: week(2) };
    case 'this_month':
      return { from: month(0), until: month(1) };
    case 'last_month':
      return { from: month(-1), until: month(0) };
    case 'next_month':
      return { from: month(1), until: month(2) };
    case 'this_quarter':
      return { from: quarter(0), until: quarter(1) };
    case 'last_quarter':
      return { from: quarter(-1), until: quarter(0) };
    case 'next_quarter':
      return { from: quarter(1), until: quarter(2) };
    case 'this_year':
      return { from: year(0), until: year(1) };
    case 'last_year':
      return { from: year(-1), until: year(0) };
    case 'next_year':
      return { from: year(1), until: year(2) };
    case 'last_days':
      return { from: day(1 - range.days), until: day(1) };
    case 'next_days':
      return { from: today, until: day(range.days) };
    case 'older_than_days':
      return { until: day(1 - range.days) };
  }
}

/** The days of a condition on a day or an instant. @throws TypeError when the value does not fit. */
export function conditionSpan(condition: Condition, today: string): DaySpan {
  const { op, value } = condition;
  if (op === 'within') return spanOf(value as RelativeRange, today);
  if (op === 'between' && Array.isArray(value)) {
    const [first, last] = (value as string[]).toSorted();
    return { from: first!, until: addDays(last!, 1) };
  }
  if (typeof value !== 'string') throw new TypeError(`A condition with "${op}" needs a day`);
  if (op === 'before') return { until: value };
  if (op === 'after') return { from: addDays(value, 1) };
  return { from: value, until: addDays(value, 1) };
}
