/** Address parameters of the page. */
import type { RawSearch } from '../../../../web/router/page.ts';
import { EXPENSE_STATES, type Expense } from '../../contract/expenses.ts';
import { searchDay, searchId, searchText } from '../frame/search.ts';

export interface ExpensesSearch {
  tab: string;
  /** Id of the expense whose sheet is open, and of the receipt that is being sorted. */
  open: string;
  receipt: string;
  q: string;
  state: Expense['state'] | '';
  category: string;
  person: string;
  paid: Expense['paidWith'] | '';
  report: string;
  from: string;
  to: string;
  flagged: boolean;
  /** The person whose expenses are shown; blank for one's own. */
  whose: 'all' | '';
  columns: string;
}

export function parseExpensesSearch(raw: RawSearch): ExpensesSearch {
  return {
    tab: /^[a-z]{1,20}$/.test(searchText(raw['tab'])) ? searchText(raw['tab']) : '',
    open: searchId(raw['open']),
    receipt: searchId(raw['receipt']),
    q: searchText(raw['q']).slice(0, 200),
    state: EXPENSE_STATES.find((one) => one === raw['state']) ?? '',
    category: searchText(raw['category']).slice(0, 60),
    person: searchId(raw['person']),
    paid: raw['paid'] === 'own' || raw['paid'] === 'company_card' ? raw['paid'] : '',
    report: searchText(raw['report']).slice(0, 120),
    from: searchDay(raw['from']),
    to: searchDay(raw['to']),
    flagged: searchText(raw['flagged']) === 'true' || raw['flagged'] === true,
    whose: raw['whose'] === 'all' ? 'all' : '',
    columns: searchText(raw['columns']),
  };
}

/** The page's settings in the address, without defaults. */
export function writeExpensesSearch(change: Partial<ExpensesSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || value === false ? undefined : value === true ? 'true' : value,
    ]),
  );
}

export const isNarrowed = ({ q, state, category, person, paid, report, from, to, flagged }: ExpensesSearch): boolean =>
  [q, state, category, person, paid, report, from, to].some((value) => value !== '') || flagged;
