import { useMutation } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Popover } from '../../../web/ui/popover.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { jobs, type Job } from '../contract.ts';
import { isActive, progressText, STATE_LABELS } from './job-progress.ts';

interface JobsListProps {
  jobs: readonly Job[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The button that says how many jobs are under way, and their list. */
export default function JobsList({ jobs: list, open, onOpenChange }: JobsListProps) {
  const active = list.filter(isActive).length;
  return (
    <Popover
      label="Jobs"
      align="end"
      open={open}
      onOpenChange={onOpenChange}
      className="w-88"
      trigger={
        <Button
          variant="ghost"
          className="px-2"
          aria-label={`Jobs: ${active} in progress`}
          data-tooltip="Jobs in progress"
        >
          <Spinner className={active === 0 ? 'invisible' : undefined} />
          <span className="tabular text-xs">{active}</span>
        </Button>
      }
    >
      <h2 className="px-4 pt-3 pb-1 text-sm font-semibold">Jobs</h2>
      <ul className="divide-y divide-line px-4 pb-2">
        {list.map((job) => (
          <Entry key={job.id} job={job} />
        ))}
      </ul>
    </Popover>
  );
}

function Entry({ job }: { job: Job }) {
  const act = useMutation({
    mutationFn: (what: 'cancel' | 'retry') => call(jobs[what], { params: { id: job.id } }),
    onError: (error, what) =>
      toast({
        type: 'error',
        title: what === 'cancel' ? 'Couldn’t stop the job' : 'Couldn’t restart the job',
        description: messageFor(error, 'Try again.'),
      }),
  });
  const { done, total, message } = job.progress;
  const running = isActive(job);
  const label = STATE_LABELS[job.state];
  return (
    <li className="grid gap-1.5 py-2.5 text-sm">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 font-medium break-words">{job.title}</p>
        {running ? (
          <Button size="sm" loading={act.isPending || job.cancelling} onClick={() => act.mutate('cancel')}>
            {job.cancelling ? 'Stopping' : 'Cancel'}
          </Button>
        ) : (
          <Badge tone={label.tone}>{label.text}</Badge>
        )}
      </div>
      {running && (
        <ProgressBar
          label={job.title}
          value={total === null ? undefined : done}
          max={total ?? undefined}
          valueText={progressText(job)}
        />
      )}
      <p className="text-xs text-muted">
        {running ? [progressText(job), message].filter(Boolean).join(' · ') : (job.error ?? message)}
      </p>
      {job.error && running && <p className="text-xs text-danger-ink">{job.error}</p>}
      {(job.state === 'failed' || job.state === 'cancelled') && (
        <Button
          variant="link"
          size="sm"
          className="justify-self-start"
          loading={act.isPending}
          onClick={() => act.mutate('retry')}
        >
          Restart
        </Button>
      )}
    </li>
  );
}
