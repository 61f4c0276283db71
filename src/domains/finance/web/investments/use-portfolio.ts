/** Queries of the investments page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { accounts } from '../../contract/accounts.ts';
import { portfolio } from '../../contract/portfolio.ts';
import { securities } from '../../contract/securities.ts';
import { FINANCE } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';
import { type InvestmentsSearch, parseInvestmentsSearch, writeInvestmentsSearch } from './search.ts';

/** Cash is the balance of accounts, and foreign amounts rest on rates. */
export const FOLLOWS = ['/api/investment', FINANCE.accounts, FINANCE.rates];

export function useInvestmentsSearch(): [
  InvestmentsSearch,
  (change: Partial<InvestmentsSearch>, options?: { replace?: boolean }) => void,
] {
  const [search, setRaw] = usePageSearch(parseInvestmentsSearch);
  return [
    search,
    useCallback(
      (change, options) => setRaw(writeInvestmentsSearch(change) as Partial<InvestmentsSearch>, options),
      [setRaw],
    ),
  ];
}

/** Ledger, account and currency that are looked at, as questions want them. */
export function usePortfolioQuestion() {
  const { ledger, currency } = useFinance();
  const [{ account }] = useInvestmentsSearch();
  return { ledgerId: ledger.id, accountId: account || undefined, currency };
}

export function useSummary() {
  return useQuery({ ...read(portfolio.summary, { query: usePortfolioQuestion() }), meta: { follows: FOLLOWS } });
}

/** How the sheet reads a holding, and the list ahead of it: the security itself, and what is held of it. */
export const holdingReads = (
  id: string,
  { accountId, currency }: Pick<ReturnType<typeof usePortfolioQuestion>, 'accountId' | 'currency'>,
) => ({
  security: { ...read(securities.get, { params: { id } }), meta: { follows: FOLLOWS } },
  detail: {
    ...read(portfolio.holding, { params: { id }, query: { accountId, currency } }),
    meta: { follows: FOLLOWS },
  },
});

/** The investment accounts of the ledger. */
export function useInvestmentAccounts() {
  const { ledger } = useFinance();
  const { data } = useQuery(read(accounts.list, { query: { ledgerId: ledger.id } }));
  return data?.items.filter((one) => one.kind === 'investment' && !one.archivedAt);
}

/** Makes everything about investments be read again, and what their cash moves. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' &&
          (path.startsWith('/api/investment') ||
            path.startsWith(FINANCE.accounts) ||
            path.startsWith(FINANCE.transactions)),
      }),
    [client],
  );
}

/** Securities of the ledger that fit what is typed, for a field that chooses one. */
export function useSecuritySource() {
  const { ledger } = useFinance();
  return useCallback(
    async (search: string, _signal: AbortSignal) => {
      const { items } = await call(securities.list, { query: { ledgerId: ledger.id, search, limit: 30 } });
      return items.map((one) => ({
        value: one.id,
        label: one.name,
        detail: [one.ticker, one.currency].filter(Boolean).join(' · '),
      }));
    },
    [ledger.id],
  );
}
