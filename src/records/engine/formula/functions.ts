/**
 * The functions that formulas may use, each with the types that it takes and gives. A blank argument makes the answer
 * blank unless a function says otherwise.
 */
import { addDays, isDay } from '../../../kernel/days.ts';

/** Types of formula values. `any` accepts every type. */
export type FormulaType = 'number' | 'text' | 'day' | 'boolean';
/** A value; null is blank. */
export type FormulaValue = number | string | boolean | null;

/** Among the values of a record the day that it is in its workspace; no field has such a key. */
export const TODAY = '@today';

export interface FormulaFunction {
  /** Types of its arguments; the last one repeats when `many`. `same` must be of one type with all other `same`. */
  takes: readonly (FormulaType | 'any' | 'same')[];
  many?: boolean;
  /** Arguments that may be left out, from the end. */
  optional?: number;
  gives: FormulaType | 'same';
  /** Blank arguments come as null instead of making the answer blank. */
  blanks?: boolean;
  run: (...args: FormulaValue[]) => FormulaValue;
  /** Its answer is not made of arguments, but comes with the values under this name. */
  reads?: typeof TODAY;
  /** For people: `round(number, places)`. */
  usage: string;
}

const number = (value: FormulaValue | undefined) => value as number;
const text = (value: FormulaValue | undefined) => value as string;
const DAY = 86_400_000;
const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);
const numbers = (args: FormulaValue[]) => args.filter((value): value is number => typeof value === 'number');

/** Half away from zero, as people round; the detour over text keeps 1.005 from becoming 1.00. */
function round(value: number, places: number): number {
  const digits = Math.max(-12, Math.min(12, Math.trunc(places)));
  const shifted = Number(`${Math.abs(value)}e${digits}`);
  const rounded = Number.isFinite(shifted) ? Number(`${Math.round(shifted)}e${-digits}`) : Math.abs(value);
  return value < 0 ? -rounded : rounded;
}

function dayOf(year: number, month: number, day: number): string | null {
  const made = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(made) ? made : null;
}

export const FUNCTIONS: Readonly<Record<string, FormulaFunction>> = {
  if: {
    takes: ['boolean', 'same', 'same'],
    gives: 'same',
    blanks: true,
    run: (test, then, otherwise) => (test === true ? then! : otherwise!),
    usage: 'if(test, then, otherwise)',
  },
  and: {
    takes: ['boolean'],
    many: true,
    gives: 'boolean',
    blanks: true,
    run: (...args) => args.every((value) => value === true),
    usage: 'and(test, test, …)',
  },
  or: {
    takes: ['boolean'],
    many: true,
    gives: 'boolean',
    blanks: true,
    run: (...args) => args.includes(true),
    usage: 'or(test, test, …)',
  },
  not: { takes: ['boolean'], gives: 'boolean', blanks: true, run: (test) => test !== true, usage: 'not(test)' },
  blank: {
    takes: ['any'],
    gives: 'boolean',
    blanks: true,
    run: (value) => value === null || value === '',
    usage: 'blank(value)',
  },
  first: {
    takes: ['same'],
    many: true,
    gives: 'same',
    blanks: true,
    run: (...args) => args.find((value) => value !== null && value !== '') ?? null,
    usage: 'first(value, value, …): the first that is not blank',
  },
  round: {
    takes: ['number', 'number'],
    optional: 1,
    gives: 'number',
    run: (value, places = 0) => round(number(value), number(places)),
    usage: 'round(number, places)',
  },
  floor: { takes: ['number'], gives: 'number', run: (value) => Math.floor(number(value)), usage: 'floor(number)' },
  ceil: { takes: ['number'], gives: 'number', run: (value) => Math.ceil(number(value)), usage: 'ceil(number)' },
  abs: { takes: ['number'], gives: 'number', run: (value) => Math.abs(number(value)), usage: 'abs(number)' },
  min: {
    takes: ['number'],
    many: true,
    gives: 'number',
    blanks: true,
    run: (...args) => (numbers(args).length > 0 ? Math.min(...numbers(args)) : null),
    usage: 'min(number, number, …), blanks left out',
  },
  max: {
    takes: ['number'],
    many: true,
    gives: 'number',
    blanks: true,
    run: (...args) => (numbers(args).length > 0 ? Math.max(...numbers(args)) : null),
    usage: 'max(number, number, …), blanks left out',
  },
  sum: {
    takes: ['number'],
    many: true,
    gives: 'number',
    blanks: true,
    run: (...args) => numbers(args).reduce((total, value) => total + value, 0),
    usage: 'sum(number, number, …), blanks count as 0',
  },
  length: {
    takes: ['text'],
    gives: 'number',
    blanks: true,
    run: (value) => [...(text(value) ?? '')].length,
    usage: 'length(text)',
  },
  upper: { takes: ['text'], gives: 'text', run: (value) => text(value).toUpperCase(), usage: 'upper(text)' },
  lower: { takes: ['text'], gives: 'text', run: (value) => text(value).toLowerCase(), usage: 'lower(text)' },
  trim: { takes: ['text'], gives: 'text', run: (value) => text(value).trim(), usage: 'trim(text)' },
  left: {
    takes: ['text', 'number'],
    gives: 'text',
    run: (value, count) => [...text(value)].slice(0, Math.max(0, number(count))).join(''),
    usage: 'left(text, characters)',
  },
  right: {
    takes: ['text', 'number'],
    gives: 'text',
    run: (value, count) => (number(count) > 0 ? [...text(value)].slice(-number(count)).join('') : ''),
    usage: 'right(text, characters)',
  },
  contains: {
    takes: ['text', 'text'],
    gives: 'boolean',
    run: (value, part) => text(value).toLowerCase().includes(text(part).toLowerCase()),
    usage: 'contains(text, part)',
  },
  text: {
    takes: ['any'],
    gives: 'text',
    run: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)),
    usage: 'text(value)',
  },
  number: {
    takes: ['text'],
    gives: 'number',
    run: (value) => (text(value).trim() !== '' && Number.isFinite(Number(text(value))) ? Number(text(value)) : null),
    usage: 'number(text), blank when it is none',
  },
  day: {
    takes: ['number', 'number', 'number'],
    gives: 'day',
    run: (year, month, day) => dayOf(number(year), number(month), number(day)),
    usage: 'day(year, month, day)',
  },
  today: { takes: [], gives: 'day', run: () => null, reads: TODAY, usage: 'today(): the day that it is' },
  year: { takes: ['day'], gives: 'number', run: (day) => Number(text(day).slice(0, 4)), usage: 'year(day)' },
  month: { takes: ['day'], gives: 'number', run: (day) => Number(text(day).slice(5, 7)), usage: 'month(day)' },
  weekday: {
    takes: ['day'],
    gives: 'number',
    run: (day) => ((dayNumber(text(day)) + 3) % 7) + 1,
    usage: 'weekday(day), Monday is 1',
  },
  adddays: {
    takes: ['day', 'number'],
    gives: 'day',
    run: (day, count) => (Math.abs(number(count)) <= 366_000 ? addDays(text(day), Math.trunc(number(count))) : null),
    usage: 'addDays(day, count)',
  },
  days: {
    takes: ['day', 'day'],
    gives: 'number',
    run: (from, until) => dayNumber(text(until)) - dayNumber(text(from)),
    usage: 'days(from, until)',
  },
};
