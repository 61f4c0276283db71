import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Target from 'lucide-react/icons/target';
import { lazy, Suspense, useState } from 'react';
import { monthStart } from '../../../../../kernel/days.ts';
import { read } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../../web/router/page.ts';
import { usePageSearch } from '../../../../../web/router/use-page.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { cx } from '../../../../../web/ui/cx.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { dateFormat } from '../../../../../web/ui/format.ts';
import { Select } from '../../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { type Forecast, type ForecastCell, forecasting } from '../../../contract/forecast.ts';
import { pipelines } from '../../../contract/pipelines.ts';
import { useOwners } from '../../../../../records/web/choices.ts';
import { money, wholeMoney } from '../../../../../records/web/format.ts';
import { type Behind, listBehind } from './forecast-records.ts';
import { figureOf, type Measure, measureOf, MEASURES, shareOfGoal } from './measures.ts';

const ForecastChart = lazy(() => import('./forecast-chart.tsx'));
const GoalsDialog = lazy(() => import('./goals-dialog.tsx'));

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const parse = (raw: RawSearch) => ({
  pipeline: text(raw['pipeline']),
  months: text(raw['months']) === '12' ? 12 : text(raw['months']) === '3' ? 3 : 6,
  measure: measureOf(raw['measure']),
  bars: text(raw['bars']) === 'owners' ? ('owners' as const) : ('figures' as const),
});

const BARS = [
  { value: 'figures', label: 'By measure' },
  { value: 'owners', label: 'By owner' },
];

const monthName = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
const nameOfMonth = (month: string) => monthName.format(new Date(`${month}T00:00:00Z`));

/** Won and expected amounts by month and owner, compared with the goals. */
export default function ForecastMode() {
  const [{ pipeline, months, measure, bars }, setSearch] = usePageSearch(parse);
  const [settingGoals, setSettingGoals] = useState(false);
  const list = useQuery(read(pipelines.list)).data;
  const known = list?.items.some((one) => one.id === pipeline);
  const forecast = useQuery({
    ...read(forecasting.forecast, { query: { months: months, pipelineId: known ? pipeline : undefined } }),
    placeholderData: keepPreviousData,
  });
  if (forecast.error && !forecast.data)
    return <Failure error={forecast.error} what="Forecast" onRetry={() => void forecast.refetch()} />;
  const { data } = forecast;
  return (
    <div className="min-h-0 flex-1 overflow-auto px-4 pb-6" aria-busy={forecast.isPlaceholderData}>
      <div className="flex flex-wrap items-center gap-2 py-2">
        <Select
          aria-label="Pipeline"
          className="w-52"
          placeholder="All pipelines"
          value={known ? pipeline : ''}
          options={list?.items.map((one) => ({ value: one.id, label: one.name })) ?? []}
          onChange={(event) => setSearch({ pipeline: event.target.value })}
        />
        <Select
          aria-label="Months"
          className="w-36"
          value={String(months)}
          options={[3, 6, 12].map((count) => ({ value: String(count), label: `${count} months` }))}
          onChange={(event) => setSearch({ months: Number(event.target.value) })}
        />
        <Select
          aria-label="Measure"
          className="w-36"
          value={measure}
          options={Object.entries(MEASURES).map(([value, { label }]) => ({ value, label }))}
          onChange={(event) => setSearch({ measure: measureOf(event.target.value) })}
        />
        <Select
          aria-label="Group bars"
          className="w-40"
          value={bars}
          options={BARS}
          onChange={(event) => setSearch({ bars: event.target.value === 'owners' ? 'owners' : 'figures' })}
        />
        <span className="text-xs text-muted">{MEASURES[measure].hint}</span>
        <Button className="ml-auto" icon={<Target />} onClick={() => setSettingGoals(true)}>
          Goals
        </Button>
      </div>
      {data && data.missing.length > 0 && (
        <Banner tone="warning" className="mb-3">
          Without {data.missing.join(', ')}: no exchange rate. Add one under “Sales settings”.
        </Banner>
      )}
      {data && (
        <section className="mb-4 rounded-lg border border-line p-4" aria-label="Forecast by month">
          <Suspense fallback={<Skeleton className="h-60 w-full" />}>
            <ForecastChart forecast={data} bars={bars} measure={measure} pipelineId={known ? pipeline : undefined} />
          </Suspense>
        </section>
      )}
      {data ? (
        <ForecastTable forecast={data} measure={measure} pipelineId={known ? pipeline : undefined} />
      ) : (
        <ForecastSkeleton />
      )}
      {settingGoals && data && (
        <Suspense fallback={null}>
          <GoalsDialog forecast={data} onClose={() => setSettingGoals(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface TableProps {
  forecast: Forecast;
  measure: Measure;
  pipelineId: string | undefined;
}

function ForecastTable({ forecast, measure, pipelineId }: TableProps) {
  const { nameOf } = useOwners();
  const { months, owners, total, currency } = forecast;
  const rows = owners
    .map((owner) => ({ ...owner, name: owner.ownerId === null ? 'No owner' : nameOf(owner.ownerId) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const common = { currency, measure, pipelineId };
  const line = (ownerId: string | null | undefined, row: Forecast['total']) => (
    <>
      {months.map((month, i) => (
        <FigureCell
          key={month}
          {...common}
          cell={row.months[i]!}
          ownerId={ownerId}
          span={{ from: month, until: monthStart(month, 1), after: forecast.today }}
        />
      ))}
      <FigureCell {...common} cell={row.overdue} ownerId={ownerId} span={{ overdueOn: forecast.today }} />
      <FigureCell {...common} cell={row.undated} ownerId={ownerId} span={{}} />
    </>
  );
  return (
    <table className="w-full border-separate border-spacing-0 text-sm" data-testid="forecast">
      <caption className="sr-only">
        {MEASURES[measure].label} in {currency} by month and owner
      </caption>
      <thead>
        <tr className="text-left text-xs text-muted">
          <th
            scope="col"
            className="sticky left-0 z-10 min-w-36 border-b border-line bg-canvas py-2 pr-3 pl-2 font-medium"
          >
            Owner
          </th>
          {months.map((month) => (
            <th
              key={month}
              scope="col"
              className={cx(
                'min-w-28 border-b border-line px-3 py-2 font-medium',
                month === monthStart(forecast.today) && 'text-ink',
              )}
            >
              {nameOfMonth(month)}
            </th>
          ))}
          <th
            scope="col"
            className="min-w-28 border-b border-line px-3 py-2 font-medium"
            title="Open, with an expected close before the first month"
          >
            Overdue
          </th>
          <th
            scope="col"
            className="min-w-28 border-b border-line px-3 py-2 font-medium"
            title="Open, without an expected close date"
          >
            No date
          </th>
        </tr>
      </thead>
      <tbody>
        <tr data-testid="row" className="font-medium">
          <th
            scope="row"
            className="sticky left-0 z-10 border-b border-line bg-sunken py-2 pr-3 pl-2 text-left font-semibold"
          >
            Everyone
          </th>
          {line(undefined, total)}
        </tr>
        {rows.map((row) => (
          <tr key={row.ownerId} data-testid="row">
            <th
              scope="row"
              className="sticky left-0 z-10 max-w-44 truncate border-b border-line bg-canvas py-2 pr-3 pl-2 text-left font-normal"
              title={row.name}
            >
              {row.name}
            </th>
            {line(row.ownerId, row)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FigureCellProps extends Behind {
  cell: ForecastCell;
  currency: string;
  measure: Measure;
}

/** One figure with its goal; it opens the opportunities behind it. */
function FigureCell({ cell, currency, measure, pipelineId, ownerId, span }: FigureCellProps) {
  const share = shareOfGoal(cell, measure);
  const count = cell.wonCount + cell.openCount;
  return (
    <td className="border-b border-line px-3 py-2 align-top">
      {count === 0 ? (
        <span className="text-faint">–</span>
      ) : (
        <Link
          to="/opportunities"
          search={listBehind({ pipelineId, ownerId, span, measure })}
          className="tabular block font-medium hover:underline"
          title={details(cell, currency)}
        >
          {wholeMoney(figureOf(cell, measure), currency)}
        </Link>
      )}
      {count > 0 && (
        <span className="block text-2xs text-muted">
          {cell.wonCount > 0 && `${cell.wonCount.toLocaleString()} won`}
          {cell.wonCount > 0 && cell.openCount > 0 && ', '}
          {cell.openCount > 0 && `${cell.openCount.toLocaleString()} open`}
        </span>
      )}
      {cell.goal !== null && (
        <span className="mt-1 block text-2xs text-muted">
          <span
            role="progressbar"
            aria-label="Goal attainment"
            aria-valuenow={Math.min(100, share ?? 0)}
            aria-valuetext={`${share ?? 0}% of ${wholeMoney(cell.goal, currency)}`}
            className="mb-0.5 block h-1 rounded-full bg-hover"
          >
            <span
              className={cx('block h-1 rounded-full', (share ?? 0) >= 100 ? 'bg-success' : 'bg-accent')}
              style={{ width: `${Math.min(100, share ?? 0)}%` }}
            />
          </span>
          {(share ?? 0).toLocaleString()}% of {wholeMoney(cell.goal, currency)}
        </span>
      )}
    </td>
  );
}

function details(cell: ForecastCell, currency: string): string {
  return `Won ${money(cell.won, currency)}, commit ${money(cell.commit, currency)}, best case ${money(cell.best, currency)}, pipeline ${money(cell.pipeline, currency)}, weighted ${money(cell.weighted, currency)}`;
}

function ForecastSkeleton() {
  return (
    <div className="grid animate-appear-late gap-2" aria-hidden="true">
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} className="h-14 w-full" />
      ))}
    </div>
  );
}
