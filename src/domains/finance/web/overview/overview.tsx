import { useQuery } from '@tanstack/react-query';
import { BarChart, LineChart } from '../../../../web/charts/index.ts';
import { download, read } from '../../../../web/api/request.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { addDays } from '../../../../kernel/days.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, money, shortMoney, signedMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { financeReports } from '../../contract/reports.ts';
import { transfers } from '../../contract/recurring.ts';
import { FINANCE } from '../../paths.ts';
import { documents } from '../../contract/documents.ts';
import { ConnectionsPanel } from '../bank/connections-panel.tsx';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { HOW_CALCULATED } from '../frame/how-calculated.ts';
import { useFinance } from '../frame/use-finance.ts';
import { savePdf } from '../frame/save-pdf.ts';
import {
  NET_WORTH_FOLLOWS,
  NetWorthNotices,
  pricesNote,
  useNetWorth,
  useNetWorthQuestion,
  worthTitle,
} from '../frame/use-net-worth.tsx';
import { useFinanceLive } from '../live/use-finance-live.ts';
import { AccountsList } from './accounts-list.tsx';
import { DueList } from './due-list.tsx';

const dayText = (day: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
const monthText = (month: string) =>
  new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  );

const PAIR = 'grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2';

export function Overview() {
  const live = useFinanceLive();
  // Their notices come with their answers: what stands beneath is asked for at once, and shown when it need not move
  // any more.
  const settled = [useNetWorth(), useTransferSuggestions()].every(({ isLoading }) => !isLoading);
  const pair = settled ? PAIR : 'hidden';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Worth />
      <TransfersNotice />
      <div className={pair}>
        <CashFlow />
        <DueList />
      </div>
      <div className={pair}>
        <AccountsList />
        <ConnectionsPanel live={live} />
      </div>
    </div>
  );
}

function useTransferSuggestions() {
  const { ledger, canEdit } = useFinance();
  return useQuery({
    ...read(transfers.suggestions, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.transactions] },
    enabled: canEdit,
  });
}

/** Until a person says that they belong together, both sides of a transfer count as money in and money out. */
function TransfersNotice() {
  const { linkSearch } = useFinance();
  const { data } = useTransferSuggestions();
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      tone="info"
      action={
        <Link
          to="/personal-finance"
          search={{ ...linkSearch, tab: 'transactions' }}
          className="text-sm leading-6 underline underline-offset-2"
        >
          Review
        </Link>
      }
    >
      {counted(count, 'pair')} of transactions {count === 1 ? 'looks' : 'look'} like transfers between accounts. Until
      you confirm them, they count as money in and money out.
    </Banner>
  );
}

function Worth() {
  const { ledger, currency, linkSearch } = useFinance();
  const question = useNetWorthQuestion();
  const { data, error, refetch } = useNetWorth();
  if (error && !data) return <Failure error={error} what="Net worth" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    );
  const { points, prices } = data;
  const [first, last] = [points[0], points.at(-1)];
  const show = (amount: string) => money(amount, currency);
  const accounts = { to: '/personal-finance', search: { ...linkSearch, tab: 'accounts' } };
  const title = worthTitle(ledger);
  const change = last && first ? decimal(last.net).minus(first.net).toFixed() : '0';
  return (
    <>
      <NetWorthNotices data={data} />
      {ledger.kind === 'business' ? (
        <BusinessFigures />
      ) : (
        <dl className={FIGURES}>
          <Figure
            label="Net worth"
            value={show(last?.net ?? '0')}
            {...accounts}
            note={first && first !== last ? `${signedMoney(change, currency)} since ${dayText(first.day)}` : undefined}
            tone={last?.net.startsWith('-') ? 'bad' : undefined}
          />
          <Figure
            label="Assets"
            value={show(last?.assets ?? '0')}
            {...accounts}
            note="Accounts, investments, property"
          />
          <Figure
            label="Debts"
            value={show(
              decimal(last?.debts ?? '0')
                .abs()
                .toFixed(),
            )}
            to="/liabilities"
            search={linkSearch}
            note="Cards and loans"
          />
          <Figure
            label="Investments"
            value={show(last?.investments ?? '0')}
            to="/investments"
            search={linkSearch}
            note={pricesNote(prices)}
          />
        </dl>
      )}
      <ChartWithTable
        title={title}
        note={ledger.kind === 'business' ? 'Bank balances minus cards and loans' : undefined}
        fileName={`net-worth-${ledger.name}`}
        onPdf={() => savePdf(() => download(financeReports.netWorthPdf, `net-worth-${ledger.name}.pdf`, question))}
        empty="No data for this period. Connect a bank, add an account, or import a bank file."
        columns={[
          { key: 'day', label: 'Day' },
          { key: 'assets', label: 'Assets', numeric: true },
          { key: 'investments', label: 'Investments', numeric: true },
          { key: 'debts', label: 'Debts', numeric: true },
          { key: 'net', label: title, numeric: true },
        ]}
        rows={points
          .map(({ day, assets, investments, debts, net }) => ({
            key: day,
            cells: {
              day: dayText(day),
              assets: show(assets),
              investments: show(investments),
              debts: show(debts),
              net: show(net),
            },
            raw: { day, assets, investments, debts, net },
            ...accounts,
          }))
          .reverse()}
      >
        {points.length > 1 && (
          <LineChart
            label={`${title} over time`}
            filled
            categories={points.map(({ day }) => dayText(day))}
            height={260}
            format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
            series={[{ key: 'net', label: title, values: points.map(({ net }) => decimal(net).toNumber()) }]}
          />
        )}
      </ChartWithTable>
    </>
  );
}

/** How a business stands, as its balance sheet has it, in the currency of its books. */
function BusinessFigures() {
  const { ledger, period, linkSearch } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(documents.overview, {
      params: { id: ledger.id },
      query: { from: period.from ?? undefined, to: period.to },
    }),
    meta: { follows: [...NET_WORTH_FOLLOWS, FINANCE.books] },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Books" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-18 w-full" />;
  const to = (tab: string, more: RawSearch = {}) => ({
    to: '/business-finance',
    search: { ...linkSearch, tab, ...more },
  });
  const show = (amount: string) => money(amount, data.currency);
  return (
    <dl className={FIGURES}>
      <Figure
        label="Equity"
        how={HOW_CALCULATED.equity}
        value={show(data.equity)}
        {...to('statements', { statement: 'balanceSheet' })}
        note="From the balance sheet"
        tone={data.equity.startsWith('-') ? 'bad' : undefined}
      />
      <Figure
        label="Cash and bank"
        how={HOW_CALCULATED.bookCash}
        value={show(data.cash)}
        {...to('journal', { roles: 'cash', period: 'all' })}
        note="From the books"
      />
      <Figure
        label="Accounts receivable"
        how={HOW_CALCULATED.receivable}
        value={show(data.receivable)}
        {...to('ageing', { day: period.to })}
        note={data.needs.overdueInvoices > 0 ? `${show(data.needs.overdueAmount)} overdue` : 'Nothing overdue'}
      />
      <Figure
        label="Accounts payable"
        how={HOW_CALCULATED.payable}
        value={show(data.payable)}
        {...to('ageing', { kind: 'bill', day: period.to })}
        note={
          data.needs.billsDue > 0 ? `${show(data.needs.billsAmount)} due within 7 days` : 'Nothing due within 7 days'
        }
      />
    </dl>
  );
}

/** First and last day of a month, as a search of transactions. */
const daysOf = (month: string) => {
  const first = `${month.slice(0, 7)}-01`;
  return { period: 'custom', from: first, to: addDays(nextMonth(first), -1) };
};
const nextMonth = (first: string) =>
  new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 1)).toISOString().slice(0, 10);

function CashFlow() {
  const { ledger, currency, linkSearch } = useFinance();
  const go = useGo();
  const listOf = (month: string) => ({ ...linkSearch, tab: 'transactions', ...daysOf(month) });
  const question = useNetWorthQuestion();
  const { data, error, refetch } = useQuery({
    ...read(financeReports.cashFlow, question),
    meta: { follows: NET_WORTH_FOLLOWS },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Cash flow" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-72 w-full" />;
  const show = (amount: string) => money(amount, currency);
  return (
    <ChartWithTable
      title="Cash flow"
      note={`In ${show(data.totals.income)}, out ${show(decimal(data.totals.spending).abs().toFixed())}, net ${signedMoney(data.totals.net, currency)}`}
      fileName={`cash-flow-${ledger.name}`}
      onPdf={() => savePdf(() => download(financeReports.cashFlowPdf, `cash-flow-${ledger.name}.pdf`, question))}
      columns={[
        { key: 'month', label: 'Month' },
        { key: 'income', label: 'In', numeric: true },
        { key: 'spending', label: 'Out', numeric: true },
        { key: 'net', label: 'Net', numeric: true },
      ]}
      rows={data.months
        .map(({ month, income, spending, net }) => ({
          key: month,
          cells: {
            month: monthText(month),
            income: show(income),
            spending: show(spending),
            net: signedMoney(net, currency),
          },
          raw: { month, income, spending, net },
          to: '/personal-finance',
          search: listOf(month),
        }))
        .reverse()}
    >
      {data.months.length > 0 && (
        <BarChart
          label="Money in and out by month"
          height={220}
          categories={data.months.map(({ month }) => monthText(month))}
          format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
          series={[
            { key: 'in', label: 'In', values: data.months.map(({ income }) => Number(income)) },
            { key: 'out', label: 'Out', values: data.months.map(({ spending }) => Math.abs(Number(spending))) },
          ]}
          onSelect={(at) => void go('/personal-finance', { search: listOf(data.months[at]!.month) })}
        />
      )}
    </ChartWithTable>
  );
}
