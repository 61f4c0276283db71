/** Companies as the list parts see them. */
import { COMPANY_SORTS, companyBulk, type CompanyRow, companies } from '../../contract/companies.ts';
import { COMPANY_FILTER_FIELDS } from '../../contract/company-filter.ts';
import { customCellChange, presentCustom } from '../../../../records/web/custom-columns.tsx';
import type { KindWords } from '../../../../records/web/field-labels.ts';
import type { ListKit } from '../../../../records/web/list-kit.ts';
import { phoneWords } from '../../../../records/web/value-text.ts';

export const companyNameOf = ({ name }: Pick<CompanyRow, 'name'>) => name;

/** Names of a company's fields in the middle of a sentence. */
export const COMPANY_LABELS: Readonly<Record<string, string>> = {
  name: 'name',
  website: 'website',
  phone: 'phone number',
  industry: 'industry',
  'address.street': 'street',
  'address.city': 'city',
  'address.region': 'region',
  'address.postalCode': 'postal code',
  'address.country': 'country',
};

/** How timelines and conflicts word it. */
export const COMPANY_WORDS: KindWords = { labels: COMPANY_LABELS, values: { phone: phoneWords } };

/** Columns whose cell writes the field of the same name, and those that are named otherwise. */
const CELL_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  website: 'website',
  phone: 'phone',
  industry: 'industry',
  owner: 'ownerId',
};
const PLACES = new Set(['city', 'country']);

export const companyKit: ListKit<CompanyRow> = {
  kind: 'company',
  sorts: COMPANY_SORTS,
  filterFields: COMPANY_FILTER_FIELDS,
  searchHint: 'Search name, website, phone',
  nameOf: companyNameOf,
  bulk: companyBulk,
  bulkFields: [
    { name: 'industry', label: 'Industry' },
    { name: 'city', label: 'City' },
    { name: 'country', label: 'Country' },
  ],
  cell: {
    change: (row, columnId, text, customFields) => {
      const custom = customCellChange(row, columnId, text, customFields);
      if (custom) return custom;
      const value = text.trim();
      if (PLACES.has(columnId))
        return { fields: { address: { [columnId]: value } }, row: { ...row, [columnId]: value } };
      const field = CELL_FIELDS[columnId];
      if (!field) return undefined;
      const set = field === 'ownerId' ? value || null : value;
      return { fields: { [field]: set }, row: { ...row, [field]: set } };
    },
    present: (row, fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([key, value]) => {
          if (key === 'custom') return [key, presentCustom(row, value as Record<string, unknown>)];
          if (key === 'address')
            return [
              key,
              Object.fromEntries(
                Object.keys(value as object).map((place) => [place, row[place as 'city' | 'country']]),
              ),
            ];
          return [key, row[key as keyof CompanyRow]];
        }),
      ),
  },
  exportFile: companies.exportFile,
  purge: companies.purge,
};
