import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { LineChart } from '../../../web/charts/index.ts';
import { Card, CardBody } from '../../../web/ui/card.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { dateFormat, wholeMoney } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type Overview, pixelReports } from '../contract/reports.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { bounceRate, changeText, durationText, shareText } from './labels.ts';
import { LiveCount } from './live-count.tsx';
import { RangeBar } from './range-bar.tsx';
import { daysOf, type SiteTabProps } from './search.ts';
import { todayIn } from './use-today.ts';

const dayFormat = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

function pointText(unit: Overview['unit'], at: string): string {
  if (unit === 'hour') return `${at}:00`;
  return unit === 'day'
    ? dayFormat.format(new Date(`${at}T00:00:00Z`))
    : monthFormat.format(new Date(`${at}-01T00:00:00Z`));
}

/** How many came, from where, and what they looked at. */
export function OverviewTab(props: SiteTabProps) {
  const { site, search, onSearch } = props;
  const days = daysOf(search, todayIn(site.timeZone));
  const { data, error, refetch } = useQuery({
    ...read(pixelReports.overview, {
      params: { siteId: site.id },
      query: { ...days, compare: search.compare ? 'true' : 'false' },
    }),
    placeholderData: (previous) => previous,
  });
  const card = { site, days, compare: search.compare };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RangeBar {...props} />
        <LiveCount site={site} onOpen={() => onSearch({ tab: 'live' })} />
      </div>
      {error && !data && <Failure error={error} what="The overview" onRetry={() => void refetch()} />}
      {error && data && <Banner tone="warning">The figures could not be updated.</Banner>}
      {!data && !error && <Skeleton className="h-80 w-full animate-appear-late" />}
      {data && <Hero data={data} currency={site.currency} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <BreakdownCard {...card} label="Where visits come from" dimensions={['channel', 'source', 'campaign']} />
        <BreakdownCard {...card} label="Pages" dimensions={['page', 'entry', 'exit']} />
        <BreakdownCard {...card} label="Actions" dimensions={['goal', 'event', 'form', 'outbound']} />
        <BreakdownCard {...card} label="Technology" dimensions={['device', 'browser', 'os']} />
      </div>
    </div>
  );
}

function Hero({
  data: { totals, before, unit, series, seriesBefore },
  currency,
}: {
  data: Overview;
  currency: string;
}) {
  const note = (now: number, then: number | undefined) =>
    then === undefined ? undefined : `${changeText(now, then)} from ${then.toLocaleString()}`;
  const figures = [
    { label: 'Visitors', value: totals.visitors.toLocaleString(), note: note(totals.visitors, before?.visitors) },
    { label: 'Page views', value: totals.pageviews.toLocaleString(), note: note(totals.pageviews, before?.pageviews) },
    { label: 'Bounce rate', value: bounceRate(totals), note: before ? `${bounceRate(before)} before` : undefined },
    {
      label: 'Average visit',
      value: durationText(totals.visits > 0 ? totals.seconds / totals.visits : 0),
      note: before ? `${durationText(before.visits > 0 ? before.seconds / before.visits : 0)} before` : undefined,
    },
    {
      label: 'Visits with a goal',
      value: shareText(totals.converted, totals.visits),
      note: before
        ? `${shareText(before.converted, before.visits)} before`
        : `${totals.converted.toLocaleString()} of ${totals.visits.toLocaleString()}`,
    },
    ...(Number(totals.revenue) > 0 || Number(before?.revenue ?? 0) > 0
      ? [
          {
            label: 'Revenue',
            value: wholeMoney(totals.revenue, currency),
            note: before ? `${wholeMoney(before.revenue, currency)} before` : undefined,
          },
        ]
      : []),
  ];
  return (
    <Card>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
        <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
          <p className="max-sm:w-full">
            <span className="block text-xs text-muted">Visits</span>
            <span className="tabular block text-2xl font-semibold">{totals.visits.toLocaleString()}</span>
            {before && <span className="block text-xs text-muted">{note(totals.visits, before.visits)}</span>}
          </p>
          <dl className="grid flex-1 grid-cols-2 gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
            {figures.map((figure) => (
              <div key={figure.label}>
                <dt className="text-xs text-muted">{figure.label}</dt>
                <dd className="tabular text-base font-semibold">
                  {figure.value}
                  {figure.note && <span className="block text-xs font-normal text-muted">{figure.note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <LineChart
          label="Visits over time"
          filled
          height={220}
          categories={series.map(({ at }) => pointText(unit, at))}
          format={(value) => Math.round(value).toLocaleString()}
          series={[
            { key: 'visits', label: 'Visits', values: series.map(({ visits }) => visits) },
            ...(before ? [{ key: 'before', label: 'Period before', values: seriesBefore }] : []),
          ]}
        />
      </CardBody>
    </Card>
  );
}
