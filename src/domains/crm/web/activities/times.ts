/** Days and times of activities as people read and enter them, in the zone of this device. */
import { addDays, dayAt } from '../../../../kernel/days.ts';
import type { Activity } from '../../contract/activities.ts';

/** IANA zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const shortDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const dayWithYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const longDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** "15:00" as the reader's locale writes it. */
export const timeText = (instant: string): string => clock.format(new Date(instant));

/** "Today", "Tomorrow", "Fri 27 Nov", with the year where it is another one. */
export function dayText(day: string, today: string): string {
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  if (day === addDays(today, -1)) return 'Yesterday';
  return (day.slice(0, 4) === today.slice(0, 4) ? shortDay : dayWithYear).format(asDate(day));
}

/** "23 – 29 Nov 2026", from beginning to end, with the month and the year where they are others. */
export const daysText = (from: string, until: string): string => dayWithYear.formatRange(asDate(from), asDate(until));

/** "Friday 27 November". */
export const longDayText = (day: string): string => longDay.format(asDate(day));

type Timed = Pick<Activity, 'dueAt' | 'day'>;

/** The day on which it is due, where the reader is. */
export function dayOf({ dueAt, day }: Timed): string | null {
  return day ?? (dueAt === null ? null : dayAt(new Date(dueAt), deviceZone()));
}

/** When it is, to see whether it still is what one made it. */
export const whenOf = ({ dueAt, day, durationMinutes }: Timed & Pick<Activity, 'durationMinutes'>) => [
  day ?? dueAt,
  durationMinutes,
];

/** "Tomorrow 15:00", "Fri 27 Nov"; blank without a time. */
export function whenText(activity: Timed, now: Date): string {
  const day = dayOf(activity);
  if (day === null) return '';
  const words = dayText(day, dayAt(now, deviceZone()));
  return activity.day !== null || activity.dueAt === null ? words : `${words} ${timeText(activity.dueAt)}`;
}

/**
 * True if it is overdue, as filters and figures define it: an all-day activity is due until its day ends in its own
 * time zone.
 */
export function isOverdue(activity: Timed & Pick<Activity, 'status' | 'zone'>, now: Date): boolean {
  if (activity.status !== 'open' || activity.dueAt === null) return false;
  return activity.day === null ? new Date(activity.dueAt) < now : activity.day < dayAt(now, activity.zone);
}

/**
 * When it is due, with the word beside it where that is over: "Today", "Yesterday 15:00, overdue"; blank without a
 * time.
 */
export function dueWords(activity: Parameters<typeof isOverdue>[0], now: Date): string {
  return whenText(activity, now) + (isOverdue(activity, now) ? ', overdue' : '');
}

/** "45 min", "1 h 30 min", "2 days". */
export function lengthText(minutes: number): string {
  if (minutes >= 1440 && minutes % 1440 === 0) return minutes === 1440 ? '1 day' : `${minutes / 1440} days`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ') || '0 min';
}

/** "10 minutes before"; zero is the start itself. */
export function reminderText(minutes: number): string {
  if (minutes === 0) return 'When it starts';
  const [amount, unit] =
    minutes % 10_080 === 0
      ? [minutes / 10_080, 'week']
      : minutes % 1440 === 0
        ? [minutes / 1440, 'day']
        : minutes % 60 === 0
          ? [minutes / 60, 'hour']
          : [minutes, 'minute'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'} before`;
}

/** Where putting off leads: the choices of every snooze menu. */
export function snoozeChoices(now: Date): { label: string; detail: string; to: { day: string } | { dueAt: string } }[] {
  const today = dayAt(now, deviceZone());
  const weekday = (asDate(today).getUTCDay() + 6) % 7;
  const inOneHour = new Date(Math.ceil((now.getTime() + 3_600_000) / 900_000) * 900_000).toISOString();
  const monday = addDays(today, 7 - weekday);
  return [
    { label: 'In 1 hour', detail: timeText(inOneHour), to: { dueAt: inOneHour } },
    { label: 'Tomorrow', detail: dayText(addDays(today, 1), '0000-01-01'), to: { day: addDays(today, 1) } },
    { label: 'In 2 days', detail: dayText(addDays(today, 2), '0000-01-01'), to: { day: addDays(today, 2) } },
    { label: 'Next week', detail: dayText(monday, '0000-01-01'), to: { day: monday } },
  ];
}
