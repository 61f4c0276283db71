import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { agentRuns, type Run } from '../contract.ts';
import { duration, RUN_STATES, spentWords } from './labels.ts';
import { RunGraph } from './run-graph.tsx';
import { RunStepRow } from './run-step.tsx';

interface RunViewProps {
  id: string;
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** One run, live: its graph, what it spent, and every step. */
export default function RunView({ id, onClose, onOpen }: RunViewProps) {
  const { data: run, error, refetch } = useQuery(read(agentRuns.get, { params: { id } }));
  const [agentId, setAgentId] = useState<string | null>(null);
  if (!run)
    return error ? (
      <Failure error={error} what="The run" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-96 w-full" />
    );
  const steps = run.trace.filter((step) => agentId === null || step.agentId === agentId);
  const nameOf = (one: string) => run.agents.find((agent) => agent.id === one)?.name ?? one;
  return (
    <div className="grid gap-4">
      <div>
        <Button variant="ghost" size="sm" icon={<ArrowLeft />} onClick={onClose} className="-ml-2">
          All teams
        </Button>
      </div>
      <RunHead run={run} onOpen={onOpen} />
      {run.error && <Banner tone={run.state === 'failed' ? 'danger' : 'warning'}>{run.error}</Banner>}
      {run.state === 'waiting' && (
        <Banner tone="warning">
          Waiting for approval. The run continues after you decide in{' '}
          <Link to="/automation-approval" className="underline underline-offset-2">
            Approvals
          </Link>
          .
        </Banner>
      )}
      <RunGraph
        agents={run.agents}
        trace={run.trace}
        current={run.state === 'done' ? null : run.agentId}
        selected={agentId}
        onSelect={(one) => setAgentId(one === agentId ? null : one)}
      />
      <section aria-labelledby="steps">
        <div className="mb-2 flex items-center gap-3">
          <h2 id="steps" className="text-base font-semibold">
            {agentId === null ? 'Steps' : `Steps of ${nameOf(agentId)}`}
          </h2>
          {agentId !== null && (
            <Button size="sm" variant="link" onClick={() => setAgentId(null)}>
              Show all steps
            </Button>
          )}
        </div>
        <ol className="divide-y divide-line border-y border-line">
          {steps.map((step) => (
            <RunStepRow key={step.id} step={step} agentName={nameOf(step.agentId)} />
          ))}
          {steps.length === 0 && <li className="py-4 text-sm text-muted">No step yet.</li>}
        </ol>
      </section>
    </div>
  );
}

function RunHead({ run, onOpen }: { run: Run; onOpen: (id: string) => void }) {
  const { label, tone } = RUN_STATES[run.state];
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
          {run.teamName}
          <Badge tone={tone}>{label}</Badge>
          {run.replayOf && <Badge>Replay: nothing was written</Badge>}
        </h2>
        <p className="text-sm text-muted">
          {run.subject && (
            <>
              About{' '}
              <Link
                to={`${PAGES[run.subject.type]}/${run.subject.id}`}
                className="text-accent-ink underline underline-offset-2"
              >
                {run.subject.name || 'the record'}
              </Link>{' '}
              ·{' '}
            </>
          )}
          Started by {run.startedBy || 'a former teammate'} <RelativeTime value={run.createdAt} />
        </p>
        {run.brief && <p className="text-sm">{run.brief}</p>}
        <p className="tabular mt-1 text-xs text-muted">
          {run.steps} of {run.limits.steps} steps · {spentWords(run, run.limits.tokens)} · {duration(run.workedMs)}
        </p>
      </div>
      <RunButtons run={run} onOpen={onOpen} />
    </header>
  );
}

const PAGES = { lead: '/leads', company: '/companies', contact: '/contacts', opportunity: '/opportunities' } as const;

function RunButtons({ run, onOpen }: { run: Run; onOpen: (id: string) => void }) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const act = async (name: 'pause' | 'resume' | 'stop' | 'replay') => {
    setBusy(name);
    try {
      const next = await call(agentRuns[name], { params: { id: run.id } });
      if (name === 'replay') onOpen(next.id);
      await cache.invalidateQueries({ queryKey: read(agentRuns.get, { params: { id: run.id } }).queryKey });
    } catch (error) {
      toast({ type: 'error', title: 'The run did not change', description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(undefined);
    }
  };
  const stop = async () => {
    const yes = await confirm({
      title: 'Stop this run?',
      description: 'What it did stays. Changes that wait for approval are withdrawn.',
      action: 'Stop run',
      tone: 'danger',
    });
    if (yes) await act('stop');
  };
  const isUnderWay = run.state === 'queued' || run.state === 'running' || run.state === 'waiting';
  const isOver = run.state === 'done' || run.state === 'stopped';
  return (
    <div className="flex flex-wrap gap-2">
      {isUnderWay && (
        <Button loading={busy === 'pause'} onClick={() => void act('pause')}>
          Pause run
        </Button>
      )}
      {(run.state === 'paused' || run.state === 'failed') && (
        <Button loading={busy === 'resume'} onClick={() => void act('resume')}>
          Resume run
        </Button>
      )}
      {!isOver && (
        <Button loading={busy === 'stop'} onClick={() => void stop()}>
          Stop run
        </Button>
      )}
      {(isOver || run.state === 'failed') && (
        <Button loading={busy === 'replay'} onClick={() => void act('replay')}>
          Replay run
        </Button>
      )}
    </div>
  );
}
