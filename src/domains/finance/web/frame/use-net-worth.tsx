/** Net worth as every finance page shows it: one question, so that no two pages disagree. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../../web/api/request.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import type { Ledger } from '../../contract/ledgers.ts';
import { financeReports, type NetWorth } from '../../contract/reports.ts';
import { FINANCE } from '../../paths.ts';
import { useFinance } from './use-finance.ts';

/** Data behind net worth, which is reloaded when it changes. */
export const NET_WORTH_FOLLOWS = [FINANCE.accounts, FINANCE.transactions, FINANCE.rates, '/api/investment'];

/** The page's ledger, days and currency. Nothing is known of days to come. */
export function useNetWorthQuestion() {
  const { ledger, period, currency, today } = useFinance();
  return {
    query: { ledgerId: ledger.id, currency, from: period.from ?? undefined, to: period.to < today ? period.to : today },
  };
}

/** Title of the accounts' total. A business is worth its balance sheet's equity, including receivables and payables. */
export const worthTitle = ({ kind }: Pick<Ledger, 'kind'>): string =>
  kind === 'business' ? 'Money in accounts' : 'Net worth';

/** Of the page's ledger, days and currency. */
export function useNetWorth() {
  return useQuery({
    ...read(financeReports.netWorth, useNetWorthQuestion()),
    meta: { follows: NET_WORTH_FOLLOWS },
    placeholderData: (previous) => previous,
  });
}

/** Investments in each account today, in the page's currency. */
export function useHeldByAccount(): ReadonlyMap<string, string> {
  const { ledger, currency, today } = useFinance();
  const { data } = useQuery({
    ...read(financeReports.netWorth, { query: { ledgerId: ledger.id, currency, from: today, to: today } }),
    meta: { follows: NET_WORTH_FOLLOWS },
  });
  return useMemo(
    () =>
      new Map(
        data?.accounts.flatMap(({ accountId, investments }) =>
          investments && investments !== '0' ? [[accountId, investments] as const] : [],
        ),
      ),
    [data],
  );
}

const dayText = (day: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** "At prices of Nov 21, 2026": which days the value of the holdings rests on. */
export function pricesNote({ from, to }: NetWorth['prices']): string | undefined {
  if (!from || !to) return undefined;
  return from === to ? `Prices as of ${dayText(to)}` : `Prices from ${dayText(from)} to ${dayText(to)}`;
}

/** Reasons why net worth is incomplete. */
export function NetWorthNotices({ data: { missing, prices, currency } }: { data: NetWorth }) {
  return (
    <>
      {missing.length > 0 && (
        <Banner tone="warning">
          Amounts in {missing.join(', ')} are excluded from totals. No exchange rate to {currency} for their date. Add
          one in the ledger menu under Exchange rates.
        </Banner>
      )}
      {prices.unpriced.length > 0 && (
        <Banner tone="warning">
          No price for {prices.unpriced.join(', ')}: {prices.unpriced.length === 1 ? 'it counts as' : 'they count as'}{' '}
          zero. Add a price under Investments, Securities.
        </Banner>
      )}
      {prices.exampleData && <Banner tone="info">Sample prices</Banner>}
    </>
  );
}
