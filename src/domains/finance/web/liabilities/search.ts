/** Address parameters of the liabilities page besides those of all finance pages. */
import type { RawSearch } from '../../../../web/router/page.ts';
import { STRATEGIES } from '../../contract/liabilities.ts';
import { searchId, searchText } from '../frame/search.ts';

export interface LiabilitiesSearch {
  /** Id of the loan or card whose sheet is open. */
  open: string;
  view: 'schedule' | 'refinance';
  strategy: (typeof STRATEGIES)[number];
  /** Paid each month on top of all minimums; decimal text. */
  extra: string;
  /** Ids in an order of one's own, with commas. */
  order: string;
}

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;

/** Reads the address; what does not fit is left out. */
export function parseLiabilitiesSearch(raw: RawSearch): LiabilitiesSearch {
  const extra = searchText(raw['extra']);
  return {
    open: searchId(raw['open']),
    view: raw['view'] === 'refinance' ? 'refinance' : 'schedule',
    strategy: STRATEGIES.find((one) => one === raw['strategy']) ?? 'avalanche',
    extra: AMOUNT.test(extra) ? extra : '',
    order: searchText(raw['order'])
      .split(',')
      .filter((id) => searchId(id))
      .join(','),
  };
}

/** The page's settings in the address, without defaults. */
export function writeLiabilitiesSearch(change: Partial<LiabilitiesSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || value === 'avalanche' || value === 'schedule' ? undefined : value,
    ]),
  );
}
