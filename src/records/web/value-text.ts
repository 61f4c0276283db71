/** Values of fields in words, for timelines and conflicts. Blank for none, as everywhere in a kind's `ValueWords`. */
import { dateFormat } from '../../web/ui/format.ts';
import { phoneText } from './format.ts';

/** How the values of a kind's fields are written, by field; a field that is not named is written as it is. */
export type ValueWords = Readonly<Record<string, (value: unknown) => string>>;

const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** A date that was checked when it was entered; what an old one holds besides stays as it is. */
const dated = (format: { format: (date: Date) => string }, date: Date, value: string) =>
  Number.isNaN(date.getTime()) ? value : format.format(date);

/** `2026-11-21` as the reader's locale writes days. */
export const dayWords = (value: unknown): string =>
  isText(value) ? dated(day, new Date(`${value}T00:00:00Z`), value) : '';

/** An instant as day and time where the reader is. */
export const momentWords = (value: unknown): string => (isText(value) ? dated(moment, new Date(value), value) : '');

/** One of several names that the program gives: `best` → "Best case". */
export const choiceWords =
  (labels: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    isText(value) ? (labels[value] ?? value) : '';

/** A number in E.164, spaced for reading. */
export const phoneWords = (value: unknown): string => (isText(value) ? phoneText({ value }) : '');

/** Decimal text as the reader's locale writes it: `12500.0000` → "12,500.00". */
export const decimalWords = (value: unknown): string => {
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(value)) return typeof value === 'string' ? value : '';
  return new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 20 }).format(
    value as `${number}`,
  );
};
