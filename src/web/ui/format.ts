/** Formats figures for people. */

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/**
 * Formats dates in the reader's locale. Created on first use: each costs a browser milliseconds, which a page without
 * dates need not spend.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Pick<Intl.DateTimeFormat, 'format'> {
  let made: Intl.DateTimeFormat | undefined;
  return { format: (date) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(date) };
}

/** Bytes for people, in steps of 1,024, like the limits: `1.4 MB`. */
export function fileSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: step === 0 ? 0 : 1 })} ${UNITS[step]}`;
}

const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** A share from 0 to 1 as `37.8%`; a dash where there is nothing to divide by. */
export const percent = (share: number | null): string => (share === null ? '–' : percentFormat.format(share));

/** "1 row", "2,013 rows". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** Decimal text with its currency in the reader's locale: `12500.0000`, `EUR` → "€12,500.00". */
export function money(amount: string, currency: string): string {
  return written(amount, currency, {});
}

/** Money of sums and plans, without cents: `12500.0000`, `EUR` → "€12,500". */
export function wholeMoney(amount: string, currency: string): string {
  return written(amount, currency, { maximumFractionDigits: 0 });
}

/** Moved money, always with a sign: "+€12.50". */
export function signedMoney(amount: string, currency: string): string {
  return written(amount, currency, { signDisplay: 'exceptZero' });
}

/** Money on a chart's axis, where space is short: "€12K". */
export function shortMoney(amount: number, currency: string): string {
  return written(String(amount), currency, { notation: 'compact', maximumFractionDigits: 1 });
}

function written(amount: string, currency: string, options: Intl.NumberFormatOptions): string {
  try {
    // Intl takes the decimal text directly: no digit passes through a floating-point number.
    return moneyFormat(currency, options).format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${amount} ${currency}`;
  }
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Cached: a page of figures would create the same one dozens of times. */
function moneyFormat(currency: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = currency + JSON.stringify(options);
  const known = moneyFormats.get(key) ?? new Intl.NumberFormat(undefined, { style: 'currency', currency, ...options });
  moneyFormats.set(key, known);
  return known;
}
