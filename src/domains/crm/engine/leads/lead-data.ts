/** A lead as the server holds it between reading and writing, and all that is derived from it. */
import { fold } from '../../../../kernel/text.ts';
import type { CustomValues, FieldChange } from '../../../../records/contract/field-values.ts';
import type { LeadStatus } from '../../contract/leads.ts';
import { sameJson } from '../../../../records/engine/same-json.ts';
import { furtherWords } from '../../../../records/engine/search-text.ts';
import { fullName } from '../contacts/contact-data.ts';

/** The columns that people fill. Blank text is `''`. */
export interface LeadData {
  firstName: string;
  lastName: string;
  companyName: string;
  title: string;
  email: string;
  /** E.164. */
  phone: string;
  website: string;
  city: string;
  country: string;
  about: string;
  status: LeadStatus;
  /** Why it is unqualified; blank in every other status. */
  statusReason: string;
  source: string;
  ownerId: string | null;
  businessLicenseId: string | null;
  tags: string[];
  custom: CustomValues;
}

export const BLANK_LEAD: LeadData = {
  firstName: '',
  lastName: '',
  companyName: '',
  title: '',
  email: '',
  phone: '',
  website: '',
  city: '',
  country: '',
  about: '',
  status: 'new',
  statusReason: '',
  source: '',
  ownerId: null,
  businessLicenseId: null,
  tags: [],
  custom: {},
};

/** A lead's name on one line: the person, else the company, else an address or phone number. */
export function leadName(lead: Pick<LeadData, 'firstName' | 'lastName' | 'companyName' | 'email' | 'phone'>): string {
  return fullName(lead) || lead.companyName || lead.email || lead.phone || 'Lead without a name';
}

/** The most that a sort key keeps: an index entry has a limit. */
const KEY_LENGTH = 200;

export interface DerivedLead {
  name: string;
  nameKey: string;
  companyKey: string;
  emailKey: string;
  searchText: string;
}

export function deriveLead(lead: LeadData): DerivedLead {
  const name = leadName(lead);
  const { title, website, city, country, source, tags, about } = lead;
  const words = [
    ...[fullName(lead), lead.companyName, lead.email, lead.phone.slice(1)].map(fold).filter(Boolean),
    ...furtherWords([title, website, city, country, source, ...tags, about], lead.custom),
  ];
  return {
    name,
    nameKey: fold(name).slice(0, KEY_LENGTH),
    companyKey: fold(lead.companyName).slice(0, KEY_LENGTH),
    emailKey: fold(lead.email).slice(0, KEY_LENGTH),
    searchText: ` ${words.join(' ')}`,
  };
}

const SIMPLE = [
  'firstName',
  'lastName',
  'companyName',
  'title',
  'email',
  'phone',
  'website',
  'city',
  'country',
  'about',
  'status',
  'statusReason',
  'source',
  'ownerId',
  'businessLicenseId',
  'tags',
] as const satisfies readonly (keyof LeadData)[];

/** Differences between two states by field, as timelines and conflict messages show them. */
export function leadChanges(before: LeadData, after: LeadData): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of SIMPLE)
    if (!sameJson(before[field], after[field])) changes.push({ field, from: before[field], to: after[field] });
  for (const key of new Set([...Object.keys(before.custom), ...Object.keys(after.custom)])) {
    if (!sameJson(before.custom[key], after.custom[key]))
      changes.push({ field: `custom.${key}`, from: before.custom[key] ?? null, to: after.custom[key] ?? null });
  }
  return changes;
}
