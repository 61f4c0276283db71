/** When a kept report goes out next. */
import { addDays, dayAt, monthStart, weekStart } from '../../../../kernel/days.ts';
import type { ReportSchedule } from '../../contract/reports.ts';

/**
 * The instant at which the clocks of `timeZone` show `hour` on `day`. Where that hour is skipped by daylight saving it
 * is the first moment after; where it comes twice, the first.
 */
function at(day: string, hour: number, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const noon = Date.parse(`${day}T12:00:00Z`);
  // No zone is further than 14 hours from UTC: the hour in question lies within this walk.
  for (let time = noon - 27 * 3_600_000; time <= noon + 27 * 3_600_000; time += 900_000) {
    const moment = new Date(time);
    if (dayAt(moment, timeZone) === day && Number(format.format(moment)) >= hour) return moment;
  }
  throw new RangeError(`${day} has no ${hour} o'clock in ${timeZone}`);
}

/** The first sending after `now`, in the workspace's zone. */
export function nextSending({ every, day, hour }: ReportSchedule, now: Date, timeZone: string): Date {
  const today = dayAt(now, timeZone);
  const candidates =
    every === 'day'
      ? [today, addDays(today, 1)]
      : every === 'week'
        ? [0, 7].map((days) => addDays(weekStart(today), days + day - 1))
        : [0, 1].map((months) => addDays(monthStart(today, months), day - 1));
  for (const candidate of candidates) {
    const moment = at(candidate, hour, timeZone);
    if (moment > now) return moment;
  }
  return at(addDays(candidates.at(-1)!, every === 'day' ? 1 : every === 'week' ? 7 : 31), hour, timeZone);
}
