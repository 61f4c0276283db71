/** One row of a file → a contact, with everything that keeps it from becoming one. Compiled once for a mapping, run for every row. */
import type { ColumnMapping, ImportOptions, ImportTarget } from '../contract/imports.ts';
import { type ConsentChannel, LINK_KINDS, type LinkKind, MAX_TAGS } from '../contract/fields.ts';
import { BLANK_CONTACT, type ContactData, emailMatchKey, fullName, nameCompanyMatchKey, phoneMatchKey, uniqueTags } from './contact-data.ts';
import { checkCustomValue, type CustomDefinition } from './custom-values.ts';
import { parseEmail } from './email.ts';
import { parsePhone } from './phone.ts';
import { parseUrl } from './url.ts';
import { isHollow, parseBoolean, parseDay, parseNumber, splitList, splitName } from './values.ts';

export interface ImportedRow {
  data: ContactData;
  companyName: string;
  /** Name or e-mail address of the owner, as the file says it. */
  ownerText: string;
  note: string;
  /** Why the row cannot be imported; none: it can. */
  errors: string[];
}

export type RowReader = (cells: readonly string[]) => ImportedRow;

type CellReader = (cell: string, row: ImportedRow) => void;

const LIMITS: Partial<Record<ImportTarget, { most: number; label: string }>> = {
  firstName: { most: 120, label: 'The first name' }, lastName: { most: 120, label: 'The last name' }, title: { most: 160, label: 'The title' },
  source: { most: 120, label: 'The source' }, about: { most: 10_000, label: 'The text about the contact' },
  street: { most: 300, label: 'The street' }, city: { most: 120, label: 'The city' }, region: { most: 120, label: 'The region' },
  postalCode: { most: 20, label: 'The postal code' }, country: { most: 80, label: 'The country' },
};
const MOST_COMPANY = 200;
const MOST_NOTE = 20_000;
const MOST_TAG = 60;

function show(cell: string): string {
  return cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
}

/**
 * A reader of rows.
 * @param width columns of the file: a row with more cells than that was split in the wrong places
 */
export function compileRowReader(
  columns: readonly ColumnMapping[], options: ImportOptions, customFields: ReadonlyMap<string, CustomDefinition>, width: number,
): RowReader {
  const readers = columns.flatMap(({ index, target }) => (target === null ? [] : [{ index, read: cellReader(target, options, customFields) }]));
  return (cells) => {
    const row: ImportedRow = {
      data: { ...BLANK_CONTACT, emails: [], phones: [], tags: [] }, companyName: '', ownerText: '', note: '', errors: [],
    };
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
      row.errors.push(`The row has ${cells.length} cells where the file has ${width} columns: a delimiter stands in a value without quotes.`);
      return row;
    }
    for (const { index, read } of readers) {
      const cell = clean(cells[index]);
      if (cell !== '' && !isHollow(cell)) read(cell, row);
    }
    finish(row, options);
    return row;
  };
}

function clean(cell: string | undefined): string {
  if (cell === undefined) return '';
  const trimmed = cell.trim();
  // PostgreSQL cannot store NUL.
  return trimmed.includes('\0') ? trimmed.replaceAll('\0', '').trim() : trimmed;
}

function finish(row: ImportedRow, options: ImportOptions): void {
  const { data } = row;
  if (options.tags.length > 0) data.tags = [...data.tags, ...options.tags];
  if (data.tags.length > 0) data.tags = uniqueTags(data.tags);
  if (data.tags.length > MAX_TAGS) row.errors.push(`A contact has at most ${MAX_TAGS} tags.`);
  if (!data.source) data.source = options.source;
  if (row.errors.length === 0 && !data.firstName && !data.lastName && data.emails.length === 0 && data.phones.length === 0) {
    row.errors.push('There is no name, e-mail address or phone number in this row.');
  }
}

function cellReader(target: string, options: ImportOptions, customFields: ReadonlyMap<string, CustomDefinition>): CellReader {
  if (target.startsWith('custom:')) {
    const definition = customFields.get(target.slice('custom:'.length));
    return definition ? customReader(definition, options) : () => undefined;
  }
  const [kind, label] = target.split(':') as [ImportTarget, string | undefined];
  switch (kind) {
    case 'email': return emailReader(label ?? 'work');
    case 'phone': return phoneReader(label ?? 'work', options.defaultCountry);
    case 'fullName': return (cell, { data }) => {
      const name = splitName(cell);
      data.firstName ||= name.firstName.slice(0, 120);
      data.lastName ||= name.lastName.slice(0, 120);
    };
    case 'company': return (cell, row) => {
      if (cell.length > MOST_COMPANY) row.errors.push(`The company name has more than ${MOST_COMPANY} characters.`);
      else row.companyName = cell;
    };
    case 'owner': return (cell, row) => { row.ownerText = cell; };
    case 'note': return (cell, row) => {
      row.note = row.note ? `${row.note}\n\n${cell}` : cell;
      if (row.note.length > MOST_NOTE) row.errors.push(`The note has more than ${MOST_NOTE} characters.`);
    };
    case 'tags': return (cell, row) => {
      for (const tag of splitList(cell)) {
        if (tag.length > MOST_TAG) row.errors.push(`The tag "${show(tag)}" has more than ${MOST_TAG} characters.`);
        else row.data.tags.push(tag);
      }
    };
    case 'consentEmail': return consentReader('email');
    case 'consentSms': return consentReader('sms');
    case 'consentPhone': return consentReader('phone');
    default: return LINK_KINDS.includes(kind as LinkKind) ? linkReader(kind as LinkKind) : textReader(kind);
  }
}

function textReader(target: ImportTarget): CellReader {
  const { most, label } = LIMITS[target]!;
  const field = target as 'firstName';
  return (cell, row) => {
    if (cell.length > most) row.errors.push(`${label} has more than ${most} characters.`);
    else row.data[field] = cell;
  };
}

function emailReader(label: string): CellReader {
  return (cell, row) => {
    const whole = parseEmail(cell);
    for (const part of whole === undefined ? splitList(cell) : [whole]) {
      const value = whole ?? parseEmail(part);
      if (value === undefined) row.errors.push(`"${show(part)}" is not a complete e-mail address.`);
      else if (!row.data.emails.some((email) => email.value.toLowerCase() === value.toLowerCase())) row.data.emails.push({ value, label });
    }
  };
}

function phoneReader(label: string, country: string): CellReader {
  return (cell, row) => {
    const whole = parsePhone(cell, country);
    for (const part of whole ? [cell] : splitList(cell)) {
      const parsed = whole ?? parsePhone(part, country);
      if (!parsed) row.errors.push(`"${show(part)}" is not a phone number in ${country}, nor one with a country code.`);
      else if (!row.data.phones.some((phone) => phone.value === parsed.value)) {
        row.data.phones.push(parsed.ext ? { value: parsed.value, label, ext: parsed.ext } : { value: parsed.value, label });
      }
    }
  };
}

const HANDLE = /^@?([\w.]{1,50})$/;
const PROFILES: Partial<Record<LinkKind, string>> = { x: 'https://x.com/', instagram: 'https://www.instagram.com/', github: 'https://github.com/' };

function linkReader(kind: LinkKind): CellReader {
  return (cell, row) => {
    const handle = PROFILES[kind] && HANDLE.exec(cell)?.[1];
    const url = handle && !handle.includes('.') ? PROFILES[kind] + handle : parseUrl(cell);
    if (url === undefined) row.errors.push(`"${show(cell)}" is not a web address.`);
    else row.data.links = { ...row.data.links, [kind]: url };
  };
}

function consentReader(channel: ConsentChannel): CellReader {
  return (cell, row) => {
    const given = parseBoolean(cell);
    if (given === undefined) row.errors.push(`"${show(cell)}" is neither yes nor no.`);
    else row.data.consent = { ...row.data.consent, [channel]: { state: given ? 'granted' : 'denied', at: null, basis: 'Import' } };
  };
}

function customReader(definition: CustomDefinition, options: ImportOptions): CellReader {
  const { key, label, kind } = definition;
  const read = (cell: string): unknown => {
    switch (kind) {
      case 'number': return parseNumber(cell) ?? cell;
      case 'boolean': return parseBoolean(cell) ?? cell;
      case 'day': return parseDay(cell, options.dateOrder) ?? cell;
      case 'multi': return splitList(cell);
      default: return cell;
    }
  };
  return (cell, row) => {
    const checked = checkCustomValue(definition, read(cell) as string, options.defaultCountry);
    if ('problem' in checked) row.errors.push(`${checked.problem.replace(/\.$/, '')}; the file says "${show(cell)}" for ${label}.`);
    else if (checked.value !== null) row.data.custom = { ...row.data.custom, [key]: checked.value };
  };
}

/** The keys by which the row may be someone who is there already, the surest kind first. */
export function rowMatchKeys(row: ImportedRow, matchOn: ImportOptions['matchOn']): string[] {
  const keys: string[] = [];
  if (matchOn.includes('email')) for (const email of row.data.emails) keys.push(emailMatchKey(email.value));
  if (matchOn.includes('phone')) for (const phone of row.data.phones) keys.push(phoneMatchKey(phone.value));
  if (matchOn.includes('name_company') && row.data.firstName && row.data.lastName && row.companyName) {
    keys.push(nameCompanyMatchKey(fullName(row.data), row.companyName));
  }
  return keys;
}

/** What a key says in words: "the e-mail address ada@example.com". */
export function keyInWords(key: string): string {
  const value = key.slice(2);
  if (key.startsWith('e:')) return `the e-mail address ${value}`;
  return key.startsWith('p:') ? `the phone number ${value}` : 'this name and company';
}

const TEXTS = ['firstName', 'lastName', 'title', 'street', 'city', 'region', 'postalCode', 'country', 'source', 'about'] as const;

/**
 * A contact with what a row adds to it. E-mails, phones and tags are added; of the rest `fill` takes what is blank yet,
 * `replace` all that the row has.
 */
export function mergeRow(current: ContactData, row: ContactData, mode: ImportOptions['update']): ContactData {
  const merged: ContactData = { ...current };
  for (const field of TEXTS) if (row[field] && (mode === 'replace' || !current[field])) merged[field] = row[field];
  // Where someone came from is told by whoever knew them first.
  if (current.source) merged.source = current.source;
  if (row.ownerId && (mode === 'replace' || !current.ownerId)) merged.ownerId = row.ownerId;
  for (const group of ['links', 'consent', 'custom'] as const) {
    Object.assign(merged, { [group]: mode === 'replace' ? { ...current[group], ...row[group] } : { ...row[group], ...current[group] } });
  }
  const emails = new Set(current.emails.map((email) => email.value.toLowerCase()));
  merged.emails = [...current.emails, ...row.emails.filter((email) => !emails.has(email.value.toLowerCase()))];
  const phones = new Set(current.phones.map((phone) => phone.value));
  merged.phones = [...current.phones, ...row.phones.filter((phone) => !phones.has(phone.value))];
  merged.tags = uniqueTags([...current.tags, ...row.tags]);
  return merged;
}
