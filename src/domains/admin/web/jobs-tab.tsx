import { useMutation, useQueryClient } from '@tanstack/react-query';
import ListTodo from 'lucide-react/icons/list-todo';
import { useEffect } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { installation, type InstallationJob } from '../contract.ts';
import { isActive, progressText, STATE_LABELS } from './job-progress.ts';
import { JOB_STATES, type TabProps } from './search.ts';

/** Jobs of other workspaces are not told of by the live channel: they are looked at again; milliseconds. */
const EVERY = 2_000;

/** Long work of all workspaces: how far it is, what went wrong, and what one can do about it. */
export default function JobsTab({ search, onChange }: TabProps) {
  const client = useQueryClient();
  const list = usePages(installation.jobs, {
    query: { state: search.state || undefined, search: search.search.trim() || undefined, limit: 50 },
  });
  const refresh = () => client.invalidateQueries({ queryKey: [installation.jobs.path] });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: [installation.jobs.path] });
    }, EVERY);
    return () => clearInterval(timer);
  }, [client]);
  const narrowed = search.state !== '' || search.search.trim() !== '';
  return (
    <section aria-label="Jobs">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search jobs"
          placeholder="Search title or type"
          value={search.search}
          onChange={(text) => onChange({ search: text }, { replace: true })}
        />
        <Select
          aria-label="Status"
          className="w-40"
          placeholder="Any status"
          value={search.state}
          options={JOB_STATES.map((value) => ({ value, label: STATE_LABELS[value].text }))}
          onChange={(event) => onChange({ state: JOB_STATES.find((one) => one === event.target.value) ?? '' })}
        />
      </div>
      {list.loading && <Skeleton className="h-64 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Jobs" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState
          icon={<ListTodo />}
          title={narrowed ? 'No matching jobs' : 'No jobs yet'}
          action={narrowed && <Button onClick={() => onChange({ search: '', state: '' })}>Clear search</Button>}
        >
          {!narrowed && 'Imports, emails, and other long tasks appear here while they run and for 90 days after.'}
        </EmptyState>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((job) => (
          <Row key={job.id} job={job} onDone={refresh} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}

function Row({ job, onDone }: { job: InstallationJob; onDone: () => Promise<unknown> }) {
  const act = useMutation({
    mutationFn: (what: 'cancelJob' | 'retryJob') => call(installation[what], { params: { id: job.id } }),
    onError: (error, what) =>
      toast({
        type: 'error',
        title: what === 'cancelJob' ? 'Couldn’t stop the job' : 'Couldn’t restart the job',
        description: messageFor(error, 'Try again.'),
      }),
    onSettled: onDone,
  });
  const { done, total, message } = job.progress;
  const active = isActive(job);
  const label = STATE_LABELS[job.state];
  return (
    <li data-testid="row" className="grid gap-1 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{job.title}</span>
          <Badge tone={label.tone}>{label.text}</Badge>
        </p>
        <p className="text-xs text-muted">
          <span className="font-mono">{job.kind}</span> · {job.workspace?.name ?? 'Deleted workspace'} ·{' '}
          {job.creator?.name ?? 'automatic'} · <RelativeTime value={job.createdAt} />
          {message && ` · ${message}`}
        </p>
        {job.state === 'running' && (
          <div className="mt-1.5 max-w-md">
            <ProgressBar
              label={job.title}
              value={total === null ? undefined : done}
              max={total ?? undefined}
              valueText={progressText(job)}
            />
            <p className="tabular mt-0.5 text-xs text-muted">{progressText(job)}</p>
          </div>
        )}
        {job.error && <p className="mt-1 text-xs break-words text-danger-ink">{job.error}</p>}
      </div>
      <div className="flex items-center">
        {active && (
          <Button size="sm" loading={act.isPending || job.cancelling} onClick={() => act.mutate('cancelJob')}>
            {job.cancelling ? 'Stopping' : 'Cancel'}
          </Button>
        )}
        {(job.state === 'failed' || job.state === 'cancelled') && (
          <Button size="sm" loading={act.isPending} onClick={() => act.mutate('retryJob')}>
            Restart
          </Button>
        )}
      </div>
    </li>
  );
}
