import { useQuery } from '@tanstack/react-query';
import { BarChart } from '../../../../web/charts/index.ts';
import { usePages } from '../../../../web/api/pages.ts';
import type { QueryIn } from '../../../../kernel/endpoint.ts';
import { read, request } from '../../../../web/api/request.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money, shortMoney, signedMoney } from '../../../../web/ui/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type Analytics, portfolio, type RealisedGain } from '../../contract/portfolio.ts';
import { TAX } from '../../paths.ts';
import { ChartWithTable, type TableRow } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { useAnalytics } from './use-analytics.ts';
import { FOLLOWS, usePortfolioQuestion } from './use-portfolio.ts';
import { dayText, figure, monthText, percent, toneOf } from './labels.ts';

const PAGE = '/investments';

/** Realized gains, income, and costs. */
export default function Income() {
  const { data, error, refetch } = useAnalytics();
  if (error && !data) return <Failure error={error} what="Income" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Figures data={data} />
      <Gains />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
        <Paid data={data} />
        <Expected data={data} />
      </div>
      <BySecurity data={data} />
    </div>
  );
}

function Figures({ data: { income, fees, currency } }: { data: Analytics }) {
  const { linkSearch } = useFinance();
  const activities = (kind: string) => ({
    to: PAGE,
    search: { ...linkSearch, tab: 'activities', period: 'last_12_months', kind },
  });
  return (
    <dl className={FIGURES}>
      <Figure
        label="Income, last 12 months"
        value={money(income.trailing, currency)}
        {...activities('dividend')}
        note={`${percent(income.yieldOnValue)} of value, ${percent(income.yieldOnCost)} of cost`}
      />
      <Figure
        label="Expected, next 12 months"
        value={money(income.forwardTotal, currency)}
        note="Based on the last 12 months"
      />
      <Figure
        label="Fees, last 12 months"
        value={money(fees.trailing, currency)}
        {...activities('fee')}
        note={`${percent(fees.ratio, { digits: 2 })} of value`}
      />
      <Figure
        label="Total fees"
        value={money(fees.total, currency)}
        note={`Trades ${money(fees.trades, currency)}, accounts ${money(fees.account, currency)}`}
      />
    </dl>
  );
}

/** Realized gains of the period, lot by lot. */
function Gains() {
  const { period, linkSearch } = useFinance();
  const question = usePortfolioQuestion();
  const query = { ...question, from: period.from ?? undefined, to: period.to };
  const { items, loading, error, hasMore, loadingMore, more, retry } = usePages(portfolio.gains, { query });
  const { data } = useQuery({
    ...read(portfolio.gains, { query: { ...query, limit: 1 } }),
    meta: { follows: [...FOLLOWS, TAX] },
  });
  if (error && items.length === 0) return <Failure error={error} what="Realized gains" onRetry={retry} />;
  if (loading || !data) return <Skeleton className="h-48 w-full" />;
  const { currency, totals, tax } = data;
  const row = (one: RealisedGain): TableRow => ({
    key: `${one.activityId}/${one.lotId}`,
    to: PAGE,
    search: { ...linkSearch, tab: 'income', open: one.securityId },
    cells: {
      security: one.security,
      sold: dayText(one.sold),
      acquired: dayText(one.acquired),
      quantity: figure(one.quantity),
      proceeds: money(one.proceeds, currency),
      cost: money(one.cost, currency),
      gain: signedMoney(one.gain, currency),
      washed: one.washed ? money(one.washed, 'USD') : '',
      term: one.longTerm ? 'Long' : 'Short',
    },
    raw: {
      security: one.security,
      sold: one.sold,
      acquired: one.acquired,
      quantity: one.quantity,
      proceeds: one.proceeds,
      cost: one.cost,
      gain: one.gain,
      washed: one.washed ?? '',
    },
  });
  const isWashed = tax !== null || items.some((one) => one.washed !== null);
  return (
    <div>
      <ChartWithTable
        title="Realized gains"
        fileName="realised-gains"
        empty="No sales in this period"
        {...(hasMore && { allRows: async () => (await allGains(query)).map(row) })}
        note={
          <>
            Short-term <Signed amount={totals.shortTerm} currency={currency} />, long-term{' '}
            <Signed amount={totals.longTerm} currency={currency} />. Long-term means held more than one year (US rules).
            Amounts are converted at the rate on their date.
            {tax && (
              <span className="mt-1 block">
                After wash sales, as{' '}
                <Link
                  to="/tax-management"
                  search={{ ledger: linkSearch['ledger'], tab: 'figures' }}
                  className="text-accent-ink underline underline-offset-2"
                >
                  tax
                </Link>{' '}
                counts them: short-term <Signed amount={tax.shortTerm} currency="USD" />, long-term{' '}
                <Signed amount={tax.longTerm} currency="USD" />; losses of {money(tax.notAllowed, 'USD')} are
                disallowed.
              </span>
            )}
          </>
        }
        columns={[
          { key: 'security', label: 'Security' },
          { key: 'sold', label: 'Sold' },
          { key: 'acquired', label: 'Bought' },
          { key: 'quantity', label: 'Quantity', numeric: true },
          { key: 'proceeds', label: 'Proceeds', numeric: true },
          { key: 'cost', label: 'Cost', numeric: true },
          { key: 'gain', label: 'Gain', numeric: true },
          ...(isWashed ? [{ key: 'washed', label: 'Disallowed', numeric: true }] : []),
          { key: 'term', label: 'Term' },
        ]}
        rows={items.map(row)}
      />
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
    </div>
  );
}

/** Page by page, to the last. */
async function allGains(query: Omit<QueryIn<typeof portfolio.gains>, 'cursor' | 'limit'>): Promise<RealisedGain[]> {
  const all: RealisedGain[] = [];
  for (let cursor: string | undefined; ;) {
    const { items, next } = await request(portfolio.gains, {
      query: { ...query, limit: 200, ...(cursor && { cursor }) },
    });
    all.push(...items);
    if (!next) return all;
    cursor = next;
  }
}

function Signed({ amount, currency }: { amount: string; currency: string }) {
  const tone = toneOf(amount);
  return (
    <span
      className={tone === 'good' ? 'tabular text-success-ink' : tone === 'bad' ? 'tabular text-danger-ink' : 'tabular'}
    >
      {signedMoney(amount, currency)}
    </span>
  );
}

const SHOWN_MONTHS = 36;

function Paid({ data: { income, currency } }: { data: Analytics }) {
  const { linkSearch } = useFinance();
  const go = useGo();
  const months = income.months.slice(-SHOWN_MONTHS);
  const listOf = (month: string) => ({
    ...linkSearch,
    tab: 'activities',
    period: 'custom',
    from: `${month}-01`,
    to: lastDay(month),
  });
  return (
    <ChartWithTable
      title="Income by month"
      note="Dividends, interest, and distributed gains before tax."
      fileName="income-by-month"
      empty="No income yet"
      columns={[
        { key: 'month', label: 'Month' },
        { key: 'gross', label: 'Before tax', numeric: true },
        { key: 'tax', label: 'Withheld', numeric: true },
      ]}
      rows={months
        .toReversed()
        .map((one) => ({
          key: one.month,
          cells: { month: monthText(one.month), gross: money(one.gross, currency), tax: money(one.tax, currency) },
          raw: one,
          to: PAGE,
          search: listOf(one.month),
        }))}
    >
      <BarChart
        label="Income by month"
        categories={months.map((one) => monthText(one.month))}
        format={(value, short) => (short ? shortMoney(value, currency) : money(String(value), currency))}
        series={[{ key: 'gross', label: 'Before tax', values: months.map((one) => Number(one.gross)) }]}
        onSelect={(at) => void go(PAGE, { search: listOf(months[at]!.month) })}
      />
    </ChartWithTable>
  );
}

function lastDay(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);
}

function Expected({ data: { income, currency } }: { data: Analytics }) {
  return (
    <ChartWithTable
      title="Expected income"
      note="Payments per unit over the last 12 months times current holdings, one year later. Actual payments may differ."
      fileName="expected-income"
      empty="No income from current holdings in the last 12 months"
      columns={[
        { key: 'month', label: 'Month' },
        { key: 'amount', label: 'Expected', numeric: true },
      ]}
      rows={income.forward.map((one) => ({
        key: one.month,
        cells: { month: monthText(one.month), amount: money(one.amount, currency) },
        raw: one,
      }))}
    >
      <BarChart
        label="Expected income"
        categories={income.forward.map((one) => monthText(one.month))}
        format={(value, short) => (short ? shortMoney(value, currency) : money(String(value), currency))}
        series={[{ key: 'amount', label: 'Expected', values: income.forward.map((one) => Number(one.amount)) }]}
      />
    </ChartWithTable>
  );
}

function BySecurity({ data: { income, currency } }: { data: Analytics }) {
  const { linkSearch } = useFinance();
  return (
    <ChartWithTable
      title="Income by security"
      fileName="income-by-security"
      empty="No income yet"
      columns={[
        { key: 'name', label: 'Security' },
        { key: 'trailing', label: 'Last 12 months', numeric: true },
        { key: 'forward', label: 'Expected', numeric: true },
      ]}
      rows={income.bySecurity.map((one) => ({
        key: one.securityId ?? 'account',
        cells: {
          name: one.name || 'Accounts',
          trailing: money(one.trailing, currency),
          forward: money(one.forward, currency),
        },
        raw: { name: one.name, trailing: one.trailing, forward: one.forward },
        ...(one.securityId ? { to: PAGE, search: { ...linkSearch, tab: 'income', open: one.securityId } } : {}),
      }))}
    />
  );
}
