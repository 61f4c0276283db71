/** Numbers of invoices: in sequence and without gaps, as tax offices demand. */
import { AppError } from '../../../../kernel/errors.ts';

/**
 * `INV-{YYYY}-{####}`: `{YYYY}`, `{YY}` and `{MM}` come from the day, one run of `#` is the counter. The counter begins
 * again whenever what stands around it changes.
 * @throws AppError `validation` for a pattern without exactly one counter
 */
export function formatNumber(pattern: string, counter: number, day: string): string {
  const counters = pattern.match(/\{#+\}/g) ?? [];
  if (counters.length !== 1)
    throw new AppError('validation', 'The pattern needs one counter, as {####}.', { field: 'pattern' });
  return dated(pattern, day).replace(/\{(#+)\}/, (_all, marks: string) => String(counter).padStart(marks.length, '0'));
}

/** The part of a number around the counter, which identifies its series. */
export function seriesOf(pattern: string, day: string): string {
  return dated(pattern, day).replace(/\{#+\}/, '#');
}

function dated(pattern: string, day: string): string {
  return pattern
    .replaceAll('{YYYY}', day.slice(0, 4))
    .replaceAll('{YY}', day.slice(2, 4))
    .replaceAll('{MM}', day.slice(5, 7));
}
