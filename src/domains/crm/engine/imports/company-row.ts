/** A row of a file as a company. There is one company of a name, so a name is always what it is recognised by. */
import type { CustomValues } from '../../../../records/contract/field-values.ts';
import type { ImportOptions } from '../../contract/imports.ts';
import { companyKey } from '../companies/company-data.ts';
import { phoneCell, textCell, websiteCell } from './cells.ts';
import { mergeShared } from './contact-row.ts';
import type { CellReader } from './row.ts';
import type { RowKind } from './row-reader.ts';

export interface CompanyEntry {
  name: string;
  website: string;
  phone: string;
  industry: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  about: string;
  ownerId: string | null;
  /** Companies have none; it stays blank. */
  source: string;
  tags: string[];
  custom: CustomValues;
}

export const companyRows: RowKind<CompanyEntry> = {
  kind: 'company',
  blank: () => ({
    name: '',
    website: '',
    phone: '',
    industry: '',
    street: '',
    city: '',
    region: '',
    postalCode: '',
    country: '',
    about: '',
    ownerId: null,
    source: '',
    tags: [],
    custom: {},
  }),
  cell: cellReader,
  lack: (entry) => (entry.name ? undefined : 'Name is missing.'),
};

function cellReader(target: string): CellReader<CompanyEntry> {
  switch (target) {
    case 'name':
      return textCell('name', 200, 'name');
    case 'industry':
      return textCell('industry', 120, 'industry');
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
    case 'about':
      return textCell('about', 10_000, 'text about the company');
    case 'phone':
      return phoneCell;
    case 'website':
      return websiteCell;
    default:
      return () => undefined;
  }
}

/** The key by which the row is a company that is there already. */
export function companyKeys(entry: CompanyEntry): string[] {
  return [`m:${companyKey(entry.name)}`];
}

const TEXTS = ['website', 'phone', 'industry', 'street', 'city', 'region', 'postalCode', 'country', 'about'] as const;

/** A company with what a row adds to it; its name stays as it is written. */
export function mergeCompany<Data extends Omit<CompanyEntry, 'source'>>(
  current: Data,
  row: CompanyEntry,
  mode: ImportOptions['update'],
): Data {
  return mergeShared(current, row, mode, TEXTS);
}
