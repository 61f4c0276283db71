import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { download, read } from '../../../../../web/api/request.ts';
import { BarChart } from '../../../../../web/charts/index.ts';
import { useGo } from '../../../../../web/router/link.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { money, shortMoney, wholeMoney } from '../../../../../web/ui/format.ts';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { type CashFlow, financeReports } from '../../../contract/reports.ts';
import { FINANCE } from '../../../paths.ts';
import { useCategories } from '../../accounts/use-ledger.ts';
import { ChartWithTable } from '../../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../../frame/figure.tsx';
import { savePdf } from '../../frame/save-pdf.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { daysOfMonth, monthText, PAGE } from './labels.ts';

const Sankey = lazy(() => import('./sankey.tsx'));

/** Income and spending: by month, by category, and as a flow from the one to the other. */
export function CashFlowCards() {
  const { ledger, period, currency } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(financeReports.cashFlow, {
      query: { ledgerId: ledger.id, from: period.from ?? undefined, to: period.to, currency },
    }),
    meta: { follows: [FINANCE.accounts, FINANCE.transactions, FINANCE.categories, FINANCE.rates] },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Cash flow" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <>
      <Totals data={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
        <ByMonth data={data} />
        <ByCategory data={data} />
      </div>
    </>
  );
}

function Totals({ data: { totals, currency, months } }: { data: CashFlow }) {
  const { linkSearch } = useFinance();
  const rate = Number(totals.income) > 0 ? Math.round((Number(totals.net) / Number(totals.income)) * 100) : null;
  const list = (direction?: string) => ({ to: PAGE, search: { ...linkSearch, tab: 'transactions', direction } });
  const average =
    months.length > 0
      ? `${wholeMoney(String(Number(totals.spending) / months.length), currency)} per month`
      : undefined;
  return (
    <dl className={FIGURES}>
      <Figure label="Income" value={money(totals.income, currency)} {...list('in')} />
      <Figure label="Spending" value={money(totals.spending, currency)} {...list('out')} note={average} />
      <Figure
        label="Net savings"
        value={money(totals.net, currency)}
        {...list()}
        tone={Number(totals.net) < 0 ? 'bad' : 'good'}
      />
      <Figure label="Savings rate" value={rate === null ? '–' : `${rate}%`} note="of income" />
    </dl>
  );
}

function ByMonth({ data: { months, currency, from, to } }: { data: CashFlow }) {
  const { ledger, linkSearch } = useFinance();
  const go = useGo();
  const listOf = (month: string) => ({ ...linkSearch, tab: 'transactions', period: 'custom', ...daysOfMonth(month) });
  return (
    <ChartWithTable
      title="Income and spending"
      note="Transfers between your accounts are excluded."
      fileName="cash-flow"
      onPdf={() =>
        savePdf(() =>
          download(financeReports.cashFlowPdf, `cash-flow-${ledger.name}.pdf`, {
            query: { ledgerId: ledger.id, from: from ?? undefined, to, currency },
          }),
        )
      }
      columns={[
        { key: 'month', label: 'Month' },
        { key: 'income', label: 'Income', numeric: true },
        { key: 'spending', label: 'Spending', numeric: true },
        { key: 'net', label: 'Net savings', numeric: true },
      ]}
      rows={months
        .toReversed()
        .map((one) => ({
          key: one.month,
          to: PAGE,
          search: listOf(one.month),
          cells: {
            month: monthText(one.month),
            income: money(one.income, currency),
            spending: money(one.spending, currency),
            net: money(one.net, currency),
          },
          raw: one,
        }))}
    >
      <BarChart
        stacked
        label="Income and spending"
        categories={months.map((one) => monthText(one.month))}
        format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
        series={[
          { key: 'income', label: 'Income', values: months.map((one) => Number(one.income)) },
          { key: 'spending', label: 'Spending', values: months.map((one) => Number(one.spending)) },
        ]}
        onSelect={(index) => void go(PAGE, { search: listOf(months[index]!.month) })}
      />
    </ChartWithTable>
  );
}

function ByCategory({ data }: { data: CashFlow }) {
  const { linkSearch } = useFinance();
  const { nameOf } = useCategories();
  const { categories, currency, totals } = data;
  const nameOfFlow = (one: CashFlow['categories'][number]) =>
    one.categoryId
      ? nameOf(one.categoryId) || 'Deleted category'
      : one.kind === 'income'
        ? 'Other income'
        : 'Uncategorized';
  const share = (one: CashFlow['categories'][number]) => {
    const whole = Number(one.kind === 'income' ? totals.income : totals.spending);
    return whole === 0 ? '' : `${Math.round((Number(one.amount) / whole) * 100)}%`;
  };
  return (
    <ChartWithTable
      title="Where it comes from and where it goes"
      fileName="categories"
      columns={[
        { key: 'name', label: 'Category' },
        { key: 'kind', label: 'Type' },
        { key: 'count', label: 'Transactions', numeric: true },
        { key: 'share', label: 'Share', numeric: true },
        { key: 'amount', label: 'Amount', numeric: true },
      ]}
      rows={categories.map((one) => ({
        key: `${one.kind}/${one.categoryId ?? ''}`,
        to: PAGE,
        search: {
          ...linkSearch,
          tab: 'transactions',
          category: one.categoryId ?? 'none',
          ...(one.categoryId ? {} : { direction: one.kind === 'income' ? 'in' : 'out' }),
        },
        cells: {
          name: nameOfFlow(one),
          kind: one.kind === 'income' ? 'Income' : 'Spending',
          count: one.count === null ? '' : one.count.toLocaleString(),
          share: share(one),
          amount: money(one.amount, currency),
        },
        raw: { amount: one.amount },
      }))}
    >
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <Sankey data={data} nameOf={nameOfFlow} />
      </Suspense>
    </ChartWithTable>
  );
}
