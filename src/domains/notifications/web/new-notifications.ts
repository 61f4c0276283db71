/** Notifications that arrived since the last response, and their announcement. */
import type { ToastOptions } from '../../../web/shell/toast.ts';
import type { Notification, NotificationSummary } from '../contract.ts';

/** Characters of a body that fit a toast. */
const BODY_LENGTH = 140;

export interface Arrival {
  newest: Notification;
  count: number;
}

/** Null when nothing came in since; ids sort by time. */
export function arrivalBetween(before: NotificationSummary, after: NotificationSummary): Arrival | null {
  const { newest } = after;
  if (!newest || newest.seen || newest.read || (before.newest && newest.id <= before.newest.id)) return null;
  return { newest, count: Math.max(1, after.unseen - before.unseen) };
}

export interface ArrivalActs {
  open: (notification: Notification) => void;
  showAll: () => void;
}

/** The toast that tells of it: the news itself when it is one, their number when there are several. */
export function arrivalToast({ newest, count }: Arrival, { open, showAll }: ArrivalActs): ToastOptions {
  if (count > 1)
    return {
      title: `${count} new notifications`,
      description: `Latest: ${newest.title}`,
      passing: true,
      action: { label: 'Show', onSelect: showAll },
    };
  const description =
    newest.body && newest.body.length > BODY_LENGTH
      ? `${newest.body.slice(0, BODY_LENGTH - 1)}…`
      : (newest.body ?? undefined);
  return {
    title: newest.title,
    description,
    passing: true,
    ...(newest.href && { action: { label: 'Open', onSelect: () => open(newest) } }),
  };
}
