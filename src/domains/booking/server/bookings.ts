/** Bookings as the team sees them. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { currentWorkspaceId, query, transaction, updateRows } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import type { Booking, BookingTab } from '../contract.ts';
import { changed, closeBooking } from './book.ts';
import { mailVisitor } from './mails.ts';

const READ = `select b.id, jsonb_build_object('id', t.id, 'name', t.name) as type,
    jsonb_build_object('id', b.host_id, 'name', coalesce(p.name, '')) as host, b.state, b.name, b.email, b.phone,
    b.answers, b.zone, b.start_at as "startAt", b.end_at as "endAt", b.start_at <= now() as "isOver",
    b.lead_id as "leadId", b.version
  from bookings b join booking_types t on t.workspace_id = b.workspace_id and t.id = b.type_id
  left join workspace_people p on p.id = b.host_id where b.workspace_id = $1`;

const TABS: Readonly<Record<BookingTab, string>> = {
  upcoming: `b.state in ('pending', 'confirmed') and b.end_at > now()`,
  past: `b.state in ('pending', 'confirmed', 'no_show') and b.end_at <= now()`,
  canceled: `b.state in ('canceled', 'declined')`,
};

/** Upcoming ones: the next first; others: the latest first. */
export async function listBookings({
  tab,
  cursor,
  limit,
}: {
  tab: BookingTab;
  cursor?: string | undefined;
  limit: number;
}) {
  const after = unpackCursor(cursor, /^\d{4}-[\dT:.Z-]+$/, UUID);
  const [sign, order] = tab === 'upcoming' ? ['>', 'asc'] : ['<', 'desc'];
  const rows = await query<Booking>(
    `${READ} and ${TABS[tab]} ${after ? `and (b.start_at, b.id) ${sign} ($3::timestamptz, $4::uuid)` : ''}
      order by b.start_at ${order}, b.id ${order} limit $2`,
    [currentWorkspaceId(), limit + 1, ...(after ?? [])],
  );
  return pageFrom(rows, limit, (row) => packCursor(row.startAt, row.id));
}

async function readBooking(id: string): Promise<Booking> {
  const [row] = await query<Booking>(`${READ} and b.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound('The booking');
  return row;
}

type Target = 'confirmed' | 'declined' | 'canceled' | 'no_show';
const FROM: Readonly<Record<Target, readonly string[]>> = {
  confirmed: ['pending'],
  declined: ['pending'],
  canceled: ['pending', 'confirmed'],
  no_show: ['confirmed'],
};

/** @throws AppError `not_found`, `stale`, `conflict` when the state does not allow it */
export function setBookingState(id: string, { version, state }: { version: number; state: Target }): Promise<Booking> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const [row] = await query<{
      state: string;
      version: number;
      sequence: number;
      activityId: string | null;
      over: boolean;
    }>(
      `select state, version, sequence, activity_id as "activityId", start_at <= now() as over from bookings
        where workspace_id = $1 and id = $2 for update`,
      [workspaceId, id],
    );
    if (!row) throw notFound('The booking');
    if (row.version !== version)
      throw new AppError('stale', 'Someone changed this booking in the meantime.', { details: await readBooking(id) });
    const isTimely = state === 'no_show' ? row.over : !row.over;
    if (!FROM[state].includes(row.state) || !isTimely)
      throw new AppError('conflict', 'This is not possible for this booking any more.');
    if (state === 'canceled' || state === 'declined') await closeBooking(id, state, row);
    else {
      const sequence = state === 'confirmed' ? row.sequence + 1 : row.sequence;
      await updateRows('bookings', { state, sequence, version: version + 1 }, { id, workspaceId });
      await changed(id, state);
      if (state === 'confirmed') await mailVisitor(id, 'confirmed');
    }
    await audit({ action: `booking.${state}`, subject: { type: 'booking', id } });
    return readBooking(id);
  });
}
