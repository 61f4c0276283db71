/** Queries of the page; reloaded when transactions arrive. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { read } from '../../../../web/api/request.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { operations } from '../../contract/operations.ts';
import { FINANCE, OPERATIONS } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';
import { type OperationsSearch, parseOperationsSearch, writeOperationsSearch } from './search.ts';

const FOLLOWS = [OPERATIONS, FINANCE.transactions, FINANCE.accounts, FINANCE.rates, FINANCE.categories, FINANCE.books];

export function useOperationsSearch(): [
  OperationsSearch,
  (change: Partial<OperationsSearch>, options?: { replace?: boolean }) => void,
] {
  const [search, setRaw] = usePageSearch(parseOperationsSearch);
  return [
    search,
    useCallback(
      (change, options) => setRaw(writeOperationsSearch(change) as Partial<OperationsSearch>, options),
      [setRaw],
    ),
  ];
}

export function useOperations() {
  const { ledger, currency } = useFinance();
  return useQuery({
    ...read(operations.get, { query: { ledgerId: ledger.id, currency } }),
    meta: { follows: FOLLOWS },
  });
}

export function useRefreshOperations(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: [OPERATIONS] }), [client]);
}

/** Where the transactions of a vendor, or of a month, are. */
export function useTransactionLink(): (of: {
  name?: string;
  category?: string | null;
  from?: string;
  to?: string;
  direction?: 'in' | 'out';
}) => { to: string; search: RawSearch } {
  const { ledger } = useFinance();
  return useCallback(
    ({ name, category, from, to, direction }) => ({
      to: ledger.kind === 'business' ? '/business-finance' : '/personal-finance',
      search: {
        tab: 'transactions',
        ledger: ledger.id,
        ...(name ? { q: name } : {}),
        ...(category === undefined ? {} : { category: category ?? 'none' }),
        ...(direction ? { direction } : {}),
        ...(from && to ? { period: 'custom', from, to } : { period: 'all' }),
      },
    }),
    [ledger.id, ledger.kind],
  );
}
