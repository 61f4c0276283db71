/**
 * How a file writes its days and numbers, told from all of its first values: a single `03.04.2026` or `1.234` does not
 * say.
 */
import type { DateOrder, DecimalSign } from '../../../../records/contract/file-notation.ts';
import { isHollow, parseDay, parseNumber } from '../../../../records/engine/cell-values.ts';

export interface Notation {
  dateOrder: DateOrder;
  decimal: DecimalSign;
}

interface Writing {
  delimiter: string;
  /** ISO 3166 code of where the file is brought in, for what the file itself leaves open. */
  country: string;
}

/**
 * The notation that most values of the file can only have; where none tells, that of the country, or what such files
 * usually have.
 */
export function guessNotation(rows: readonly (readonly string[])[], { delimiter, country }: Writing): Notation {
  const columns = columnsOf(rows);
  const days = columns.filter((values) => areMostly(values, (value) => parseDay(value, 'dmy') !== undefined)).flat();
  const numbers = columns.filter((values) => areMostly(values, (value) => parseNumber(value) !== undefined)).flat();
  return {
    dateOrder:
      most(days.map(orderOf)) ?? (days.some((day) => DOTTED.test(day)) ? 'dmy' : country === 'US' ? 'mdy' : 'dmy'),
    // Programs that write decimals with a comma part the columns with semicolons.
    decimal: most(numbers.map(decimalOf)) ?? (delimiter === ';' ? 'comma' : 'point'),
  };
}

function columnsOf(rows: readonly (readonly string[])[]): string[][] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, index) =>
    rows.map((row) => row[index]?.trim() ?? '').filter((value) => !isHollow(value)),
  ).filter((values) => values.length > 0);
}

const areMostly = (values: readonly string[], test: (value: string) => boolean) =>
  values.filter(test).length >= values.length * 0.8;

const DOTTED = /^\d{1,2}\.\d{1,2}\./;
const TWO_NUMBERS = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s]/;

/** The date order that one day proves: there is no thirteenth month. */
function orderOf(day: string): DateOrder | undefined {
  if (/^\d{4}/.test(day)) return 'ymd';
  const [, first, second] = TWO_NUMBERS.exec(day) ?? [];
  if (Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : undefined;
}

/** The decimal separator that one number proves: groups have three digits, and a number has one decimal separator. */
function decimalOf(text: string): DecimalSign | undefined {
  const signs = text.replace(/[^.,]/g, '');
  if (signs === '') return undefined;
  const last = signs.at(-1) === ',' ? 'comma' : 'point';
  const other = last === 'comma' ? 'point' : 'comma';
  if (new Set(signs).size === 2) return last;
  if (signs.length > 1) return other;
  return /[1-9]\d{0,2}[.,]\d{3}(?!\d)/.test(text) ? undefined : last;
}

function most<T>(votes: readonly (T | undefined)[]): T | undefined {
  const counts = new Map<T, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].sort(([, one], [, another]) => another - one)[0]?.[0];
}
