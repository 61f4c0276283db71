/** Amounts as banks write them, with either decimal mark, any grouping, and the sign before, behind, or in brackets. */
import { type Decimal, parseDecimal, ZERO } from '../../../../kernel/money/index.ts';

export type DecimalMark = '.' | ',';

/** Marks that only group digits, wherever they stand: spaces of any width, apostrophes. */
const GROUPING = /[\s\u00a0\u2007\u2009\u202f'\u2019]/g;

export interface AmountOptions {
  /** The decimal mark of the whole column, where it is known. */
  mark?: DecimalMark;
  /** Whether currency signs, codes and words for debit and credit may stand around the number. */
  adorned?: boolean;
}

/**
 * Reads one amount. What its own marks prove comes first (`12,50`, `1,245,900`), then the mark of its column. Without
 * either, a single mark is the decimal one.
 * @returns undefined when the text is no amount; zero for the word `null`, which some servers send.
 */
export function parseAmount(text: string, { mark, adorned = false }: AmountOptions = {}): Decimal | undefined {
  let digits = text.trim().replace(/[\u2212\u2013\u2014]/g, '-');
  if (/^-?null$/i.test(digits)) return ZERO;
  let negative = false;
  if (adorned) {
    const bare = withoutAdornment(digits);
    digits = bare.digits;
    negative = bare.negative;
  }
  digits = digits.replace(GROUPING, '');
  const signed = /^([+-]?)([\d.,]+)([+-]?)$/.exec(digits);
  if (!signed || (signed[1] && signed[3])) return undefined;
  if (signed[1] === '-' || signed[3] === '-') negative = !negative;
  const plain = toPlain(signed[2]!, mark);
  const value = plain === undefined ? undefined : parseDecimal(plain);
  return value && (negative ? ZERO.minus(value) : value);
}

/** Currency signs, codes, and the short names that stand before or behind a number. */
const ADORNMENT =
  /(?:US|CA|AU|NZ|HK|SG|C|A)?\p{Sc}|\b[A-Z]{3}\b|\bGBp\b|^(?:Fr|kr|zł|Rs|R)\.?\s*|\s*(?:Fr|kr|zł)\.?$/gu;

/** `(12.50)`, `$12.50`, `12.50 EUR`, `12.50 DR`: the number, and whether what stood around it makes it negative. */
function withoutAdornment(text: string): { digits: string; negative: boolean } {
  let digits = text;
  let negative = false;
  const bracketed = /^\((.*)\)$/.exec(digits);
  if (bracketed) {
    digits = bracketed[1]!;
    negative = true;
  }
  const side = /\s*(dr|cr|db|debit|credit)\.?$/i.exec(digits);
  if (side) {
    digits = digits.slice(0, side.index);
    if (/^d/i.test(side[1]!)) negative = !negative;
  }
  return { digits: digits.replace(ADORNMENT, ''), negative };
}

function toPlain(digits: string, mark: DecimalMark | undefined): string | undefined {
  const decimalMark = provenMark(digits) ?? mark ?? guessMark(digits);
  const [whole, fraction, ...more] = decimalMark ? digits.split(decimalMark) : [digits];
  if (more.length > 0 || (fraction !== undefined && /[.,]/.test(fraction))) return undefined;
  // Indian groups have two digits, Chinese ones four; the last has at least three.
  if (!/^\d*$|^\d{1,4}(?:[.,]\d{2,4})*[.,]\d{3,4}$/.test(whole!)) return undefined;
  const grouped = whole!.replace(/[.,]/g, '');
  return fraction === undefined ? grouped : `${grouped || '0'}.${fraction}`;
}

const other = (mark: DecimalMark): DecimalMark => (mark === ',' ? '.' : ',');

/** The digits and marks of a cell, without what stands around them (`Fr. 1'200.50`). */
const bare = (cell: string): string => cell.replace(/\p{L}+\.?/gu, '').replace(/[^\d.,]/g, '');

/** The decimal mark that a number proves by itself; undefined for `45,900`, which could be either. */
function provenMark(digits: string): DecimalMark | undefined {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma < 0 && point < 0) return undefined;
  const last: DecimalMark = comma > point ? ',' : '.';
  const isRepeated = digits.indexOf(last) !== digits.lastIndexOf(last);
  if (comma >= 0 && point >= 0) return isRepeated ? undefined : last;
  if (isRepeated) return other(last);
  return isOpen(digits) ? undefined : last;
}

/** One to three digits, a mark, and three more: thousands or decimals. */
const isOpen = (digits: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);

function guessMark(digits: string): DecimalMark | undefined {
  return /^\d*([.,])\d*$/.exec(digits)?.[1] as DecimalMark | undefined;
}

/**
 * The decimal mark of a column of amounts: what the clear ones prove (`1.234,50`, `12,5`, `1.245.900`), for those that
 * three digits behind a single mark leave open.
 */
export function columnMark(values: Iterable<string>): DecimalMark | undefined {
  const votes = { ',': 0, '.': 0 };
  for (const value of values) {
    const mark = provenMark(bare(value));
    if (mark) votes[mark]++;
  }
  return votes[','] === votes['.'] ? undefined : votes[','] > votes['.'] ? ',' : '.';
}

/**
 * The decimal mark of a column of money in which every mark could as well group thousands (`1.234`, `12.500`). The
 * currency's decimals are the evidence: three digits behind a mark are thousands, unless it is one with three decimals.
 * @param decimals of the currency; two where it is not known
 * @returns undefined where a value proves its mark, or where both marks occur
 */
export function groupedMark(values: Iterable<string>, decimals = 2): DecimalMark | undefined {
  const marks = new Set<DecimalMark>();
  for (const value of values) {
    const digits = bare(value);
    if (!/[.,]/.test(digits)) continue;
    if (!isOpen(digits)) return undefined;
    marks.add(digits.includes(',') ? ',' : '.');
  }
  const [only] = marks;
  if (marks.size !== 1) return undefined;
  return decimals === 3 ? only : other(only!);
}

/**
 * The decimal mark of all amounts of a file, and whether only the currency's decimals told it.
 * @param money amounts of money, which have no more decimals than their currency
 * @param others quantities and prices, which prove the mark as well but may have any number of decimals
 */
export function markOfFile(
  money: readonly string[],
  others: readonly string[] = [],
  decimals = 2,
): { mark: DecimalMark | undefined; isAssumed: boolean } {
  const proven = columnMark(money) ?? columnMark(others);
  if (proven) return { mark: proven, isAssumed: false };
  const mark = groupedMark(money, decimals);
  return { mark, isAssumed: mark !== undefined };
}

/** Warning for files where only the currency's decimals settled the notation. */
export const THOUSANDS_ASSUMED =
  'Amounts with three digits behind their mark are read as thousands. Check the amounts below before you import.';
