/** Bookable hours of people, and the slots that come of them. */
import { currentUserId, currentWorkspaceId, query, transaction, withAllRecords } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { addDays, startOfDay } from '../../../kernel/days.ts';
import type { BookingHours, BusyKind } from '../contract.ts';
import {
  type Hours,
  type Interval,
  offeredStarts,
  type SlotRequest,
  slotCandidates,
  wallRanges,
} from '../engine/slots.ts';
import { BOOKING } from '../paths.ts';
import { readType, type StoredType } from './types.ts';

const WORKDAY: [string, string][] = [['09:00', '17:00']];
const MINUTE = 60_000;
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
  kind: BusyKind;
  from: number;
  until: number;
  /** Start of a booking of the type; null for all else. */
  booked: number | null;
}

/** Limits count whole weeks, so bookings around the span count, too. */
const AROUND = 8 * DAY;

/**
 * Bookings with their buffers, and the open meetings and calls that the hosts have or attend.
 * @param except a booking that is about to move: its own time is free to it
 */
async function readBusy(
  typeId: string,
  hostIds: readonly string[],
  [from, until]: Interval,
  except: string | null,
): Promise<Busy[]> {
  return query<Busy>(
    `select host_id as "hostId", 'booking' as kind, (extract(epoch from blocked_from) * 1000)::float8 as from,
        (extract(epoch from blocked_until) * 1000)::float8 as until,
        case when type_id = $6 then (extract(epoch from start_at) * 1000)::float8 end as booked
      from booking_hosts where workspace_id = $1 and host_id = any($2) and is_open
        and blocked_from < $4 and blocked_until > $3 and ($5::uuid is null or booking_id <> $5)
    union all
    select h.id, 'activity', (extract(epoch from a.due_at) * 1000)::float8,
        (extract(epoch from a.due_at) * 1000 + a.duration_minutes * 60000)::float8, null
      from activities a join unnest($2::uuid[]) as h(id) on h.id = a.owner_id or exists (
        select 1 from activity_attendees t where t.activity_id = a.id and t.user_id = h.id and t.answer <> 'declined')
      where a.workspace_id = $1 and a.deleted_at is null and a.cancelled_at is null and a.done_at is null
        and a.type in ('meeting', 'call') and a.duration_minutes > 0 and a.due_at < $4
        and a.due_at > $3::timestamptz - interval '60 days'
        and a.due_at + make_interval(mins => a.duration_minutes) > $3
        and not exists (select 1 from bookings b where b.activity_id = a.id)
    limit ${MAX_BUSY}`,
    [currentWorkspaceId(), hostIds, new Date(from).toISOString(), new Date(until).toISOString(), except, typeId],
  );
}

export type HostRequest = SlotRequest & { host: Host; events: readonly Busy[] };

/**
 * For each host of the type what the engine needs to know about [from, to). Private meetings take time, too: only that
 * they do is known.
 */
export function slotRequests(
  type: StoredType,
  [from, to]: Interval,
  { now = Date.now(), except = null }: { now?: number; except?: string | null } = {},
): Promise<HostRequest[]> {
  return withAllRecords(async () => {
    const hosts = await readHosts(type.hostIds);
    const ids = hosts.map(({ id }) => id);
    const busy = await readBusy(type.id, ids, [from - AROUND, to + AROUND], except);
    const byHost = Map.groupBy(busy, ({ hostId }) => hostId);
    return hosts.map((host) => {
      const events = byHost.get(host.id) ?? [];
      return {
        host,
        events,
        hours: host.hours,
        rules: type,
        busy: events.map((one): Interval => [one.from, one.until]),
        booked: events.flatMap(({ booked }) => booked ?? []),
        now,
        from,
        to,
      };
    });
  });
}

export const attendOf = ({ assignment }: Pick<StoredType, 'assignment'>) => (assignment === 'all' ? 'all' : 'any');

/** What meets the time that a start would take, with the type's buffers. */
function busyWith({ events, rules }: HostRequest, at: number): BusyKind | null {
  const from = at - rules.bufferBefore * MINUTE;
  const until = at + (rules.durationMinutes + rules.bufferAfter) * MINUTE;
  return events.find((one) => one.from < until && one.until > from)?.kind ?? null;
}

/** One day of each host, with the reasons. @throws AppError `not_found` */
export async function explainDay(typeId: string, day: string) {
  const type = await readType(typeId);
  const [workspace] = await query<{ zone: string }>('select time_zone as zone from present_workspace');
  const { zone } = workspace!;
  const span: Interval = [Date.parse(startOfDay(day, zone)), Date.parse(startOfDay(addDays(day, 1), zone))];
  const requests = await slotRequests(type, span);
  const text = (at: number) => new Date(at).toISOString();
  return {
    offered: offeredStarts(requests, attendOf(type)).map(text),
    hosts: requests.map((request) => ({
      id: request.host.id,
      name: request.host.name,
      zone: request.hours.zone,
      ranges: wallRanges(request.hours, day).map(([from, until]): [string, string] => [from, until]),
      starts: slotCandidates(request).map(({ at, obstacle }) => ({
        at: text(at),
        obstacle,
        busyWith: obstacle === 'busy' ? busyWith(request, at) : null,
      })),
    })),
  };
}
