/** Filters in words: operators, ranges, and whole conditions for chips. */
import {
  type Condition,
  conditionProblem,
  type FieldKind,
  type FilterField,
  ME,
  type NAMED_RANGES,
  type Operator,
  type RelativeRange,
  valueShape,
} from '../../../kernel/filter-terms.ts';

const OPERATOR_WORDS: Record<Operator, string> = {
  contains: 'contains',
  not_contains: 'does not contain',
  is: 'is',
  is_not: 'is not',
  starts_with: 'starts with',
  ends_with: 'ends with',
  eq: 'is',
  neq: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  between: 'is between',
  on: 'is on',
  before: 'is before',
  after: 'is after',
  within: 'is within',
  any_of: 'is any of',
  all_of: 'has all of',
  none_of: 'is none of',
  true: 'is yes',
  false: 'is no',
  empty: 'is empty',
  not_empty: 'is not empty',
};

export function operatorWords(kind: FieldKind, operator: Operator): string {
  if (kind === 'tags' && operator === 'any_of') return 'has any of';
  if (kind === 'tags' && operator === 'none_of') return 'has none of';
  return OPERATOR_WORDS[operator];
}

export const NAMED_RANGE_WORDS: Record<(typeof NAMED_RANGES)[number], string> = {
  today: 'today',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  this_week: 'this week',
  last_week: 'last week',
  next_week: 'next week',
  this_month: 'this month',
  last_month: 'last month',
  next_month: 'next month',
  this_quarter: 'this quarter',
  last_quarter: 'last quarter',
  next_quarter: 'next quarter',
  this_year: 'this year',
  last_year: 'last year',
  next_year: 'next year',
};

export function rangeWords(range: RelativeRange): string {
  switch (range.range) {
    case 'last_days':
      return range.days === 1 ? 'the last day' : `the last ${range.days} days`;
    case 'next_days':
      return range.days === 1 ? 'the next day' : `the next ${range.days} days`;
    case 'older_than_days':
      return `more than ${range.days} days ago`;
    default:
      return NAMED_RANGE_WORDS[range.range];
  }
}

/** Names a listed value; references are ids, which only the page can name. */
export type ValueNamer = (field: FilterField, value: string) => string | undefined;

const LISTED = 2;

function valueWords(condition: Condition, field: FilterField, name: ValueNamer): string {
  const { value } = condition;
  switch (valueShape(field.kind, condition.op)) {
    case 'none':
      return '';
    case 'text':
      return `“${value as string}”`;
    case 'number':
      return Number(value).toLocaleString();
    case 'number_pair':
      return (value as number[]).map((part) => part.toLocaleString()).join(' and ');
    case 'day':
      return dayWords(value as string);
    case 'day_pair':
      return (value as string[]).map(dayWords).join(' and ');
    case 'range':
      return rangeWords(value as RelativeRange);
    case 'list': {
      const names = (value as string[]).map((part) => optionName(field, part, name));
      return names.length <= LISTED
        ? names.join(', ')
        : `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;
    }
  }
}

export function optionName(field: FilterField, value: string, name: ValueNamer): string {
  return (
    field.options?.find((option) => option.value === value)?.label ??
    name(field, value) ??
    (value === ME ? 'Me' : value)
  );
}

function dayWords(day: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** A condition in three parts: field, operator, value. A condition without a field says so instead of failing. */
export function conditionWords(
  condition: Condition,
  fields: ReadonlyMap<string, FilterField>,
  name: ValueNamer,
): { field: string; operator: string; value: string } {
  const field = fields.get(condition.field);
  if (!field || conditionProblem(condition, fields))
    return { field: field?.label ?? condition.field, operator: 'cannot be used here', value: '' };
  return {
    field: field.label,
    operator: operatorWords(field.kind, condition.op),
    value: valueWords(condition, field, name),
  };
}
