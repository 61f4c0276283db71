/** A row of a file as a contact. */
import { type ConsentChannel, LINK_KINDS, type LinkKind } from '../../../../records/contract/field-values.ts';
import type { ImportOptions } from '../../contract/imports.ts';
import {
  BLANK_CONTACT,
  type ContactData,
  emailMatchKey,
  fullName,
  nameCompanyMatchKey,
  phoneMatchKey,
} from '../contacts/contact-data.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { parsePhone } from '../../../../records/engine/phone.ts';
import { parseUrl } from '../../../../records/engine/url.ts';
import { parseBoolean, splitList } from '../../../../records/engine/cell-values.ts';
import { fullNameCell, notAnAddress, notAnEmail, notAPhone, show, textCell } from './cells.ts';
import type { CellReader } from './row.ts';
import type { RowKind } from './row-reader.ts';

/** A contact as a row says it: its company by name. */
export interface ContactEntry extends ContactData {
  companyName: string;
}

type Reader = CellReader<ContactEntry>;

export const contactRows: RowKind<ContactEntry> = {
  kind: 'contact',
  blank: () => ({ ...BLANK_CONTACT, emails: [], phones: [], tags: [], companyName: '' }),
  cell: cellReader,
  lack: (entry) =>
    entry.firstName || entry.lastName || entry.emails.length > 0 || entry.phones.length > 0
      ? undefined
      : 'Name, email address, and phone number are missing.',
};

function cellReader(target: string): Reader {
  const [field, label = 'work'] = target.split(':') as [string, string | undefined];
  switch (field) {
    case 'firstName':
      return textCell('firstName', 120, 'first name');
    case 'lastName':
      return textCell('lastName', 120, 'last name');
    case 'fullName':
      return fullNameCell;
    case 'title':
      return textCell('title', 160, 'title');
    case 'company':
      return textCell('companyName', 200, 'company name');
    case 'source':
      return textCell('source', 120, 'source');
    case 'about':
      return textCell('about', 10_000, 'text about the contact');
    case 'street':
      return textCell('street', 300, 'street');
    case 'city':
      return textCell('city', 120, 'city');
    case 'region':
      return textCell('region', 120, 'region');
    case 'postalCode':
      return textCell('postalCode', 20, 'postal code');
    case 'country':
      return textCell('country', 80, 'country');
    case 'email':
      return emailReader(label);
    case 'phone':
      return phoneReader(label);
    case 'consentEmail':
      return consentReader('email');
    case 'consentSms':
      return consentReader('sms');
    case 'consentPhone':
      return consentReader('phone');
    default:
      return LINK_KINDS.includes(field as LinkKind) ? linkReader(field as LinkKind) : () => undefined;
  }
}

function emailReader(label: string): Reader {
  return (cell, row) => {
    const whole = parseEmail(cell);
    for (const part of whole === undefined ? splitList(cell) : [whole]) {
      const value = whole ?? parseEmail(part);
      if (value === undefined) row.errors.push(notAnEmail(part));
      else if (!row.entry.emails.some((email) => email.value.toLowerCase() === value.toLowerCase()))
        row.entry.emails.push({ value, label });
    }
  };
}

function phoneReader(label: string): Reader {
  return (cell, row) => {
    const { country } = row;
    const whole = parsePhone(cell, country);
    for (const part of whole ? [cell] : splitList(cell)) {
      const parsed = whole ?? parsePhone(part, country);
      if (!parsed) row.errors.push(notAPhone(part, country));
      else if (!row.entry.phones.some((phone) => phone.value === parsed.value)) {
        row.entry.phones.push(
          parsed.ext ? { value: parsed.value, label, ext: parsed.ext } : { value: parsed.value, label },
        );
      }
    }
  };
}

const HANDLE = /^@?([\w.]{1,50})$/;
const PROFILES: Partial<Record<LinkKind, string>> = {
  x: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  github: 'https://github.com/',
};

function linkReader(kind: LinkKind): Reader {
  return (cell, row) => {
    const handle = PROFILES[kind] && HANDLE.exec(cell)?.[1];
    const url = handle && !handle.includes('.') ? PROFILES[kind] + handle : parseUrl(cell);
    if (url === undefined) row.errors.push(notAnAddress(cell));
    else row.entry.links = { ...row.entry.links, [kind]: url };
  };
}

function consentReader(channel: ConsentChannel): Reader {
  return (cell, row) => {
    const given = parseBoolean(cell);
    if (given === undefined) row.errors.push(`"${show(cell)}" is neither yes nor no.`);
    else
      row.entry.consent = {
        ...row.entry.consent,
        [channel]: { state: given ? 'granted' : 'denied', at: null, basis: 'Import' },
      };
  };
}

/** The keys by which the row may be someone who is there already, the surest kind first. */
export function contactKeys(entry: ContactEntry, matchOn: ImportOptions['matchOn']): string[] {
  const keys: string[] = [];
  if (matchOn.includes('email')) for (const email of entry.emails) keys.push(emailMatchKey(email.value));
  if (matchOn.includes('phone')) for (const phone of entry.phones) keys.push(phoneMatchKey(phone.value));
  if (matchOn.includes('name_company') && entry.firstName && entry.lastName && entry.companyName)
    keys.push(nameCompanyMatchKey(fullName(entry), entry.companyName));
  return keys;
}

/** A key as text: "the email address ada@example.com". */
export function keyInWords(key: string): string {
  const value = key.slice(2);
  if (key.startsWith('e:')) return `the email address ${value}`;
  if (key.startsWith('p:')) return `the phone number ${value}`;
  return key.startsWith('m:') ? 'this name' : 'this name and company';
}

const TEXTS = [
  'firstName',
  'lastName',
  'title',
  'street',
  'city',
  'region',
  'postalCode',
  'country',
  'source',
  'about',
] as const;

/**
 * A contact with what a row adds to it. E-mails, phones and tags are added; of the rest `fill` takes what is blank yet,
 * `replace` all that the row has.
 */
export function mergeContact(current: ContactData, row: ContactEntry, mode: ImportOptions['update']): ContactData {
  const merged = mergeShared(current, row, mode, TEXTS);
  merged.links = mode === 'replace' ? { ...current.links, ...row.links } : { ...row.links, ...current.links };
  // A file that says what is known already says nothing of when and on what ground it was given.
  const said = Object.fromEntries(
    Object.entries(row.consent).filter(
      ([channel, { state }]) => current.consent[channel as ConsentChannel]?.state !== state,
    ),
  );
  merged.consent = mode === 'replace' ? { ...current.consent, ...said } : { ...said, ...current.consent };
  const emails = new Set(current.emails.map((email) => email.value.toLowerCase()));
  merged.emails = [...current.emails, ...row.emails.filter((email) => !emails.has(email.value.toLowerCase()))];
  const phones = new Set(current.phones.map((phone) => phone.value));
  merged.phones = [...current.phones, ...row.phones.filter((phone) => !phones.has(phone.value))];
  return merged;
}

interface Shared {
  source?: string;
  ownerId: string | null;
  tags: string[];
  custom: ContactData['custom'];
}

/** The part of a merge that all kinds share: fields of text, source, owner, tags and custom fields. */
export function mergeShared<Data extends Shared, Field extends keyof Data>(
  current: Data,
  row: Shared & { [Name in Field]?: unknown },
  mode: ImportOptions['update'],
  fields: readonly Field[],
): Data {
  const merged: Data = { ...current };
  for (const field of fields)
    if (row[field] && (mode === 'replace' || !current[field])) Object.assign(merged, { [field]: row[field] });
  // Where someone came from is told by whoever knew them first.
  if (current.source) merged.source = current.source;
  if (row.ownerId && (mode === 'replace' || !current.ownerId)) merged.ownerId = row.ownerId;
  merged.custom = mode === 'replace' ? { ...current.custom, ...row.custom } : { ...row.custom, ...current.custom };
  merged.tags = uniqueTags([...current.tags, ...row.tags]);
  return merged;
}
