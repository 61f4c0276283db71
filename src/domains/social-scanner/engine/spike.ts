/** When the number of posts is unusual. */

/** Days before the last 24 hours that make the average. */
export const SPIKE_DAYS = 14;
const MIN_DAYS = 3;
const MIN_POSTS = 5;
const FACTOR = 3;

export interface Counts {
  /** Posts of the last 24 hours. */
  recent: number;
  /** Posts of the days before. */
  before: number;
  /** Whole days that the watch has looked before, at most `SPIKE_DAYS`. */
  days: number;
}

export const averageDay = ({ before, days }: Counts): number => (days > 0 ? before / days : 0);

/** At least 5 posts in 24 hours, and three times an average day of the two weeks before; not in the first three days. */
export const isSpike = (counts: Counts): boolean =>
  counts.days >= MIN_DAYS && counts.recent >= MIN_POSTS && counts.recent >= FACTOR * averageDay(counts);
