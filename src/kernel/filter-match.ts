/** Matches a filter against one record in memory, for events and approvals, as the database does for lists. */
import { dayAt } from './days.ts';
import {
  type Condition,
  conditionProblem,
  conditionSpan,
  type Filter,
  type FilterField,
  isGroup,
  ME,
} from './filter.ts';
import { fold, straightened } from './text.ts';

export interface MatchContext {
  now: Date;
  /** IANA zone in which days are counted. */
  timeZone: string;
  /** The user that `me` means. */
  userId: string | null;
}

/** The record's value for a field: text, number, decimal text, boolean, day, instant, id, a list of those, or null. */
export type ValueOf = (field: string) => unknown;

/** Whether the record matches. A condition on an unknown field, or with a value of the wrong kind, matches nothing. */
export function matchesFilter(
  filter: Filter,
  fields: ReadonlyMap<string, FilterField>,
  valueOf: ValueOf,
  context: MatchContext,
): boolean {
  const conditionMatches = (condition: Condition) =>
    conditionProblem(condition, fields) === undefined &&
    matches(condition, fields.get(condition.field)!, valueOf(condition.field), context);
  const parts = filter.conditions.map((part) =>
    isGroup(part) ? joined(part.match, part.conditions.map(conditionMatches)) : conditionMatches(part),
  );
  return parts.length === 0 || joined(filter.match, parts);
}

function joined(match: 'all' | 'any', parts: boolean[]): boolean {
  return match === 'all' ? parts.every(Boolean) : parts.some(Boolean);
}

const ABSENT = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function matches(condition: Condition, field: FilterField, value: unknown, context: MatchContext): boolean {
  if (condition.op === 'empty') return ABSENT(value);
  if (condition.op === 'not_empty') return !ABSENT(value);
  switch (field.kind) {
    case 'text':
      return matchesText(condition, texts(value));
    case 'number':
      return matchesNumber(condition, ABSENT(value) ? undefined : Number(value));
    case 'boolean':
      return (condition.op === 'true') === (value === true || value === 'true');
    case 'select':
    case 'tags':
      return matchesList(condition, texts(value));
    case 'reference':
      return matchesList(
        { ...condition, value: (condition.value as string[]).map((id) => (id === ME ? (context.userId ?? '') : id)) },
        texts(value),
      );
    case 'day':
      return within(condition, typeof value === 'string' ? value.slice(0, 10) : undefined, context);
    case 'instant':
      return within(condition, instantDay(value, context.timeZone), context);
  }
}

function texts(value: unknown): string[] {
  return [value]
    .flat()
    .filter((one) => !ABSENT(one))
    .map(String);
}

function matchesText({ op, value }: Condition, held: string[]): boolean {
  const compared = (text: string) => straightened(fold(text));
  const wanted = compared(value as string);
  const some = (test: (text: string) => boolean) => held.some((text) => test(compared(text)));
  switch (op) {
    case 'contains':
      return some((text) => text.includes(wanted));
    case 'not_contains':
      return !some((text) => text.includes(wanted));
    case 'starts_with':
      return some((text) => text.startsWith(wanted));
    case 'ends_with':
      return some((text) => text.endsWith(wanted));
    case 'is_not':
      return !some((text) => text === wanted);
    default:
      return some((text) => text === wanted);
  }
}

function matchesNumber({ op, value }: Condition, held: number | undefined): boolean {
  if (held === undefined || Number.isNaN(held)) return op === 'neq';
  if (Array.isArray(value)) {
    const [low, high] = (value as number[]).toSorted((a, b) => a - b);
    return held >= low! && held <= high!;
  }
  const wanted = value as number;
  switch (op) {
    case 'neq':
      return held !== wanted;
    case 'lt':
      return held < wanted;
    case 'lte':
      return held <= wanted;
    case 'gt':
      return held > wanted;
    case 'gte':
      return held >= wanted;
    default:
      return held === wanted;
  }
}

function matchesList({ op, value }: Condition, held: string[]): boolean {
  const wanted = value as string[];
  if (op === 'all_of') return wanted.every((one) => held.includes(one));
  const any = wanted.some((one) => held.includes(one));
  return op === 'none_of' ? !any : any;
}

function instantDay(value: unknown, timeZone: string): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : dayAt(new Date(time), timeZone);
}

function within(condition: Condition, day: string | undefined, context: MatchContext): boolean {
  if (day === undefined) return false;
  const { from, until } = conditionSpan(condition, dayAt(context.now, context.timeZone));
  return (from === undefined || day >= from) && (until === undefined || day < until);
}
