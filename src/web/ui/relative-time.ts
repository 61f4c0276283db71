const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number][] = [
  [45 * 1000, 'second', 1000],
  [45 * MINUTE, 'minute', MINUTE],
  [22 * HOUR, 'hour', HOUR],
  [26 * DAY, 'day', DAY],
  [320 * DAY, 'month', 30.44 * DAY],
  [Infinity, 'year', 365.25 * DAY],
];

/**
 * The distance between an instant and `now` in a natural unit: "3 minutes ago", "yesterday", "in 2 months". Under 45
 * seconds it is "now".
 * @param locale BCP 47 tag; the browser's if absent
 */
export function relativeTime(instant: Date, now: Date, locale?: string): string {
  const distance = instant.getTime() - now.getTime();
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(distance) < limit)!;
  const amount = unit === 'second' ? 0 : Math.round(distance / size) || Math.sign(distance);
  return inEnglish(amount, unit, locale ?? globalThis.navigator?.language) ?? writer(locale).format(amount, unit);
}

/** Adjacent days, months, and years have words of their own. */
const BESIDE = {
  day: ['yesterday', 'tomorrow'],
  month: ['last month', 'next month'],
  year: ['last year', 'next year'],
} as const;

/**
 * The result of `Intl` without it: creating the first formatter takes a browser longer than drawing a list. Undefined
 * in other languages.
 */
function inEnglish(amount: number, unit: Intl.RelativeTimeFormatUnit, locale: string | undefined): string | undefined {
  const count = Math.abs(amount);
  if (!locale?.startsWith('en') || count > 999) return undefined;
  if (amount === 0) return 'now';
  const beside = count === 1 ? BESIDE[unit as keyof typeof BESIDE] : undefined;
  if (beside) return beside[amount < 0 ? 0 : 1];
  const span = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return amount < 0 ? `${span} ago` : `in ${span}`;
}

const writers = new Map<string | undefined, Intl.RelativeTimeFormat>();

/** Created once: creating one takes longer than drawing its row. */
function writer(locale: string | undefined): Intl.RelativeTimeFormat {
  const known = writers.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  writers.set(locale, known);
  return known;
}

/** Milliseconds until the text of `relativeTime` may change. */
export function nextChange(instant: Date, now: Date): number {
  const age = Math.abs(now.getTime() - instant.getTime());
  return age < HOUR ? MINUTE / 2 : age < DAY ? HOUR / 4 : HOUR;
}
