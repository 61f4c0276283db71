import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Link } from '../../../web/router/link.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { type Workflow, workflowRuns } from '../contract/workflows.ts';
import { RUN_STATES, STARTED_BY } from './labels.ts';

const SHOWN = 15;

/** The latest runs of a workflow; one of them can be laid over it. */
export function RecentRuns({
  workflow,
  current,
  onShow,
}: {
  workflow: Workflow;
  current: string;
  onShow: (runId: string) => void;
}) {
  const { data } = useQuery(read(workflowRuns.list, { query: { workflowId: workflow.id, limit: SHOWN } }));
  return (
    <div className="p-4">
      <h2 className="mb-2 text-base font-semibold">Recent runs</h2>
      {data?.items.length === 0 && (
        <p className="text-sm text-muted">
          No runs yet. Set up the steps, test the draft on a past event, then publish it.
        </p>
      )}
      <ul className="divide-y divide-line">
        {data?.items.map((run) => (
          <li key={run.id} data-testid="run">
            <button
              type="button"
              aria-pressed={run.id === current}
              onClick={() => onShow(run.id === current ? '' : run.id)}
              className={cx(
                'flex w-full items-center gap-2 rounded-sm px-1 py-2 text-left text-sm hover:bg-hover',
                run.id === current && 'bg-accent-soft',
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{run.title || STARTED_BY[run.startedBy.kind]}</span>
                <span className="block text-xs text-muted">
                  <RelativeTime value={run.createdAt} />
                  {run.error && ` · ${run.error}`}
                </span>
              </span>
              <Badge tone={RUN_STATES[run.state].tone}>{RUN_STATES[run.state].text}</Badge>
            </button>
          </li>
        ))}
      </ul>
      {(data?.items.length ?? 0) > 0 && (
        <Link
          to={`/workflow-visualization?tab=runs&workflow=${workflow.id}`}
          className="mt-2 inline-block text-sm text-accent-ink underline underline-offset-2"
        >
          All runs
        </Link>
      )}
    </div>
  );
}
