/** Days as files write them. */
import { isDay } from '../../../../kernel/days.ts';

/** Order of day, month and year. */
export type DateOrder = 'ymd' | 'mdy' | 'dmy' | 'ydm';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Beginnings of month names in other languages that differ from the English ones. */
const OTHER_MONTHS: Readonly<Record<string, number>> = {
  mär: 3,
  mrz: 3,
  maa: 3,
  mai: 5,
  mei: 5,
  mag: 5,
  okt: 10,
  ott: 10,
  dez: 12,
  dic: 12,
  dec: 12,
  des: 12,
  ene: 1,
  gen: 1,
  abr: 4,
  ago: 8,
  fév: 2,
  fev: 2,
  avr: 4,
  jui: 6,
  aoû: 8,
  déc: 12,
  set: 9,
  out: 10,
  lug: 7,
  giu: 6,
};

/** Years of two digits: up to 69 in this century, as POSIX and Quicken have it. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function toDay(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  // Asked for every line of a file: each month has its first 28 days.
  const isCertain =
    Number.isInteger(month) &&
    month >= 1 &&
    month <= 12 &&
    Number.isInteger(day) &&
    day >= 1 &&
    day <= 28 &&
    year <= 9999;
  return year >= 1900 && (isCertain || isDay(text)) ? text : undefined;
}

/**
 * The three numbers of a date, or undefined. Quicken writes `1/ 9'07` for 2007; a time behind the date is passed over.
 */
function parts(text: string): [string, string, string] | undefined {
  const compact = text.trim().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/i, '');
  const eight = /^(\d{4})(\d{2})(\d{2})(?:\D|$|\d{6}(?:\D|$))/.exec(compact);
  if (eight) return [eight[1]!, eight[2]!, eight[3]!];
  const named =
    /^(\d{1,2})[\s./-]+(\p{L}{3,})\.?[\s./-]+(\d{4}|\d{2})\b/u.exec(compact) ??
    /^(\p{L}{3,})\.?[\s./-]+(\d{1,2}),?[\s./-]+(\d{4}|\d{2})\b/u.exec(compact);
  if (named) return namedMonth(named);
  const split = /^(\d{1,4})\s*[/.\-年]\s*(\d{1,2})\s*[/.\-'月]\s*(\d{1,4})(?=\D|$)/u.exec(compact);
  return split ? [split[1]!, split[2]!, split[3]!] : undefined;
}

/** A written month says itself which number is which. */
function namedMonth([, first, second, year]: RegExpExecArray): [string, string, string] | undefined {
  const word = (/^\d/.test(first!) ? second! : first!).toLowerCase().slice(0, 3);
  const number = OTHER_MONTHS[word] ?? MONTHS.indexOf(word) + 1;
  if (number === 0) return undefined;
  return [String(fullYear(year!)), String(number), /^\d/.test(first!) ? first! : second!];
}

/** The day that `text` means in the given order; a year of four digits at the front wins over the order. */
export function parseDay(text: string, order: DateOrder): string | undefined {
  const found = parts(text);
  if (!found) return undefined;
  const [a, b, c] = found;
  if (a.length === 4)
    return order === 'ydm' ? toDay(Number(a), Number(c), Number(b)) : toDay(Number(a), Number(b), Number(c));
  if (order === 'ymd' || order === 'ydm')
    return order === 'ymd' ? toDay(fullYear(a), Number(b), Number(c)) : toDay(fullYear(a), Number(c), Number(b));
  return order === 'mdy' ? toDay(fullYear(c), Number(a), Number(b)) : toDay(fullYear(c), Number(b), Number(a));
}

/** Days before 1 January 1970 in the count of spreadsheets, in which 1 January 1900 is day 1 and 1900 a leap year. */
const SERIAL_1970 = 25_569;
const DAY_MS = 86_400_000;

/** A day as spreadsheets count them, `45306` or with the time of day behind it; of the years 1980 to 2079. */
export function serialDay(text: string): string | undefined {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return undefined;
  const serial = Number(text.slice(0, 5));
  return serial >= 29_221 && serial < 65_746
    ? new Date((serial - SERIAL_1970) * DAY_MS).toISOString().slice(0, 10)
    : undefined;
}

/** Where a number stands before a point, no one puts the month first. */
const DOTTED = /^\s*\d{1,2}\.\s*\d{1,2}\./;

/** Whether the texts make days in both orders, and other ones. */
export function isAmbiguous(texts: readonly string[], order: DateOrder): boolean {
  const other = order === 'mdy' ? 'dmy' : order === 'dmy' ? 'mdy' : undefined;
  if (!other || texts.some((text) => DOTTED.test(text))) return false;
  const read = texts.map((text) => [parseDay(text, order), parseDay(text, other)]);
  return read.every(([, two]) => two !== undefined) && read.some(([one, two]) => one !== two);
}

/** Warning for {@link isAmbiguous}. */
export const AMBIGUOUS_DAYS = (example: string, order: DateOrder): string =>
  `A day such as ${example} can be read in two ways. It is read as ${order === 'mdy' ? 'month, day, year' : 'day, month, year'}: change that above if it is wrong.`;

/** How often each order makes a day of the texts; the first order of equals wins, so put the likely one first. */
export function guessDateOrder(texts: readonly string[], told: DateOrder = 'mdy'): DateOrder {
  const likely = texts.some((text) => DOTTED.test(text)) ? 'dmy' : told;
  const orders: DateOrder[] = [likely, 'mdy', 'dmy', 'ymd', 'ydm'];
  let best = { order: likely, score: -1 };
  for (const order of orders) {
    const days = texts.map((text) => parseDay(text, order)).filter((day) => day !== undefined);
    if (days.length > best.score) best = { order, score: days.length };
  }
  return isYearFirst(texts, best.order, best.score) ? 'ymd' : best.order;
}

/** `26/01/15` and `26/01/31` fit other orders too, but then lie many years apart. */
function isYearFirst(texts: readonly string[], found: DateOrder, score: number): boolean {
  if (found === 'ymd' || found === 'ydm' || score < 2) return false;
  const yearOf = (order: DateOrder): number[] =>
    texts
      .flatMap((text) => Number(parseDay(text, order)?.slice(0, 4) ?? Number.NaN))
      .filter((year) => !Number.isNaN(year));
  const span = (years: number[]): number =>
    years.reduce((a, b) => Math.max(a, b)) - years.reduce((a, b) => Math.min(a, b));
  const [asFound, yearFirst] = [yearOf(found), yearOf('ymd')];
  return yearFirst.length === asFound.length && span(yearFirst) <= 1 && span(asFound) > 5;
}

export interface OfxTime {
  /** The calendar day as the bank wrote it. */
  day: string;
  /** The instant in UTC, where a time is given; without a zone the time is taken as UTC (OFX 2.3 §3.2.8.2). */
  at?: string;
}

/**
 * `20090401122017.000[-5:EST]`: date, optional time, optional offset in hours. Of what some servers write instead
 * (`2009-04-01`, a zone without its offset, microseconds) the day is certain and the instant is not told.
 */
export function parseOfxTime(text: string): OfxTime | undefined {
  return exactOfxTime(text) ?? looseOfxDay(text.trim());
}

function looseOfxDay(text: string): OfxTime | undefined {
  const match =
    /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?:[T ]?\d{2}:?\d{2}(?::?\d{2})?(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2}|\[[^\]]*\])?$/i.exec(
      text,
    );
  const day = match && toDay(Number(match[1]), Number(match[3]), Number(match[4]));
  return day ? { day } : undefined;
}

function exactOfxTime(text: string): OfxTime | undefined {
  const match =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})?(\d{2})?(?:\.(\d{1,3}))?)?\s*(?:\[([+-]?\d+(?:\.\d+)?)(?::[\w/ ]*)?\])?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, year, month, date, hour, minute = '00', second = '00', milli = '0', offset = '0'] = match;
  const day = toDay(Number(year), Number(month), Number(date));
  if (!day) return undefined;
  if (hour === undefined) return { day };
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(date),
    Number(hour),
    Number(minute),
    Number(second),
    Number(milli.padEnd(3, '0')),
  );
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  return { day, at: new Date(local - offsetMinutes(offset) * 60_000).toISOString() };
}

/** `-5` and `5.5` are hours; `-3.30` stands for three and a half hours in files of some banks. */
function offsetMinutes(text: string): number {
  const [hours, rest] = text.split('.');
  const minutes =
    rest === undefined
      ? 0
      : rest.length === 2 && Number(rest) < 60 && rest !== '50' && rest !== '25'
        ? Number(rest)
        : Number(`0.${rest}`) * 60;
  return Number(hours) * 60 + (text.startsWith('-') ? -minutes : minutes);
}
