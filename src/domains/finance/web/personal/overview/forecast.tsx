import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../../../../../web/api/request.ts';
import { LineChart } from '../../../../../web/charts/index.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { counted, money, shortMoney, signedMoney, wholeMoney } from '../../../../../web/ui/format.ts';
import { Select } from '../../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { type CashForecast, financeReports } from '../../../contract/reports.ts';
import { FINANCE } from '../../../paths.ts';
import { ChartWithTable } from '../../frame/chart-with-table.tsx';
import { useFinance } from '../../frame/use-finance.ts';
import { dayText, PAGE, shortDayText } from './labels.ts';

const SPANS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'A year' },
];

/** Forecast of the everyday accounts, with the lowest point marked. */
export default function ForecastCard() {
  const { ledger, currency, today } = useFinance();
  const [days, setDays] = useState('90');
  const { data, error, refetch } = useQuery({
    ...read(financeReports.forecast, { query: { ledgerId: ledger.id, today, days: Number(days), currency } }),
    meta: { follows: [FINANCE.accounts, FINANCE.transactions, FINANCE.recurring, FINANCE.rates] },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Forecast" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  return (
    <Forecast
      data={data}
      currency={currency}
      span={
        <Select
          aria-label="Forecast period"
          className="w-28"
          options={SPANS}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      }
    />
  );
}

function Forecast({ data, currency, span }: { data: CashForecast; currency: string; span: ReactNode }) {
  const { linkSearch } = useFinance();
  const { basis, lowest, firstBelowZero, days } = data;
  const low = days.findIndex((one) => one.day === lowest.day);
  const flows = days.flatMap((one) => one.flows.map((flow) => ({ ...flow, day: one.day, expected: one.expected })));
  return (
    <ChartWithTable
      title="Upcoming"
      fileName="forecast"
      actions={span}
      note="The band covers 80% of outcomes."
      columns={[
        { key: 'day', label: 'Date' },
        { key: 'label', label: 'Description' },
        { key: 'amount', label: 'Amount', numeric: true },
        { key: 'expected', label: 'Balance', numeric: true },
      ]}
      rows={flows.map((flow, index) => ({
        key: `${flow.day}/${flow.id}/${index}`,
        to: PAGE,
        search: { ...linkSearch, tab: 'recurring' },
        cells: {
          day: dayText(flow.day),
          label: flow.label,
          amount: signedMoney(flow.amount, currency),
          expected: money(flow.expected, currency),
        },
        raw: { day: flow.day, amount: flow.amount, expected: flow.expected },
      }))}
      empty="No upcoming items. Add recurring payments under Recurring."
    >
      {firstBelowZero ? (
        <Banner tone="warning">
          Your balance runs out on {dayText(firstBelowZero)}. The lowest point is {money(lowest.balance, currency)} on{' '}
          {dayText(lowest.day)}.
        </Banner>
      ) : (
        <p className="text-sm text-muted">
          The lowest point is <span className="tabular font-medium text-ink">{money(lowest.balance, currency)}</span> on{' '}
          {dayText(lowest.day)}.
        </p>
      )}
      <p className="-mt-3 text-xs text-muted">
        Based on the balances of {counted(basis.accounts, 'account')}, {counted(basis.recurring, 'recurring payment')},{' '}
        {counted(basis.pending, 'pending or future transaction')}, and {money(basis.everyday, currency)} per day for
        other spending.
      </p>
      <LineChart
        label="Upcoming"
        categories={days.map((one) => shortDayText(one.day))}
        format={(value, short) => (short ? shortMoney(value, currency) : wholeMoney(String(value), currency))}
        bands={[
          {
            key: 'band',
            label: '80% range',
            low: days.map((one) => Number(one.low)),
            high: days.map((one) => Number(one.high)),
          },
        ]}
        series={[
          { key: 'expected', label: 'Expected', values: days.map((one) => Number(one.expected)) },
          {
            key: 'lowest',
            label: 'Lowest point',
            values: days.map((one, index) => (index === low ? Number(one.expected) : null)),
          },
        ]}
      />
    </ChartWithTable>
  );
}
