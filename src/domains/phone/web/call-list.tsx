import { useQuery } from '@tanstack/react-query';
import PhoneIncoming from 'lucide-react/icons/phone-incoming';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { CALL_OUTCOMES, CallOutcome, phone, type PhoneCallRow } from '../contract.ts';
import { OUTCOME_LABELS } from '../engine/summary.ts';
import { clockWords, OUTCOME_TONES } from './labels.ts';
import type { PhoneSearch } from './search.ts';

interface CallListProps {
  search: PhoneSearch;
  onSearch: (change: Partial<PhoneSearch>) => void;
  onOpen: (id: string) => void;
}

/** Calls, latest first, by agent, outcome, and words. */
export function CallList({ search: { search, outcome, of }, onSearch, onOpen }: CallListProps) {
  const agents = useQuery(read(phone.agents)).data?.items ?? [];
  const list = usePages(phone.calls, {
    query: { limit: 30, ...(search && { search }), ...(outcome && { outcome }), ...(of && { agentId: of }) },
  });
  const isNarrowed = search !== '' || outcome !== undefined || of !== undefined;
  const isEmpty = !list.loading && !list.error && list.items.length === 0;
  if (isEmpty && !isNarrowed)
    return (
      <EmptyState icon={<PhoneIncoming />} title="No calls yet">
        Calls and test calls appear here with their transcript, outcome, and next step.
      </EmptyState>
    );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="min-w-56 flex-1">
          <SearchBox
            label="Search calls"
            fill
            placeholder="Search name, number, or words"
            value={search}
            onChange={(words) => onSearch({ search: words })}
          />
        </div>
        <div className="grid w-full grid-cols-2 gap-2 sm:w-92">
          <Select
            aria-label="Outcome"
            value={outcome ?? ''}
            placeholder="Any outcome"
            options={CALL_OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
            onChange={(event) => onSearch({ outcome: CallOutcome.safeParse(event.target.value).data })}
          />
          <Select
            aria-label="Agent"
            value={of ?? ''}
            placeholder="All agents"
            options={agents.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => onSearch({ of: event.target.value || undefined })}
          />
        </div>
      </div>
      {list.loading && <Skeleton className="h-40 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Calls" onRetry={list.retry} />}
      {isEmpty && (
        <EmptyState
          title="No calls match"
          action={
            <Button onClick={() => onSearch({ search: '', outcome: undefined, of: undefined })}>Clear filters</Button>
          }
        >
          Clear the filters to see all calls.
        </EmptyState>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((one) => (
          <CallRow key={one.id} call={one} onOpen={onOpen} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Older calls" />
    </div>
  );
}

/** The caller: the contact, else the number. */
export const callerWords = ({ contact, number }: Pick<PhoneCallRow, 'contact' | 'number'>): string =>
  contact?.name || number || 'Number withheld';

export function CallBadge({ call: { state, outcome, kind } }: { call: PhoneCallRow }) {
  return (
    <>
      {outcome ? (
        <Badge tone={OUTCOME_TONES[outcome]}>{OUTCOME_LABELS[outcome]}</Badge>
      ) : (
        <Badge tone="info">{state === 'ringing' ? 'Ringing' : 'Live'}</Badge>
      )}
      {kind === 'test' && <Badge>Test</Badge>}
      {kind === 'outbound' && <Badge>Outgoing</Badge>}
    </>
  );
}

function CallRow({ call, onOpen }: { call: PhoneCallRow; onOpen: (id: string) => void }) {
  const { id, agent, contact, number, message, startedAt, durationMs } = call;
  return (
    <li data-testid="call" className="grid gap-0.5 py-2.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          className="max-w-full min-w-0 truncate font-medium hover:underline pointer-coarse:min-h-11"
          onClick={() => onOpen(id)}
        >
          {callerWords(call)}
        </button>
        <CallBadge call={call} />
        <span className="ml-auto text-muted">
          <RelativeTime value={startedAt} />
          {durationMs !== null && <span className="tabular">, {clockWords(durationMs)}</span>}
        </span>
      </p>
      <p className="truncate text-muted">
        {contact && number && `${number} · `}
        {agent.name}
      </p>
      {message && <p className="line-clamp-2 break-words">“{message}”</p>}
    </li>
  );
}
