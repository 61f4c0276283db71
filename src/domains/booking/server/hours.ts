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

/** A booking that moves, and the time that a visitor holds. */
interface Own {
  except: string | null;
  hold: string | null;
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
 * @param own what is about to change: its own time is free to it
 */
async function readBusy(
  typeId: string,
  hostIds: readonly string[],
  [from, until]: Interval,
  { except, hold }: Own,
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
    union all
    select user_id, 'calendar', (extract(epoch from busy_from) * 1000)::float8,
        (extract(epoch from busy_until) * 1000)::float8, null
      from booking_calendar_busy where workspace_id = $1 and user_id = any($2) and busy_from < $4 and busy_until > $3
    union all
    select h.id, 'hold', (extract(epoch from k.held_from) * 1000)::float8,
        (extract(epoch from k.held_until) * 1000)::float8,
        case when k.type_id = $6 then (extract(epoch from k.start_at) * 1000)::float8 end
      from booking_holds k cross join unnest(k.host_ids) as h(id)
      where k.workspace_id = $1 and h.id = any($2) and k.expires_at > now() and ($7::uuid is null or k.id <> $7)
        and k.held_from < $4 and k.held_until > $3
    limit ${MAX_BUSY}`,
    [currentWorkspaceId(), hostIds, new Date(from).toISOString(), new Date(until).toISOString(), except, typeId, hold],
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
  { now = Date.now(), except = null, hold = null }: { now?: number } & Partial<Own> = {},
): Promise<HostRequest[]> {
  return withAllRecords(async () => {
    const hosts = await readHosts(type.hostIds);
    const ids = hosts.map(({ id }) => id);
    const busy = await readBusy(type.id, ids, [from - AROUND, to + AROUND], { except, hold });
    const byHost = Map.groupBy(busy, ({ hostId }) => hostId);
    return hosts.map((host) => {
      const events = byHost.get(host.id) ?? [];
      const booked = events.flatMap((one) => one.booked ?? []);
      return {
        host,
        events,
        hours: host.hours,
        rules: type,
        busy: events.map((one): Interval => [one.from, one.until]),
        // All seats of one time count as one against the limits.
        booked: type.seats > 1 ? [...new Set(booked)] : booked,
        joinable: type.seats > 1 ? joinableStarts(type, events) : undefined,
        now,
        from,
        to,
      };
    });
  });
}

/** Starts of the type's sessions with a seat left, where nothing else takes the time. */
function joinableStarts(type: StoredType, events: readonly Busy[]): Set<number> {
  const taken = new Map<number, number>();
  for (const { booked } of events) if (booked !== null) taken.set(booked, (taken.get(booked) ?? 0) + 1);
  const starts = [...taken].flatMap(([at, seats]) => (seats < type.seats ? [at] : []));
  return new Set(
    starts.filter((at) => {
      const from = at - type.bufferBefore * MINUTE;
      const until = at + (type.durationMinutes + type.bufferAfter) * MINUTE;
      return !events.some((one) => one.booked !== at && one.from < until && one.until > from);
    }),
  );
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
