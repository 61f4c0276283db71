/** A contact as the server holds it between reading and writing, and all that is derived from it. */
import { fold } from '../../../../kernel/text.ts';
import { furtherWords } from '../../../../records/engine/search-text.ts';
import type {
  ConsentChannel,
  ConsentState,
  CustomValues,
  EmailValue,
  LinkKind,
  PhoneValue,
} from '../../../../records/contract/field-values.ts';

export interface StoredConsent {
  state: ConsentState;
  at: string | null;
  basis: string;
}

/** The columns that people fill. Blank text is `''`. */
export interface ContactData {
  firstName: string;
  lastName: string;
  title: string;
  companyId: string | null;
  emails: EmailValue[];
  phones: PhoneValue[];
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  links: Partial<Record<LinkKind, string>>;
  source: string;
  ownerId: string | null;
  businessLicenseId: string | null;
  tags: string[];
  consent: Partial<Record<ConsentChannel, StoredConsent>>;
  custom: CustomValues;
  about: string;
}

export const BLANK_CONTACT: Readonly<ContactData> = Object.freeze({
  firstName: '',
  lastName: '',
  title: '',
  companyId: null,
  emails: [],
  phones: [],
  street: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  links: {},
  source: '',
  ownerId: null,
  businessLicenseId: null,
  tags: [],
  consent: {},
  custom: {},
  about: '',
});

/** Columns derived for sorting, searching, and matching contacts. */
export interface Derived {
  nameKey: string;
  lastNameKey: string;
  companyKey: string;
  emailKey: string;
  searchText: string;
  /** Keys of `contact_keys`. */
  keys: string[];
}

/** The most that a sort key keeps: an index entry has a limit, and no one tells names apart beyond it. */
const KEY_LENGTH = 200;

export const emailMatchKey = (address: string) => `e:${fold(address)}`;
export const phoneMatchKey = (e164: string) => `p:${e164}`;
export const nameCompanyMatchKey = (name: string, company: string) =>
  `n:${fold(name).slice(0, KEY_LENGTH)}|${fold(company).slice(0, KEY_LENGTH)}`;
/** The `name_key` of a name. The index that sorts the list also finds contacts of the same name. */
export const nameKey = (name: string) => fold(name).slice(0, KEY_LENGTH);

/** First and last name as they are shown. */
export function fullName(contact: { firstName: string; lastName: string }): string {
  return contact.firstName && contact.lastName
    ? `${contact.firstName} ${contact.lastName}`
    : contact.firstName || contact.lastName;
}

/** A contact's name on one line: the name, else an address, else a phone number. */
export function displayName(contact: Pick<ContactData, 'firstName' | 'lastName' | 'emails' | 'phones'>): string {
  return fullName(contact) || contact.emails[0]?.value || contact.phones[0]?.value || 'Unnamed contact';
}

/** @param companyName name of the company behind `companyId`; blank when there is none */
export function derive(contact: ContactData, companyName: string): Derived {
  const name = fold(fullName(contact));
  const company = fold(companyName);
  const emails = contact.emails.map((email) => fold(email.value));
  const keys = [...emails.map((email) => `e:${email}`), ...contact.phones.map((phone) => phoneMatchKey(phone.value))];
  // A first name alone recognizes no one.
  if (contact.firstName && contact.lastName && company)
    keys.push(`n:${name.slice(0, KEY_LENGTH)}|${company.slice(0, KEY_LENGTH)}`);
  const { title, source, street, city, region, postalCode, country, about, links, tags } = contact;
  const words = [
    name,
    company,
    ...emails,
    ...contact.phones.map((phone) => phone.value.slice(1)),
    ...furtherWords(
      [title, source, street, city, region, postalCode, country, ...tags, links.website ?? '', about],
      contact.custom,
    ),
  ];
  return {
    nameKey: name.slice(0, KEY_LENGTH),
    lastNameKey: fold(contact.lastName).slice(0, KEY_LENGTH),
    companyKey: company.slice(0, KEY_LENGTH),
    emailKey: (emails[0] ?? '').slice(0, KEY_LENGTH),
    searchText: ` ${words.filter(Boolean).join(' ')}`,
    keys: keys.length > 1 ? [...new Set(keys)] : keys,
  };
}
