/** Working hours as they are typed: one span a day, `09:00` to `17:00`; further spans are kept as they are. */
import type { WorkDays } from '../../contract/availability.ts';

export const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

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
export function withSpan(days: WorkDays, day: number, span: { from: number; to: number } | undefined): WorkDays {
  return days.map((spans, index) => (index !== day ? spans : span ? [span, ...spans.slice(1)] : []));
}

const NINE_TO_FIVE = { from: 540, to: 1020 };
/** A usual week, offered where none was set: Monday to Friday, nine to five. */
export const USUAL_WEEK: WorkDays = DAY_NAMES.map((_, day) => (day < 5 ? [NINE_TO_FIVE] : []));
