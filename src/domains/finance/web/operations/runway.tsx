import { useMemo } from 'react';
import { decimal, max, sumOf, whole, ZERO } from '../../../../kernel/money/index.ts';
import { LineChart } from '../../../../web/charts/index.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { money, shortMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import { addMonths } from '../../engine/transactions/recurrence.ts';
import { runwayOf } from '../../engine/operations/runway.ts';
import type { Operations } from '../../contract/operations.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { HOW_CALCULATED } from '../frame/how-calculated.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useOperationsSearch, useTransactionLink } from './use-operations.ts';
import { daysOf } from './overview.tsx';
import { monthText, runwayText } from './labels.ts';

/** Months ahead that are drawn. */
const AHEAD = 18;
const CUTTABLE = 25;

/** How long the cash lasts at the pace of 3, 6 and 12 months, and what cuts would change. */
export default function Runway({ data }: { data: Operations }) {
  const link = useTransactionLink();
  const { linkSearch, ledger } = useFinance();
  const [{ cut }, setSearch] = useOperationsSearch();
  const { currency, cash, windows, months, today } = data;
  const chosen = useMemo(() => new Set(cut.split('|').filter(Boolean)), [cut]);
  const saved = useMemo(
    () =>
      sumOf(
        data.vendors.filter((one) => chosen.has(one.merchant)),
        (one) => decimal(one.runRate),
      ),
    [data.vendors, chosen],
  );
  const base = windows[0]!;
  const after = runwayOf(cash, base, today, saved);
  const ahead = Array.from({ length: AHEAD + 1 }, (_, n) => ({
    month: addMonths(today, n).slice(0, 7),
    now: max(0n, decimal(cash).minus(decimal(base.netBurn).times(whole(n)))),
    cut: max(0n, decimal(cash).minus(after.netBurn.times(whole(n)))),
  }));
  const toggle = (merchant: string) => {
    const next = new Set(chosen);
    if (!next.delete(merchant)) next.add(merchant);
    setSearch({ cut: [...next].join('|') }, { replace: true });
  };
  const text = (value: { toFixed: () => string }) => money(value.toFixed(), currency);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <dl className={FIGURES}>
        <Figure
          label="Current cash"
          value={wholeMoney(cash, currency)}
          to="/finance"
          search={linkSearch}
          how={HOW_CALCULATED[ledger.kind === 'business' ? 'bookCash' : 'accountCash']}
        />
        {windows.map((one) => {
          const first = months.at(-one.months)?.month;
          return (
            <Figure
              key={one.wanted}
              label={`Based on ${one.wanted} months`}
              value={runwayText(one.runway)}
              {...(first ? link({ from: `${first}-01`, to: daysOf(months.at(-1)!.month).to }) : {})}
              note={`${wholeMoney(one.averageOut, currency)} out and ${wholeMoney(one.averageIn, currency)} in per month${one.months < one.wanted ? `, from only ${one.months} months of data` : ''}`}
            />
          );
        })}
      </dl>
      <ChartWithTable
        title="Projected cash"
        note={`Current cash minus average net burn of the last ${base.months} months.`}
        fileName="runway"
        columns={[
          { key: 'month', label: 'Month' },
          { key: 'now', label: 'Current pace', numeric: true },
          ...(saved.isZero() ? [] : [{ key: 'cut', label: 'With cuts', numeric: true }]),
        ]}
        rows={ahead.map((one) => ({
          key: one.month,
          cells: { month: monthText(one.month), now: text(one.now), cut: text(one.cut) },
          raw: { month: one.month, now: one.now.toFixed(2), cut: one.cut.toFixed(2) },
        }))}
      >
        <LineChart
          label="Projected cash"
          filled
          categories={ahead.map((one) => monthText(one.month))}
          series={[
            { key: 'now', label: 'Current pace', values: ahead.map((one) => one.now.toNumber()) },
            ...(saved.isZero()
              ? []
              : [{ key: 'cut', label: 'With cuts', values: ahead.map((one) => one.cut.toNumber()) }]),
          ]}
          format={(value, short) => (short ? shortMoney(value, currency) : money(value.toFixed(2), currency))}
        />
      </ChartWithTable>
      <Card>
        <CardHeader
          title="What if you stopped paying…"
          description="A simulation only. Nothing is canceled. Share it by copying the page URL."
          actions={
            chosen.size > 0 && (
              <Button size="sm" onClick={() => setSearch({ cut: '' }, { replace: true })}>
                Clear
              </Button>
            )
          }
        />
        <CardBody className="grid gap-3">
          <p className="text-sm" role="status">
            {saved.eq(ZERO) ? (
              'Choose vendors to see how much longer your cash would last.'
            ) : (
              <>
                <span className="tabular font-semibold">{text(saved)}</span> less per month. Cash would last{' '}
                <span className="font-semibold">
                  {runwayText(after.months === null ? null : after.months.toFixed(1))}
                </span>{' '}
                instead of {runwayText(base.runway)}
                {after.emptyOn && (
                  <>
                    , until <DayText value={after.emptyOn} />
                  </>
                )}
                .
              </>
            )}
          </p>
          <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {data.vendors
              .filter((one) => one.merchant !== '' && Number(one.runRate) > 0)
              .slice(0, CUTTABLE)
              .map((one) => (
                <li key={one.merchant} className="flex items-center gap-2 text-sm">
                  <div className="min-w-0 flex-1">
                    <Checkbox
                      checked={chosen.has(one.merchant)}
                      onChange={() => toggle(one.merchant)}
                      label={one.name}
                    />
                  </div>
                  <span className="tabular text-muted">{money(one.runRate, currency)}</span>
                </li>
              ))}
          </ul>
        </CardBody>
      </Card>
    </div>
  );
}
