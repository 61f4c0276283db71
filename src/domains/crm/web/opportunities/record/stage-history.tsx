import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../../web/api/request.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../../web/ui/time.tsx';
import { type Opportunity, opportunities } from '../../../contract/opportunities.ts';
import { counted } from '../../../../../records/web/format.ts';

const HOUR = 3_600_000;

/** "5 minutes", "3 hours", "12 days". */
function span(time: number): string {
  if (time < HOUR) return counted(Math.round(time / 60_000), 'minute');
  return time < 24 * HOUR ? counted(Math.round(time / HOUR), 'hour') : counted(Math.round(time / (24 * HOUR)), 'day');
}

/** The way through the stages: how long in each, and every move. */
export function StageHistory({ opportunity }: { opportunity: Opportunity }) {
  const history = useQuery(read(opportunities.history, { params: { id: opportunity.id } }));
  if (history.error && !history.data)
    return <Failure error={history.error} what="Stage history" onRetry={() => void history.refetch()} />;
  if (!history.data) return <Skeleton className="h-24 w-full" />;
  const { stays, times } = history.data;
  const longest = Math.max(1, ...times.map((stage) => stage.time));
  return (
    <div className="grid gap-6">
      <section>
        <h2 className="mb-2 text-sm font-semibold">Time in each stage</h2>
        <ul className="grid gap-2">
          {times.map((stage) => (
            <li
              key={stage.stageId}
              className="grid grid-cols-[9rem_minmax(0,1fr)_6rem] items-center gap-3 text-sm max-sm:grid-cols-[7rem_minmax(0,1fr)_5rem]"
            >
              <span className="truncate" title={stage.stageName}>
                {stage.stageName}
                {stage.current && <span className="text-muted"> (now)</span>}
              </span>
              <span className="h-2 rounded-full bg-hover" aria-hidden="true">
                <span
                  className="block h-2 rounded-full bg-accent"
                  style={{ width: `${Math.max(2, (stage.time / longest) * 100)}%` }}
                />
              </span>
              <span className="tabular text-right text-xs text-muted">
                {span(stage.time)}
                {stage.stays > 1 && ` · ${stage.stays} ×`}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className="mb-2 text-sm font-semibold">Moves</h2>
        <ol className="divide-y divide-line rounded-lg border border-line">
          {stays.toReversed().map((stay) => (
            <li
              key={`${stay.stageId} ${stay.enteredAt}`}
              className="flex flex-wrap items-center gap-x-3 px-3 py-2 text-sm"
            >
              <span className="min-w-0 flex-1 truncate font-medium">{stay.stageName}</span>
              <span className="text-xs text-muted">
                {stay.movedBy?.name ?? 'System'}, <RelativeTime value={stay.enteredAt} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
