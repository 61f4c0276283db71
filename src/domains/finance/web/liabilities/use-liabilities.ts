/** Queries of the liabilities page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read } from '../../../../web/api/request.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { liabilities } from '../../contract/liabilities.ts';
import { FINANCE, LIABILITIES } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';
import { type LiabilitiesSearch, parseLiabilitiesSearch, writeLiabilitiesSearch } from './search.ts';

/** Debts are balances of accounts, so these reload together. */
export const FOLLOWS = [LIABILITIES, FINANCE.accounts, FINANCE.transactions, FINANCE.rates];

export function useLiabilitiesSearch(): [
  LiabilitiesSearch,
  (change: Partial<LiabilitiesSearch>, options?: { replace?: boolean }) => void,
] {
  const [search, setRaw] = usePageSearch(parseLiabilitiesSearch);
  return [
    search,
    useCallback(
      (change, options) => setRaw(writeLiabilitiesSearch(change) as Partial<LiabilitiesSearch>, options),
      [setRaw],
    ),
  ];
}

export function useLiabilities() {
  const { ledger, currency } = useFinance();
  return useQuery({
    ...read(liabilities.list, { query: { ledgerId: ledger.id, currency } }),
    meta: { follows: FOLLOWS },
  });
}

/** How the sheet reads a loan or card, and the list ahead of it. */
export const liabilityRead = (id: string) => ({
  ...read(liabilities.get, { params: { id } }),
  meta: { follows: FOLLOWS },
});

/** Makes loans, cards and their accounts be read again. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && (path.startsWith(LIABILITIES) || path === FINANCE.accounts),
      }),
    [client],
  );
}
