import { type KeyboardEvent, useState } from 'react';
import BellOff from 'lucide-react/icons/bell-off';
import CheckCheck from 'lucide-react/icons/check-check';
import Settings from 'lucide-react/icons/settings';
import { usePages } from '../../../web/api/pages.ts';
import { Link } from '../../../web/router/link.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { type Notification, notifications, type NotificationSummary } from '../contract.ts';
import { byDay } from './group-by-day.ts';
import { Entry } from './entry.tsx';
import { useNotificationActs } from './use-notifications.ts';

/** The person's notifications by day. `onLeave` closes the list after following a link. */
export function Inbox({ summary, onLeave }: { summary: NotificationSummary | undefined; onLeave: () => void }) {
  const [now] = useState(() => new Date());
  const [unreadOnly, setUnreadOnly] = useState(false);
  const list = usePages(notifications.list, { query: { limit: 30, ...(unreadOnly && { unread: true }) } });
  const acts = useNotificationActs();
  const newest = list.items[0];
  const open = (notification: Notification) => {
    acts.open(notification);
    if (notification.href) onLeave();
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor="unread-only" className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <Switch id="unread-only" checked={unreadOnly} onCheckedChange={setUnreadOnly} />
          Unread only
        </label>
        <Button
          size="sm"
          variant="ghost"
          icon={<CheckCheck />}
          disabled={!newest || summary?.unread === 0}
          onClick={() => newest && void acts.readAll(newest)}
        >
          Mark all as read
        </Button>
      </div>
      {list.loading && <ListSkeleton />}
      {list.error && list.items.length === 0 && (
        <Failure error={list.error} what="Your notifications" onRetry={list.retry} />
      )}
      {!list.loading &&
        !list.error &&
        !newest &&
        (unreadOnly ? (
          <EmptyState
            icon={<CheckCheck />}
            title="You’re all caught up"
            action={<Button onClick={() => setUnreadOnly(false)}>Show all</Button>}
          >
            You have no unread notifications.
          </EmptyState>
        ) : (
          <EmptyState icon={<BellOff />} title="No notifications yet">
            Finished imports, account changes, mentions, and other updates appear here as they happen.
          </EmptyState>
        ))}
      <div onKeyDown={moveByArrows}>
        {byDay(list.items, (item) => new Date(item.createdAt), now).map(({ heading, items }) => (
          <section key={heading} aria-label={heading}>
            <h3 className="sticky -top-4 z-10 bg-raised pt-2 pb-1 text-xs font-semibold text-muted">{heading}</h3>
            <ul className="-mx-3">
              {items.map((item) => (
                <Entry
                  key={item.id}
                  notification={item}
                  onOpen={() => open(item)}
                  onRead={(read) => void acts.setRead(item, read)}
                  onRemove={() => void acts.remove(item)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {summary !== undefined && summary.elsewhere > 0 && (
        <p className="text-sm text-muted">
          {summary.elsewhere === 1 ? '1 more' : `${summary.elsewhere} more`} in your other workspaces.
        </p>
      )}
      <Link
        to="/settings"
        search={{ tab: 'notifications' }}
        onClick={onLeave}
        className="inline-flex min-h-8 items-center gap-2 justify-self-start text-sm text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <Settings size={16} aria-hidden="true" /> Notification settings
      </Link>
    </div>
  );
}

/** Up and down go from one notification to the next. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
  const current = entries.findIndex((entry) => entry.closest('li')?.contains(document.activeElement));
  const next = entries[current + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function ListSkeleton() {
  return (
    <div className="grid gap-4 pt-6" aria-hidden="true">
      {[80, 64, 72, 56].map((width) => (
        <div key={width} className="grid gap-1.5">
          <span style={{ width: `${width}%` }}>
            <Skeleton className="h-4 w-full" />
          </span>
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}
