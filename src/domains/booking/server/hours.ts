/** Bookable hours of people, and the slots that come of them. */
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { addDays, startOfDay } from '../../../kernel/days.ts';
import type { BookingHours } from '../contract.ts';
import { type Hours, type Interval, type SlotRequest, slotCandidates } from '../engine/slots.ts';
import { BOOKING } from '../paths.ts';
import { readType, type StoredType } from './types.ts';

const WORKDAY: [string, string][] = [['09:00', '17:00']];
const DAY = 86_400_000;
const MAX_BUSY = 20_000;

/** Someone who never set hours works nine to five in the workspace's zone. */
const defaultHours = (zone: string): BookingHours => ({
  zone,
  weekly: { mon: WORKDAY, tue: WORKDAY, wed: WORKDAY, thu: WORKDAY, fri: WORKDAY, sat: [], sun: [] },
  overrides: {},
});

export interface Host {
  id: string;
  name: string;
  hours: Hours;
}

/** The active people among `ids`, with their hours; who was deactivated is never offered. */
export async function readHosts(ids: readonly string[]): Promise<Host[]> {
  const rows = await query<{ id: string; name: string; timeZone: string; hours: BookingHours | null }>(
    `select p.id, p.name, w.time_zone as "timeZone",
        case when h.user_id is not null
          then jsonb_build_object('zone', h.zone, 'weekly', h.weekly, 'overrides', h.overrides) end as hours
      from workspace_people p cross join present_workspace w
      left join booking_hours h on h.workspace_id = p.workspace_id and h.user_id = p.id
      where p.active and p.id = any($1) order by array_position($1, p.id)`,
    [ids],
  );
  return rows.map(({ id, name, timeZone, hours }) => ({ id, name, hours: hours ?? defaultHours(timeZone) }));
}

export async function readOwnHours(): Promise<BookingHours> {
  const [host] = await readHosts([currentUserId()!]);
  return host!.hours as BookingHours;
}

export function setOwnHours({ zone, weekly, overrides }: BookingHours): Promise<BookingHours> {
  return transaction(async () => {
    await query(
      `insert into booking_hours (workspace_id, user_id, zone, weekly, overrides) values ($1, $2, $3, $4, $5)
        on conflict (workspace_id, user_id) do update
          set zone = excluded.zone, weekly = excluded.weekly, overrides = excluded.overrides`,
      [currentWorkspaceId(), currentUserId(), zone, JSON.stringify(weekly), JSON.stringify(overrides)],
    );
    await publishPaths(currentWorkspaceId(), [BOOKING.hours, BOOKING.types]);
    return readOwnHours();
  });
}

interface Busy {
  hostId: string;
  from: number;
  until: number;
  /** Start of a booking of the type; null for all else. */
  booked: number | null;
}

/**
 * Bookings with their buffers, and the open activities of the hosts that last a while.
 * @param except a booking that is about to move: its own time is free to it
 */
async function readBusy(
  typeId: string,
  hostIds: readonly string[],
  span: Interval,
  except: string | null,
): Promise<Busy[]> {
  return query<Busy>(
    `select host_id as "hostId", (extract(epoch from blocked_from) * 1000)::float8 as from,
        (extract(epoch from blocked_until) * 1000)::float8 as until,
        case when type_id = $6 then (extract(epoch from start_at) * 1000)::float8 end as booked
      from bookings where workspace_id = $1 and host_id = any($2) and state in ('pending', 'confirmed')
        and blocked_from < $4 and blocked_until > $3 and ($5::uuid is null or id <> $5)
    union all
    select owner_id, (extract(epoch from due_at) * 1000)::float8,
        (extract(epoch from due_at) * 1000 + duration_minutes * 60000)::float8, null
      from activities a where workspace_id = $1 and owner_id = any($2) and deleted_at is null and cancelled_at is null
        and type in ('meeting', 'call') and duration_minutes > 0 and due_at < $4
        and due_at > $3::timestamptz - interval '60 days' and due_at + make_interval(mins => duration_minutes) > $3
        and not exists (select 1 from bookings b where b.workspace_id = $1 and b.activity_id = a.id)
    limit ${MAX_BUSY}`,
    [currentWorkspaceId(), hostIds, new Date(span[0]).toISOString(), new Date(span[1]).toISOString(), except, typeId],
  );
}

/** For each host of the type what the engine needs to know about [from, to). */
export async function slotRequests(
  type: StoredType,
  [from, to]: Interval,
  { now = Date.now(), except = null }: { now?: number; except?: string | null } = {},
): Promise<(SlotRequest & { host: Host })[]> {
  const hosts = await readHosts(type.hostIds);
  const busy = await readBusy(
    type.id,
    hosts.map(({ id }) => id),
    [from - 2 * DAY, to + 2 * DAY],
    except,
  );
  return hosts.map((host) => {
    const own = busy.filter(({ hostId }) => hostId === host.id);
    return {
      host,
      hours: host.hours,
      rules: type,
      busy: own.map((one): Interval => [one.from, one.until]),
      booked: own.flatMap(({ booked }) => booked ?? []),
      now,
      from,
      to,
    };
  });
}

/** One day of each host, with the reasons. @throws AppError `not_found` */
export async function explainDay(typeId: string, day: string) {
  const type = await readType(typeId);
  const [workspace] = await query<{ zone: string }>('select time_zone as zone from present_workspace');
  const { zone } = workspace!;
  const span: Interval = [Date.parse(startOfDay(day, zone)), Date.parse(startOfDay(addDays(day, 1), zone))];
  const requests = await slotRequests(type, span);
  return {
    hosts: requests.map(({ host, ...request }) => ({
      id: host.id,
      name: host.name,
      zone: host.hours.zone,
      starts: slotCandidates(request).map(({ at, obstacle }) => ({ at: new Date(at).toISOString(), obstacle })),
    })),
  };
}
