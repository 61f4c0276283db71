import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { assistantRuns } from '../../assistants/contract.ts';
import type { RunStep } from '../contract.ts';
import { duration, spentWords, STEP_STATES } from './labels.ts';

/** One step: who did what, what it cost, and the trace behind it. */
export function RunStepRow({ step, agentName }: { step: RunStep; agentName: string }) {
  const [hasTrace, setTrace] = useState(false);
  const { label, tone } = STEP_STATES[step.state];
  return (
    <li data-testid="step" className="grid gap-1.5 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{agentName}</span>
        <span className="text-muted">{step.title}</span>
        <Badge tone={tone}>{label}</Badge>
        {step.attempts > 1 && <Badge>Attempt {step.attempts}</Badge>}
        <span className="tabular ml-auto text-xs text-muted">
          {step.tokens > 0 && `${spentWords(step)} · `}
          {step.kind === 'work' && step.endedAt && duration(step.milliseconds)}
        </span>
      </div>
      {step.error && <p className={step.state === 'failed' ? 'text-danger-ink' : 'text-muted'}>{step.error}</p>}
      {step.text && <p className="max-w-3xl whitespace-pre-wrap">{step.text}</p>}
      {step.lines.length > 0 && (
        <dl className="grid max-w-3xl grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2">
          {step.lines.map((line) => (
            <div key={line.label} className="contents">
              <dt className="text-muted">{line.label}</dt>
              <dd className="whitespace-pre-wrap">
                {line.before && <span className="text-muted line-through">{line.before}</span>} {line.value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="flex flex-wrap items-center gap-x-4">
        {step.record && (
          <Link to={step.record.path} className="text-accent-ink underline underline-offset-2">
            Open {step.record.name}
          </Link>
        )}
        {step.state === 'waiting' && step.approvalId && (
          <Link
            to={`/automation-approval?open=${step.approvalId}`}
            className="text-accent-ink underline underline-offset-2"
          >
            Review request
          </Link>
        )}
        {step.assistantRunId && (
          <Button size="sm" variant="link" aria-expanded={hasTrace} onClick={() => setTrace(!hasTrace)}>
            {hasTrace ? 'Hide trace' : 'Show trace'}
          </Button>
        )}
      </p>
      {hasTrace && step.assistantRunId && <Trace id={step.assistantRunId} />}
    </li>
  );
}

const shown = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? ''));

function Trace({ id }: { id: string }) {
  const { data, error } = useQuery(read(assistantRuns.get, { params: { id } }));
  if (error) return <p className="text-muted">The trace is not kept any more. Traces are kept for 90 days.</p>;
  if (!data) return <Skeleton className="h-20 w-full" />;
  return (
    <ol className="grid gap-2 border-l border-line pl-3 text-xs">
      {data.steps.map((step) => (
        <li key={step.position}>
          <p className="font-medium">
            {step.name} <span className="font-normal text-muted">· {step.milliseconds} ms</span>
          </p>
          <pre className="whitespace-pre-wrap break-words text-muted">
            {step.error || shown(step.output ?? step.input)}
          </pre>
        </li>
      ))}
    </ol>
  );
}
