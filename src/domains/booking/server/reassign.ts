/** Bookings that go to another host or another time without their visitor. */
import { AppError, invalid } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import type { Booking } from '../contract.ts';
import { hostsOf, moveActivity, publish } from './book.ts';
import { readBooking } from './bookings.ts';
import { lockWorkspace } from './choose-hosts.ts';
import { writeMails } from './mails.ts';
import { freeSeat, sessionOf } from './sessions.ts';

export interface PlacedBooking {
  id: string;
  version: number;
  state: string;
  typeId: string;
  hostId: string;
  startAt: string;
  activityId: string | null;
  assignment: string;
  seats: number;
}

export const PLACED = `b.id, b.version, b.state, b.type_id as "typeId", b.host_id as "hostId",
  b.start_at as "startAt", b.activity_id as "activityId", t.assignment,
  coalesce((select max(h.seats) from booking_hosts h where h.booking_id = b.id), 1)::int as seats
  from bookings b join booking_types t on t.id = b.type_id`;

/**
 * Gives a booking to another first host, or to another start; buffers move along. The visitor and the hosts get new
 * invitations. In the ambient transaction.
 * @param at start in milliseconds
 * @returns false, with nothing changed, where a host has another booking then
 */
export async function placeBooking(one: PlacedBooking, hostId: string, at: number): Promise<boolean> {
  const workspaceId = currentWorkspaceId();
  const before = await hostsOf(one.id);
  const hosts = [...new Set([hostId, ...before.filter((id) => id !== one.hostId)])];
  const shift = (at - Date.parse(one.startAt)) / 1_000;
  const session = sessionOf({ id: one.typeId, seats: one.seats }, one.id, at);
  const seat = await freeSeat(one.seats, session, hosts, one.id);
  if (seat === undefined) return false;
  const overlaps = await query(
    `select 1 from booking_hosts own join booking_hosts other on other.workspace_id = own.workspace_id
        and other.host_id = any($3) and other.is_open and other.booking_id <> own.booking_id and other.session <> $5
        and other.blocked_from < own.blocked_until + make_interval(secs => $4)
        and other.blocked_until > own.blocked_from + make_interval(secs => $4)
      where own.workspace_id = $1 and own.booking_id = $2 limit 1`,
    [workspaceId, one.id, hosts, shift, session],
  );
  if (overlaps.length > 0) return false;
  const goesAlready = before.includes(hostId);
  // In one statement: half of it would be a time or a seat that another booking may have.
  await execute(
    `update booking_hosts set host_id = case when host_id = $3 and $4 then $5 else host_id end,
        session = $6, seat = $7, start_at = start_at + make_interval(secs => $8),
        blocked_from = blocked_from + make_interval(secs => $8),
        blocked_until = blocked_until + make_interval(secs => $8) where workspace_id = $1 and booking_id = $2`,
    [workspaceId, one.id, one.hostId, hostId !== one.hostId && !goesAlready, hostId, session, seat, shift],
  );
  await execute(
    `update bookings set host_id = $3, start_at = start_at + make_interval(secs => $4),
        end_at = end_at + make_interval(secs => $4), remind_at = remind_at + make_interval(secs => $4),
        version = version + 1 where workspace_id = $1 and id = $2`,
    [workspaceId, one.id, hostId, shift],
  );
  await publish(one.id, shift === 0 ? 'reassigned' : 'moved', { typeId: one.typeId, hostId });
  // A request goes out once it is approved.
  if (one.state === 'confirmed') await writeMails(one.id, shift === 0 ? 'reassigned' : 'moved', before);
  return true;
}

/** @throws AppError `not_found`, `stale`; `validation` of `hostId`; `conflict` when they are not free */
export function reassignBooking(
  id: string,
  { version, hostId }: { version: number; hostId: string },
): Promise<Booking> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await lockWorkspace();
    const [one] = await query<PlacedBooking>(
      `select ${PLACED} where b.workspace_id = $1 and b.id = $2 and b.state in ('pending', 'confirmed')
        and b.start_at > now() for update of b`,
      [workspaceId, id],
    );
    if (!one) {
      await readBooking(id);
      throw new AppError('conflict', 'This booking can no longer be changed.');
    }
    if (one.version !== version)
      throw new AppError('stale', 'Someone changed this booking in the meantime.', { details: await readBooking(id) });
    const [host] = await query<{ name: string }>('select name from workspace_people where active and id = $1', [
      hostId,
    ]);
    if (!host) throw invalid('hostId', 'Choose a host who is active in this workspace.');
    if (hostId === one.hostId) return readBooking(id);
    if (!(await placeBooking(one, hostId, Date.parse(one.startAt))))
      throw new AppError('conflict', `${host.name} has another booking at this time.`);
    await moveActivity(one.activityId, { ownerId: hostId });
    await audit({ action: 'booking.reassigned', subject: { type: 'booking', id }, details: { hostId } });
    return readBooking(id);
  });
}
