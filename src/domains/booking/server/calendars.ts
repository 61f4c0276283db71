/**
 * Calendars elsewhere that a person connects, by their ICS address or a CalDAV account: their events are busy times, and
 * nothing else of them is kept.
 */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  inWorkspace,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { OutgoingError, outgoingUrlProblem, sendOutgoing } from '../../../server/http-client/client.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { open, seal } from '../../../server/secrets/secrets.ts';
import { icalBusy } from '../../crm/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import { type BookingCalendar, MAX_CALENDARS } from '../contract.ts';
import { type Interval, mergeIntervals } from '../engine/slots.ts';
import { BOOKING } from '../paths.ts';
import { contextOf, davAccount } from './calendar-account.ts';
import { calendarState, type DavAccount, findCalendars, readEvents } from './caldav.ts';
import { readHosts } from './hours.ts';
import { writeUpcoming } from './write-calendars.ts';

const DAY = 86_400_000;
const MAX_BYTES = 5 * 1_048_576;
const TIMEOUT = 20_000;
const MAX_REDIRECTS = 4;
const MAX_INTERVALS = 20_000;
/** Bookings can be a year ahead. */
const AHEAD = 400 * DAY;
/** Minutes between checks; after failures longer, up to six hours. */
const PAUSE = 15;
const LONGEST_PAUSE = 360;
/** Failures in a row after which the owner is told. */
const TOLD_AFTER = 4;

export const CALENDAR_FAILED = defineNotificationKind({
  name: 'booking_calendar_failed',
  group: 'Appointments',
  label: 'Unreadable calendars',
  hint: 'A calendar that you connected for busy times cannot be read.',
  ways: { inApp: true, email: true },
});

const READ = `select id, name, host, kind, writes, events, unread, problem, read_at as "readAt" from booking_calendars
  where workspace_id = $1 and user_id = $2`;

export async function listCalendars(): Promise<{ items: BookingCalendar[] }> {
  const items = await query<BookingCalendar>(`${READ} order by id limit ${MAX_CALENDARS}`, [
    currentWorkspaceId(),
    currentUserId(),
  ]);
  return { items };
}

async function readCalendar(id: string): Promise<BookingCalendar> {
  const [row] = await query<BookingCalendar>(`${READ} and id = $3`, [currentWorkspaceId(), currentUserId(), id]);
  if (!row) throw notFound('The calendar');
  return row;
}

/** `webcal:` is what calendar programs call https. */
const addressOf = (text: string) => text.trim().replace(/^webcals?:/i, 'https:');

/**
 * Connects a calendar, and reads it at once.
 * @throws AppError `validation` of `url` when it cannot be read; `conflict` at the limit
 */
export async function addCalendar({ name, url }: { name: string; url: string }): Promise<BookingCalendar> {
  const address = addressOf(url);
  const problem = outgoingUrlProblem(address);
  if (problem !== undefined) throw invalid('url', problem);
  const { items } = await listCalendars();
  if (items.length >= MAX_CALENDARS)
    throw new AppError('conflict', `You can connect up to ${MAX_CALENDARS} calendars.`);
  const found = await fetchCalendar(address, '').catch((error: unknown) => {
    throw invalid('url', error instanceof AppError ? error.message : 'The calendar could not be read.');
  });
  const id = newId();
  const userId = currentUserId()!;
  await transaction(async () => {
    await insertRow('booking_calendars', {
      id,
      workspaceId: currentWorkspaceId(),
      userId,
      name,
      url: seal(address, contextOf(id)),
      host: new URL(address).host,
    });
    await keepBusy({ id, userId }, found!);
    await audit({ action: 'booking_calendar.connected', subject: { type: 'booking_calendar', id }, details: { name } });
  });
  return readCalendar(id);
}

const MAX_LOOKUPS = 20;
const LOOKUP_WINDOW = 600;

/** Servers lock accounts after wrong passwords, and this must not be a way to try them. @throws AppError `rate_limited` */
async function limitLookups(): Promise<void> {
  const key = `booking-caldav ${currentUserId()!}`;
  const { count, retryAfter } = await asSystem(() => throttle(key, LOOKUP_WINDOW));
  if (count > MAX_LOOKUPS)
    throw new AppError('rate_limited', 'Too many attempts. Try again in a few minutes.', { retryAfter });
}

/** @throws AppError `unavailable` saying why no calendar was found; `rate_limited` */
export async function findAccountCalendars({ url, ...account }: { url: string } & DavAccount) {
  await limitLookups();
  return { items: await findCalendars(url, account) };
}

/**
 * Connects calendars of a CalDAV account, and reads them at once.
 * @throws AppError `validation`, `unavailable`, `rate_limited`; `conflict` at the limit
 */
export async function addCaldav({
  username,
  password,
  calendars,
  writeTo,
}: DavAccount & { calendars: { name: string; url: string }[]; writeTo: string | null }): Promise<{
  items: BookingCalendar[];
}> {
  if (writeTo !== null && !calendars.some(({ url }) => url === writeTo))
    throw invalid('writeTo', 'Choose one of the calendars.');
  const before = await listCalendars();
  if (before.items.length + calendars.length > MAX_CALENDARS)
    throw new AppError('conflict', `You can connect up to ${MAX_CALENDARS} calendars.`);
  await limitLookups();
  const account = { username, password };
  const read: { name: string; url: string; found: Fetched }[] = [];
  for (const { name, url } of calendars) read.push({ name, url, found: await fetchEvents(url, account) });
  const userId = currentUserId()!;
  const workspaceId = currentWorkspaceId();
  await transaction(async () => {
    for (const { name, url, found } of read) {
      const id = newId();
      await insertRow('booking_calendars', {
        id,
        workspaceId,
        userId,
        name,
        kind: 'caldav',
        url: seal(url, contextOf(id)),
        username,
        secret: seal(password, contextOf(id)),
        writes: url === writeTo,
        host: new URL(url).host,
      });
      await keepBusy({ id, userId }, found);
      const subject = { type: 'booking_calendar', id };
      await audit({ action: 'booking_calendar.connected', subject, details: { name, kind: 'caldav' } });
      if (url === writeTo) await writeUpcoming(id, userId);
    }
  });
  return listCalendars();
}

const OWN_UID = /^UID:booking-([0-9a-f-]{36})@gauntlet\s*$/m;

/** The events of a CalDAV calendar as one text, without the bookings that were written into it. */
async function fetchEvents(url: string, account: DavAccount, state = ''): Promise<Fetched> {
  const etag = state || (await calendarState(url, account));
  const now = Date.now();
  const texts = await readEvents(url, account, [now - DAY, now + AHEAD]);
  const ids = texts.flatMap((text) => OWN_UID.exec(text)?.[1] ?? []);
  const own = await query<{ id: string }>('select id from bookings where workspace_id = $1 and id = any($2)', [
    currentWorkspaceId(),
    ids,
  ]);
  const known = new Set(own.map(({ id }) => id));
  const others = texts.filter((text) => !known.has(OWN_UID.exec(text)?.[1] ?? ''));
  return { text: others.join('\r\n'), etag };
}

/** @throws AppError `not_found` */
export async function removeCalendar(id: string): Promise<void> {
  await transaction(async () => {
    const { name } = await readCalendar(id);
    await deleteRows('booking_calendars', { id, workspaceId: currentWorkspaceId() });
    await audit({ action: 'booking_calendar.removed', subject: { type: 'booking_calendar', id }, details: { name } });
    await publishPaths(currentWorkspaceId(), [BOOKING.calendars, BOOKING.types]);
  });
}

/** Reads one now, whenever it is due. @throws AppError `not_found` */
export async function checkCalendar(id: string): Promise<BookingCalendar> {
  await readCalendar(id);
  await update(id);
  return readCalendar(id);
}

interface Fetched {
  text: string;
  etag: string;
}

/** @returns undefined where nothing changed since `etag` @throws AppError saying why there is no calendar */
async function fetchCalendar(address: string, etag: string): Promise<Fetched | undefined> {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await sendOutgoing({
      url,
      timeout: TIMEOUT,
      maxBytes: MAX_BYTES,
      headers: { accept: 'text/calendar, */*;q=0.1', ...(etag && { 'if-none-match': etag }) },
    }).catch((error: unknown) => {
      if (error instanceof OutgoingError) throw new AppError('unavailable', error.message);
      throw error;
    });
    const next = answer.headers['location'];
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304 && next) {
      // Every hop passes the guard of the outgoing client.
      url = new URL(next, url).href;
      continue;
    }
    if (answer.status === 304) return undefined;
    if (answer.status !== 200) throw new AppError('unavailable', `The calendar’s server answered ${answer.status}.`);
    if (answer.cut) throw new AppError('unavailable', 'The calendar is larger than 5 MB.');
    const text = Buffer.from(answer.body).toString('utf8');
    if (!/BEGIN:VCALENDAR/i.test(text))
      throw new AppError(
        'unavailable',
        'This address gives no calendar. Copy the secret iCal address of the calendar.',
      );
    return { text, etag: answer.headers['etag'] ?? '' };
  }
  throw new AppError('unavailable', 'The address leads on too often.');
}

/** Replaces the busy times of a calendar by those of its text. @throws AppError for one that cannot be used */
async function keepBusy({ id, userId }: { id: string; userId: string }, { text, etag }: Fetched): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const zone = (await readHosts([userId]))[0]?.hours.zone ?? 'UTC';
  const now = Date.now();
  const { busy, events, problems } = icalBusy(text, zone, [now - DAY, now + AHEAD]);
  const merged = mergeIntervals(busy).slice(0, MAX_INTERVALS);
  await deleteRows('booking_calendar_busy', { calendarId: id, workspaceId });
  const instants = (n: 0 | 1) => merged.map((one: Interval) => new Date(one[n]).toISOString());
  await execute(
    `insert into booking_calendar_busy (workspace_id, calendar_id, user_id, busy_from, busy_until)
      select $1, $2, $3, t.a, t.b from unnest($4::timestamptz[], $5::timestamptz[]) as t(a, b)`,
    [workspaceId, id, userId, instants(0), instants(1)],
  );
  await execute(
    `update booking_calendars set etag = $3, events = $4, unread = $5, problem = '', failures = 0, read_at = now(),
        next_at = now() + make_interval(mins => ${PAUSE}) where workspace_id = $1 and id = $2`,
    [workspaceId, id, etag, events, problems],
  );
  await publishPaths(workspaceId, [BOOKING.calendars, BOOKING.types]);
}

/** Reads a calendar again. A failure keeps the busy times that are known: better a time too few than a double booking. */
async function update(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const row = await selectRow(
    'booking_calendars',
    ['userId', 'name', 'kind', 'url', 'username', 'secret', 'etag', 'readAt', 'failures'],
    { id, workspaceId },
  );
  if (!row) return;
  try {
    // Series reach further with every day, so a calendar that does not change is read once a day, too.
    const isFresh = row.readAt !== null && Date.now() - Date.parse(row.readAt) < DAY;
    const url = open(row.url, contextOf(id));
    const etag = isFresh ? row.etag : '';
    const found =
      row.kind === 'ics' ? await fetchCalendar(url, etag) : await fetchChanged(url, davAccount(id, row), etag);
    if (found) await transaction(() => keepBusy({ id, userId: row.userId }, found));
    else
      await execute(
        `update booking_calendars set problem = '', failures = 0, next_at = now() + make_interval(mins => ${PAUSE})
          where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      );
  } catch (error) {
    if (!(error instanceof AppError)) log().error({ err: error, calendar: id }, 'a calendar could not be read');
    const problem = error instanceof AppError || error instanceof RangeError ? error.message : 'It could not be read.';
    await noteFailure({ id, ...row }, problem);
  }
}

/** @returns undefined where the server says that nothing changed */
async function fetchChanged(url: string, account: DavAccount, etag: string): Promise<Fetched | undefined> {
  const state = await calendarState(url, account);
  return etag !== '' && state === etag ? undefined : fetchEvents(url, account, state);
}

async function noteFailure(
  {
    id,
    userId,
    name,
    failures,
    readAt,
  }: { id: string; userId: string; name: string; failures: number; readAt: string | null },
  problem: string,
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const pause = Math.min(LONGEST_PAUSE, PAUSE * 2 ** failures);
  await transaction(async () => {
    await updateRows(
      'booking_calendars',
      { problem, failures: failures + 1, nextAt: new Date(Date.now() + pause * 60_000).toISOString() },
      { id, workspaceId },
    );
    if (failures + 1 === TOLD_AFTER)
      await tellUser(userId, CALENDAR_FAILED, {
        workspaceId,
        title: `The calendar “${name}” cannot be read`,
        body: `${problem} Bookings may overlap with its new events.`,
        href: '/appointment-funnel?view=hours',
        key: `booking-calendar:${id}:${readAt ?? ''}`,
      });
    await publishPaths(workspaceId, [BOOKING.calendars]);
  });
}

/** Name of the recurring work, for tests. */
export const READ_CALENDARS = 'booking.calendars';
export const bookingCalendars = defineRecurring({
  name: READ_CALENDARS,
  title: 'Busy times from connected calendars',
  every: 60,
  handler: async () => {
    const due = await asSystem(() =>
      query<{ id: string; workspaceId: string }>(
        `update booking_calendars c set next_at = now() + make_interval(mins => ${PAUSE})
          where c.id in (select d.id from booking_calendars d
            join workspaces w on w.id = d.workspace_id and w.archived_at is null
            where d.next_at <= now() order by d.next_at limit 100 for update of d skip locked)
          returning c.id, c.workspace_id as "workspaceId"`,
      ),
    );
    for (const { id, workspaceId } of due) await inWorkspace(workspaceId, null, () => update(id));
  },
});
