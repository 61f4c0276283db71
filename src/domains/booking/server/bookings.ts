/** Bookings as the team sees them. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { decimal, minorUnits } from '../../../kernel/money/index.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentUserId,
  currentWorkspaceId,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { publicLink } from '../../../server/public/site.ts';
import { completeActivity, reopenActivity } from '../../crm/index.ts';
import type { Booking, BookingTab } from '../contract.ts';
import { nextReminder } from '../engine/reminders.ts';
import { closeBooking, publish } from './book.ts';
import { lockWorkspace } from './choose-hosts.ts';
import { writeMails } from './mails.ts';
import { bookingToken } from './visitor-booking.ts';

const READ = `select b.id, jsonb_build_object('id', t.id, 'name', t.name) as type,
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'isActive', p.active) order by p.id <> b.host_id, p.name)
      from booking_hosts h join workspace_people p on p.id = h.host_id where h.booking_id = b.id), '[]') as hosts,
    b.state, b.name, b.email, b.phone, b.answers, b.zone, b.start_at as "startAt", b.end_at as "endAt", t.place,
    b.start_at <= now() as "isOver", b.reason, b.contact_id as "contactId", b.lead_id as "leadId",
    case when b.price is not null then jsonb_build_object('amount', b.price::text, 'currency', b.currency,
      'refunded', b.refunded::text, 'paidAt', to_char(b.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'isTest', b.is_test, 'refundDue', b.refund_due) end as payment,
    b.activity_id as "activityId", b.created_at as "createdAt", b.version
  from bookings b join booking_types t on t.workspace_id = b.workspace_id and t.id = b.type_id
  where b.workspace_id = $1`;

const TABS: Readonly<Record<BookingTab | 'all', string>> = {
  all: 'true',
  upcoming: `b.state in ('confirmed', 'unpaid') and b.end_at > now()`,
  requests: `b.state = 'pending'`,
  past: `b.state in ('confirmed', 'no_show') and b.end_at <= now()`,
  canceled: `b.state in ('canceled', 'declined', 'expired')`,
};

const exact = (amount: string, currency: string) => decimal(amount).toFixed(minorUnits(currency));

type StoredBooking = Omit<Booking, 'link'>;
const withLink = async ({ payment, ...row }: StoredBooking): Promise<Booking> => ({
  ...row,
  payment: payment && {
    ...payment,
    amount: exact(payment.amount, payment.currency),
    refunded: exact(payment.refunded, payment.currency),
  },
  link: await publicLink(currentWorkspaceId(), `/p/bookings/${bookingToken(row.id)}`),
});

interface Asked {
  tab: BookingTab | 'all';
  search?: string | undefined;
  typeId?: string | undefined;
  host: 'me' | 'all';
  cursor?: string | undefined;
  limit: number;
}

/** Those to come: the next first; others: the latest first. */
export async function listBookings({ tab, search, typeId, host, cursor, limit }: Asked) {
  const after = unpackCursor(cursor, /^\d{4}-[\dT:.Z-]+$/, UUID);
  const [sign, order] = tab === 'upcoming' || tab === 'requests' ? ['>', 'asc'] : ['<', 'desc'];
  const rows = await query<StoredBooking>(
    `${READ} and ${TABS[tab]} and ($3::uuid is null or b.type_id = $3)
      and ($4::uuid is null or exists (select 1 from booking_hosts h where h.booking_id = b.id and h.host_id = $4))
      and ($5 = '' or strpos(lower(b.name || ' ' || b.email), $5) > 0)
      ${after ? `and (b.start_at, b.id) ${sign} ($6::timestamptz, $7::uuid)` : ''}
      order by b.start_at ${order}, b.id ${order} limit $2`,
    [
      currentWorkspaceId(),
      limit + 1,
      typeId ?? null,
      host === 'me' ? currentUserId() : null,
      (search ?? '').toLowerCase(),
      ...(after ?? []),
    ],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.startAt, row.id));
  return { ...page, items: await Promise.all(page.items.map(withLink)) };
}

/** @throws AppError `not_found` */
export async function readBooking(id: string): Promise<Booking> {
  const [row] = await query<StoredBooking>(`${READ} and b.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound('The booking');
  return withLink(row);
}

type Target = 'confirmed' | 'declined' | 'canceled' | 'no_show';
const FROM: Readonly<Record<Target, readonly string[]>> = {
  confirmed: ['pending', 'no_show'],
  declined: ['pending'],
  canceled: ['unpaid', 'pending', 'confirmed'],
  no_show: ['confirmed'],
};

interface LockedBooking {
  typeId: string;
  state: string;
  version: number;
  startAt: string;
  activityId: string | null;
  reminders: number[];
  isOver: boolean;
}

/** @throws AppError `not_found`, `stale`, `conflict` when the state does not allow it */
export function setBookingState(
  id: string,
  { version, state, reason = '' }: { version: number; state: Target; reason?: string | undefined },
): Promise<Booking> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await lockWorkspace();
    const [row] = await query<LockedBooking>(
      `select b.type_id as "typeId", b.state, b.version, b.start_at as "startAt", b.activity_id as "activityId", t.reminders,
          b.start_at <= now() as "isOver"
        from bookings b join booking_types t on t.id = b.type_id
        where b.workspace_id = $1 and b.id = $2 for update of b`,
      [workspaceId, id],
    );
    if (!row) throw notFound('The booking');
    if (row.version !== version)
      throw new AppError('stale', 'Someone changed this booking in the meantime.', { details: await readBooking(id) });
    const isAttendance = state === 'no_show' || row.state === 'no_show';
    // A request that nobody answered in time can still be declined.
    const isTimely = isAttendance ? row.isOver : state === 'declined' || !row.isOver;
    if (!FROM[state].includes(row.state) || !isTimely)
      throw new AppError('conflict', 'This is no longer possible for this booking.');
    if (state === 'canceled' || state === 'declined') await closeBooking(id, state, row, reason);
    else if (isAttendance) await markAttendance(id, state, row);
    else await confirmBooking(id, row);
    await audit({ action: `booking.${state}`, subject: { type: 'booking', id } });
    return readBooking(id);
  });
}

/** Marks that the visitor did not come, or takes it back; the activity says so, too. */
async function markAttendance(
  id: string,
  state: 'confirmed' | 'no_show',
  { version, activityId }: LockedBooking,
): Promise<void> {
  await updateRows('bookings', { state, version: version + 1 }, { id, workspaceId: currentWorkspaceId() });
  await publish(id, state);
  if (activityId === null) return;
  const activity = await selectRow('activities', ['doneAt', 'cancelledAt'], { id: activityId, deletedAt: null });
  if (!activity || activity.cancelledAt !== null) return;
  if (activity.doneAt !== null) await reopenActivity(activityId);
  if (state === 'no_show') await completeActivity(activityId, { outcome: 'no_show' });
}

async function confirmBooking(id: string, { version, startAt, reminders }: LockedBooking): Promise<void> {
  const remindAt = nextReminder(reminders, Date.parse(startAt), Date.now());
  await updateRows(
    'bookings',
    { state: 'confirmed', remindAt, version: version + 1 },
    { id, workspaceId: currentWorkspaceId() },
  );
  await publish(id, 'confirmed');
  await writeMails(id, 'confirmed');
}
