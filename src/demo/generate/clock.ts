/** Time in the sample data: everything is a number of days from the day it is created. */
import { addDays } from '../../kernel/days.ts';
import type { Random } from './random.ts';

export interface Clock {
  /** The day the sample data is created, `2026-11-21`. */
  today: string;
  /** The day `count` days after today; before it when negative. */
  dayAfter(count: number): string;
}

export function createClock(today: string): Clock {
  return { today, dayAfter: (count) => addDays(today, count) };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** An instant in the working hours of a day, 13:00 to 21:59 UTC: the American working day. */
export function workingHour(random: Random, day: string): string {
  return `${day}T${twoDigits(random.int(13, 21))}:${twoDigits(random.pick([0, 5, 10, 15, 20, 30, 40, 45, 50]))}:00.000Z`;
}

/** An instant between `most` and `least` days ago, recent ones more likely, because business grows. */
export function daysAgo(clock: Clock, random: Random, least: number, most: number): string {
  return workingHour(random, clock.dayAfter(-Math.round(least + (most - least) * random.next() ** 1.6)));
}
