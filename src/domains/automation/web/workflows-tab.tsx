import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Workflow from 'lucide-react/icons/workflow';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type WorkflowSummary, workflows } from '../contract/workflows.ts';
import { AUTOMATION } from '../paths.ts';
import { NewWorkflowDialog } from './new-workflow-dialog.tsx';
import { TRIGGER_KINDS, WORKFLOW_STATES } from './labels.ts';

/** Every workflow of the workspace. */
export function WorkflowsTab({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const list = usePages(workflows.list, { query: { search: search.trim() || undefined } });
  const [creating, setCreating] = useState(false);
  useQuery(read(workflows.catalogue));
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      New workflow
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-40 flex-1">
          <SearchBox value={search} onChange={onSearch} label="Search workflows" placeholder="Search workflows" />
        </div>
        {create}
      </div>
      {list.loading && (
        <div className="grid gap-2" aria-hidden="true">
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-16 w-full" />
          ))}
        </div>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Workflows" onRetry={list.retry} />}
      {!list.loading &&
        !list.error &&
        list.items.length === 0 &&
        (search.trim() ? (
          <EmptyState
            icon={<Workflow />}
            title="No matching workflows"
            action={<Button onClick={() => onSearch('')}>Clear search</Button>}
          />
        ) : (
          <EmptyState icon={<Workflow />} title="No workflows yet" action={create}>
            Automate what you do each time a lead comes in, a deal is won, or a week starts. Start from a template and
            test it on past events.
          </EmptyState>
        ))}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {list.items.map((one) => (
            <WorkflowRow key={one.id} workflow={one} />
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {creating && <NewWorkflowDialog onClose={() => setCreating(false)} />}
    </div>
  );
}

function WorkflowRow({ workflow }: { workflow: WorkflowSummary }) {
  const client = useQueryClient();
  const { id, name, state, published, version, recent, blocked } = workflow;
  const refresh = () => client.invalidateQueries({ queryKey: [AUTOMATION.workflows] });
  const act = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  const remove = () =>
    act(async () => {
      await call(workflows.remove, { params: { id } });
      toast({
        title: `“${name}” deleted`,
        action: {
          label: 'Undo',
          onSelect: () => void act(() => call(workflows.restore, { params: { id } }), 'Workflow not restored'),
        },
      });
    }, 'Workflow not deleted');
  return (
    <li data-testid="row" className="flex items-center gap-3 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={`/workflow-visualization/${id}`}
            className="min-w-0 truncate text-sm leading-6 font-medium hover:underline"
            title={name}
          >
            {name}
          </Link>
          <Badge tone={WORKFLOW_STATES[state].tone}>{published === null ? 'Draft' : WORKFLOW_STATES[state].text}</Badge>
        </p>
        <p className="text-xs text-muted">
          {workflow.triggerKind ? TRIGGER_KINDS[workflow.triggerKind] : 'Never published'}
          {workflow.nextAt && (
            <>
              {' '}
              · next <RelativeTime value={workflow.nextAt} />
            </>
          )}
          {workflow.lastRunAt && (
            <>
              {' '}
              · last run <RelativeTime value={workflow.lastRunAt} />
            </>
          )}
          {recent.succeeded + recent.failed + recent.active > 0 &&
            ` · last 7 days: ${recent.succeeded.toLocaleString()} done`}
          {recent.active > 0 && `, ${recent.active.toLocaleString()} under way`}
          {recent.failed > 0 && <span className="text-danger-ink">, {recent.failed.toLocaleString()} failed</span>}
          {blocked > 0 && ` · ${blocked.toLocaleString()} not started`}
        </p>
        {workflow.pausedReason && <p className="text-xs text-warning-ink">{workflow.pausedReason}</p>}
      </div>
      {published !== null && (
        <Switch
          aria-label={`${name} is on`}
          checked={state === 'on'}
          onCheckedChange={(on) =>
            void act(() => call(workflows.setState, { params: { id }, body: { version, on } }), 'No changes were saved')
          }
        />
      )}
      <IconButton size="sm" tone="danger" label={`Delete ${name}`} icon={<Trash2 />} onClick={() => void remove()} />
    </li>
  );
}
