import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { SCROLLABLE } from '../../../../web/ui/scroll-by-keys.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { duration } from '../models/labels.ts';
import { assistantRuns, type AssistantStep } from '../../contract.ts';

const KINDS = { model: 'Model', tool: 'Tool', repair: 'Repair' } as const;

/** Steps of the assistant's run. */
export default function Steps({ runId }: { runId: string }) {
  const { data: run, error, refetch } = useQuery(read(assistantRuns.get, { params: { id: runId } }));
  if (error && !run) return <Failure error={error} what="The steps" onRetry={() => void refetch()} />;
  if (!run) return <Skeleton className="h-14" />;
  return (
    <section aria-label="Steps" className="rounded-lg border border-line text-xs">
      <p className="tabular border-b border-line px-3 py-1.5 text-muted">
        {run.tokens.toLocaleString('en')} tokens
        {run.credits !== null && ` · ${Number(run.credits).toLocaleString('en')} credits`}
        {run.error && ` · ${run.error}`}
      </p>
      <ol className="divide-y divide-line">
        {run.steps.map((step) => (
          <li key={step.position}>
            <Step step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { kind, name, input, output, error, tokens, milliseconds } }: { step: AssistantStep }) {
  return (
    <details>
      <summary className="flex min-h-8 cursor-pointer items-center gap-2 px-3 py-1 hover:bg-hover">
        <span className="w-10 text-muted">{KINDS[kind]}</span>
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        {error && <span className="text-danger-ink">Failed</span>}
        <span className="tabular text-muted">
          {tokens > 0 && `${tokens.toLocaleString('en')} tokens · `}
          {duration(milliseconds)}
        </span>
      </summary>
      <div className="grid gap-2 px-3 pb-3">
        {error && <p className="text-danger-ink">{error}</p>}
        <Part label="In" value={input} />
        {output !== null && <Part label="Out" value={output} />}
      </div>
    </details>
  );
}

function Part({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <p className="text-muted">{label}</p>
      <pre
        {...SCROLLABLE}
        aria-label={label}
        className="max-h-48 overflow-auto rounded-md bg-sunken p-2 font-mono break-words whitespace-pre-wrap"
      >
        {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}
