/** Queries of the business page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { read } from '../../../../web/api/request.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { type BookAccount, books, journal } from '../../contract/journal.ts';
import { documents } from '../../contract/documents.ts';
import { FINANCE } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';
import { type BusinessSearch, parseBusinessSearch, writeBusinessSearch } from './search.ts';

/** Whatever is in the books changes with the bank's lines. */
export const FOLLOWS = [FINANCE.books, FINANCE.transactions, FINANCE.accounts, FINANCE.rates];

/** How a sheet reads what it shows, and a list ahead of it. */
export const documentRead = (id: string) => ({
  ...read(documents.get, { params: { id } }),
  meta: { follows: FOLLOWS },
});
export const entryRead = (id: string) => ({ ...read(journal.get, { params: { id } }), meta: { follows: FOLLOWS } });

export function useBusinessSearch(): [
  BusinessSearch,
  (change: Partial<BusinessSearch>, options?: { replace?: boolean }) => void,
] {
  const [search, setRaw] = usePageSearch(parseBusinessSearch);
  return [
    search,
    useCallback((change, options) => setRaw(writeBusinessSearch(change) as Partial<BusinessSearch>, options), [setRaw]),
  ];
}

const NONE: readonly BookAccount[] = [];

/**
 * Whether people post to it themselves: what customers and suppliers owe is what their documents leave open, and a bank
 * account holds what its lines come to.
 */
export const takesEntries = (one: BookAccount): boolean =>
  !one.archivedAt && one.accountId === null && one.system !== 'receivable' && one.system !== 'payable';

/** The chart of the open ledger. */
export function useChart() {
  const { ledger } = useFinance();
  const { data, error, isPending, refetch } = useQuery({
    ...read(books.accounts, { params: { id: ledger.id } }),
    meta: { follows: FOLLOWS },
  });
  const items = data?.items ?? NONE;
  const options = useMemo(
    () => items.filter(takesEntries).map((one) => ({ value: one.id, label: `${one.code} ${one.name}` })),
    [items],
  );
  return { items, options, error, isPending, refetch };
}

/** How the books of the open ledger are kept. */
export function useBooks() {
  const { ledger } = useFinance();
  return useQuery({ ...read(books.get, { params: { id: ledger.id } }), meta: { follows: FOLLOWS } });
}

export function useDocumentSettings() {
  const { ledger } = useFinance();
  return useQuery({ ...read(documents.settings, { params: { id: ledger.id } }), meta: { follows: [FINANCE.books] } });
}

/** Makes everything of the books be read again. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(FINANCE.books),
      }),
    [client],
  );
}
