/** Working hours as they are typed: one span a day, `09:00` to `17:00`; further spans are kept as they are. */
import * as z from 'zod';
import { type Availability, WorkDays } from '../../contract/availability.ts';

export const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type DayName = (typeof DAY_NAMES)[number];

/** 540 → `09:00`; the end of the day is `24:00`. */
export function formatMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** `09:00` → 540; undefined for what is no time of day. */
export function parseMinute(text: string): number | undefined {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(text);
  const minute = match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
  return minute !== undefined && minute <= 1440 ? minute : undefined;
}

/** The first span of a day becomes this one; without one the day is free. */
export function withFirst(spans: WorkDays[number], span: { from: number; to: number } | undefined): WorkDays[number] {
  return span ? [span, ...spans.slice(1)] : [];
}

/** A day for people: `09:00–12:00, 13:00–17:00`, or `free`. */
export function spansText(spans: WorkDays[number]): string {
  return spans.map(({ from, to }) => `${formatMinute(from)}–${formatMinute(to)}`).join(', ') || 'free';
}

const NINE_TO_FIVE = { from: 540, to: 1020 };
/** A usual week, offered where none was set: Monday to Friday, nine to five. */
export const USUAL_WEEK: WorkDays = DAY_NAMES.map((_, day) => (day < 5 ? [NINE_TO_FIVE] : []));

/**
 * The hours as a form has them: a field for each day, so that two people who change different days stay out of each
 * other's way.
 */
export const HoursForm = z.strictObject({
  version: z.number().int(),
  timeZone: z.string(),
  ...(Object.fromEntries(DAY_NAMES.map((name) => [name, WorkDays.element])) as Record<
    DayName,
    typeof WorkDays.element
  >),
});
export type HoursForm = z.infer<typeof HoursForm>;

/**
 * Form values of working hours: a standard week if none are set. The database does not keep the order of a range's
 * ends.
 */
export function hoursValues({
  version,
  timeZone,
  days,
}: Pick<Availability, 'version' | 'timeZone' | 'days'>): HoursForm {
  const shown = version === 0 ? USUAL_WEEK : days;
  return {
    version,
    timeZone,
    ...(Object.fromEntries(
      DAY_NAMES.map((name, day) => [name, shown[day]!.map(({ from, to }) => ({ from, to }))]),
    ) as Record<DayName, WorkDays[number]>),
  };
}

/** The week that a form holds, Monday first. */
export const daysOf = (form: HoursForm): WorkDays => DAY_NAMES.map((name) => form[name]);
