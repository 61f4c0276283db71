/** How figures are written for people. */

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/**
 * Writes dates as the reader's locale does. Made when the first one is written: a browser takes milliseconds for each,
 * which a page that shows none need not wait for.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Pick<Intl.DateTimeFormat, 'format'> {
  let made: Intl.DateTimeFormat | undefined;
  return { format: (date) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(date) };
}

/** Bytes as people read them, in steps of 1,024, as limits are set: `1.4 MB`. */
export function fileSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: step === 0 ? 0 : 1 })} ${UNITS[step]}`;
}

/** "1 row", "2,013 rows". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/** Decimal text with its currency, as the reader's locale writes it: `12500.0000`, `EUR` → "€12,500.00". */
export function money(amount: string, currency: string): string {
  return written(amount, currency, {});
}

/** Money of sums and plans, which need no cents: `12500.0000`, `EUR` → "€12,500". */
export function wholeMoney(amount: string, currency: string): string {
  return written(amount, currency, { maximumFractionDigits: 0 });
}

/** Money that moved, with its sign also when it came in: "+€12.50". */
export function signedMoney(amount: string, currency: string): string {
  return written(amount, currency, { signDisplay: 'exceptZero' });
}

/** Money on a chart's axis, where there is little room: "€12K". */
export function shortMoney(amount: number, currency: string): string {
  return written(String(amount), currency, { notation: 'compact', maximumFractionDigits: 1 });
}

function written(amount: string, currency: string, options: Intl.NumberFormatOptions): string {
  try {
    // Intl takes the decimal text as it is: no digit goes through a floating-point number.
    return moneyFormat(currency, options).format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${amount} ${currency}`;
  }
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Kept: a page of figures would make the same one dozens of times. */
function moneyFormat(currency: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = currency + JSON.stringify(options);
  const known = moneyFormats.get(key) ?? new Intl.NumberFormat(undefined, { style: 'currency', currency, ...options });
  moneyFormats.set(key, known);
  return known;
}
