import Check from 'lucide-react/icons/check';
import { BarChart } from '../../../../web/charts/index.ts';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { call } from '../../../../web/api/request.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { money, shortMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import { type Anomaly, operations, type Operations } from '../../contract/operations.ts';
import { attempt } from '../accounts/run-action.ts';
import { useCategories } from '../accounts/use-ledger.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { HOW_CALCULATED } from '../frame/how-calculated.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefreshOperations, useTransactionLink } from './use-operations.ts';
import { ANOMALY_LABELS, anomalyText, changeText, monthText, runwayText } from './labels.ts';

/** First and last day of a month. */
export function daysOf(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: addDays(monthStart(`${month}-01`, 1), -1) };
}

export default function Overview({ data }: { data: Operations }) {
  const { linkSearch, ledger } = useFinance();
  const link = useTransactionLink();
  const { currency, runRate, windows, vendors } = data;
  const recent = windows[0]!;
  const isBurning = decimal(recent.netBurn).gt(0n);
  const rising = vendors
    .filter((one) => Number(one.before) > 0)
    .toSorted((a, b) => Number(b.runRate) - Number(b.before) - (Number(a.runRate) - Number(a.before)))[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <dl className={FIGURES}>
        <Figure
          label="Monthly run rate"
          value={wholeMoney(runRate.monthly, currency)}
          to="/operational-expenses"
          search={{ ...linkSearch, tab: 'vendors' }}
          how={HOW_CALCULATED.runRate}
          note={`${changeText(runRate.monthly, runRate.before) || 'no change'} vs. previous 3 months`}
        />
        <Figure
          label="Cash"
          value={wholeMoney(data.cash, currency)}
          to="/finance"
          search={linkSearch}
          note={ledger.kind === 'business' ? 'From the books' : 'Checking, savings and cash'}
          how={HOW_CALCULATED[ledger.kind === 'business' ? 'bookCash' : 'accountCash']}
        />
        <Figure
          label={isBurning ? 'Monthly net burn' : 'Monthly net gain'}
          value={wholeMoney(recent.netBurn.replace('-', ''), currency)}
          to="/operational-expenses"
          search={{ ...linkSearch, tab: 'runway' }}
          note={`Average of ${recent.months} months`}
          tone={isBurning ? 'bad' : 'good'}
          how={HOW_CALCULATED.netBurn}
        />
        <Figure
          label="Runway"
          how={HOW_CALCULATED.runway}
          value={runwayText(recent.runway)}
          to="/operational-expenses"
          search={{ ...linkSearch, tab: 'runway' }}
          note={
            recent.emptyOn ? (
              <>
                Until <DayText value={recent.emptyOn} />
              </>
            ) : (
              'Cash is not decreasing'
            )
          }
        />
      </dl>
      <Anomalies data={data} />
      <Months data={data} />
      <Categories data={data} />
      {rising && Number(rising.runRate) > Number(rising.before) && (
        <p className="text-sm text-muted">
          Largest increase:{' '}
          <Link
            {...link({ name: rising.name, direction: 'out' })}
            className="text-accent-ink underline underline-offset-2"
          >
            {rising.name}
          </Link>
          , {changeText(rising.runRate, rising.before)} to {money(rising.runRate, currency)} per month.
        </p>
      )}
    </div>
  );
}

function Anomalies({ data }: { data: Operations }) {
  const link = useTransactionLink();
  const refresh = useRefreshOperations();
  const { ledger, canEdit } = useFinance();
  const set = (one: Anomaly, dismissed: boolean) =>
    call(operations.dismiss, { body: { ledgerId: ledger.id, key: one.key, dismissed } });
  const dismiss = async (one: Anomaly) => {
    const done = await attempt('Couldn’t dismiss the alert', async () => {
      await set(one, true);
      return true;
    });
    await refresh();
    if (done)
      offerUndo({
        title: `${one.name} dismissed`,
        undo: async () => {
          await set(one, false);
          await refresh();
        },
      });
  };
  return (
    <Card>
      <CardHeader
        title="To review"
        description="Price increases, possible duplicate charges, and unusual amounts in the last 60 days."
      />
      <CardBody>
        {data.anomalies.length === 0 ? (
          <p className="py-4 text-center text-sm text-muted">Nothing unusual</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.anomalies.slice(0, 12).map((one) => (
              <li key={one.key} data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
                <Badge tone={one.kind === 'double_charge' ? 'danger' : 'warning'}>{ANOMALY_LABELS[one.kind]}</Badge>
                <span className="min-w-0 flex-1 basis-60">
                  <Link
                    {...link({ name: one.name, direction: 'out' })}
                    className="font-medium text-accent-ink underline-offset-2 hover:underline"
                  >
                    {one.name}
                  </Link>{' '}
                  <span className="text-muted">
                    <DayText value={one.day} />. {anomalyText(one)}
                  </span>
                </span>
                <span className="tabular font-medium">{money(one.amount, one.currency)}</span>
                {canEdit && (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={<Check />}
                    aria-label={`Dismiss ${one.name}`}
                    onClick={() => void dismiss(one)}
                  >
                    Dismiss
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function Months({ data: { months: whole, present, currency } }: { data: Operations }) {
  const months = [...whole, present];
  const label = (one: Operations['present']) => `${monthText(one.month)}${one === present ? ' so far' : ''}`;
  const go = useGo();
  const link = useTransactionLink();
  const of = (at: number) => link({ ...daysOf(months[at]!.month) });
  return (
    <ChartWithTable
      title="Cash in and out by month"
      fileName="months"
      columns={[
        { key: 'month', label: 'Month' },
        { key: 'in', label: 'In', numeric: true },
        { key: 'out', label: 'Out', numeric: true },
      ]}
      rows={months.map((one, at) => ({
        key: one.month,
        cells: { month: label(one), in: money(one.in, currency), out: money(one.out, currency) },
        raw: { month: one.month, in: one.in, out: one.out },
        ...of(at),
      }))}
    >
      <BarChart
        label="Cash in and out by month"
        categories={months.map(label)}
        series={[
          { key: 'in', label: 'In', values: months.map((one) => Number(one.in)) },
          { key: 'out', label: 'Out', values: months.map((one) => Number(one.out)) },
        ]}
        format={(value, short) => (short ? shortMoney(value, currency) : money(value.toFixed(2), currency))}
        onSelect={(at) => {
          const { to, search } = of(at);
          void go(to, { search });
        }}
      />
    </ChartWithTable>
  );
}

const SHOWN = 6;

function Categories({ data: { categories, months, currency } }: { data: Operations }) {
  const { nameOf } = useCategories();
  const link = useTransactionLink();
  const go = useGo();
  const open = (at: number) => {
    const { to, search } = link({ direction: 'out', ...daysOf(months[at]!.month) });
    void go(to, { search });
  };
  const label = (id: string | null) => (id ? nameOf(id) || 'Deleted category' : 'Uncategorized');
  return (
    <ChartWithTable
      title="Spending by category"
      note="Run rate: average of 3 months. Less frequent payments are spread over the months they cover."
      fileName="categories"
      columns={[
        { key: 'name', label: 'Category' },
        { key: 'rate', label: 'Run-rate', numeric: true },
        ...months.map((one) => ({ key: one.month, label: monthText(one.month), numeric: true })),
      ]}
      rows={categories.map((one) => ({
        key: one.categoryId ?? 'none',
        cells: {
          name: label(one.categoryId),
          rate: money(one.runRate, currency),
          ...Object.fromEntries(months.map(({ month }, at) => [month, money(one.months[at]!, currency)])),
        },
        raw: {
          name: label(one.categoryId),
          rate: one.runRate,
          ...Object.fromEntries(months.map(({ month }, at) => [month, one.months[at]!])),
        },
        ...link({ category: one.categoryId, direction: 'out' }),
      }))}
    >
      <BarChart
        stacked
        label="Spending by category and month"
        categories={months.map((one) => monthText(one.month))}
        series={categories
          .slice(0, SHOWN)
          .map((one) => ({
            key: one.categoryId ?? 'none',
            label: label(one.categoryId),
            values: one.months.map(Number),
          }))}
        format={(value, short) => (short ? shortMoney(value, currency) : money(value.toFixed(2), currency))}
        onSelect={open}
      />
    </ChartWithTable>
  );
}
