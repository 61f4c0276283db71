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
 * Reads one amount. Without a known mark, the last of two different marks is the decimal one, a mark that comes more
 * than once groups, and a single one is the decimal mark.
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
  return { digits: digits.replace(/\p{Sc}|\b[A-Z]{3}\b|^(?:Fr|kr|zł|R)\.?\s*|\s*(?:Fr|kr|zł)\.?$/gu, ''), negative };
}

function toPlain(digits: string, mark: DecimalMark | undefined): string | undefined {
  const decimalMark = mark ?? guessMark(digits);
  const [whole, fraction, ...more] = decimalMark ? digits.split(decimalMark) : [digits];
  if (more.length > 0) return undefined;
  const grouped = whole!.replace(/[.,]/g, '');
  if (fraction !== undefined && /[.,]/.test(fraction)) return undefined;
  return fraction === undefined ? grouped : `${grouped || '0'}.${fraction}`;
}

function guessMark(digits: string): DecimalMark | undefined {
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const only = comma >= 0 ? ',' : '.';
  const at = Math.max(comma, point);
  return at >= 0 && digits.indexOf(only) === at ? only : undefined;
}

/**
 * The decimal mark of a column of amounts: what the clear ones show (`1.234,50`, `12,5`), against those that three
 * digits behind a single mark leave open.
 */
export function columnMark(values: Iterable<string>): DecimalMark | undefined {
  let commas = 0;
  let points = 0;
  for (const value of values) {
    const digits = value.replace(/[^\d.,]/g, '');
    const mark = guessMark(digits);
    if (!mark || (digits.match(/[.,]/g)!.length === 1 && digits.length - digits.indexOf(mark) === 4)) continue;
    if (mark === ',') commas++;
    else points++;
  }
  return commas === points ? undefined : commas > points ? ',' : '.';
}

/**
 * The decimal mark of a column in which every mark could as well group thousands (`1.234`, `12.500`): banks write two
 * decimals or none, so it groups, and the other one would be the decimal mark. Undefined where a value shows that it
 * does not.
 */
export function groupedMark(values: Iterable<string>): DecimalMark | undefined {
  const marks = new Set<string>();
  for (const value of values) {
    const digits = value.replace(/[^\d.,]/g, '');
    if (!/[.,]/.test(digits)) continue;
    const grouped = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(digits);
    if (!grouped) return undefined;
    marks.add(grouped[1]!);
  }
  const [only] = marks;
  return marks.size === 1 ? (only === '.' ? ',' : '.') : undefined;
}
