/** Whose time a booking takes, and on which seat: bookings of one session share it, all others overlap none. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, deleteRows, insertRows, query } from '../../../server/db/index.ts';
import { TAKEN } from './choose-hosts.ts';
import type { Host } from './hours.ts';
import type { StoredType } from './types.ts';

const MINUTE = 60_000;
const instant = (at: number) => new Date(at).toISOString();

/** What shares a host's time: the booking alone, or everyone who books a group at the same start. */
export function sessionOf({ id, seats }: Pick<StoredType, 'id' | 'seats'>, bookingId: string, at: number): string {
  if (seats === 1) return bookingId;
  const hash = createHash('sha256').update(`${id} ${at}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** The first seat that is free with all hosts; undefined where none is. `lockWorkspace()` comes before. */
export async function freeSeat(
  seats: number,
  session: string,
  hostIds: readonly string[],
  except: string,
): Promise<number | undefined> {
  if (seats === 1) return 1;
  const rows = await query<{ seat: number }>(
    `select distinct seat from booking_hosts
      where workspace_id = $1 and host_id = any($2) and session = $3 and is_open and booking_id <> $4`,
    [currentWorkspaceId(), hostIds, session, except],
  );
  const taken = new Set(rows.map(({ seat }) => seat));
  for (let seat = 1; seat <= seats; seat++) if (!taken.has(seat)) return seat;
  return undefined;
}

/** Takes the time of the hosts for a booking, in place of what it had. @throws AppError `conflict` for a full group */
export async function takeTime(type: StoredType, bookingId: string, hosts: readonly Host[], at: number): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await deleteRows('booking_hosts', { bookingId, workspaceId });
  const session = sessionOf(type, bookingId, at);
  const ids = hosts.map(({ id }) => id);
  const seat = await freeSeat(type.seats, session, ids, bookingId);
  if (seat === undefined) throw new AppError('conflict', TAKEN);
  await insertRows(
    'booking_hosts',
    ids.map((hostId) => ({
      workspaceId,
      bookingId,
      hostId,
      typeId: type.id,
      session,
      seat,
      seats: type.seats,
      startAt: instant(at),
      blockedFrom: instant(at - type.bufferBefore * MINUTE),
      blockedUntil: instant(at + (type.durationMinutes + type.bufferAfter) * MINUTE),
    })),
  );
}
