import { useQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { RunState, type RunSummary, workflowRuns, workflows } from '../contract/workflows.ts';
import { RunSheet } from './run-sheet.tsx';
import type { AutomationSearch } from './search.ts';
import { RUN_STATES, STARTED_BY } from './labels.ts';

/** Runs, newest first. */
export function RunsTab({
  search,
  onChange,
}: {
  search: AutomationSearch;
  onChange: (change: Partial<AutomationSearch>) => void;
}) {
  const { workflow, run } = search;
  const state = RunState.safeParse(search.state).data;
  const list = usePages(workflowRuns.list, { query: { workflowId: workflow || undefined, state } });
  const all = useQuery(read(workflows.list, { query: { limit: 100 } }));
  const narrowed = workflow !== '' || state !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label="Workflow"
          className="w-56"
          value={workflow}
          placeholder="All workflows"
          options={(all.data?.items ?? []).map((one) => ({ value: one.id, label: one.name }))}
          onChange={(event) => onChange({ workflow: event.target.value })}
        />
        <Select
          aria-label="State"
          className="w-44"
          value={state ?? ''}
          placeholder="All states"
          options={RunState.options.map((value) => ({ value, label: RUN_STATES[value].text }))}
          onChange={(event) => onChange({ state: event.target.value })}
        />
      </div>
      {list.loading && (
        <div className="grid gap-2" aria-hidden="true">
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} className="h-12 w-full" />
          ))}
        </div>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Runs" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState
          icon={<History />}
          title={narrowed ? 'No matching runs' : 'No runs yet'}
          action={narrowed && <Button onClick={() => onChange({ workflow: '', state: '' })}>Show all runs</Button>}
        >
          {!narrowed && 'Each workflow run appears here with the input and output of its steps.'}
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {list.items.map((one) => (
            <RunRow key={one.id} run={one} onOpen={() => onChange({ run: one.id })} />
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {run && <RunSheet id={run} onClose={() => onChange({ run: '' })} onOpen={(id) => onChange({ run: id })} />}
    </div>
  );
}

function RunRow({ run, onOpen }: { run: RunSummary; onOpen: () => void }) {
  return (
    <li data-testid="row">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-3 py-2.5 text-left text-sm hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{run.title || STARTED_BY[run.startedBy.kind]}</span>
          <span className="block truncate text-xs text-muted">
            {run.workflow.name} · {STARTED_BY[run.startedBy.kind]} · <RelativeTime value={run.createdAt} />
            {run.wakeAt && (
              <>
                {' '}
                · continues <RelativeTime value={run.wakeAt} />
              </>
            )}
            {run.error && ` · ${run.error}`}
          </span>
        </span>
        <Badge tone={RUN_STATES[run.state].tone}>{RUN_STATES[run.state].text}</Badge>
      </button>
    </li>
  );
}
