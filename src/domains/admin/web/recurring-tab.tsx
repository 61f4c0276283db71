import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type RecurringJob, recurringJobs } from '../contract.ts';
import { scheduleText } from './schedule-text.ts';

const EVERY = 2_000;

/** Scheduled jobs: next run, last result, and pause. */
export default function RecurringTab() {
  const { data, error, isPending, refetch } = useQuery({ ...read(recurringJobs.list), refetchInterval: EVERY });
  return (
    <section aria-label="Scheduled jobs">
      <p className="mb-3 max-w-prose text-sm text-muted">
        Each job runs on one server at a time. A missed job runs once. A failed job is retried after 1, 2, and 4
        minutes.
      </p>
      {isPending && <Skeleton className="h-96 w-full" />}
      {error && !data && <Failure error={error} what="Scheduled jobs" onRetry={() => void refetch()} />}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {data?.items
          .toSorted((one, other) => Number(other.failures > 0) - Number(one.failures > 0))
          .map((job) => (
            <Row key={job.name} job={job} />
          ))}
      </ul>
    </section>
  );
}

function Row({ job }: { job: RecurringJob }) {
  const client = useQueryClient();
  const params = { name: job.name };
  const act = useMutation({
    mutationFn: (what: 'run' | 'pause' | 'resume') =>
      what === 'run'
        ? call(recurringJobs.run, { params })
        : call(recurringJobs.pause, { params, body: { paused: what === 'pause' } }),
    onSuccess: (answer) => client.setQueryData(readKey(recurringJobs.list), answer),
    onError: (error) =>
      toast({ type: 'error', title: 'No changes were saved', description: messageFor(error, 'Try again.') }),
  });
  return (
    <li data-testid="row" className="grid gap-1 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{job.title}</span>
          {job.running && <Badge tone="info">Running</Badge>}
          {job.paused && <Badge tone="warning">Paused</Badge>}
          {job.failures > 0 && (
            <Badge tone="danger">Failed {job.failures === 1 ? 'once' : `${job.failures} times in a row`}</Badge>
          )}
        </p>
        <p className="text-xs text-muted">
          {scheduleText(job.schedule)}
          {!job.paused && (
            <>
              {' '}
              · due <RelativeTime value={job.nextAt} />
            </>
          )}
          {job.lastFinishedAt ? (
            <>
              {' '}
              · last run <RelativeTime value={job.lastFinishedAt} />
              {job.lastDurationMs !== null && `, ${job.lastDurationMs.toLocaleString()} ms`} ·{' '}
              {job.runs.toLocaleString()} runs
            </>
          ) : (
            ' · has not run yet'
          )}
        </p>
        {job.lastError && <p className="mt-0.5 text-xs break-words text-danger-ink">{job.lastError}</p>}
      </div>
      <div className="flex items-center gap-1.5">
        <Button
          size="sm"
          icon={<RotateCw />}
          loading={act.isPending && act.variables === 'run'}
          disabled={job.running}
          aria-label={`Run now: ${job.title}`}
          onClick={() => act.mutate('run')}
        >
          Run now
        </Button>
        {job.paused ? (
          <Button size="sm" icon={<Play />} aria-label={`Resume: ${job.title}`} onClick={() => act.mutate('resume')}>
            Resume
          </Button>
        ) : (
          <Button size="sm" icon={<Pause />} aria-label={`Pause: ${job.title}`} onClick={() => act.mutate('pause')}>
            Pause
          </Button>
        )}
      </div>
    </li>
  );
}
