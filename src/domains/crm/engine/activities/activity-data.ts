/** An activity's data and how input changes it. Pure: the clock and the time zone are passed in. */
import { startOfDay } from '../../../../kernel/days.ts';
import type { FieldError } from '../../../../kernel/errors.ts';
import { instantAt, wallAt } from '../../../../kernel/wall-clock.ts';
import { type ActivityFields, type ActivityType, OUTCOMES, type Priority } from '../../contract/activities.ts';
import type { CustomValues, FieldChange } from '../../../../records/contract/field-values.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { fold } from '../../../../kernel/text.ts';
import { furtherWords } from '../../../../records/engine/search-text.ts';
import { parseUrl } from '../../../../records/engine/url.ts';
import { weekdayOf, type Rule, WEEKDAYS } from './recurrence.ts';

export interface ActivityData {
  type: ActivityType;
  subject: string;
  body: string;
  /** Of a whole day: the instant at which it begins in `zone`. */
  dueAt: string | null;
  day: string | null;
  zone: string;
  durationMinutes: number | null;
  priority: Priority;
  doneAt: string | null;
  outcome: string;
  place: string;
  link: string;
  ownerId: string | null;
  contactId: string | null;
  companyId: string | null;
  leadId: string | null;
  opportunityId: string | null;
  reminders: number[];
  tags: string[];
  custom: CustomValues;
}

export const blankActivity = (zone: string, ownerId: string | null): ActivityData => ({
  type: 'task',
  subject: '',
  body: '',
  dueAt: null,
  day: null,
  zone,
  durationMinutes: null,
  priority: 'normal',
  doneAt: null,
  outcome: '',
  place: '',
  link: '',
  ownerId,
  contactId: null,
  companyId: null,
  leadId: null,
  opportunityId: null,
  reminders: [],
  tags: [],
  custom: {},
});

const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * 60_000;
const PLAIN = [
  'type',
  'subject',
  'body',
  'durationMinutes',
  'priority',
  'doneAt',
  'outcome',
  'place',
  'ownerId',
  'contactId',
  'companyId',
  'leadId',
  'opportunityId',
] as const;

/** Applies input; `errors` names the fields that cannot be so. @param now ISO 8601 */
export function applyActivity(
  current: ActivityData,
  input: ActivityFields,
  now: string,
): { data: ActivityData; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const data: ActivityData = { ...current, ...given(input, PLAIN), zone: input.zone ?? current.zone };
  if (input.dueAt && input.day) errors.push({ field: 'day', message: 'Choose either a time or all day.' });
  setTime(data, input);
  if (input.link !== undefined) {
    const url = input.link === '' ? '' : parseUrl(input.link);
    if (url === undefined)
      errors.push({ field: 'link', message: 'Enter a URL such as https://meet.example.com/room.' });
    data.link = url ?? '';
  }
  if (input.outcome && !OUTCOMES[data.type].includes(input.outcome))
    errors.push({ field: 'outcome', message: `${input.outcome} is not an outcome of this type.` });
  if (input.doneAt && Date.parse(input.doneAt) > Date.parse(now) + DAY_MS)
    errors.push({ field: 'doneAt', message: 'The completion time can’t be in the future.' });
  if (input.reminders) data.reminders = [...new Set(input.reminders)].sort((a, b) => a - b);
  if (input.tags) data.tags = uniqueTags(input.tags);
  return { data: settled(data), errors };
}

/**
 * Keeps fields consistent: all-day activities last whole days, undated ones have no reminders, and the outcome fits the
 * type.
 */
export function settled(data: ActivityData): ActivityData {
  const { day, dueAt, durationMinutes, type, outcome, reminders } = data;
  return {
    ...data,
    durationMinutes:
      day === null || durationMinutes === null
        ? durationMinutes
        : Math.max(DAY_MINUTES, Math.ceil(durationMinutes / DAY_MINUTES) * DAY_MINUTES),
    reminders: dueAt === null ? [] : reminders,
    outcome: OUTCOMES[type].includes(outcome) ? outcome : '',
  };
}

function given<K extends keyof ActivityFields & keyof ActivityData>(
  input: ActivityFields,
  keys: readonly K[],
): Partial<ActivityData> {
  return Object.fromEntries(keys.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])));
}

function setTime(data: ActivityData, input: ActivityFields): void {
  if (input.day) data.day = input.day;
  else if (input.dueAt !== undefined || input.day === null) {
    data.day = null;
    data.dueAt = input.dueAt ?? null;
  }
  if (data.day !== null) data.dueAt = startOfDay(data.day, data.zone);
}

/** Name of the occurrence that begins when the activity does: its day, or the time on the clocks of its zone. */
export function startName({ day, dueAt, zone }: Pick<ActivityData, 'day' | 'dueAt' | 'zone'>): string | null {
  return day ?? (dueAt === null ? null : wallAt(dueAt, zone));
}

/** The activity on one occurrence of its series: open, and nothing has come of it yet. */
export function onOccurrence(template: ActivityData, occurs: string): ActivityData {
  const isDay = occurs.length === 10;
  return {
    ...template,
    doneAt: null,
    outcome: '',
    day: isDay ? occurs : null,
    dueAt: isDay ? startOfDay(occurs, template.zone) : instantAt(occurs, template.zone),
  };
}

/** The rule after its first day moved: a series "every Monday" that is moved to Tuesday takes place every Tuesday. */
export function shiftRule(rule: Rule, from: string, to: string): Rule {
  const [old, now] = [WEEKDAYS[weekdayOf(from)]!, WEEKDAYS[weekdayOf(to)]!];
  const only = rule.byDay.length === 1 ? rule.byDay[0] : undefined;
  if (only?.day === old) return { ...rule, byDay: [{ ...only, day: now }] };
  if (rule.byMonthDay.length === 1 && rule.byMonthDay[0] === Number(from.slice(8, 10)))
    return { ...rule, byMonthDay: [Number(to.slice(8, 10))] };
  return rule;
}

/** Instants at which its people are reminded; of a whole day, counted from nine in the morning. */
export function reminderTimes(data: Pick<ActivityData, 'dueAt' | 'day' | 'zone' | 'reminders'>): string[] {
  if (data.dueAt === null) return [];
  const start = Date.parse(data.day === null ? data.dueAt : instantAt(`${data.day}T09:00`, data.zone));
  return data.reminders.map((minutes) => new Date(start - minutes * 60_000).toISOString());
}

const SEARCHED_BODY = 2_000;

/** All that is searched, folded, with a blank before each word. */
export function searchText({ subject, body, place, tags, outcome, custom }: ActivityData): string {
  return ` ${[fold([subject, place, ...tags, body.slice(0, SEARCHED_BODY)].join(' ')), ...furtherWords([outcome], custom)].join(' ')}`;
}

/** Differences by field, as timelines and conflicts show them. */
export function activityChanges(
  { custom: was, ...before }: ActivityData,
  { custom: is, ...after }: ActivityData,
): FieldChange[] {
  const own = [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) => ({
    field: `custom.${key}`,
    from: was[key] ?? null,
    to: is[key] ?? null,
  }));
  return [
    ...(Object.keys(after) as (keyof typeof after)[]).map((field) => ({
      field,
      from: before[field],
      to: after[field],
    })),
    ...own,
  ].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
