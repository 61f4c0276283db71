import { useState } from 'react';
import Inbox from 'lucide-react/icons/inbox';
import { usePages } from '../../../web/api/pages.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type InboxPart, support } from '../contract.ts';
import { showHelp } from './panel-state.ts';
import { RowSkeletons } from './row-skeletons.tsx';
import { ConversationListRow } from './conversation-row.tsx';

const PARTS: Record<InboxPart, { label: string; empty: string }> = {
  waiting: { label: 'Waiting', empty: 'No one is waiting for a reply.' },
  mine: { label: 'Mine', empty: 'No conversations assigned to you.' },
  open: { label: 'Open', empty: 'No open conversations.' },
  closed: { label: 'Closed', empty: 'No closed conversations yet.' },
};

/** The questions of everyone, for the team. */
export function InboxView() {
  const [part, setPart] = useState<InboxPart>('waiting');
  return (
    <>
      <div role="group" aria-label="Show conversations" className="flex gap-1 border-b border-line px-3 py-1.5">
        {(Object.keys(PARTS) as InboxPart[]).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === part}
            onClick={() => setPart(one)}
            data-first={one === part ? '' : undefined}
            className={cx(
              'inline-flex h-control-sm items-center rounded-md px-2 text-xs',
              one === part ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {PARTS[one].label}
          </button>
        ))}
      </div>
      <Conversations key={part} part={part} />
    </>
  );
}

function Conversations({ part }: { part: InboxPart }) {
  const list = usePages(support.inbox, { query: { part } });
  if (list.error && list.items.length === 0) return <Failure error={list.error} what="Inbox" onRetry={list.retry} />;
  if (list.loading) return <RowSkeletons />;
  if (list.items.length === 0) return <EmptyState icon={<Inbox />} title={PARTS[part].empty} />;
  return (
    <ul
      aria-label={PARTS[part].label}
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain"
    >
      {list.items.map((talk) => (
        <ConversationListRow
          key={talk.id}
          talk={talk}
          inbox
          onOpen={() => showHelp({ at: 'talk', id: talk.id, from: 'inbox' })}
        />
      ))}
      <li>
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      </li>
    </ul>
  );
}
