/** Words and addresses that the sections of the page share. */

export const PAGE = '/personal-finance';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "Nov 22", on an axis. */
export const shortDayText = (value: string): string => shortDay.format(new Date(`${value}T00:00:00Z`));
/** A calendar day as the person's locale writes days. */
export const dayText = (value: string): string => day.format(new Date(`${value}T00:00:00Z`));
/** `2026-11` → "Nov 2026". */
export const monthText = (value: string): string => month.format(new Date(`${value.slice(0, 7)}-01T00:00:00Z`));

/** First and last day of `2026-11`. */
export function daysOfMonth(value: string): { from: string; to: string } {
  const [year, number] = value.split('-').map(Number) as [number, number];
  return { from: `${value}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** `2026-11`, some months on. */
export function shiftMonth(value: string, count: number): string {
  const [year, number] = value.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
