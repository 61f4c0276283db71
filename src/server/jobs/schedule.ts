/** The next due time of recurring work: after an interval, or by a cron expression in a time zone. */
import { CronExpressionParser } from 'cron-parser';

/** An interval in seconds, or a cron expression (minute, hour, day, month, weekday) in an IANA zone. */
export type Schedule = { every: number } | { cron: string; zone: string };

/**
 * The first due time after `after`. Intervals count from `last`, so they do not drift, and missed times are not made up
 * for: after a long silence there is one run, not a hundred. When clocks go forward, a skipped time is due at the first
 * moment that exists; when they go back, a repeated time is due once.
 * @throws Error when the expression or the zone is invalid
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
 * The first `count` times after `after`; fewer where the calendar has no more within reach.
 * @throws Error when the expression or the zone is invalid
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

/** The problem with a cron expression or its zone, in words for its author; undefined when it is valid. */
export function cronProblem(cron: string, zone: string): string | undefined {
  if (cron.trim().split(/\s+/).length !== 5) return 'Use five parts: minute, hour, day of the month, month, weekday.';
  try {
    nextTime({ cron, zone }, new Date());
    return undefined;
  } catch {
    return 'This schedule cannot be read. An example: "0 9 * * 1-5" is every weekday at nine.';
  }
}
