/** When something that comes back is due next: after a span, or by a cron expression in a time zone. */
import { CronExpressionParser } from 'cron-parser';

/** Every so many seconds, or a cron expression (minute, hour, day, month, weekday) on the clocks of an IANA zone. */
export type Schedule = { every: number } | { cron: string; zone: string };

/**
 * The first time after `after` at which the schedule is due. Spans count from `last`, so that they do not drift, and
 * what was missed is not made up for: after a long silence there is one run, not a hundred.
 * On a night on which clocks go forward a time that does not exist is due at the first moment that does; on one on
 * which they go back, a time that comes twice is due once.
 * @throws Error when the expression or the zone is none.
 */
export function nextTime(schedule: Schedule, after: Date, last: Date = after): Date {
  if ('every' in schedule) {
    const step = schedule.every * 1000;
    const steps = Math.max(1, Math.floor((after.getTime() - last.getTime()) / step) + 1);
    return new Date(last.getTime() + steps * step);
  }
  return CronExpressionParser.parse(schedule.cron, { tz: schedule.zone, currentDate: after }).next().toDate();
}

/**
 * The first `count` times after `after`; fewer where the calendar has no more in reach.
 * @throws Error when the expression or the zone is none.
 */
export function nextTimes(schedule: Schedule, after: Date, count: number): Date[] {
  const times: Date[] = [];
  for (let last = after; times.length < count;) {
    try {
      last = nextTime(schedule, last);
    } catch (error) {
      if (times.length === 0) throw error;
      return times;
    }
    times.push(last);
  }
  return times;
}

/** The schedule in one line: `every 60 s`, `0 9 * * 1-5 Europe/Berlin`. */
export function describeSchedule(schedule: Schedule): string {
  return 'every' in schedule ? `every ${schedule.every} s` : `${schedule.cron} ${schedule.zone}`;
}

/** What is wrong with a cron expression or its zone, in words for its author; undefined when it is good. */
export function cronProblem(cron: string, zone: string): string | undefined {
  if (cron.trim().split(/\s+/).length !== 5) return 'Use five parts: minute, hour, day of the month, month, weekday.';
  try {
    nextTime({ cron, zone }, new Date());
    return undefined;
  } catch {
    return 'This schedule cannot be read. An example: "0 9 * * 1-5" is every weekday at nine.';
  }
}
