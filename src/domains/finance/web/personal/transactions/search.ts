/** Address parameters of the transactions list besides those of all finance pages. */
import type { RawSearch } from '../../../../../web/router/page.ts';
import type { TransactionFilter } from '../../../contract/transactions.ts';
import type { Finance } from '../../frame/use-finance.ts';
import { searchId, searchText } from '../../frame/search.ts';

export interface TransactionSearch {
  q: string;
  account: string;
  /** A category, `none` or `transfer`. */
  category: string;
  direction: '' | 'in' | 'out';
  state: '' | 'pending' | 'posted';
  /** Those that were deleted. */
  trash: boolean;
  /** Id of an import. */
  import: string;
  columns: string;
  /** The one that is open. */
  open: string;
}

const oneOf = <T extends string>(value: unknown, choices: readonly T[]): T | '' =>
  choices.find((one) => one === value) ?? '';

/** Reads the address; what does not fit is left out. */
export function parseTransactionSearch(raw: RawSearch): TransactionSearch {
  return {
    q: searchText(raw['q']).slice(0, 200),
    account: searchId(raw['account']),
    category: oneOf(raw['category'], ['none', 'transfer'] as const) || searchId(raw['category']),
    direction: oneOf(raw['direction'], ['in', 'out'] as const),
    state: oneOf(raw['state'], ['pending', 'posted'] as const),
    trash: searchText(raw['trash']) === '1',
    import: searchId(raw['import']),
    columns: searchText(raw['columns']).slice(0, 500),
    open: searchId(raw['open']),
  };
}

/** The list's settings in the address, without blanks. */
export function writeTransactionSearch(change: Partial<TransactionSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === '' || value === false ? undefined : value === true ? '1' : value,
    ]),
  );
}

/** The question for the server. */
export function filterOf(search: TransactionSearch, { ledger, period }: Finance): TransactionFilter {
  return {
    ledgerId: ledger.id,
    from: period.from ?? undefined,
    // Future transactions belong to the current period too.
    to:
      period.name === 'custom' || period.name.startsWith('last_month') || period.name === 'last_year'
        ? period.to
        : undefined,
    accountId: search.account || undefined,
    categoryId: search.category || undefined,
    direction: search.direction || undefined,
    state: search.state || undefined,
    importId: search.import || undefined,
    search: search.q.trim() || undefined,
  };
}

export const isNarrowed = ({ q, account, category, direction, state, import: file }: TransactionSearch): boolean =>
  [q, account, category, direction, state, file].some((value) => value !== '');
