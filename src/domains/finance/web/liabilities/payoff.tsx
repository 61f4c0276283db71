import { useQuery } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useState } from 'react';
import { read } from '../../../../web/api/request.ts';
import { LineChart } from '../../../../web/charts/index.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { money, shortMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { liabilities, type Payoff } from '../../contract/liabilities.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { monthText } from '../investments/labels.ts';
import { ToldDebts } from './bank-debts.tsx';
import { FOLLOWS, useLiabilities, useLiabilitiesSearch } from './use-liabilities.ts';
import { duration, STRATEGY_LABELS, STRATEGY_NAMES } from './labels.ts';

/** Which debt to pay first, when everything is gone, and what that saves. */
export default function PayoffPlan() {
  const { ledger, currency } = useFinance();
  const [search, setSearch] = useLiabilitiesSearch();
  const [typed, setTyped] = useState(search.extra);
  const list = useLiabilities().data?.items.filter((one) => Number(one.owed) > 0) ?? [];
  const own = search.order.split(',').filter((id) => list.some((one) => one.id === id));
  const order = [...own, ...list.map((one) => one.id).filter((id) => !own.includes(id))];
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(liabilities.payoff, {
      query: {
        ledgerId: ledger.id,
        currency,
        strategy: search.strategy,
        extra: search.extra || '0',
        order: search.strategy === 'custom' ? order.join(',') : undefined,
      },
    }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Payoff plan" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  if (data.reason)
    return (
      <>
        <p className="py-10 text-center text-sm text-muted">{data.reason}</p>
        <ToldDebts />
      </>
    );
  const move = (id: string, by: number) => {
    const next = [...order];
    const place = next.indexOf(id);
    next.splice(place, 1);
    next.splice(place + by, 0, id);
    setSearch({ order: next.join(',') }, { replace: true });
  };
  return (
    <div
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-5', isPlaceholderData && 'opacity-60')}
      aria-busy={isPlaceholderData}
    >
      {data.missingRates.length > 0 && (
        <Banner tone="warning">
          Debts in {data.missingRates.join(', ')} are excluded. No exchange rate to {data.currency}.
        </Banner>
      )}
      <Card>
        <CardHeader
          title="Extra monthly payment and order"
          description={`Minimum payments total ${money(data.minimums, data.currency)} per month. When a debt is paid off, its payment goes to the next one.`}
        />
        <CardBody className="grid gap-4 md:grid-cols-[12rem_minmax(0,1fr)]">
          <Field label={`Extra per month (${data.currency})`}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                placeholder="0"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  if (/^(\d{1,12}(\.\d{1,2})?)?$/.test(event.target.value.trim()))
                    setSearch({ extra: event.target.value.trim() }, { replace: true });
                }}
              />
            )}
          </Field>
          <Choices data={data} />
          {search.strategy === 'custom' && (
            <ol className="grid gap-1 md:col-start-2" aria-label="Custom order">
              {order.map((id, place) => (
                <li key={id} className="flex items-center gap-2 text-sm">
                  <span className="tabular w-5 text-muted">{place + 1}.</span>
                  <span className="min-w-0 flex-1 truncate">{list.find((one) => one.id === id)?.name}</span>
                  <IconButton
                    size="sm"
                    label={`${list.find((one) => one.id === id)?.name} earlier`}
                    icon={<ArrowUp />}
                    disabled={place === 0}
                    onClick={() => move(id, -1)}
                  />
                  <IconButton
                    size="sm"
                    label={`${list.find((one) => one.id === id)?.name} later`}
                    icon={<ArrowDown />}
                    disabled={place === order.length - 1}
                    onClick={() => move(id, 1)}
                  />
                </li>
              ))}
            </ol>
          )}
        </CardBody>
      </Card>
      <Course data={data} />
      <ToldDebts />
    </div>
  );
}

/** The strategies side by side; one is looked at closely. */
function Choices({ data: { plans, currency } }: { data: Payoff }) {
  const [search, setSearch] = useLiabilitiesSearch();
  return (
    <fieldset>
      <legend className="sr-only">Strategy</legend>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {(['avalanche', 'snowball', 'custom'] as const).map((strategy) => {
          const plan = plans.find((one) => one.strategy === strategy);
          return (
            <li key={strategy}>
              <label
                htmlFor={`strategy-${strategy}`}
                className={cx(
                  'grid h-full cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2 rounded-md border px-3 py-2 text-sm has-focus-visible:outline-2',
                  search.strategy === strategy ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
                )}
              >
                <input
                  id={`strategy-${strategy}`}
                  type="radio"
                  name="strategy"
                  className="mt-0.5 accent-accent"
                  checked={search.strategy === strategy}
                  onChange={() => setSearch({ strategy })}
                />
                <span className="font-medium">{STRATEGY_LABELS[strategy]}</span>
                <span className="col-start-2 text-xs text-muted">
                  {plan ? words(plan, currency) : 'Choose this to set your own order.'}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function words(plan: Payoff['plans'][number], currency: string): string {
  if (plan.months === null) return plan.reason ?? '';
  const saved =
    plan.interestSaved === null
      ? 'With minimum payments only, the debt is never paid off.'
      : `Saves ${wholeMoney(plan.interestSaved, currency)} and ${duration(plan.monthsSaved ?? 0)} compared to minimum payments.`;
  return `Debt-free in ${duration(plan.months)}, ${monthText(plan.lastMonth!)}. ${saved}`;
}

function Course({ data }: { data: Payoff }) {
  const { linkSearch } = useFinance();
  const [{ strategy }] = useLiabilitiesSearch();
  const { currency, timeline, order, plans } = data;
  const chosen = plans.find((one) => one.strategy === strategy);
  if (timeline.length === 0)
    return (
      <p className="text-sm text-muted" role="status">
        {chosen?.reason ?? 'No payoff date.'} Add an extra monthly payment.
      </p>
    );
  const withMinimums = timeline.some((one) => one.minimumsBalance !== null);
  const format = (value: number, short?: boolean) =>
    short ? shortMoney(value, currency) : money(String(value), currency);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ChartWithTable
        title="Balance by month"
        fileName="payoff"
        columns={[
          { key: 'month', label: 'Month' },
          { key: 'paid', label: 'Paid', numeric: true },
          { key: 'interest', label: 'Interest', numeric: true },
          { key: 'balance', label: 'Balance', numeric: true },
          ...(withMinimums ? [{ key: 'minimums', label: 'Balance with minimum payments', numeric: true }] : []),
        ]}
        rows={timeline.map((one) => ({
          key: one.month,
          cells: {
            month: monthText(one.month),
            paid: money(one.paid, currency),
            interest: money(one.interest, currency),
            balance: money(one.balance, currency),
            minimums: one.minimumsBalance === null ? '' : money(one.minimumsBalance, currency),
          },
          raw: {
            month: one.month,
            paid: one.paid,
            interest: one.interest,
            balance: one.balance,
            minimums: one.minimumsBalance ?? '',
          },
        }))}
      >
        <LineChart
          label="Balance by month"
          categories={timeline.map((one) => monthText(one.month))}
          format={format}
          filled
          series={[
            { key: 'plan', label: STRATEGY_NAMES[strategy], values: timeline.map((one) => Number(one.balance)) },
            ...(withMinimums
              ? [
                  {
                    key: 'minimums',
                    label: STRATEGY_NAMES.minimums,
                    values: timeline.map((one) => (one.minimumsBalance === null ? null : Number(one.minimumsBalance))),
                  },
                ]
              : []),
          ]}
        />
      </ChartWithTable>
      <ChartWithTable
        title="Payoff order"
        fileName="payoff-order"
        columns={[
          { key: 'name', label: 'Debt' },
          { key: 'month', label: 'Paid off in', numeric: true },
        ]}
        rows={order.map((one) => ({
          key: one.liabilityId,
          cells: { name: one.name, month: monthText(one.month) },
          raw: { name: one.name, month: one.month },
          to: '/liabilities',
          search: { ...linkSearch, tab: 'payoff', open: one.liabilityId },
        }))}
      />
    </div>
  );
}
