/** Readers of single cells that several kinds of records share. */
import type { ImportOptions } from '../../contract/imports.ts';
import { fold } from '../../../../kernel/text.ts';
import { checkCustomValue, type CustomDefinition } from '../../../../records/engine/custom-field-values.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { parsePhone } from '../../../../records/engine/phone.ts';
import { parseUrl } from '../../../../records/engine/url.ts';
import { parseBoolean, parseDay, splitList, splitName } from '../../../../records/engine/cell-values.ts';
import { customValueFromText } from '../../../../records/engine/custom-value-text.ts';
import type { CellReader, Entry, ImportedRow } from './row.ts';

const MAX_NOTE = 20_000;
const MAX_TAG = 60;

/** A cell as an error shows it. */
export function show(cell: string): string {
  return cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
}

/** Names of fields whose values are text. */
type TextField<E> = { [Name in keyof E]: E[Name] extends string ? Name : never }[keyof E];

/** A field of text, by its label in the middle of a sentence. */
export function textCell<E extends Entry>(field: TextField<E>, most: number, label: string): CellReader<E> {
  return (cell, row) => {
    if (cell.length > most) row.errors.push(`The ${label} is longer than ${most} characters.`);
    // Not by `Object.assign`, which is a fifth of what it costs to read a row.
    else (row.entry as Record<TextField<E>, string>)[field] = cell;
  };
}

export function ownerCell(cell: string, row: ImportedRow): void {
  row.ownerText = cell;
}

const PRIVATE = new Set(['private', 'privat', 'prive', 'privado', 'confidential', 'vertraulich', 'only me']);
const PUBLIC = new Set(['public', 'everyone', 'everybody', 'shared', 'offentlich']);

/**
 * Whether a record is private. What cannot be read is refused: taken for a no, it would show everyone what no one
 * should see.
 */
export function privateCell(cell: string, row: ImportedRow): void {
  const word = fold(cell);
  const isPrivate = PRIVATE.has(word) ? true : PUBLIC.has(word) ? false : parseBoolean(cell);
  if (isPrivate === undefined) row.errors.push(`"${show(cell)}" is not yes or no. Use yes or no for private.`);
  else row.entry.private = isPrivate;
}

export function noteCell(cell: string, row: ImportedRow): void {
  row.note = row.note ? `${row.note}\n\n${cell}` : cell;
  if (row.note.length > MAX_NOTE) row.errors.push(`The note is longer than ${MAX_NOTE} characters.`);
}

export function tagsCell(cell: string, row: ImportedRow): void {
  for (const tag of splitList(cell)) {
    if (tag.length > MAX_TAG) row.errors.push(`The tag "${show(tag)}" is longer than ${MAX_TAG} characters.`);
    else row.entry.tags.push(tag);
  }
}

/** First and last name from one cell. */
export function fullNameCell(
  cell: string,
  { entry }: ImportedRow<Entry & { firstName: string; lastName: string }>,
): void {
  const name = splitName(cell);
  entry.firstName ||= name.firstName.slice(0, 120);
  entry.lastName ||= name.lastName.slice(0, 120);
}

export const notAnEmail = (cell: string) => `"${show(cell)}" is not a valid email address.`;
export const notAPhone = (cell: string, country: string) =>
  `"${show(cell)}" is not a phone number in ${country} and has no country code.`;
export const notAnAddress = (cell: string) => `"${show(cell)}" is not a valid URL.`;

/** The one email address of a record; of several in a cell the first. */
export function emailCell(cell: string, row: ImportedRow<Entry & { email: string }>): void {
  const value = parseEmail(cell) ?? parseEmail(splitList(cell)[0] ?? '');
  if (value === undefined) row.errors.push(notAnEmail(cell));
  else row.entry.email = value;
}

/** The one phone number of a record, as E.164. */
export function phoneCell(cell: string, row: ImportedRow<Entry & { phone: string }>): void {
  const parsed = parsePhone(cell, row.country) ?? parsePhone(splitList(cell)[0] ?? '', row.country);
  if (!parsed) row.errors.push(notAPhone(cell, row.country));
  else row.entry.phone = parsed.value;
}

export function websiteCell(cell: string, row: ImportedRow<Entry & { website: string }>): void {
  const url = parseUrl(cell);
  if (url === undefined) row.errors.push(notAnAddress(cell));
  else row.entry.website = url;
}

/** A day in whatever notation; the options say what 03/04/2026 means. */
export function dayCell<E extends Entry>(field: keyof E, label: string, { dateOrder }: ImportOptions): CellReader<E> {
  return (cell, row) => {
    const day = parseDay(cell, dateOrder);
    if (day === undefined) row.errors.push(`"${show(cell)}" is not a valid date for ${label}.`);
    else Object.assign(row.entry, { [field]: day });
  };
}

export function customCell<E extends Entry>(definition: CustomDefinition, options: ImportOptions): CellReader<E> {
  const { key, label } = definition;
  return (cell, row) => {
    const checked = checkCustomValue(definition, customValueFromText(definition, cell, options), row.country);
    if ('problem' in checked)
      row.errors.push(`${checked.problem.replace(/\.$/, '')}; the file says "${show(cell)}" for ${label}.`);
    else if (checked.value !== null) row.entry.custom = { ...row.entry.custom, [key]: checked.value };
  };
}
