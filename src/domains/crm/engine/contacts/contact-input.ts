/** Validates typed input and applies it to a contact. Pure: the server checks whether ids exist. */
import type { FieldError } from '../../../../kernel/errors.ts';
import { fold } from '../../../../kernel/text.ts';
import type { ContactFields } from '../../contract/contacts.ts';
import {
  ADDRESS_PARTS,
  CONSENT_CHANNELS,
  type EmailEntry,
  type EmailValue,
  LINK_KINDS,
  type PhoneEntry,
  type PhoneValue,
} from '../../../../records/contract/field-values.ts';
import { type ContactData } from './contact-data.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { checkCustomValue, type CustomDefinition } from '../../../../records/engine/custom-field-values.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { parsePhone } from '../../../../records/engine/phone.ts';
import { parseUrl } from '../../../../records/engine/url.ts';

export interface InputContext {
  /** Country of phone numbers without a prefix. */
  country: string;
  customFields: ReadonlyMap<string, CustomDefinition>;
  /** The present instant, for consent that does not say when. */
  now: string;
}

const PLAIN_FIELDS = [
  'firstName',
  'lastName',
  'title',
  'source',
  'about',
  'companyId',
  'ownerId',
  'businessLicenseId',
] as const;

/** `current` with `input` applied; what cannot be is named in `errors` and left as it was. */
export function applyInput(
  current: ContactData,
  input: ContactFields,
  context: InputContext,
): { data: ContactData; errors: FieldError[] } {
  const data: ContactData = { ...current };
  const errors: FieldError[] = [];
  for (const field of PLAIN_FIELDS) if (input[field] !== undefined) Object.assign(data, { [field]: input[field] });
  if (input.emails) data.emails = readEmails(input.emails, errors);
  if (input.phones) data.phones = readPhones(input.phones, context.country, errors);
  for (const part of ADDRESS_PARTS) if (input.address?.[part] !== undefined) data[part] = input.address[part];
  if (input.links) data.links = readLinks(current.links, input.links, errors);
  if (input.tags) data.tags = uniqueTags(input.tags);
  if (input.consent) data.consent = readConsent(current.consent, input.consent, context.now);
  if (input.custom) data.custom = readCustom(current.custom, input.custom, context, errors);
  return { data, errors };
}

function readEmails(entries: EmailEntry[], errors: FieldError[]): EmailValue[] {
  const emails = new Map<string, EmailValue>();
  entries.forEach((entry, index) => {
    if (!entry.value) return;
    const value = parseEmail(entry.value);
    if (value === undefined)
      errors.push({ field: `emails.${index}.value`, message: 'Enter a full email address, such as ada@example.com.' });
    else if (!emails.has(fold(value))) emails.set(fold(value), { value, label: entry.label || 'work' });
  });
  return [...emails.values()];
}

function readPhones(entries: PhoneEntry[], country: string, errors: FieldError[]): PhoneValue[] {
  const phones = new Map<string, PhoneValue>();
  entries.forEach((entry, index) => {
    if (!entry.value) return;
    const parsed = parsePhone(entry.value, country);
    if (!parsed) {
      const message = `Enter a phone number with its country code, such as +1 415 555 0100. Without a code, it is read as a number in ${country}.`;
      errors.push({ field: `phones.${index}.value`, message });
      return;
    }
    const ext = entry.ext || parsed.ext;
    if (!phones.has(parsed.value))
      phones.set(parsed.value, { value: parsed.value, label: entry.label || 'work', ...(ext ? { ext } : {}) });
  });
  return [...phones.values()];
}

function readLinks(
  current: ContactData['links'],
  input: NonNullable<ContactFields['links']>,
  errors: FieldError[],
): ContactData['links'] {
  const links = { ...current };
  for (const kind of LINK_KINDS) {
    const text = input[kind];
    if (text === undefined) continue;
    const url = text === '' ? undefined : parseUrl(text);
    if (text === '') delete links[kind];
    else if (url === undefined)
      errors.push({ field: `links.${kind}`, message: 'Enter a URL such as https://example.com.' });
    else links[kind] = url;
  }
  return links;
}

function readConsent(
  current: ContactData['consent'],
  input: NonNullable<ContactFields['consent']>,
  now: string,
): ContactData['consent'] {
  const consent = { ...current };
  for (const channel of CONSENT_CHANNELS) {
    const entry = input[channel];
    if (!entry) continue;
    if (entry.state === 'unknown') delete consent[channel];
    else if (entry.state === current[channel]?.state && entry.at === undefined)
      consent[channel] = { ...current[channel], basis: entry.basis ?? current[channel].basis };
    else consent[channel] = { state: entry.state, at: entry.at ?? now, basis: entry.basis ?? '' };
  }
  return consent;
}

/** Custom values applied to those that are there; what cannot be is named in `errors`. */
export function readCustom(
  current: ContactData['custom'],
  input: NonNullable<ContactFields['custom']>,
  context: Pick<InputContext, 'country' | 'customFields'>,
  errors: FieldError[],
): ContactData['custom'] {
  const custom = { ...current };
  for (const [key, value] of Object.entries(input)) {
    const definition = context.customFields.get(key);
    if (!definition) {
      errors.push({ field: `custom.${key}`, message: `There is no custom field "${key}".` });
      continue;
    }
    const checked = checkCustomValue(definition, value, context.country);
    if ('problem' in checked) errors.push({ field: `custom.${key}`, message: checked.problem });
    else if (checked.value === null) delete custom[key];
    else custom[key] = checked.value;
  }
  return custom;
}
