import Paperclip from 'lucide-react/icons/paperclip';
import Star from 'lucide-react/icons/star';
import Clock from 'lucide-react/icons/clock';
import type { usePages } from '../../../web/api/pages.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { MailAccount, mailThreads, MailThread } from '../contract.ts';
import type { MailSearch } from './search.ts';
import { TriageBadge } from './triage-badge.tsx';

type Threads = ReturnType<typeof usePages<typeof mailThreads.list>>;

interface ThreadListProps {
  list: Threads;
  accounts: readonly MailAccount[];
  search: MailSearch;
  onOpen: (id: string) => void;
  onClear: () => void;
}

/** Conversations, the latest first. */
export function ThreadList({ list, accounts, search, onOpen, onClear }: ThreadListProps) {
  if (list.error) return <Failure error={list.error} what="Conversations" onRetry={list.retry} />;
  if (list.loading)
    return (
      <div role="status" aria-label="Conversations: loading" className="grid animate-appear-late gap-4 p-4">
        {Array.from({ length: 6 }, (_, n) => (
          <Skeleton key={n} className="h-14 w-full" />
        ))}
      </div>
    );
  if (list.items.length === 0) return <NoThreads search={search} onClear={onClear} />;
  const names = new Map(accounts.length > 1 && !search.account ? accounts.map(({ id, name }) => [id, name]) : []);
  return (
    <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain">
      {list.items.map((thread) => (
        <ThreadRow
          key={thread.id}
          thread={thread}
          account={names.get(thread.accountId)}
          isOpen={thread.id === search.thread}
          onOpen={() => onOpen(thread.id)}
        />
      ))}
      <li>
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="Older conversations" />
      </li>
    </ul>
  );
}

function NoThreads({ search, onClear }: { search: MailSearch; onClear: () => void }) {
  if (search.search || search.account)
    return (
      <EmptyState title="No conversations match" action={<Button onClick={onClear}>Clear filters</Button>}>
        Clear the filters to see all conversations.
      </EmptyState>
    );
  return search.view === 'inbox' ? (
    <EmptyState title="Your inbox is empty">New emails appear here.</EmptyState>
  ) : (
    <EmptyState title="Nothing here" action={<Button onClick={onClear}>Show inbox</Button>}>
      Conversations of this kind appear here.
    </EmptyState>
  );
}

function ThreadRow({
  thread,
  account,
  isOpen,
  onOpen,
}: {
  thread: MailThread;
  account: string | undefined;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const {
    people,
    subject,
    snippet,
    unreadCount,
    messageCount,
    lastAt,
    hasAttachments,
    isStarred,
    labels,
    snoozedUntil,
    assignedTo,
    triage,
    triageWhy,
  } = thread;
  const isUnread = unreadCount > 0;
  return (
    <li>
      <button
        type="button"
        data-testid="row"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cx(
          'block w-full px-4 py-2.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]',
          isOpen && 'bg-accent-soft',
        )}
      >
        <span className="flex items-baseline gap-2">
          {isUnread && (
            <span className="size-2 shrink-0 self-center rounded-full bg-accent">
              <span className="sr-only">Unread</span>
            </span>
          )}
          <span className={cx('min-w-0 flex-1 truncate text-sm', isUnread ? 'font-semibold' : 'font-medium')}>
            {people.join(', ') || 'No sender'}
            {messageCount > 1 && <span className="tabular ml-1 text-xs font-normal text-muted">{messageCount}</span>}
          </span>
          {isStarred && (
            <Star size={13} className="shrink-0 self-center fill-current text-warning-ink" aria-label="Starred" />
          )}
          {hasAttachments && (
            <Paperclip size={13} className="shrink-0 self-center text-muted" aria-label="Has attachments" />
          )}
          <RelativeTime value={lastAt} className="shrink-0 text-xs text-muted" />
        </span>
        <span className={cx('block truncate text-sm', isUnread && 'font-medium')}>{subject || 'No subject'}</span>
        <span className="block truncate text-sm text-muted">{snippet}</span>
        {(labels.length > 0 || triage || snoozedUntil || assignedTo || account) && (
          <span className="mt-1 flex flex-wrap items-center gap-1">
            {triage && <TriageBadge triage={triage} why={triageWhy} />}
            {snoozedUntil && (
              <Badge tone="info">
                <Clock size={11} aria-hidden="true" /> Snoozed
              </Badge>
            )}
            {labels.map((label) => (
              <Badge key={label} tone="accent">
                {label}
              </Badge>
            ))}
            {assignedTo && <Badge>{assignedTo.name}</Badge>}
            {account && <span className="truncate text-xs text-muted">{account}</span>}
          </span>
        )}
      </button>
    </li>
  );
}
