import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { BarChart } from '../../../web/charts/index.ts';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Live, pixelReports } from '../contract/reports.ts';
import { LIVE_EVERY } from './live-count.tsx';
import type { SiteTabProps } from './search.ts';

/** Visitors on the website now. */
export function LiveTab({ site, onSearch }: SiteTabProps) {
  const { data, error, refetch } = useQuery({
    ...read(pixelReports.live, { params: { siteId: site.id } }),
    refetchInterval: LIVE_EVERY,
  });
  if (error && !data) return <Failure error={error} what="Live visitors" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 w-full animate-appear-late" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <Card>
        <CardHeader title="Now" description="Visitors with an event in the last 5 minutes" />
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <p className="tabular text-2xl font-semibold" aria-live="polite">
            {counted(data.visitors, 'visitor')}
          </p>
          <BarChart
            label="Page views in the last 30 minutes"
            height={140}
            categories={data.minutes.map((_, place) => (place === 29 ? 'now' : `${29 - place} min ago`))}
            format={(value) => Math.round(value).toLocaleString()}
            series={[{ key: 'views', label: 'Page views', values: data.minutes }]}
          />
        </CardBody>
      </Card>
      <Card className="min-w-0">
        <CardHeader title="Visitors" />
        <CardBody>
          {data.visits.length === 0 ? (
            <EmptyState title="No one is here right now">
              {data.lastEventAt && (
                <>
                  Last event <RelativeTime value={data.lastEventAt} />.
                </>
              )}
            </EmptyState>
          ) : (
            <Visitors visits={data.visits} onOpen={(visit) => onSearch({ tab: 'visits', visit })} />
          )}
        </CardBody>
      </Card>
    </div>
  );
}

function Visitors({ visits, onOpen }: { visits: Live['visits']; onOpen: (visit: string) => void }) {
  return (
    <ul className="divide-y divide-line">
      {visits.map((visit) => (
        <li key={visit.id}>
          <button
            type="button"
            data-testid="row"
            onClick={() => onOpen(visit.id)}
            className="flex w-full items-baseline gap-3 py-2 text-left text-sm hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate font-medium">{visit.path || '–'}</span>
            <span className="truncate text-muted max-sm:hidden">{visit.source || visit.channel}</span>
            <span className="text-muted max-sm:hidden">{visit.device}</span>
            <span className="tabular text-muted">{counted(visit.pageviews, 'page')}</span>
            <RelativeTime value={visit.lastAt} className="w-24 shrink-0 text-right text-xs text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
