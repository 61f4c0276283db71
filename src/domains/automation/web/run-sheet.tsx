import { useQuery, useQueryClient } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Run, workflowRuns } from '../contract/workflows.ts';
import { AUTOMATION } from '../paths.ts';
import { Data, Filled } from './field-values.tsx';
import { RunStepView } from './run-step.tsx';
import { RUN_STATES, STARTED_BY } from './labels.ts';

/** One run: every step with what went in and what came out; live while it goes on. */
export function RunSheet({ id, onClose, onOpen }: { id: string; onClose: () => void; onOpen: (id: string) => void }) {
  const client = useQueryClient();
  const run = useQuery(read(workflowRuns.get, { params: { id } }));
  const act = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(AUTOMATION.runs),
    });
  };
  const active = run.data && ['queued', 'running', 'waiting'].includes(run.data.state);
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={run.data?.title || run.data?.workflow.name || 'Run'}
      footer={
        run.data &&
        (active ? (
          <Button
            icon={<Ban />}
            onClick={() => void act(() => call(workflowRuns.cancel, { params: { id } }), 'Run not canceled')}
          >
            Cancel run
          </Button>
        ) : (
          <Button
            icon={<RotateCcw />}
            onClick={() =>
              void act(async () => {
                const again = await call(workflowRuns.replay, { params: { id } });
                toast({ type: 'success', title: 'Run restarted' });
                onOpen(again.id);
              }, 'Run not restarted')
            }
          >
            Run again
          </Button>
        ))
      }
    >
      {run.isPending && <Skeleton className="h-40 w-full" />}
      {run.error && <Failure error={run.error} what="Run" onRetry={() => void run.refetch()} />}
      {run.data && <RunView run={run.data} />}
    </Sheet>
  );
}

function RunView({ run }: { run: Run }) {
  const state = RUN_STATES[run.state];
  return (
    <article data-testid="record" className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={state.tone}>{state.text}</Badge>
        <span className="text-muted">
          {STARTED_BY[run.startedBy.kind]} · <RelativeTime value={run.createdAt} /> · version {run.number} of{' '}
        </span>
        <Link
          to={`/workflow-visualization/${run.workflow.id}?run=${run.id}`}
          className="text-accent-ink underline underline-offset-2"
        >
          {run.workflow.name}
        </Link>
      </p>
      {run.error && <Banner tone={run.state === 'blocked' ? 'warning' : 'danger'}>{run.error}</Banner>}
      {run.approvalId && run.state === 'waiting' && (
        <Banner
          tone="info"
          action={
            <Link to={`/automation-approval?open=${run.approvalId}`} className="underline">
              Open request
            </Link>
          }
        >
          Waiting for approval.
        </Banner>
      )}
      {run.wakeAt && (
        <p className="text-sm text-muted">
          Continues <RelativeTime value={run.wakeAt} />.
        </p>
      )}
      <section aria-label="Trigger">
        <h3 className="mb-1 text-sm font-medium">Trigger</h3>
        <Filled fields={run.started} />
        <Data label="As JSON" value={run.trigger} />
      </section>
      <ol className="grid gap-4">
        {run.steps.map((step) => (
          <li key={step.seq} data-testid="run-step" className="rounded-md border border-line p-3">
            <RunStepView step={step} definition={run.definition} />
          </li>
        ))}
      </ol>
    </article>
  );
}
