import { usePages } from '../../../web/api/pages.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { agentRuns } from '../contract.ts';
import { RUN_STATES, spentWords } from './labels.ts';

/** Runs of all teams, the newest first. */
export function RunList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = usePages(agentRuns.list, { query: { limit: 30 } });
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className="mb-2 text-base font-semibold">
        Runs
      </h2>
      {list.loading && <Skeleton className="h-32 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The runs" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <p className="border-y border-line py-4 text-sm text-muted">Runs appear here with every step they took.</p>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((run) => (
          <li
            key={run.id}
            data-testid="run"
            className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-0.5 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto_auto]"
          >
            <p className="flex min-w-0 flex-wrap items-center gap-x-2">
              <Button variant="link" className="min-w-0 max-w-full" onClick={() => onOpen(run.id)}>
                <span className="truncate">
                  {run.teamName}
                  {run.subject && `: ${run.subject.name}`}
                </span>
              </Button>
              <Badge tone={RUN_STATES[run.state].tone}>{RUN_STATES[run.state].label}</Badge>
              {run.replayOf && <Badge>Replay</Badge>}
            </p>
            <p className="tabular text-muted">{spentWords(run)}</p>
            <RelativeTime value={run.createdAt} className="text-muted sm:text-right" />
            {run.error && <p className="text-danger-ink sm:col-span-3">{run.error}</p>}
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}
