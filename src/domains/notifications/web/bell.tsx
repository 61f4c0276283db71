import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import Bell from 'lucide-react/icons/bell';
import { announce } from '../../../web/shell/announcer.tsx';
import { useInboxEntry } from '../../../web/shell/inbox.ts';
import { markToastsRead, toast, useToasts } from '../../../web/shell/toast.ts';
import { CountBadge } from '../../../web/ui/count-badge.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import type { NotificationSummary } from '../contract.ts';
import { useAppBadge } from './app-badge.ts';
import { arrivalBetween, arrivalToast } from './new-notifications.ts';
import { type NotificationActs, useNotificationActs, useSummary } from './use-notifications.ts';

const NotificationCentre = lazy(() => import('./notification-center.tsx'));

/** More than this is "many" to anyone. */
const MAX = 99;

/**
 * The bell: how many notifications are new, and the list behind it. What arrives while the page is open is said by a
 * toast. The shell gives it a key of user and workspace: with another of them, what was there before is no arrival.
 */
export default function NotificationBell() {
  const summary = useSummary();
  const acts = useNotificationActs();
  const { unread: unreadToasts } = useToasts();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const show = useCallback(() => {
    setOpened(true);
    setOpen(true);
  }, []);
  const unseen = summary?.unseen ?? 0;
  useAppBadge(unseen);
  useArrivals(summary, open, acts, show);
  useEffect(() => {
    if (open && unseen > 0) acts.seen();
    if (open && unreadToasts > 0) markToastsRead();
  }, [open, unseen, unreadToasts, acts]);
  const count = unseen > 0 ? unseen : unreadToasts;
  // On a phone the bar at the bottom shows it.
  useInboxEntry(count, show);
  return (
    <span className="relative inline-flex max-sm:hidden">
      <IconButton
        label={count > 0 ? `Notifications, ${count} new` : 'Notifications'}
        icon={<Bell />}
        onClick={show}
        aria-haspopup="dialog"
        aria-expanded={open}
      />
      {unseen > 0 && <CountBadge>{unseen > MAX ? `${MAX}+` : unseen}</CountBadge>}
      {unseen === 0 && unreadToasts > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1.5 right-1.5 size-2 rounded-full bg-accent ring-2 ring-canvas"
        />
      )}
      {opened && (
        <Suspense fallback={null}>
          <NotificationCentre open={open} onOpenChange={setOpen} summary={summary} />
        </Suspense>
      )}
    </span>
  );
}

/** Announces arrivals with a toast, or only to screen readers while the list is open. */
function useArrivals(
  summary: NotificationSummary | undefined,
  listOpen: boolean,
  acts: NotificationActs,
  showAll: () => void,
): void {
  const before = useRef(summary);
  const closeToast = useRef<() => void>(undefined);
  useEffect(() => {
    // The list says it all, and the toast would lie over it.
    if (listOpen) closeToast.current?.();
  }, [listOpen]);
  useEffect(() => {
    const last = before.current;
    before.current = summary;
    const arrival = last && summary && arrivalBetween(last, summary);
    if (!arrival) return;
    if (listOpen) announce(`New: ${arrival.newest.title}`);
    else closeToast.current = toast(arrivalToast(arrival, { open: acts.open, showAll }));
  }, [summary, listOpen, acts, showAll]);
}
