import { useState } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { booking, type Booking, type BookingTab } from '../contract.ts';

const EMPTY: Readonly<Record<BookingTab, string>> = {
  upcoming: 'Share a link, and bookings appear here.',
  past: 'Appointments that took place appear here.',
  canceled: 'Canceled and declined bookings appear here.',
};
const STATES: Readonly<Record<Booking['state'], readonly [string, 'success' | 'warning' | 'neutral' | 'danger']>> = {
  pending: ['Waiting for approval', 'warning'],
  confirmed: ['Confirmed', 'success'],
  canceled: ['Canceled', 'neutral'],
  declined: ['Declined', 'neutral'],
  no_show: ['No-show', 'danger'],
};
type Target = 'confirmed' | 'declined' | 'canceled' | 'no_show';
const DONE: Readonly<Record<Target, string>> = {
  confirmed: 'Booking approved',
  declined: 'Booking declined',
  canceled: 'Booking canceled',
  no_show: 'Marked as no-show',
};

const when = (at: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at));

/** Bookings of one tab, with what can be done to them. */
export function BookingList({ tab }: { tab: BookingTab }) {
  const list = usePages(booking.bookings, { query: { tab } });
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Bookings" onRetry={() => list.retry()} />;
  if (list.loading) return <Skeleton className="h-24" />;
  if (list.items.length === 0) return <EmptyState title="No bookings">{EMPTY[tab]}</EmptyState>;
  return (
    <>
      <ul className="divide-y divide-line">
        {list.items.map((one) => (
          <BookingRow key={one.id} one={one} onChanged={() => list.retry()} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More bookings" />
    </>
  );
}

function BookingRow({ one, onChanged }: { one: Booking; onChanged: () => void }) {
  const [busy, setBusy] = useState(false);
  const [label, tone] = STATES[one.state];
  const { isOver } = one;
  const set = async (state: Target) => {
    setBusy(true);
    try {
      await call(booking.setState, { params: { id: one.id }, body: { version: one.version, state } });
      toast({ type: 'success', title: DONE[state] });
    } catch (error) {
      toast({ type: 'error', title: 'Booking not changed', description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  const cancel = async () => {
    const yes = await confirm({
      title: `Cancel the appointment with ${one.name}?`,
      description: 'They get an email.',
      action: 'Cancel appointment',
      cancel: 'Keep appointment',
    });
    if (yes) await set('canceled');
  };
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">
          {when(one.startAt)} · {one.type.name} <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="text-sm break-words text-muted">
          {[one.name, one.email, one.phone, one.host.name && `with ${one.host.name}`].filter(Boolean).join(' · ')}
        </p>
        {one.answers
          .filter(({ answer }) => answer !== '')
          .map(({ question, answer }) => (
            <p key={question} className="text-sm break-words text-muted">
              {question}: {answer}
            </p>
          ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {one.state === 'pending' && !isOver && (
          <>
            <Button size="sm" disabled={busy} onClick={() => void set('confirmed')}>
              Approve booking
            </Button>
            <Button size="sm" disabled={busy} onClick={() => void set('declined')}>
              Decline booking
            </Button>
          </>
        )}
        {one.state === 'confirmed' && !isOver && (
          <Button size="sm" disabled={busy} onClick={() => void cancel()}>
            Cancel appointment
          </Button>
        )}
        {one.state === 'confirmed' && isOver && (
          <Button size="sm" disabled={busy} onClick={() => void set('no_show')}>
            Mark no-show
          </Button>
        )}
      </div>
    </li>
  );
}
