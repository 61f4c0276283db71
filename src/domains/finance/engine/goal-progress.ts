/** How far a goal is, how fast it comes nearer, and how fast it would have to. */
import { type Decimal, whole, ZERO } from '../../../kernel/money/index.ts';
import { addMonths, daysBetween } from './transactions/index.ts';

/** Whole months whose mean is the pace. */
export const PACE_MONTHS = 6;
const DAYS_OF_MONTH = 30;
/** A pace that needs longer leads nowhere. */
const MAX_MONTHS = 1200;

export interface GoalInput {
  target: Decimal;
  saved: Decimal;
  /** Savings in the last {@link PACE_MONTHS} full months. */
  past: Decimal;
  targetDay: string | null;
  today: string;
}

export interface GoalProgress {
  /** In a month. */
  pace: Decimal;
  /** In a month, to be in time; all of it at once when the day has come. Null without a day, or when it is reached. */
  needed: Decimal | null;
  /** When it is reached at the present pace: whole months from today. Null when never, or when it is reached. */
  expectedDay: string | null;
}

export function progressOf({ target, saved, past, targetDay, today }: GoalInput): GoalProgress {
  const pace = past.div(whole(PACE_MONTHS));
  const left = target.minus(saved);
  if (left.lte(ZERO)) return { pace, needed: null, expectedDay: null };
  const months = targetDay === null ? 0 : Math.max(1, Math.ceil(daysBetween(today, targetDay) / DAYS_OF_MONTH));
  const wait = pace.gt(ZERO) ? Math.ceil(left.div(pace).toNumber()) : Infinity;
  return {
    pace,
    needed: targetDay === null ? null : left.div(whole(months)),
    expectedDay: wait <= MAX_MONTHS ? addMonths(today, wait) : null,
  };
}
