import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { decimal } from '../../../../../kernel/money/index.ts';
import { read } from '../../../../../web/api/request.ts';
import { LineChart } from '../../../../../web/charts/index.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { money, shortMoney, signedMoney, wholeMoney } from '../../../../../web/ui/format.ts';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { financeReports, type NetWorth } from '../../../contract/reports.ts';
import { FINANCE } from '../../../paths.ts';
import { FirstAccount } from '../../accounts/first-account.tsx';
import { useAccounts } from '../../accounts/use-ledger.ts';
import { ChartWithTable } from '../../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../../frame/figure.tsx';
import { useFinance } from '../../frame/use-finance.ts';
import { NetWorthNotices, useNetWorth, worthTitle } from '../../frame/use-net-worth.tsx';
import { CashFlowCards } from './cash-flow.tsx';
import { dayText, monthText, PAGE, shortDayText } from './labels.ts';

const ForecastCard = lazy(() => import('./forecast.tsx'));

/** The whole picture: net worth, what came in and went out, where to, and what is to come. */
export default function Overview() {
  const { items, isPending, error, refetch } = useAccounts();
  if (error && items.length === 0) return <Failure error={error} what="Accounts" onRetry={() => void refetch()} />;
  if (!isPending && items.length === 0) return <FirstAccount />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <NetWorthPart />
      <CashFlowCards />
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <ForecastCard />
      </Suspense>
    </div>
  );
}

function NetWorthPart() {
  const { ledger, currency, linkSearch } = useFinance();
  const { data, error, refetch } = useNetWorth();
  if (error && !data) return <Failure error={error} what="Net worth" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const [first, last] = [data.points[0], data.points.at(-1)];
  if (!first || !last) return null;
  const change = decimal(last.net).minus(first.net).toFixed();
  const toAccounts = { to: PAGE, search: { ...linkSearch, tab: 'accounts' } };
  return (
    <>
      <NetWorthNotices data={data} />
      <dl className={FIGURES}>
        <Figure
          label={worthTitle(ledger)}
          value={money(last.net, currency)}
          {...toAccounts}
          note={`${signedMoney(change, currency)} in this period`}
          tone={last.net.startsWith('-') ? 'bad' : undefined}
        />
        <Figure
          label="Assets"
          value={money(last.assets, currency)}
          {...toAccounts}
          note={data.prices.to ? `${money(last.investments, currency)} invested` : `on ${dayText(last.day)}`}
        />
        <Figure
          label="Debts"
          value={money(last.debts.replace('-', ''), currency)}
          {...toAccounts}
          note="cards and loans"
        />
        <Unsorted />
      </dl>
      <NetWorthChart data={data} currency={currency} title={worthTitle(ledger)} />
    </>
  );
}

/** Transactions without a category. */
function Unsorted() {
  const { ledger, period, currency, linkSearch } = useFinance();
  const { data } = useQuery({
    ...read(financeReports.cashFlow, {
      query: { ledgerId: ledger.id, from: period.from ?? undefined, to: period.to, currency },
    }),
    meta: { follows: [FINANCE.transactions] },
    placeholderData: (previous) => previous,
  });
  const count = data?.unsorted ?? 0;
  return (
    <Figure
      label="Uncategorized"
      value={data ? count.toLocaleString() : '…'}
      to={PAGE}
      search={{ ...linkSearch, tab: 'transactions', category: 'none' }}
      note={count === 0 ? 'all categorized' : 'to categorize'}
    />
  );
}

function NetWorthChart({ data, currency, title }: { data: NetWorth; currency: string; title: string }) {
  // Within three months there is a point for each day.
  const byDay = data.points[1] !== undefined && data.points[1].day.slice(0, 7) === data.points[0]!.day.slice(0, 7);
  const series = [
    { key: 'net', label: title, values: data.points.map((point) => Number(point.net)) },
    { key: 'assets', label: 'Assets', values: data.points.map((point) => Number(point.assets)) },
    { key: 'debts', label: 'Debts', values: data.points.map((point) => Number(point.debts)) },
  ];
  return (
    <ChartWithTable
      title={title}
      fileName="net-worth"
      note={
        data.points.length > 1 ? `${dayText(data.points[0]!.day)} to ${dayText(data.points.at(-1)!.day)}` : undefined
      }
      columns={[
        { key: 'day', label: 'End of' },
        { key: 'assets', label: 'Assets', numeric: true },
        { key: 'debts', label: 'Debts', numeric: true },
        { key: 'net', label: title, numeric: true },
      ]}
      rows={data.points
        .toReversed()
        .map((point) => ({
          key: point.day,
          cells: {
            day: dayText(point.day),
            assets: money(point.assets, currency),
            debts: money(point.debts, currency),
            net: money(point.net, currency),
          },
          raw: point,
        }))}
    >
      <LineChart
        label={title}
        filled
        categories={data.points.map((point) => (byDay ? shortDayText(point.day) : monthText(point.day)))}
        series={series}
        format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
      />
    </ChartWithTable>
  );
}
