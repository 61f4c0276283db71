/** Whether someone works right now, from their usual hours and days away. */
import { addDays, dayAt } from '../../../kernel/days.ts';
import type { Absence, Presence, WorkDays } from '../contract/availability.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Minutes after midnight on the wall clock of `timeZone`. */
function minuteOfDay(now: Date, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock)
    clocks.set(
      timeZone,
      (clock = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' })),
    );
  const [hour, minute] = clock.format(now).split(':');
  return Number(hour) * 60 + Number(minute);
}

export interface Hours {
  timeZone: string;
  days: WorkDays;
}

/**
 * @param hours null when none were set: then only a day away is known
 * @param absences in any order; those that touch are read as one
 * @param fallbackZone in which days count for someone without hours
 */
export function presenceAt(
  now: Date,
  hours: Hours | null,
  absences: readonly Pick<Absence, 'firstDay' | 'lastDay'>[],
  fallbackZone: string,
): Presence {
  const today = dayAt(now, hours?.timeZone ?? fallbackZone);
  const until = lastDayAway(today, absences);
  if (until !== null) return { state: 'away', until };
  if (!hours) return { state: 'unknown', until: null };
  const minute = minuteOfDay(now, hours.timeZone);
  const working = hours.days[weekday(today)]!.some(({ from, to }) => minute >= from && minute < to);
  return { state: working ? 'working' : 'off', until: null };
}

function lastDayAway(today: string, absences: readonly Pick<Absence, 'firstDay' | 'lastDay'>[]): string | null {
  let until: string | null = null;
  for (const { firstDay, lastDay } of absences.toSorted((a, b) => a.firstDay.localeCompare(b.firstDay))) {
    if (firstDay <= today && lastDay >= today && (until === null || lastDay > until)) until = lastDay;
    else if (until !== null && firstDay <= addDays(until, 1) && lastDay > until) until = lastDay;
  }
  return until;
}

/** 0 for Monday. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}
