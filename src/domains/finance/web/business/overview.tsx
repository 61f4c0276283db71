import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { read } from '../../../../web/api/request.ts';
import { BarChart } from '../../../../web/charts/index.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, money, shortMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type BooksOverview, documents } from '../../contract/documents.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { HOW_CALCULATED } from '../frame/how-calculated.ts';
import { useFinance } from '../frame/use-finance.ts';
import { daysOfMonth, monthText } from '../personal/overview/labels.ts';
import { FOLLOWS } from './use-business.ts';
import { PAGE } from './labels.ts';

/** How the business stands, and what needs someone. */
export default function Overview() {
  const { ledger, period, linkSearch } = useFinance();
  const { data, error, refetch } = useQuery({
    ...read(documents.overview, {
      params: { id: ledger.id },
      query: { from: period.from ?? undefined, to: period.to },
    }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Business overview" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    );
  const to = (tab: string, more: RawSearch = {}) => ({ to: PAGE, search: { ...linkSearch, tab, ...more } });
  const { currency } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {error && <Banner tone="warning">The figures could not be updated.</Banner>}
      <dl className={FIGURES}>
        <Figure
          label="Cash and bank"
          how={HOW_CALCULATED.bookCash}
          value={money(data.cash, currency)}
          {...to('journal', { roles: 'cash', period: 'all' })}
          note="at the end of the period, or today"
        />
        <Figure
          label="Accounts receivable"
          how={HOW_CALCULATED.receivable}
          value={money(data.receivable, currency)}
          {...to('ageing', { day: period.to })}
          note={
            data.needs.overdueInvoices > 0 ? `${money(data.needs.overdueAmount, currency)} overdue` : 'nothing overdue'
          }
        />
        <Figure
          label="Accounts payable"
          how={HOW_CALCULATED.payable}
          value={money(data.payable, currency)}
          {...to('ageing', { kind: 'bill', day: period.to })}
          note={
            data.needs.billsDue > 0
              ? `${money(data.needs.billsAmount, currency)} due within 7 days`
              : 'nothing due within 7 days'
          }
        />
        <Figure
          label="Net income"
          how={HOW_CALCULATED.result}
          value={money(data.result, currency)}
          {...to('statements')}
          tone={data.result.startsWith('-') ? 'bad' : 'good'}
          note={`${money(data.income, currency)} less ${money(data.expenses, currency)}`}
        />
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Months data={data} />
        <Needs data={data} to={to} />
      </div>
    </div>
  );
}

function Months({ data: { months, currency } }: { data: BooksOverview }) {
  const { linkSearch } = useFinance();
  const go = useGo();
  const text = (month: string) => month.split('–').map(monthText).join(' – ');
  const daysOf = (month: string) => {
    const [first, last = first] = month.split('–') as [string, string?];
    return { from: daysOfMonth(first).from, to: daysOfMonth(last).to };
  };
  const search = (month: string) => ({ ...linkSearch, tab: 'statements', period: 'custom', ...daysOf(month) });
  return (
    <ChartWithTable
      title="Income and expenses"
      fileName="income-and-expenses"
      note="As posted in the journal."
      columns={[
        { key: 'month', label: 'Month' },
        { key: 'income', label: 'Income', numeric: true },
        { key: 'expenses', label: 'Expenses', numeric: true },
        { key: 'result', label: 'Net income', numeric: true },
      ]}
      rows={months
        .toReversed()
        .map((one) => ({
          key: one.month,
          to: PAGE,
          search: search(one.month),
          cells: {
            month: text(one.month),
            income: money(one.income, currency),
            expenses: money(one.expenses, currency),
            result: money(one.result, currency),
          },
          raw: one,
        }))}
    >
      <BarChart
        label="Income and expenses"
        categories={months.map((one) => text(one.month))}
        format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
        series={[
          { key: 'income', label: 'Income', values: months.map((one) => Number(one.income)) },
          { key: 'expenses', label: 'Expenses', values: months.map((one) => Number(one.expenses)) },
        ]}
        onSelect={(index) => void go(PAGE, { search: search(months[index]!.month) })}
      />
    </ChartWithTable>
  );
}

function Needs({
  data: { needs, currency },
  to,
}: {
  data: BooksOverview;
  to: (tab: string, more?: RawSearch) => { to: string; search: RawSearch };
}) {
  const { linkSearch } = useFinance();
  const all = [
    { count: needs.suggestions, text: `${counted(needs.suggestions, 'payment')} to match`, link: to('close') },
    {
      count: needs.overdueInvoices,
      text: `${counted(needs.overdueInvoices, 'invoice')} overdue, ${money(needs.overdueAmount, currency)}`,
      link: to('invoices', { status: 'overdue' }),
    },
    {
      count: needs.billsDue,
      text: `${counted(needs.billsDue, 'bill')} due within 7 days, ${money(needs.billsAmount, currency)}`,
      link: to('bills', { status: 'unpaid', due: needs.billsUntil }),
    },
    { count: needs.drafts, text: counted(needs.drafts, 'draft invoice'), link: to('invoices', { status: 'draft' }) },
    { count: needs.draftBills, text: counted(needs.draftBills, 'draft bill'), link: to('bills', { status: 'draft' }) },
    {
      count: needs.toSort,
      text: `${counted(needs.toSort, 'bank transaction')} to categorize`,
      link: { to: PAGE, search: { ...linkSearch, tab: 'transactions', category: 'none', period: 'all' } },
    },
    {
      count: needs.waiting,
      text: `${counted(needs.waiting, 'bank transaction')} without an exchange rate, not included yet`,
      link: { to: PAGE, search: { ...linkSearch, tab: 'transactions', period: 'all' } },
    },
  ].filter((one) => one.count > 0);
  return (
    <Card className="min-w-0">
      <CardHeader title="To do" />
      <CardBody>
        {all.length === 0 ? (
          <p className="flex items-center gap-2 py-4 text-sm text-muted">
            <CircleCheck size={16} className="text-success-ink" aria-hidden="true" />
            All caught up
          </p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {all.map((one) => (
              <li key={one.text} data-testid="need" className="py-2">
                <Link {...one.link} className="text-accent-ink underline-offset-2 hover:underline">
                  {one.text}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
