import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { wholeMoney } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type BreakdownDimension, type BreakdownRow, pixelReports } from '../contract/reports.ts';
import { pixelSites, type PixelSite } from '../contract/sites.ts';
import { bounceRate, changeText, DIMENSION_LABELS, shareText, valueText } from './labels.ts';

interface BreakdownCardProps {
  label: string;
  dimensions: readonly [BreakdownDimension, ...BreakdownDimension[]];
  site: PixelSite;
  days: { from: string; to: string };
  compare: boolean;
}

const FEW = 8;
const MANY = 100;

type Measure = 'visits' | 'pageviews' | 'events' | 'goals';
const MEASURES: Readonly<Partial<Record<BreakdownDimension, Measure>>> = {
  page: 'pageviews',
  event: 'events',
  form: 'events',
  outbound: 'events',
  goal: 'goals',
};
const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  visits: 'Visits',
  pageviews: 'Views',
  events: 'Times',
  goals: 'Reached',
};

/** The largest parts of the period by one of several dimensions. */
export function BreakdownCard({ label, dimensions, site, days, compare }: BreakdownCardProps) {
  const [dimension, setDimension] = useState(dimensions[0]);
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery({
    ...read(pixelReports.breakdown, {
      params: { siteId: site.id },
      query: { ...days, dimension, compare: compare ? 'true' : 'false', limit: all ? MANY : FEW },
    }),
    placeholderData: (previous, query) => (query?.queryKey[1]?.['dimension'] === dimension ? previous : undefined),
  });
  return (
    <Card className="min-w-0">
      <CardHeader
        title={label}
        actions={
          <div role="group" aria-label={`${label} by`} className="flex flex-wrap gap-1">
            {dimensions.map((one) => (
              <Button
                key={one}
                size="sm"
                variant="ghost"
                aria-pressed={one === dimension}
                className={cx(one === dimension ? 'bg-accent-soft text-accent-ink' : 'text-muted')}
                onClick={() => {
                  setDimension(one);
                  setAll(false);
                }}
              >
                {DIMENSION_LABELS[one]}
              </Button>
            ))}
          </div>
        }
      />
      <CardBody>
        {error && !data && <Failure error={error} what={DIMENSION_LABELS[dimension]} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-48 w-full animate-appear-late" />}
        {data && data.items.length === 0 && <p className="py-8 text-center text-sm text-muted">{EMPTY[dimension]}</p>}
        {data && data.items.length > 0 && (
          <Rows dimension={dimension} rows={data.items} site={site} compare={compare} />
        )}
        {data && data.total > FEW && (
          <Button variant="link" className="mt-2" onClick={() => setAll(!all)}>
            {all
              ? 'Show fewer'
              : `Show ${Math.min(data.total, MANY).toLocaleString()} of ${data.total.toLocaleString()}`}
          </Button>
        )}
      </CardBody>
    </Card>
  );
}

const NOTHING = 'No visits in this period.';
const EMPTY: Readonly<Record<BreakdownDimension, string>> = {
  channel: NOTHING,
  source: NOTHING,
  campaign: 'No visits with a utm_campaign in this period.',
  page: NOTHING,
  entry: NOTHING,
  exit: NOTHING,
  device: NOTHING,
  browser: NOTHING,
  os: NOTHING,
  event: "No events in this period. Send one with gauntlet('Signup').",
  form: 'No forms were submitted in this period.',
  outbound: 'No outbound links were clicked in this period.',
  goal: 'No goals were reached in this period.',
};

function Rows({
  dimension,
  rows,
  site,
  compare,
}: {
  dimension: BreakdownDimension;
  rows: readonly BreakdownRow[];
  site: PixelSite;
  compare: boolean;
}) {
  const measure = MEASURES[dimension] ?? 'visits';
  const goals = useQuery({ ...read(pixelSites.goals, { params: { siteId: site.id } }), enabled: dimension === 'goal' })
    .data?.items;
  const nameOf = (value: string) =>
    dimension === 'goal'
      ? (goals?.find(({ id }) => id === value)?.name ?? 'Deleted goal')
      : valueText(dimension, value);
  const most = Math.max(1, ...rows.map((row) => row[measure]));
  const hasRevenue = rows.some(({ revenue }) => Number(revenue) > 0);
  const perVisit = measure === 'visits' && dimension !== 'exit';
  const cell = 'tabular py-1.5 pl-3 text-right whitespace-nowrap';
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 text-left font-medium">
            {DIMENSION_LABELS[dimension]}
          </th>
          <th scope="col" className={cx(cell, 'w-18 font-medium')}>
            {MEASURE_LABELS[measure]}
          </th>
          {compare && (
            <th scope="col" className={cx(cell, 'w-20 font-medium')}>
              Change
            </th>
          )}
          {perVisit && (
            <th scope="col" className={cx(cell, 'w-18 font-medium max-sm:hidden')}>
              {dimension === 'entry' ? 'Bounces' : 'Goal'}
            </th>
          )}
          {hasRevenue && (
            <th scope="col" className={cx(cell, 'w-22 font-medium', compare && 'max-sm:hidden')}>
              Revenue
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.value} data-testid="row">
            <th scope="row" className="relative max-w-0 py-1.5 text-left font-normal">
              <svg
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="absolute inset-y-0.5 left-0 h-[calc(100%-4px)] w-full"
              >
                <rect width={(row[measure] / most) * 100} height="1" className="fill-accent-soft" />
              </svg>
              <span className="relative block truncate px-2" title={nameOf(row.value)}>
                {nameOf(row.value)}
              </span>
            </th>
            <td className={cell}>{row[measure].toLocaleString()}</td>
            {compare && <td className={cx(cell, 'text-muted')}>{changeText(row[measure], row.before ?? 0)}</td>}
            {perVisit && (
              <td className={cx(cell, 'text-muted max-sm:hidden')}>
                {dimension === 'entry' ? bounceRate(row) : shareText(row.converted, row.visits)}
              </td>
            )}
            {hasRevenue && (
              <td className={cx(cell, 'text-muted', compare && 'max-sm:hidden')}>
                {Number(row.revenue) > 0 ? wholeMoney(row.revenue, site.currency) : '–'}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
