/** Recurrence rules in words: "Every 2 weeks on Monday and Wednesday, until 31 Dec 2026". */
import { type ByDay, type Frequency, type Rule, WEEKDAYS } from './recurrence.ts';

const UNITS: Record<Frequency, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const ORDINALS: Record<string, string> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  '-1': 'last',
  '-2': 'second last',
};
const MONDAY = Date.UTC(2026, 0, 5);
const weekdayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const nameOf = (day: ByDay['day']) => weekdayName.format(MONDAY + WEEKDAYS.indexOf(day) * 86_400_000);
const ordinal = (nth: number) => ORDINALS[nth] ?? `${Math.abs(nth)}th${nth < 0 ? ' last' : ''}`;
const isWorkingWeek = (days: readonly ByDay[]) =>
  days.length === 5 && days.every(({ day, nth }) => nth === undefined && day !== 'SA' && day !== 'SU');

export function ruleInWords(rule: Rule): string {
  const every = rule.interval === 1 ? `Every ${UNITS[rule.freq]}` : `Every ${rule.interval} ${UNITS[rule.freq]}s`;
  const end =
    rule.count !== undefined
      ? `, ${rule.count === 1 ? 'once' : `${rule.count} times`}`
      : rule.until !== undefined
        ? `, until ${dayName.format(new Date(`${rule.until}T00:00:00Z`))}`
        : '';
  if (rule.interval === 1 && rule.freq !== 'MONTHLY' && rule.freq !== 'YEARLY' && isWorkingWeek(rule.byDay))
    return `Every weekday${end}`;
  const position = rule.bySetPos.length > 0 ? `the ${list.format(rule.bySetPos.map(ordinal))} ` : '';
  const weekdays = rule.byDay.map(({ day, nth }) =>
    nth === undefined ? nameOf(day) : `the ${ordinal(nth)} ${nameOf(day)}`,
  );
  const on = [
    ...(weekdays.length > 0
      ? [position + (position && isWorkingWeek(rule.byDay) ? 'weekday' : list.format(weekdays))]
      : []),
    ...(rule.byMonthDay.length > 0
      ? [
          list.format(
            rule.byMonthDay.map((day) =>
              day > 0 ? `the ${day}.` : `the ${day === -1 ? '' : `${ordinal(day)} `.replace(' last', '')}last day`,
            ),
          ),
        ]
      : []),
  ];
  const months =
    rule.byMonth.length > 0
      ? ` in ${list.format(rule.byMonth.map((month) => monthName.format(Date.UTC(2026, month - 1, 1))))}`
      : '';
  return `${every}${on.length > 0 ? ` on ${on.join(', ')}` : ''}${months}${end}`;
}
