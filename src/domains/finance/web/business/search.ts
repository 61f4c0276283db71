/** Address parameters of the business page besides those of all finance pages. */
import type { RawSearch } from '../../../../web/router/page.ts';
import { DocumentStatus } from '../../contract/documents.ts';
import { searchDay, searchId, searchText } from '../frame/search.ts';

const STATUSES = [...DocumentStatus.options, 'unpaid'] as const;
export const SOURCES = [
  'manual',
  'transaction',
  'opening',
  'invoice',
  'bill',
  'payment',
  'credit',
  'expense',
  'reimbursement',
  'openings',
  'revaluation',
] as const;

export interface BusinessSearch {
  /** Id of the document or entry whose sheet is open. */
  open: string;
  q: string;
  status: (typeof STATUSES)[number] | '';
  /** The party of the documents: `contact:…`, `company:…`, or `name:…`. */
  party: string;
  /** Only what is due by this day; blank: whenever it is due. */
  due: string;
  /** Credit notes instead of invoices or bills. */
  credit: boolean;
  /** Credit notes beside them: what a figure of the aging is made of. */
  both: boolean;
  /** Account of the chart, or roles with commas, that entries have a line on. */
  account: string;
  roles: string;
  source: string;
  /** Which statement, and what it is held against. */
  statement: 'profitAndLoss' | 'balanceSheet' | 'cashFlow';
  compare: 'before' | 'year' | 'none' | 'budget';
  /** Day of the aging; blank: today. */
  day: string;
  kind: 'invoice' | 'bill';
  archived: boolean;
  /** Columns of the list in their order, with widths that were changed; blank: the standard ones. */
  columns: string;
}

/** Reads the address; what does not fit is left out. */
export function parseBusinessSearch(raw: RawSearch): BusinessSearch {
  const statement = raw['statement'];
  const compare = raw['compare'];
  return {
    open: searchId(raw['open']),
    q: searchText(raw['q']).slice(0, 100),
    status: STATUSES.find((one) => one === raw['status']) ?? '',
    party: searchText(raw['party']).slice(0, 250),
    due: searchDay(raw['due']),
    credit: raw['credit'] === true || raw['credit'] === 'true',
    both: raw['both'] === true || raw['both'] === 'true',
    account: searchId(raw['account']),
    roles: /^[a-zA-Z,]{1,400}$/.test(searchText(raw['roles'])) ? searchText(raw['roles']) : '',
    source: SOURCES.find((one) => one === raw['source']) ?? '',
    statement: statement === 'balanceSheet' || statement === 'cashFlow' ? statement : 'profitAndLoss',
    compare: compare === 'year' || compare === 'none' || compare === 'budget' ? compare : 'before',
    day: searchDay(raw['day']),
    kind: raw['kind'] === 'bill' ? 'bill' : 'invoice',
    archived: raw['archived'] === true || raw['archived'] === 'true',
    columns: searchText(raw['columns']).slice(0, 400),
  };
}

const STANDARD: Readonly<Partial<Record<string, unknown>>> = {
  statement: 'profitAndLoss',
  compare: 'before',
  kind: 'invoice',
  archived: false,
  credit: false,
  both: false,
};

/** The page's settings in the address, without defaults. */
export function writeBusinessSearch(change: Partial<BusinessSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [key, value === '' || value === STANDARD[key] ? undefined : value]),
  ) as RawSearch;
}
