import ListX from 'lucide-react/icons/list-x';
import { usePages } from '../../../../web/api/pages.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { type ModelCall, models } from '../../contract.ts';
import { dollars, duration, PURPOSE_WORDS, tokens } from './labels.ts';

interface CallsTabProps {
  failedOnly: boolean;
  onFailedOnly: (failedOnly: boolean) => void;
}

/** Single calls, the newest first. */
export default function CallsTab({ failedOnly, onFailedOnly }: CallsTabProps) {
  const list = usePages(models.calls, { query: { limit: 50, ...(failedOnly && { state: 'failed' as const }) } });
  return (
    <div className="grid gap-3 pt-2">
      <Checkbox
        label="Only failed calls"
        checked={failedOnly}
        onChange={(event) => onFailedOnly(event.target.checked)}
      />
      {list.loading && <Skeleton className="h-64 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The calls" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<ListX />} title={failedOnly ? 'No call failed' : 'No model was called yet'}>
          Calls are kept for 90 days.
        </EmptyState>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((one) => (
          <Call key={one.id} call={one} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </div>
  );
}

const STATES = { running: 'Running', done: 'Answered', failed: 'Failed', stopped: 'Stopped' } as const;

function Call({ call }: { call: ModelCall }) {
  const { model, purpose, state, error, attempts, userName, workspaceName, createdAt } = call;
  return (
    <li data-testid="row" className="grid gap-x-4 gap-y-0.5 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{model}</span>
        <span className="text-muted">{PURPOSE_WORDS[purpose].label}</span>
        {state !== 'done' && <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{STATES[state]}</Badge>}
        {attempts > 1 && <span className="text-muted">{attempts} attempts</span>}
      </p>
      <p className="tabular text-muted sm:text-right">
        {tokens(call.inputTokens)} in · {tokens(call.outputTokens)} out · {dollars(call.cost)} ·{' '}
        {duration(call.totalMs)}
      </p>
      <p className="text-xs text-muted">
        {userName ?? 'Nobody'} · {workspaceName}
      </p>
      <RelativeTime value={createdAt} className="text-xs text-muted sm:text-right" />
      {error && <p className="text-danger-ink sm:col-span-2">{error}</p>}
    </li>
  );
}
