import { useQuery } from '@tanstack/react-query';
import { BarChart, LineChart } from '../../../../web/charts/index.ts';
import { read } from '../../../../web/api/request.ts';
import { decimal, type Decimal, ZERO } from '../../../../kernel/money/index.ts';
import { addDays } from '../../../../kernel/days.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, money, shortMoney, signedMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { portfolio, type Performance } from '../../contract/portfolio.ts';
import { financeReports, type NetWorth } from '../../contract/reports.ts';
import { transfers } from '../../contract/recurring.ts';
import { FINANCE } from '../../paths.ts';
import { ConnectionsPanel } from '../bank/connections-panel.tsx';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { useFinanceLive } from '../live/use-finance-live.ts';
import { AccountsList } from './accounts-list.tsx';
import { DueList } from './due-list.tsx';

/** What net worth and cash flow rest on: they are read again when one of these changes. */
const FOLLOWS = [FINANCE.accounts, FINANCE.transactions, FINANCE.rates, '/api/investment'];

const dayText = (day: string) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
const monthText = (month: string) => new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));

const PAIR = 'grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2';

export function Overview() {
  const live = useFinanceLive();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Worth />
      <TransfersNotice />
      <div className={PAIR}>
        <CashFlow />
        <DueList />
      </div>
      <div className={PAIR}>
        <AccountsList />
        <ConnectionsPanel live={live} />
      </div>
    </div>
  );
}

/** Until a person says that they belong together, both sides of a transfer count as money in and money out. */
function TransfersNotice() {
  const { ledger, linkSearch, canEdit } = useFinance();
  const { data } = useQuery({ ...read(transfers.suggestions, { query: { ledgerId: ledger.id } }), meta: { follows: [FINANCE.transactions] }, enabled: canEdit });
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <Banner tone="info" action={<Link to="/personal-finance" search={{ ...linkSearch, tab: 'recurring' }} className="text-sm underline underline-offset-2">Look at them</Link>}>
      {counted(count, 'pair')} of transactions {count === 1 ? 'looks' : 'look'} like transfers between accounts. Until you confirm them they count as money in and money out.
    </Banner>
  );
}

/** Net worth on a day, what is held at its prices of that day included. */
interface Point { day: string; assets: Decimal; debts: Decimal; net: Decimal }

/** Net worth by day: balances of accounts, and what investments were worth on that day or the last one before it. */
function withInvestments({ points }: NetWorth, performance: Performance | undefined): Point[] {
  const values = performance?.points ?? [];
  let at = 0;
  return points.map(({ day, assets, debts, net }) => {
    while (at < values.length && values[at]!.day <= day) at += 1;
    const held = at > 0 ? decimal(values[at - 1]!.value) : ZERO;
    return { day, assets: decimal(assets).plus(held), debts: decimal(debts), net: decimal(net).plus(held) };
  });
}

function Worth() {
  const { ledger, period, currency, today, linkSearch } = useFinance();
  // Nothing is known of days to come.
  const to = period.to < today ? period.to : today;
  const span = { ledgerId: ledger.id, currency, from: period.from ?? undefined, to };
  const options = { meta: { follows: FOLLOWS }, placeholderData: <T,>(previous: T) => previous };
  const worth = useQuery({ ...read(financeReports.netWorth, { query: span }), ...options });
  const performance = useQuery({ ...read(portfolio.performance, { query: span }), ...options });
  const summary = useQuery({ ...read(portfolio.summary, { query: { ledgerId: ledger.id, currency } }), ...options });
  const failed = [worth, performance, summary].find(({ error, data }) => error && !data);
  if (failed) return <Failure error={failed.error!} what="Net worth" onRetry={() => void failed.refetch()} />;
  if (!worth.data || !performance.data || !summary.data) {
    return <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4"><Skeleton className="h-18 w-full" /><Skeleton className="h-80 w-full" /></div>;
  }
  const points = withInvestments(worth.data, performance.data.reason ? undefined : performance.data);
  const last = points.at(-1);
  const first = points[0];
  const show = (amount: Decimal) => money(amount.toFixed(), currency);
  const missing = [...new Set([...worth.data.missing, ...summary.data.missingRates])];
  const accounts = { to: '/personal-finance', search: { ...linkSearch, tab: 'accounts' } };
  const change = last && first ? last.net.minus(first.net) : ZERO;
  return (
    <>
      {missing.length > 0 && <Banner tone="warning">Amounts in {missing.join(', ')} are in no total: there is no exchange rate into {currency}. Enter one under the ledger’s menu, Exchange rates.</Banner>}
      {summary.data.exampleData && <Banner tone="info">Some prices are made-up examples.</Banner>}
      <dl className={FIGURES}>
        <Figure label="Net worth" value={show(last?.net ?? ZERO)} {...accounts} note={first && first !== last ? `${signedMoney(change.toFixed(), currency)} since ${dayText(first.day)}` : undefined} tone={last?.net.lt(0n) ? 'bad' : undefined} />
        <Figure label="Assets" value={show(last?.assets ?? ZERO)} {...accounts} note="Accounts and investments" />
        <Figure label="Debts" value={show(last?.debts.abs() ?? ZERO)} to="/liabilities" search={linkSearch} note="Cards and loans" />
        <Figure label="Investments" value={money(summary.data.totals.value, currency)} to="/investments" search={linkSearch} note={`${signedMoney(summary.data.totals.dayChange, currency)} since the prices before`} />
      </dl>
      <ChartWithTable
        title="Net worth" fileName={`net-worth-${ledger.name}`} empty="Nothing is known of these days yet. Connect a bank, enter an account or read in a file of your bank."
        columns={[{ key: 'day', label: 'Day' }, { key: 'assets', label: 'Assets', numeric: true }, { key: 'debts', label: 'Debts', numeric: true }, { key: 'net', label: 'Net worth', numeric: true }]}
        rows={points.map(({ day, assets, debts, net }) => ({
          key: day, cells: { day: dayText(day), assets: show(assets), debts: show(debts), net: show(net) }, raw: { day, assets: assets.toFixed(), debts: debts.toFixed(), net: net.toFixed() }, ...accounts,
        })).reverse()}
      >
        {points.length > 1 && (
          <LineChart
            label="Net worth over time" filled categories={points.map(({ day }) => dayText(day))} height={260} format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
            series={[{ key: 'net', label: 'Net worth', values: points.map(({ net }) => net.toNumber()) }]}
          />
        )}
      </ChartWithTable>
    </>
  );
}

/** First and last day of a month, as a search of transactions. */
const daysOf = (month: string) => {
  const first = `${month.slice(0, 7)}-01`;
  return { period: 'custom', from: first, to: addDays(nextMonth(first), -1) };
};
const nextMonth = (first: string) => new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 1)).toISOString().slice(0, 10);

function CashFlow() {
  const { ledger, period, currency, today, linkSearch } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(financeReports.cashFlow, { query: { ledgerId: ledger.id, currency, from: period.from ?? undefined, to: period.to < today ? period.to : today } }), meta: { follows: FOLLOWS }, placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Cash flow" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-72 w-full" />;
  const show = (amount: string) => money(amount, currency);
  return (
    <ChartWithTable
      title="Cash flow" note={`In ${show(data.totals.income)}, out ${show(decimal(data.totals.spending).abs().toFixed())}, left ${signedMoney(data.totals.net, currency)}`} fileName={`cash-flow-${ledger.name}`}
      columns={[{ key: 'month', label: 'Month' }, { key: 'income', label: 'In', numeric: true }, { key: 'spending', label: 'Out', numeric: true }, { key: 'net', label: 'Left', numeric: true }]}
      rows={data.months.map(({ month, income, spending, net }) => ({
        key: month, cells: { month: monthText(month), income: show(income), spending: show(spending), net: signedMoney(net, currency) }, raw: { month, income, spending, net },
        to: '/personal-finance', search: { ...linkSearch, tab: 'transactions', ...daysOf(month) },
      })).reverse()}
    >
      {data.months.length > 0 && (
        <BarChart
          label="Money in and out by month" height={220} categories={data.months.map(({ month }) => monthText(month))} format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
          series={[{ key: 'in', label: 'In', values: data.months.map(({ income }) => Number(income)) }, { key: 'out', label: 'Out', values: data.months.map(({ spending }) => Math.abs(Number(spending))) }]}
        />
      )}
    </ChartWithTable>
  );
}
