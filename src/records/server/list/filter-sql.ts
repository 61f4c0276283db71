/** Filters of records as SQL. Values travel as parameters; names come from the kind's own table only. */
import { dayAt, startOfDay } from '../../../kernel/days.ts';
import { invalid } from '../../../kernel/errors.ts';
import {
  allConditions,
  type Condition,
  type ConditionGroup,
  conditionProblem,
  conditionSpan,
  type Filter,
  type FilterField,
  isGroup,
  ME,
} from '../../../kernel/filter.ts';
import { UUID } from '../../../kernel/ids.ts';
import { fold, straightened, straightenedSql } from '../../../kernel/text.ts';
import { companyFilterField, customFilterField, fieldOfCompany } from '../../contract/custom-filter.ts';
import type { CustomDefinition } from '../../engine/custom-field-values.ts';
import type { Parameters } from './sort.ts';

export interface FilterContext {
  customFields: readonly CustomDefinition[];
  /** Of companies, where a filter asks for them. */
  companyFields?: readonly CustomDefinition[];
  /** The user id that `me` stands for. */
  userId: string | null;
  timeZone: string;
  now: Date;
  /** Conditions whose words many records have: the planner would take them for rare ones. */
  common?: ReadonlySet<Condition>;
}

/** SQL of a condition that none of the usual shapes fit: links through another table, lists in JSON. */
export type ConditionSql = (condition: Condition, parameters: Parameters, context: FilterContext) => string;

/** Text that is kept folded is compared folded; other text without regard to case. */
export interface TextSql {
  sql: string;
  folded?: boolean;
}

/**
 * SQL of a filter field: a value of its kind, or a condition of its own. Text is `''` when blank, other values null.
 * A boolean is SQL that is true or false.
 */
export type FieldSql = string | TextSql | ConditionSql;

/** Fields that a list can be filtered by. */
export interface Filterable {
  alias: string;
  /** Column with the id of the company that a record belongs to; with it `company.custom.<key>` can be asked for. */
  company?: string;
  filterFields: readonly FilterField[];
  filters: Readonly<Record<string, FieldSql>>;
}

/**
 * SQL of a filter; 'true' when it matches everything.
 * @throws AppError `validation` for a condition that does not fit its field.
 */
export function filterSql(
  of: Filterable,
  filter: Filter | undefined,
  context: FilterContext,
  parameters: Parameters,
): string {
  if (!filter || filter.conditions.length === 0) return 'true';
  const companyFields = of.company === undefined ? [] : (context.companyFields ?? []);
  const fields = new Map(
    [...of.filterFields, ...context.customFields.map(customFilterField), ...companyFields.map(companyFilterField)].map(
      (field) => [field.field, field],
    ),
  );
  for (const condition of allConditions(filter)) {
    const problem = conditionProblem(condition, fields);
    if (problem) throw invalid('filter', problem);
  }
  const part = (one: Condition | ConditionGroup): string =>
    isGroup(one)
      ? joined(one.match, one.conditions.map(part))
      : conditionSql(of, one, fields.get(one.field)!, context, parameters);
  return joined(filter.match, filter.conditions.map(part));
}

function joined(match: 'all' | 'any', parts: string[]): string {
  return `(${parts.join(match === 'all' ? ' and ' : ' or ')})`;
}

/** Whether the filter asks about days, so that the caller need not look up the time zone otherwise. */
export function usesDays(filter: Filter | undefined): boolean {
  return (
    filter !== undefined &&
    allConditions(filter).some((condition) => ['on', 'before', 'after', 'between', 'within'].includes(condition.op))
  );
}

export function usesCustomFields(filter: Filter | undefined): boolean {
  return filter !== undefined && allConditions(filter).some((condition) => condition.field.startsWith('custom.'));
}

export function usesCompanyFields(filter: Filter | undefined): boolean {
  return filter !== undefined && allConditions(filter).some(({ field }) => fieldOfCompany(field) !== undefined);
}

function conditionSql(
  of: Filterable,
  condition: Condition,
  field: FilterField,
  context: FilterContext,
  parameters: Parameters,
): string {
  const { field: name } = condition;
  if (name.startsWith('custom.')) return customSql(`${of.alias}.custom`, condition, field, context, parameters);
  const ofCompany = fieldOfCompany(name);
  if (ofCompany !== undefined)
    return linkedCustom(of.company!, { ...condition, field: ofCompany }, field, context, parameters);
  const sql = of.filters[name];
  if (sql === undefined) throw new Error(`No SQL for the filter field ${name}`);
  if (typeof sql === 'function') return sql(condition, parameters, context);
  const value = typeof sql === 'string' ? sql : sql.sql;
  switch (field.kind) {
    case 'text':
      return textSql(condition, typeof sql === 'string' ? { sql } : sql, parameters, context.common?.has(condition));
    case 'number':
      return numberSql(condition, value, parameters);
    case 'select':
      return selectSql(condition, value, parameters);
    case 'tags':
      return tagsSql(condition, value, parameters);
    case 'reference':
      return referenceSql(condition, value, context, parameters);
    case 'day':
      return daySql(condition, value, 'date', context, parameters);
    case 'instant':
      return instantSql(condition, value, context, parameters);
    case 'boolean':
      return condition.op === 'true' ? value : `not (${value})`;
  }
}

/** LIKE's own signs in a text that is meant as it stands. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** `sql` matched by a text operator; the operand is already in the form in which `sql` is. */
function matchText(sql: string, op: Condition['op'], operand: string, parameters: Parameters): string {
  const like = (pattern: string) => `${sql} like ${parameters.add(pattern, 'text')}`;
  switch (op) {
    case 'contains':
    case 'not_contains':
      return like(`%${escapeLike(operand)}%`);
    case 'starts_with':
      return like(`${escapeLike(operand)}%`);
    case 'ends_with':
      return like(`%${escapeLike(operand)}`);
    default:
      return `${sql} = ${parameters.add(operand, 'text')}`;
  }
}

const NEGATIVE = new Set<Condition['op']>(['not_contains', 'is_not']);

function textSql({ op, value }: Condition, field: TextSql, parameters: Parameters, isCommon = false): string {
  if (op === 'empty') return `${field.sql} = ''`;
  if (op === 'not_empty') return `${field.sql} <> ''`;
  const wanted = straightened(field.folded ? fold(value as string) : (value as string).trim().toLowerCase());
  const compared = field.folded ? field.sql : `lowered(${field.sql})`;
  // Whichever apostrophe someone typed, and whichever stands there.
  const sql = wanted.includes("'") ? straightenedSql(compared) : compared;
  if (isCommon && op === 'contains') return `strpos(${sql}, ${parameters.add(wanted, 'text')}) > 0`;
  const match = matchText(sql, op, wanted, parameters);
  return NEGATIVE.has(op) ? `not (${match})` : `(${match})`;
}

const OPPOSITE: Partial<Record<Condition['op'], Condition['op']>> = {
  not_contains: 'contains',
  is_not: 'is',
  empty: 'not_empty',
  none_of: 'any_of',
  neq: 'eq',
  false: 'true',
};

/**
 * A text of the record that an id leads to; without such a record it is blank. The records are looked up once, not for
 * each row.
 * @param id the column with the id
 * @param table of the records; those in the trash are left out
 */
export function linkedText(id: string, table: string, sql: string): ConditionSql {
  return (condition, parameters) => {
    const opposite = OPPOSITE[condition.op];
    const match = textSql(opposite ? { ...condition, op: opposite } : condition, { sql: `linked.${sql}` }, parameters);
    const found = `coalesce(${id} = any(array(select linked.id from ${table} linked where linked.deleted_at is null
      and ${match})), false)`;
    return opposite ? `not (${found})` : found;
  };
}

/**
 * An own field of the company that an id leads to; without one it is blank. The companies are looked up once, not for
 * each row.
 */
function linkedCustom(
  id: string,
  condition: Condition,
  field: FilterField,
  context: FilterContext,
  parameters: Parameters,
): string {
  const opposite = OPPOSITE[condition.op];
  const match = customSql(
    'linked.custom',
    opposite ? { ...condition, op: opposite } : condition,
    field,
    context,
    parameters,
  );
  const found = `coalesce(${id} = any(array(select linked.id from companies linked
    where linked.workspace_id = app_workspace() and linked.deleted_at is null and ${match})), false)`;
  return opposite ? `not (${found})` : found;
}

/**
 * A list in JSON whose elements have a `value`, such as email addresses.
 * @param element SQL of what of an element `e` is compared
 * @param operand brings what is looked for into the same form
 */
export function elements(sql: string, element: string, operand: (text: string) => string): ConditionSql {
  return ({ op, value }, parameters) => {
    if (op === 'empty') return `${sql} = '[]'`;
    if (op === 'not_empty') return `${sql} <> '[]'`;
    const match = matchText(element, op, operand(value as string), parameters);
    return `${NEGATIVE.has(op) ? 'not ' : ''}exists (select 1 from jsonb_array_elements(${sql}) e where ${match})`;
  };
}

function selectSql({ op, value }: Condition, sql: string, parameters: Parameters): string {
  if (op === 'empty') return `${sql} = ''`;
  if (op === 'not_empty') return `${sql} <> ''`;
  const match = oneOf(sql, value as string[], 'text', parameters);
  return op === 'none_of' ? `not (${match})` : `(${match})`;
}

/**
 * One value alone is compared: an index that begins with it gives its rows in order, for a list of values it does not.
 */
function oneOf(sql: string, values: readonly string[], type: 'text' | 'uuid', parameters: Parameters): string {
  return values.length === 1
    ? `${sql} = ${parameters.add(values[0], type)}`
    : `${sql} = any(${parameters.add(values, `${type}[]`)})`;
}

function tagsSql({ op, value }: Condition, sql: string, parameters: Parameters): string {
  switch (op) {
    case 'empty':
      return `${sql} = '{}'`;
    case 'not_empty':
      return `${sql} <> '{}'`;
    case 'all_of':
      return `${sql} @> ${parameters.add(value, 'text[]')}`;
    case 'none_of':
      return `not (${sql} && ${parameters.add(value, 'text[]')})`;
    default:
      return `${sql} && ${parameters.add(value, 'text[]')}`;
  }
}

/** The ids that a condition on a reference lists; `me` is the signed-in user. */
export function listedIds({ value }: Condition, context: FilterContext): string[] {
  return (value as string[])
    .map((id) => (id === ME ? context.userId : id))
    .filter((id): id is string => id !== null && UUID.test(id));
}

function referenceSql(condition: Condition, sql: string, context: FilterContext, parameters: Parameters): string {
  const { op } = condition;
  if (op === 'empty') return `${sql} is null`;
  if (op === 'not_empty') return `${sql} is not null`;
  const match = oneOf(sql, listedIds(condition, context), 'uuid', parameters);
  return op === 'none_of' ? `(${sql} is null or not (${match}))` : `(${match})`;
}

function instantSql(condition: Condition, sql: string, context: FilterContext, parameters: Parameters): string {
  if (condition.op === 'empty') return `${sql} is null`;
  if (condition.op === 'not_empty') return `${sql} is not null`;
  const { from, until } = conditionSpan(condition, dayAt(context.now, context.timeZone));
  return spanSql(
    sql,
    from && startOfDay(from, context.timeZone),
    until && startOfDay(until, context.timeZone),
    'timestamptz',
    parameters,
  );
}

function daySql(
  condition: Condition,
  sql: string,
  type: 'date' | 'text',
  context: FilterContext,
  parameters: Parameters,
): string {
  if (condition.op === 'empty') return `${sql} is null`;
  if (condition.op === 'not_empty') return `${sql} is not null`;
  const { from, until } = conditionSpan(condition, dayAt(context.now, context.timeZone));
  return spanSql(sql, from, until, type, parameters);
}

/** Never true where there is no value. */
function spanSql(
  sql: string,
  from: string | undefined,
  until: string | undefined,
  type: string,
  parameters: Parameters,
): string {
  const parts = [`${sql} is not null`];
  if (from !== undefined) parts.push(`${sql} >= ${parameters.add(from, type)}`);
  if (until !== undefined) parts.push(`${sql} < ${parameters.add(until, type)}`);
  return `(${parts.join(' and ')})`;
}

function customSql(
  column: string,
  condition: Condition,
  field: FilterField,
  context: FilterContext,
  parameters: Parameters,
): string {
  const key = parameters.add(condition.field.slice('custom.'.length), 'text');
  const text = `coalesce(${column}->>${key}, '')`;
  switch (field.kind) {
    case 'number':
      return numberSql(
        condition,
        `(case when jsonb_typeof(${column}->${key}) = 'number' then (${column}->>${key})::numeric end)`,
        parameters,
      );
    case 'boolean':
      return condition.op === 'true'
        ? `coalesce(${column}->${key} = 'true', false)`
        : `coalesce(${column}->${key} <> 'true', true)`;
    case 'select':
      return selectSql(condition, text, parameters);
    case 'tags':
      return multiSql(condition, `coalesce(${column}->${key}, '[]')`, parameters);
    // Days in this notation order like text; the byte order makes that independent of the database's locale.
    case 'day':
      return daySql(condition, `(nullif(${column}->>${key}, '') collate "C")`, 'text', context, parameters);
    default:
      return textSql(condition, { sql: text }, parameters);
  }
}

function numberSql({ op, value }: Condition, sql: string, parameters: Parameters): string {
  if (op === 'empty') return `${sql} is null`;
  if (op === 'not_empty') return `${sql} is not null`;
  if (op === 'between') {
    const [low, high] = (value as number[]).toSorted((a, b) => a - b);
    return `coalesce(${sql} between ${parameters.add(low, 'numeric')} and ${parameters.add(high, 'numeric')}, false)`;
  }
  const operand = parameters.add(value, 'numeric');
  if (op === 'neq') return `${sql} is distinct from ${operand}`;
  const sign = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' }[op as 'eq' | 'lt' | 'lte' | 'gt' | 'gte'];
  return `coalesce(${sql} ${sign} ${operand}, false)`;
}

function multiSql({ op, value }: Condition, sql: string, parameters: Parameters): string {
  switch (op) {
    case 'empty':
      return `${sql} = '[]'`;
    case 'not_empty':
      return `${sql} <> '[]'`;
    case 'all_of':
      return `${sql} ?& ${parameters.add(value, 'text[]')}`;
    case 'none_of':
      return `not (${sql} ?| ${parameters.add(value, 'text[]')})`;
    default:
      return `${sql} ?| ${parameters.add(value, 'text[]')}`;
  }
}
