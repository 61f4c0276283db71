import { useQuery } from '@tanstack/react-query';
import Repeat from 'lucide-react/icons/repeat';
import { read } from '../../../web/api/request.ts';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { dateFormat } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { pixelFunnels, type Retention } from '../contract/funnel-reports.ts';
import { shareText } from './labels.ts';
import type { SiteTabProps } from './search.ts';

const WEEKS = 12;
const dayFormat = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Whether visitors come back in the weeks after their first visit. */
export default function RetentionTab({ site }: SiteTabProps) {
  const { data, error, refetch } = useQuery(
    read(pixelFunnels.retention, { params: { siteId: site.id }, query: { weeks: WEEKS } }),
  );
  if (error && !data) return <Failure error={error} what="Retention" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 w-full animate-appear-late" />;
  if (data.cohorts.every(({ visitors }) => visitors === 0))
    return (
      <EmptyState icon={<Repeat />} title="See whether visitors come back">
        {site.consentMode === 'cookieless'
          ? 'This website is cookieless, so no one can be recognized in a later week. Choose a consent mode with an identifier under Setup.'
          : 'Visitors who consent to an identifier appear here by the week of their first visit.'}
      </EmptyState>
    );
  return (
    <Card>
      <CardHeader
        title="Visitors who come back"
        description="By the week of their first visit. Counts visitors who agreed to an identifier."
      />
      <CardBody>
        <Grid cohorts={data.cohorts} />
      </CardBody>
    </Card>
  );
}

function Grid({ cohorts }: Retention) {
  const shown = cohorts.filter(({ visitors }) => visitors > 0);
  const weeks = Math.max(1, ...shown.map(({ returned }) => returned.length));
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Retention by week">
      <table className="w-full border-separate border-spacing-0.5 text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pr-3 text-left font-medium whitespace-nowrap">
              First visit
            </th>
            <th scope="col" className="px-2 py-1 text-right font-medium">
              Visitors
            </th>
            {Array.from({ length: weeks }, (_, place) => (
              <th key={place + 1} scope="col" className="px-2 py-1 text-right font-medium whitespace-nowrap">
                Week {place + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.toReversed().map(({ week, visitors, returned }) => (
            <tr key={week} data-testid="cohort">
              <th scope="row" className="py-1 pr-3 text-left font-normal whitespace-nowrap">
                {dayFormat.format(new Date(`${week}T00:00:00Z`))}
              </th>
              <td className="tabular px-2 py-1 text-right">{visitors.toLocaleString()}</td>
              {returned.map((count, place) => (
                <td
                  // A cell has no name but its week.
                  key={String(place)}
                  title={`${count.toLocaleString()} of ${visitors.toLocaleString()}`}
                  className="relative px-2 py-1 text-right"
                >
                  <span
                    aria-hidden="true"
                    className="absolute inset-0 rounded-sm bg-accent"
                    style={{ opacity: Math.min(0.3, (count / visitors) * 0.6) }}
                  />
                  <span className="tabular relative">{shareText(count, visitors)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
