/** Filters of contacts as SQL. Values travel as parameters; field names come from the table below only. */
import { dayAt, startOfDay } from '../../../../kernel/days.ts';
import { invalid } from '../../../../kernel/errors.ts';
import {
  allConditions, type Condition, type ConditionGroup, conditionProblem, conditionSpan, type Filter, type FilterField, isGroup, ME,
} from '../../../../kernel/filter.ts';
import { fold } from '../../../../kernel/text.ts';
import { contactFilterFields } from '../../contract.ts';
import type { CustomDefinition } from '../../engine/custom-values.ts';
import { phoneDigits } from '../../engine/phone.ts';
import type { Parameters } from './sort.ts';

export interface FilterContext {
  customFields: readonly CustomDefinition[];
  /** Who `me` is. */
  userId: string | null;
  timeZone: string;
  now: Date;
}

/** Text that is kept folded is compared folded; other text without regard to case. */
interface TextField {
  sql: string;
  folded?: boolean;
}

const TEXT: Record<string, TextField> = {
  name: { sql: 'c.name_key', folded: true },
  lastName: { sql: 'c.last_name_key', folded: true },
  companyName: { sql: 'c.company_key', folded: true },
  firstName: { sql: 'c.first_name' },
  title: { sql: 'c.title' },
  city: { sql: 'c.city' },
  region: { sql: 'c.region' },
  postalCode: { sql: 'c.postal_code' },
  about: { sql: 'c.about' },
};
const LIST_ELEMENTS: Record<string, string> = { email: 'c.emails', phone: 'c.phones' };
const SELECT: Record<string, string> = {
  source: 'c.source',
  country: 'c.country',
  consentEmail: `coalesce(c.consent->'email'->>'state', 'unknown')`,
  consentSms: `coalesce(c.consent->'sms'->>'state', 'unknown')`,
  consentPhone: `coalesce(c.consent->'phone'->>'state', 'unknown')`,
};
const REFERENCE: Record<string, string> = { company: 'c.company_id', owner: 'c.owner_id', businessLicense: 'c.business_license_id', import: 'c.import_id' };
const INSTANT: Record<string, string> = { lastActivityAt: 'c.last_activity_at', createdAt: 'c.created_at', updatedAt: 'c.updated_at' };
const BOOLEAN: Record<string, string> = { hasEmail: `c.emails <> '[]'`, hasPhone: `c.phones <> '[]'` };

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** SQL of a filter; 'true' when it matches everything. @throws AppError `validation` for a condition that does not fit its field. */
export function filterSql(filter: Filter | undefined, context: FilterContext, parameters: Parameters): string {
  if (!filter || filter.conditions.length === 0) return 'true';
  const fields = new Map(contactFilterFields(context.customFields.map((field) => ({ ...field, options: [...field.options] }))).map((field) => [field.field, field]));
  for (const condition of allConditions(filter)) {
    const problem = conditionProblem(condition, fields);
    if (problem) throw invalid('filter', problem);
  }
  const part = (one: Condition | ConditionGroup): string =>
    isGroup(one) ? joined(one.match, one.conditions.map(part)) : conditionSql(one, fields.get(one.field)!, context, parameters);
  return joined(filter.match, filter.conditions.map(part));
}

function joined(match: 'all' | 'any', parts: string[]): string {
  return `(${parts.join(match === 'all' ? ' and ' : ' or ')})`;
}

/** Whether the filter asks about days, so that the caller need not look up the time zone otherwise. */
export function usesDays(filter: Filter | undefined): boolean {
  return filter !== undefined && allConditions(filter).some((condition) => ['on', 'before', 'after', 'between', 'within'].includes(condition.op));
}

export function usesCustomFields(filter: Filter | undefined): boolean {
  return filter !== undefined && allConditions(filter).some((condition) => condition.field.startsWith('custom.'));
}

function conditionSql(condition: Condition, field: FilterField, context: FilterContext, parameters: Parameters): string {
  const { field: name } = condition;
  if (name.startsWith('custom.')) return customSql(condition, field, context, parameters);
  if (LIST_ELEMENTS[name]) return elementsSql(condition, name, LIST_ELEMENTS[name], parameters);
  switch (field.kind) {
    case 'text': return textSql(condition, TEXT[name]!, parameters);
    case 'select': return selectSql(condition, SELECT[name]!, parameters);
    case 'tags': return tagsSql(condition, 'c.tags', parameters);
    case 'reference': return referenceSql(condition, REFERENCE[name]!, context, parameters);
    case 'instant': return instantSql(condition, INSTANT[name]!, context, parameters);
    case 'boolean': return condition.op === 'true' ? BOOLEAN[name]! : `not (${BOOLEAN[name]!})`;
    default: throw new Error(`No SQL for the filter field ${name}`);
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
    case 'contains': case 'not_contains': return like(`%${escapeLike(operand)}%`);
    case 'starts_with': return like(`${escapeLike(operand)}%`);
    case 'ends_with': return like(`%${escapeLike(operand)}`);
    default: return `${sql} = ${parameters.add(operand, 'text')}`;
  }
}

const NEGATIVE = new Set<Condition['op']>(['not_contains', 'is_not']);

function textSql({ op, value }: Condition, field: TextField, parameters: Parameters): string {
  if (op === 'empty') return `${field.sql} = ''`;
  if (op === 'not_empty') return `${field.sql} <> ''`;
  const match = field.folded
    ? matchText(field.sql, op, fold(value as string), parameters)
    : matchText(`lower(${field.sql})`, op, (value as string).trim().toLowerCase(), parameters);
  return NEGATIVE.has(op) ? `not (${match})` : `(${match})`;
}

function elementsSql({ op, value }: Condition, name: string, sql: string, parameters: Parameters): string {
  if (op === 'empty') return `${sql} = '[]'`;
  if (op === 'not_empty') return `${sql} <> '[]'`;
  const match = name === 'phone'
    ? matchText(`substr(e->>'value', 2)`, op, phoneDigits(value as string), parameters)
    : matchText(`lower(e->>'value')`, op, (value as string).trim().toLowerCase(), parameters);
  return `${NEGATIVE.has(op) ? 'not ' : ''}exists (select 1 from jsonb_array_elements(${sql}) e where ${match})`;
}

function selectSql({ op, value }: Condition, sql: string, parameters: Parameters): string {
  if (op === 'empty') return `${sql} = ''`;
  if (op === 'not_empty') return `${sql} <> ''`;
  const match = `${sql} = any(${parameters.add(value, 'text[]')})`;
  return op === 'none_of' ? `not (${match})` : `(${match})`;
}

function tagsSql({ op, value }: Condition, sql: string, parameters: Parameters): string {
  switch (op) {
    case 'empty': return `${sql} = '{}'`;
    case 'not_empty': return `${sql} <> '{}'`;
    case 'all_of': return `${sql} @> ${parameters.add(value, 'text[]')}`;
    case 'none_of': return `not (${sql} && ${parameters.add(value, 'text[]')})`;
    default: return `${sql} && ${parameters.add(value, 'text[]')}`;
  }
}

function referenceSql({ op, value }: Condition, sql: string, context: FilterContext, parameters: Parameters): string {
  if (op === 'empty') return `${sql} is null`;
  if (op === 'not_empty') return `${sql} is not null`;
  const ids = (value as string[]).map((id) => (id === ME ? context.userId : id)).filter((id): id is string => id !== null && ID.test(id));
  const match = `${sql} = any(${parameters.add(ids, 'uuid[]')})`;
  return op === 'none_of' ? `(${sql} is null or not (${match}))` : `(${match})`;
}

function instantSql(condition: Condition, sql: string, context: FilterContext, parameters: Parameters): string {
  if (condition.op === 'empty') return `${sql} is null`;
  if (condition.op === 'not_empty') return `${sql} is not null`;
  const { from, until } = conditionSpan(condition, dayAt(context.now, context.timeZone));
  return spanSql(sql, from && startOfDay(from, context.timeZone), until && startOfDay(until, context.timeZone), 'timestamptz', parameters);
}

/** Never true where there is no value. */
function spanSql(sql: string, from: string | undefined, until: string | undefined, type: string, parameters: Parameters): string {
  const parts = [`${sql} is not null`];
  if (from !== undefined) parts.push(`${sql} >= ${parameters.add(from, type)}`);
  if (until !== undefined) parts.push(`${sql} < ${parameters.add(until, type)}`);
  return `(${parts.join(' and ')})`;
}

function customSql(condition: Condition, field: FilterField, context: FilterContext, parameters: Parameters): string {
  const key = parameters.add(condition.field.slice('custom.'.length), 'text');
  const text = `coalesce(c.custom->>${key}, '')`;
  switch (field.kind) {
    case 'number': return numberSql(condition, `(case when jsonb_typeof(c.custom->${key}) = 'number' then (c.custom->>${key})::numeric end)`, parameters);
    case 'boolean': return condition.op === 'true' ? `coalesce(c.custom->${key} = 'true', false)` : `coalesce(c.custom->${key} <> 'true', true)`;
    case 'select': return selectSql(condition, text, parameters);
    case 'tags': return multiSql(condition, `coalesce(c.custom->${key}, '[]')`, parameters);
    case 'day': {
      if (condition.op === 'empty') return `${text} = ''`;
      if (condition.op === 'not_empty') return `${text} <> ''`;
      // Days in this notation order like text; the byte order makes that independent of the database's locale.
      const { from, until } = conditionSpan(condition, dayAt(context.now, context.timeZone));
      return spanSql(`(c.custom->>${key} collate "C")`, from, until, 'text', parameters);
    }
    default: return textSql(condition, { sql: text }, parameters);
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
    case 'empty': return `${sql} = '[]'`;
    case 'not_empty': return `${sql} <> '[]'`;
    case 'all_of': return `${sql} ?& ${parameters.add(value, 'text[]')}`;
    case 'none_of': return `not (${sql} ?| ${parameters.add(value, 'text[]')})`;
    default: return `${sql} ?| ${parameters.add(value, 'text[]')}`;
  }
}
