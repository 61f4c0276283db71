/** Mails to visitors about their booking, and the calendar file behind the link in them. */
import { currentWorkspaceId, asSystem, inWorkspace, query, execute, withAllRecords } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { publicLink } from '../../../server/public/site.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import { UUID } from '../../../server/paging.ts';
import { calendarText } from '../../crm/index.ts';
import { sendMessage } from '../../messaging/index.ts';
import type { BookingState } from '../contract.ts';

export interface VisitorBooking {
  id: string;
  workspaceId: string;
  typeId: string;
  typeName: string;
  place: string;
  hostName: string;
  state: BookingState;
  name: string;
  email: string;
  zone: string;
  startAt: string;
  minutes: number;
  sequence: number;
  changedAt: string;
}

/** The link of a booking is signed, so that it needs no row and cannot be guessed. */
export const bookingToken = (id: string): string => `${id}.${hmac('booking', id)}`;

/** The booking that a link names; undefined for a wrong link. */
function bookingOfToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  return UUID.test(id) && safeEqual(signature, hmac('booking', id)) ? id : undefined;
}

/** The booking that a link names, and its workspace. */
export async function openBooking(token: string): Promise<VisitorBooking | undefined> {
  const id = bookingOfToken(token);
  const [row] = id
    ? await asSystem(() =>
        query<{ workspaceId: string }>('select workspace_id as "workspaceId" from bookings where id = $1', [id]),
      )
    : [];
  return row && inWorkspace(row.workspaceId, null, () => withAllRecords(() => readVisitorBooking(id!)));
}

/** `Tuesday, March 10, 2026 at 9:00 AM GMT+1`, in the zone. */
export function timeText(at: string | number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(at));
}

/** The booking for calendar programs: one name for ever, and a sequence that grows with each change. */
export function bookingCalendar(one: VisitorBooking): string {
  const isOff = one.state === 'canceled' || one.state === 'declined';
  return calendarText(
    [
      {
        uid: `booking-${one.id}@gauntlet`,
        sequence: one.sequence,
        changedAt: one.changedAt,
        start: { at: one.startAt },
        length: one.minutes,
        summary: `${one.typeName} with ${one.hostName}`,
        place: one.place,
        cancelled: isOff,
      },
    ],
    { method: isOff ? 'CANCEL' : 'PUBLISH' },
  );
}

type Occasion = 'requested' | 'confirmed' | 'moved' | 'canceled' | 'declined' | 'reminder';
const SUBJECTS: Readonly<Record<Occasion, string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  moved: 'Moved',
  canceled: 'Canceled',
  declined: 'Not possible',
  reminder: 'Reminder',
};
const OPENINGS: Readonly<Record<Occasion, string>> = {
  requested: 'We received your request. You get another email when it is confirmed.',
  confirmed: 'Your appointment is confirmed.',
  moved: 'Your appointment has a new time.',
  canceled: 'Your appointment is canceled.',
  declined: 'Your appointment could not be confirmed.',
  reminder: 'This is a reminder of your appointment.',
};

/** Writes to the visitor, once for each state that the booking goes through. */
export async function mailVisitor(id: string, occasion: Occasion): Promise<void> {
  const one = (await readVisitorBooking(id))!;
  const token = bookingToken(id);
  const link = await publicLink(one.workspaceId, `/p/bookings/${token}`);
  const file = await publicLink(one.workspaceId, `/p/booking-calendars/${token}/${one.sequence}`);
  const isOff = occasion === 'canceled' || occasion === 'declined';
  await sendMessage({
    workspaceId: one.workspaceId,
    channel: 'email',
    purpose: 'transactional',
    to: { address: one.email, name: one.name },
    subject: `${SUBJECTS[occasion]}: ${one.typeName}`,
    text: [
      `Hi ${one.name},`,
      OPENINGS[occasion],
      [one.typeName, timeText(one.startAt, one.zone), one.hostName && `With ${one.hostName}`, one.place]
        .filter(Boolean)
        .join('\n'),
      isOff ? `Remove it from your calendar: ${file}` : `Add it to your calendar: ${file}`,
      ...(isOff ? [] : [`Reschedule or cancel: ${link}`]),
    ].join('\n\n'),
    key: `booking:${id}:${one.sequence}:${occasion}`,
    origin: { type: 'booking', id, label: one.typeName },
  });
}

/** As the visitor may see it. */
async function readVisitorBooking(id: string): Promise<VisitorBooking | undefined> {
  const [row] = await query<VisitorBooking>(
    `select b.id, b.workspace_id as "workspaceId", b.type_id as "typeId", t.name as "typeName", t.place,
        coalesce(p.name, '') as "hostName", b.state, b.name, b.email, b.zone, b.start_at as "startAt",
        round(extract(epoch from b.end_at - b.start_at) / 60)::int as minutes, b.sequence, now() as "changedAt"
      from bookings b join booking_types t on t.workspace_id = b.workspace_id and t.id = b.type_id
      left join workspace_people p on p.id = b.host_id where b.workspace_id = $1 and b.id = $2`,
    [currentWorkspaceId(), id],
  );
  return row;
}

/** Reminds a day ahead. The mail's key makes it one, however often the work is repeated. */
export const bookingReminders = defineRecurring({
  name: 'booking.reminders',
  title: 'Reminders of appointments',
  every: 60,
  handler: async () => {
    const due = await asSystem(() =>
      query<{ id: string; workspaceId: string }>(
        `select id, workspace_id as "workspaceId" from bookings where state = 'confirmed' and reminded_at is null
          and start_at > now() and start_at < now() + interval '24 hours'
          and created_at < start_at - interval '24 hours' order by start_at limit 500`,
      ),
    );
    for (const { id, workspaceId } of due)
      await inWorkspace(workspaceId, null, async () => {
        await mailVisitor(id, 'reminder');
        await execute('update bookings set reminded_at = now() where workspace_id = $1 and id = $2', [workspaceId, id]);
      });
  },
});
