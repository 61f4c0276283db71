/** Address parameters of the investments page besides those of all finance pages. */
import type { RawSearch } from '../../../../web/router/page.ts';
import { ACTIVITY_KINDS, type ActivityKind } from '../../contract/activities.ts';
import { type Dimension, DIMENSIONS } from '../../contract/portfolio.ts';
import { formatSorting, parseSorting } from '../../../../web/table/sorting.ts';
import { searchId, searchText } from '../frame/search.ts';

export const HOLDING_SORTS = ['name', 'value', 'weight', 'unrealised', 'gainRatio', 'income'] as const;

export interface InvestmentsSearch {
  /** Id of an investment account; blank: all. */
  account: string;
  /** Id of the security whose sheet is open. */
  open: string;
  kind: ActivityKind | '';
  search: string;
  sort: string;
  by: Dimension;
}

/** Reads the address; what does not fit is left out. */
export function parseInvestmentsSearch(raw: RawSearch): InvestmentsSearch {
  return {
    account: searchId(raw['account']),
    open: searchId(raw['open']),
    kind: ACTIVITY_KINDS.find((one) => one === raw['kind']) ?? '',
    search: searchText(raw['search']).slice(0, 200),
    sort: formatSorting(parseSorting(searchText(raw['sort']), HOLDING_SORTS)),
    by: DIMENSIONS.find((one) => one === raw['by']) ?? 'kind',
  };
}

/** The page's settings in the address, without defaults. */
export function writeInvestmentsSearch(change: Partial<InvestmentsSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || (key === 'by' && value === 'kind') ? undefined : value,
    ]),
  );
}
