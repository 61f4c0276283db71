/** Labels of duplicate pairs. */
import { fieldsOf } from '../../../../records/define-record.ts';
import { companyDefinition } from '../../kinds/company.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import {
  DUPLICATE_KINDS,
  type DuplicateKind,
  type DuplicateReason,
  type DuplicateSide,
} from '../../contract/duplicates.ts';

export const KIND_WORDS: Readonly<Record<DuplicateKind, string>> = {
  contact: 'Contacts',
  company: 'Companies',
  lead: 'Leads',
  lead_contact: 'Leads that are contacts',
};
export const ONE_WORDS: Readonly<Record<DuplicateKind, string>> = {
  contact: 'Contact',
  company: 'Company',
  lead: 'Lead',
  lead_contact: 'Lead and contact',
};

export const FIELD_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldsOf(companyDefinition).map(({ name, label }) => [name, label])),
  name: 'Name',
  title: 'Title',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  city: 'City',
  source: 'Source',
};

const FIELDS: Readonly<Record<DuplicateReason['field'], string>> = {
  name: 'name',
  email: 'email address',
  phone: 'phone number',
  company: 'company',
  city: 'city',
  title: 'title',
  website: 'website',
  country: 'country',
  address: 'street',
};

/** "Same email address", "Bob may be short for Robert". */
export function reasonText({ field, kind }: DuplicateReason): string {
  const what = FIELDS[field];
  switch (kind) {
    case 'same':
      return `Same ${what}`;
    case 'form':
      return 'Short form of first name';
    case 'close':
      return `Similar ${what}`;
    case 'initial':
      return 'First name as an initial';
    case 'swapped':
      return field === 'company' || field === 'name' ? 'Same words in a different order' : `Swapped ${what}`;
    case 'part':
      return `Part of the ${what} matches`;
    case 'same_local':
      return 'Same mailbox name at a different provider';
    case 'domain':
      return 'Same email domain';
    case 'different':
      return `Different ${what}`;
    case 'different_first':
      return 'Different first name';
    case 'different_last':
      return 'Different last name';
  }
}

/** How sure a score is, in a word beside the number. */
export function sureness(score: number): { word: string; tone: 'success' | 'info' | 'neutral' } {
  if (score >= 90) return { word: 'Certain', tone: 'success' };
  return score >= 70 ? { word: 'Likely', tone: 'info' } : { word: 'Possible', tone: 'neutral' };
}

const PAGES = { contact: '/contacts', company: '/companies', lead: '/leads' } as const;
export const pageOf = ({ kind, id }: Pick<DuplicateSide, 'kind' | 'id'>) => `${PAGES[kind]}/${id}`;

export interface QueueSearch {
  kind: DuplicateKind | '';
  min: number;
  state: 'open' | 'dismissed';
  /** The open pair. */
  pair: string;
}

export const LEVELS = [
  { value: '0', label: 'All' },
  { value: '70', label: 'Likely and certain' },
  { value: '90', label: 'Certain' },
] as const;

export function parseQueue(raw: RawSearch): QueueSearch {
  const min = Number(raw['min'] ?? 0);
  return {
    kind: DUPLICATE_KINDS.find((kind) => kind === raw['kind']) ?? '',
    min: LEVELS.some(({ value }) => Number(value) === min) ? min : 0,
    state: raw['state'] === 'dismissed' ? 'dismissed' : 'open',
    pair: typeof raw['pair'] === 'string' ? raw['pair'] : '',
  };
}
