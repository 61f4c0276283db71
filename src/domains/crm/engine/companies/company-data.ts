/** A company as the server holds it between reading and writing, and all that is derived from it. */
import { fold } from '../../../../kernel/text.ts';
import { ADDRESS_PARTS, type CustomValues, type FieldChange } from '../../../../records/contract/field-values.ts';
import { same } from '../../../../records/engine/same.ts';
import { furtherWords } from '../../../../records/engine/search-text.ts';

/** The columns that people fill. Blank text is `''`. */
export interface CompanyData {
  name: string;
  website: string;
  /** E.164. */
  phone: string;
  industry: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  ownerId: string | null;
  about: string;
  tags: string[];
  custom: CustomValues;
}

export const BLANK_COMPANY: Readonly<CompanyData> = Object.freeze({
  name: '',
  website: '',
  phone: '',
  industry: '',
  street: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  ownerId: null,
  about: '',
  tags: [],
  custom: {},
});

/** The most that a sort key keeps: an index entry has a limit. */
const KEY_LENGTH = 200;

/** How company names are compared. */
export function companyKey(name: string): string {
  return fold(name).slice(0, KEY_LENGTH);
}

/** `https://www.Example.com/about` → `example.com`; blank when it is no web address. */
export function hostOf(website: string): string {
  if (!website) return '';
  try {
    return new URL(website).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}

/** What the database sorts and finds a company by. */
export function deriveCompany(company: CompanyData): { nameKey: string; searchText: string } {
  const { industry, street, city, region, postalCode, country, tags, about } = company;
  const name = fold(company.name);
  const words = [
    ...[name, hostOf(company.website), company.phone.replace(/^\+/, '')].filter(Boolean),
    ...furtherWords([industry, street, city, region, postalCode, country, ...tags, about], company.custom),
  ];
  return { nameKey: name.slice(0, KEY_LENGTH), searchText: ` ${words.join(' ')}` };
}

const SIMPLE = [
  'name',
  'website',
  'phone',
  'industry',
  'ownerId',
  'about',
  'tags',
] as const satisfies readonly (keyof CompanyData)[];

/** What differs between two states, field by field, as timelines and conflict messages show it. */
export function companyChanges(before: CompanyData, after: CompanyData): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of SIMPLE)
    if (!same(before[field], after[field])) changes.push({ field, from: before[field], to: after[field] });
  for (const part of ADDRESS_PARTS)
    if (before[part] !== after[part]) changes.push({ field: `address.${part}`, from: before[part], to: after[part] });
  for (const key of new Set([...Object.keys(before.custom), ...Object.keys(after.custom)])) {
    if (!same(before.custom[key], after.custom[key]))
      changes.push({ field: `custom.${key}`, from: before.custom[key] ?? null, to: after.custom[key] ?? null });
  }
  return changes;
}
