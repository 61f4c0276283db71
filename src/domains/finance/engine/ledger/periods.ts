/** Closing of periods: what was reported stays as it was reported. */
import { AppError } from '../../../../kernel/errors.ts';
import { addDays, dayWords } from '../../../../kernel/days.ts';

export interface Periods {
  /** Entries up to and including this day can be neither added, nor changed, nor removed. */
  closedThrough?: string;
  /** Month in which the business year begins, 1 to 12. */
  yearStartsIn: number;
}

/** @throws AppError `conflict` when the day lies in a closed period */
export function assertOpen(day: string, { closedThrough }: Periods): void {
  if (closedThrough && day <= closedThrough) {
    throw new AppError(
      'conflict',
      `The books are closed through ${dayWords(closedThrough)}. Date the entry ${dayWords(addDays(closedThrough, 1))} or later, or reopen the period.`,
      { field: 'day', details: { closedThrough } },
    );
  }
}

/** An entry may move only when it lies, before and after, in an open period. @throws AppError `conflict` */
export function assertMovable(from: string, to: string, periods: Periods): void {
  assertOpen(from, periods);
  assertOpen(to, periods);
}

/**
 * Closes through a day. Periods close one after the other, and not before they are over.
 * @throws AppError `validation` for a day that is not past or was closed before
 */
export function closeThrough(day: string, today: string, periods: Periods): Periods {
  if (day >= today) throw new AppError('validation', 'A period can be closed once it is over.', { field: 'day' });
  if (periods.closedThrough && day <= periods.closedThrough)
    throw new AppError('validation', `The books are closed through ${periods.closedThrough} already.`, {
      field: 'day',
    });
  return { ...periods, closedThrough: day };
}

/** Opens everything after `day` again; without a day, everything. */
export function reopenAfter(day: string | undefined, periods: Periods): Periods {
  const { closedThrough, ...rest } = periods;
  if (!closedThrough || (day !== undefined && day >= closedThrough))
    throw new AppError('validation', 'This period is open.', { field: 'day' });
  return day === undefined ? rest : { ...rest, closedThrough: day };
}

/** First and last day of the business year that `day` lies in. */
export function businessYear(day: string, { yearStartsIn }: Periods): { from: string; to: string } {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < yearStartsIn ? 1 : 0);
  const month = String(yearStartsIn).padStart(2, '0');
  return { from: `${year}-${month}-01`, to: addDays(`${year + 1}-${month}-01`, -1) };
}
