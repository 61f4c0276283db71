/**
 * Writes bookings into the calendars that their hosts connected by CalDAV. A job makes the calendar what the booking is
 * now, so its order and repetition do not matter.
 */
import * as z from 'zod';
import {
  currentWorkspaceId,
  deleteRows,
  insertIfNew,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { subscribe } from '../../../server/events/subscribers.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { publicLink } from '../../../server/public/site.ts';
import { BOOKING } from '../paths.ts';
import { deleteEvent, putEvent } from './caldav.ts';
import { writableCalendar } from './calendar-account.ts';
import { bookingCalendar } from './invitation.ts';
import { bookingToken, readVisitorBooking } from './visitor-booking.ts';

/** Bookings that are written when a calendar is connected. */
const MAX_UPCOMING = 200;
/** A booking that changes while it is written is written again, so many times. */
const MAX_ROUNDS = 5;

export const writeCalendarJob = defineJob({
  name: 'booking.write-calendar',
  payload: z.object({ bookingId: z.uuid(), calendarId: z.uuid() }),
  title: () => 'Write booking into calendar',
  retry: { limit: 8, backoff: 15 },
  handler: async ({ payload }) => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const written = await write(payload.bookingId, payload.calendarId);
      if (written === undefined || (await versionOf(payload.bookingId)) === written) return;
    }
  },
  ended: async ({ calendarId }, { state }) => {
    if (state !== 'failed') return;
    const problem = 'A booking could not be written into this calendar. Check that you may change it.';
    await updateRows('booking_calendars', { problem }, { id: calendarId, workspaceId: currentWorkspaceId() });
    await publishPaths(currentWorkspaceId(), [BOOKING.calendars]);
  },
});

const versionOf = async (id: string) =>
  (
    await withAllRecords(() =>
      query<{ version: number }>('select version from bookings where id = $1 and workspace_id = $2', [
        id,
        currentWorkspaceId(),
      ]),
    )
  )[0]?.version;

/** @returns version of the booking that the calendar has now; undefined where there is nothing to write */
async function write(bookingId: string, calendarId: string): Promise<number | undefined> {
  const calendar = await writableCalendar(calendarId);
  if (!calendar) return undefined;
  const one = await withAllRecords(() => readVisitorBooking(bookingId));
  if (!one) return undefined;
  const workspaceId = currentWorkspaceId();
  const [host] = await query<{ id: string; name: string; email: string }>(
    `select p.id, p.name, p.email from booking_hosts h join workspace_people p on p.id = h.host_id
      where h.booking_id = $1 and h.workspace_id = $2 and h.host_id = $3`,
    [bookingId, workspaceId, calendar.userId],
  );
  const written = await query('select 1 from booking_calendar_events where booking_id = $1 and calendar_id = $2', [
    bookingId,
    calendarId,
  ]);
  const isThere = (one.state === 'confirmed' || one.state === 'no_show') && host !== undefined;
  const name = `booking-${bookingId}`;
  if (isThere && calendar.writes) {
    const link = await publicLink(workspaceId, `/p/bookings/${bookingToken(bookingId)}`);
    const reader = { ...host, zone: one.zone, isGone: false };
    const text = bookingCalendar(one, 'PUBLISH', { organizer: { address: '', name: '' }, hosts: [], link, reader });
    // What is stored in a calendar says nothing of how it came there (RFC 4791, 4.1).
    await putEvent(calendar.url, calendar.account, name, text.replace(/^METHOD:.*\r\n/m, ''));
    await insertIfNew('booking_calendar_events', { workspaceId, bookingId, calendarId });
  } else if (written.length > 0 && !isThere) {
    await deleteEvent(calendar.url, calendar.account, name);
    await deleteRows('booking_calendar_events', { workspaceId, bookingId, calendarId });
  }
  return one.version;
}

/** Writes what the owner of a newly connected calendar hosts from now on. In the ambient transaction. */
export async function writeUpcoming(calendarId: string, userId: string): Promise<void> {
  const rows = await query<{ id: string }>(
    `select h.booking_id as id from booking_hosts h where h.workspace_id = $1 and h.host_id = $2 and h.is_open
      and h.start_at > now() order by h.start_at limit ${MAX_UPCOMING}`,
    [currentWorkspaceId(), userId],
  );
  for (const { id } of rows) await enqueue(writeCalendarJob, { bookingId: id, calendarId });
}

const CHANGES = ['created', 'confirmed', 'moved', 'reassigned', 'canceled', 'declined'];

export const writeCalendarsSubscriber = subscribe(
  CHANGES.map((what) => `booking.${what}`),
  'booking.write_calendars',
  ({ subject }) =>
    withAllRecords(async () => {
      if (!subject) return;
      const calendars = await query<{ id: string }>(
        `select c.id from booking_calendars c join booking_hosts h on h.host_id = c.user_id and h.workspace_id = c.workspace_id
          where c.workspace_id = $1 and h.booking_id = $2 and c.writes
        union select e.calendar_id from booking_calendar_events e where e.workspace_id = $1 and e.booking_id = $2`,
        [currentWorkspaceId(), subject.id],
      );
      await transaction(async () => {
        for (const { id } of calendars) await enqueue(writeCalendarJob, { bookingId: subject.id, calendarId: id });
      });
    }),
  { seesPrivate: true },
);
