/** Invoices and bills that come again: on which days, and how many of those are here already. */
import { nextAfter, type Recurrence } from '../transactions/recurrence.ts';

export interface Again {
  frequency: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
  startDay: string;
  /** The last day on which it may fall. */
  until?: string | null;
}

const EVERY = {
  weekly: { frequency: 'weekly' },
  monthly: { frequency: 'monthly' },
  quarterly: { frequency: 'monthly', interval: 3 },
  yearly: { frequency: 'yearly' },
} as const;

export function recurrenceOf({ frequency, startDay, until }: Again): Recurrence {
  return { start: startDay, ...EVERY[frequency], ...(until ? { until } : {}) };
}

/** As many are counted, and made of the past. */
export const MOST_PAST = 120;

/** How many of its days from `next` on are here by `today`; {@link MOST_PAST} for that many or more. */
export function pastDays(again: Again, next: string | null, today: string): number {
  let count = 0;
  for (let day = next; day && day <= today && count < MOST_PAST; day = nextAfter(recurrenceOf(again), day) ?? null)
    count += 1;
  return count;
}
