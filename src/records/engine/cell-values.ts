/** Values of imported cells: days, numbers, yes and no, lists, as people and programs write them. */
import { isDay } from '../../kernel/days.ts';
import type { DateOrder, DecimalSign } from '../contract/file-notation.ts';

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/;
const THREE_NUMBERS = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{2}|\d{4})(?:[T\s,].*)?$/;
const NAMED_MONTH =
  /^(?:(\d{1,2})\.?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}))$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day as `2026-11-21`; undefined when the text is none. A time after it is dropped.
 * @param order what comes first where that is not clear: 03/04/2026
 */
export function parseDay(text: string, order: DateOrder): string | undefined {
  const trimmed = text.trim();
  const iso = YEAR_FIRST.exec(trimmed);
  if (iso) return day(iso[1]!, iso[2]!, iso[3]!);
  const numbers = THREE_NUMBERS.exec(trimmed);
  if (numbers) {
    const [, first, second, year] = numbers as unknown as [string, string, string, string];
    const century = year.length === 2 ? (Number(year) < 70 ? `20${year}` : `19${year}`) : year;
    if (order === 'mdy') return day(century, first, second) ?? day(century, second, first);
    return day(century, second, first) ?? day(century, first, second);
  }
  const named = NAMED_MONTH.exec(trimmed);
  if (!named) return undefined;
  const month = MONTHS.indexOf((named[2] ?? named[4])!.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? undefined : day((named[3] ?? named[6])!, String(month), (named[1] ?? named[5])!);
}

function day(year: string, month: string, date: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

const NUMBER = /^([+-]?[\d.,]+)(e[+-]?\d+)?$/i;
/** Groups of three, in India of two before the last. */
const GROUPED = /^[+-]?(?:\d*|\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:\.\d{2,3})*\.\d{3})$/;

/**
 * A number with either decimal sign, with or without grouping, currency signs and per cent dropped: `€ 1.234,50`.
 * @param decimal the decimal sign where that is not clear: 1.234
 */
export function parseNumber(text: string, decimal: DecimalSign = 'point'): number | undefined {
  const [, digits, exponent = ''] = NUMBER.exec(text.replace(/[\s\u00a0\u202f'$€£¥%]/g, '')) ?? [];
  if (digits === undefined || !/\d/.test(digits)) return undefined;
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  const isOpen = (comma < 0 || point < 0) && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  const isComma = isOpen ? decimal === 'comma' : comma > point ? !/,.*,/.test(digits) : /\..*\./.test(digits);
  const [whole, fraction = ''] = digits.split(isComma ? ',' : '.') as [string, string?];
  if (!GROUPED.test(whole)) return undefined;
  const value = Number(`${whole.replace(/[.,]/g, '')}.${fraction}${exponent}`);
  return Number.isFinite(value) ? value : undefined;
}

const YES = new Set([
  'yes',
  'y',
  'true',
  't',
  '1',
  'x',
  'on',
  'ja',
  'j',
  'oui',
  'si',
  'sí',
  'sim',
  'granted',
  'subscribed',
  'opt-in',
  'opted in',
]);
const NO = new Set([
  'no',
  'n',
  'false',
  'f',
  '0',
  'off',
  'nein',
  'non',
  'não',
  'denied',
  'unsubscribed',
  'opt-out',
  'opted out',
]);

/** Yes or no; undefined when the text is neither. */
export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

/** A member between quotes, which are doubled within it. */
const QUOTED = /(?:^|;)\s*"(?:[^"]|"")*"\s*(?=;|$)/;
const MEMBER = /\s*(?:"((?:[^"]|"")*)"\s*|([^;]*))(?:;|$)/y;

/**
 * The members of a list in one cell, split by the first sign of `;`, `|`, line break and `,` that occurs; a member
 * between quotes by none.
 */
export function splitList(text: string): string[] {
  if (text.includes('"') && QUOTED.test(text)) return quotedMembers(text);
  const separator = [';', '|', '\n', ','].find((sign) => text.includes(sign));
  return (separator ? text.split(separator) : [text]).map((part) => part.trim()).filter(Boolean);
}

function quotedMembers(text: string): string[] {
  const members: string[] = [];
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < text.length) {
    const [, quoted, plain] = MEMBER.exec(text)!;
    members.push((quoted?.replaceAll('""', '"') ?? plain!).trim());
  }
  return members.filter(Boolean);
}

/** A list as one cell, which `splitList` reads as the same list. */
export function joinList(members: readonly string[]): string {
  const text = members.map((member) => (/[;"]/.test(member) ? `"${member.replaceAll('"', '""')}"` : member)).join('; ');
  // Of one member alone a sign within it would part it.
  return members.length === 1 && /[|\n,]/.test(text) && !text.startsWith('"') ? `${text};` : text;
}

const HOLLOW = new Set([
  '',
  '-',
  '--',
  '—',
  'n/a',
  'na',
  'none',
  'null',
  'nil',
  'undefined',
  '#n/a',
  'unknown',
  'keine',
  '.',
]);

/** Whether a cell only says that it says nothing. */
export function isHollow(text: string): boolean {
  return text.length < 10 && HOLLOW.has(text.trim().toLowerCase());
}

const PARTICLES = new Set([
  'van',
  'von',
  'de',
  'da',
  'di',
  'del',
  'della',
  'der',
  'den',
  'du',
  'dos',
  'la',
  'le',
  'el',
  'al',
  'bin',
  'ibn',
  'ter',
  'ten',
  'zu',
  'st.',
  'mac',
  'mc',
]);

/**
 * First and last name of a whole name: `King, Ada` → Ada / King; `Ludwig van Beethoven` → Ludwig / van Beethoven;
 * otherwise the last word is the last name.
 */
export function splitName(text: string): { firstName: string; lastName: string } {
  const name = text.trim().replace(/\s+/g, ' ');
  const comma = name.indexOf(',');
  if (comma > 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() };
  const words = name.split(' ');
  if (words.length === 1) return { firstName: name, lastName: '' };
  const particle = words.findIndex((word, i) => i > 0 && i < words.length - 1 && PARTICLES.has(word.toLowerCase()));
  const at = particle > 0 ? particle : words.length - 1;
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}
