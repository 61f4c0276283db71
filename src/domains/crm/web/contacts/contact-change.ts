/** A change of a contact, and how the record looks with it. */
import type { Contact, ContactFields } from '../../contract/contacts.ts';
import type { ConsentChannel, CustomValues, Ref } from '../../../../records/contract/field-values.ts';
import type { ChangeKit } from '../../../../records/web/changes.ts';

/** One edit of a contact. */
export interface ContactChange {
  fields: ContactFields;
  /** The company behind `fields.companyId`, so that its name shows at once. */
  company?: Ref;
}

/** Top-level parts of an update whose keys are fields of their own, and the prefix under which changes name them. */
const GROUPS = { address: '', links: 'links.', consent: 'consent.', custom: 'custom.' } as const;
const isGroup = (key: string): key is keyof typeof GROUPS => key in GROUPS;

/** The fields that an update touches, by the names that the server's lists of changes use. */
export function fieldsOf(fields: ContactFields): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (key === 'companyId' || key === 'companyName') return ['company'];
    return isGroup(key) ? Object.keys(value as object).map((part) => GROUPS[key] + part) : [key];
  });
}

/** The change without these fields: the other person's values stay. */
export function without(change: ContactChange, given: readonly string[]): ContactChange {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(change.fields)) {
    if (isGroup(key)) {
      const parts = Object.entries(value as object).filter(([part]) => !given.includes(GROUPS[key] + part));
      if (parts.length > 0) fields[key] = Object.fromEntries(parts);
    } else if (!given.includes(key === 'companyId' || key === 'companyName' ? 'company' : key)) {
      fields[key] = value;
    }
  }
  return { ...change, fields: fields as ContactFields };
}

/** The record as it will look once the change is saved. */
export function shownWith(contact: Contact, { fields, company }: ContactChange): Contact {
  const { companyId, companyName, emails, phones, address, links, consent, custom, ...plain } = fields;
  const next: Contact = { ...contact, ...plain };
  if (emails) next.emails = emails.filter(({ value }) => value).map(({ value, label = '' }) => ({ value, label }));
  if (phones)
    next.phones = phones
      .filter(({ value }) => value)
      .map(({ value, label = '', ext }) => ({ value, label, ...(ext && { ext }) }));
  if (address) next.address = { ...contact.address, ...address };
  if (links) next.links = Object.fromEntries(Object.entries({ ...contact.links, ...links }).filter(([, url]) => url));
  if (custom)
    next.custom = Object.fromEntries(
      Object.entries({ ...contact.custom, ...custom }).filter(([, value]) => value !== null),
    ) as CustomValues;
  if (consent) {
    next.consent = { ...contact.consent };
    for (const channel of Object.keys(consent) as (keyof typeof consent)[]) {
      const entry = consent[channel];
      if (entry)
        next.consent[channel] = {
          state: entry.state,
          at: entry.at ?? new Date().toISOString(),
          basis: entry.basis ?? '',
        };
    }
  }
  if (companyId === null || companyName === '') next.company = null;
  else if (companyId) next.company = company ?? contact.company;
  // A company that is only about to be created has no id, and so no page to link to, yet.
  else if (companyName) next.company = { id: '', name: companyName };
  return next;
}

/** Takes a change back that could not be saved, and leaves what else happened meanwhile. */
export function shownWithout(now: Contact, before: Contact, { fields }: ContactChange): Contact {
  const touched = Object.keys(fields).map((key) =>
    key === 'companyId' || key === 'companyName' ? 'company' : key,
  ) as (keyof Contact)[];
  return { ...now, ...Object.fromEntries(touched.map((key) => [key, before[key]])) };
}

/** The change that puts these fields back to what they were. */
export function inverse(before: Contact, { fields }: ContactChange): ContactChange {
  const back: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (key === 'companyId' || key === 'companyName') back['companyId'] = before.company?.id ?? null;
    else if (key === 'consent')
      back['consent'] = Object.fromEntries(
        Object.keys(value as object).map((channel) => [channel, consentEntry(before, channel as ConsentChannel)]),
      );
    else if (isGroup(key)) {
      const whole: Record<string, unknown> = before[key];
      back[key] = Object.fromEntries(
        Object.keys(value as object).map((part) => [part, whole[part] ?? (key === 'custom' ? null : '')]),
      );
    } else back[key] = before[key as keyof Contact];
  }
  return { fields: back as ContactFields, ...(before.company && 'companyId' in back && { company: before.company }) };
}

function consentEntry({ consent }: Contact, channel: ConsentChannel) {
  const { state, at, basis } = consent[channel];
  return { state, basis, ...(at && { at }) };
}

/** The value of a field by its name in a list of changes: `custom.size`, `city`, `title`. */
function valueOf(contact: Contact, field: string): unknown {
  const [group, key] = field.split('.');
  const whole = contact as unknown as Record<string, unknown>;
  if (key) return (whole[group!] as Record<string, unknown> | undefined)?.[key];
  return field in contact.address ? (contact.address as Record<string, string>)[field] : whole[field];
}

export const contactChanges: ChangeKit<Contact, ContactChange> = {
  body: ({ fields }) => fields,
  fieldsOf: ({ fields }) => fieldsOf(fields),
  without,
  shownWith,
  shownWithout,
  inverse,
  valueOf,
};
