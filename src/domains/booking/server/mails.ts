/** Mails to visitors and hosts about a booking, each with its invitation, and reminders. */
import { appLink } from '../../../server/app-url.ts';
import { asSystem, inWorkspace, query, transaction, updateRows, withAllRecords } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { publicLink } from '../../../server/public/site.ts';
import { normalizeAddress, senderAddress, sendMessage } from '../../messaging/index.ts';
import { nextReminder } from '../engine/reminders.ts';
import { type BookingHost, bookingCalendar } from './invitation.ts';
import { bookingToken, readVisitorBooking, type VisitorBooking } from './visitor-booking.ts';

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

type Occasion = 'requested' | 'confirmed' | 'moved' | 'move_requested' | 'canceled' | 'declined' | 'reassigned';
interface Words {
  subject: string;
  visitor: string;
  host: (visitor: string) => string;
  /** What calendars hear; null: nothing yet. */
  method: 'REQUEST' | 'CANCEL' | null;
}
const WORDS: Readonly<Record<Occasion, Words>> = {
  requested: {
    subject: 'Requested',
    visitor: 'We received your request. You get another email when it is confirmed.',
    host: (name) => `${name} asks for an appointment. Approve or decline it.`,
    method: null,
  },
  confirmed: {
    subject: 'Confirmed',
    visitor: 'Your appointment is confirmed.',
    host: (name) => `${name} has an appointment with you.`,
    method: 'REQUEST',
  },
  moved: {
    subject: 'Moved',
    visitor: 'Your appointment has a new time.',
    host: (name) => `The appointment with ${name} has a new time.`,
    method: 'REQUEST',
  },
  move_requested: {
    subject: 'New time requested',
    visitor: 'We received your request for a new time. You get another email when it is confirmed.',
    host: (name) => `${name} asks for a new time. Approve or decline it.`,
    method: 'CANCEL',
  },
  reassigned: {
    subject: 'New host',
    visitor: 'Your appointment has a new host. The time stays the same.',
    host: (name) => `The appointment with ${name} is yours now.`,
    method: 'REQUEST',
  },
  canceled: {
    subject: 'Canceled',
    visitor: 'Your appointment is canceled.',
    host: (name) => `The appointment with ${name} is canceled.`,
    method: 'CANCEL',
  },
  declined: {
    subject: 'Not possible',
    visitor: 'Your appointment could not be confirmed.',
    host: (name) => `The request of ${name} is declined.`,
    method: 'CANCEL',
  },
};

const isOff = (occasion: Occasion) => occasion === 'canceled' || occasion === 'declined';

async function bookingHosts(bookingId: string, also: readonly string[]): Promise<BookingHost[]> {
  return query<BookingHost>(
    `select p.id, p.name, p.email, h.host_id is null as "isGone",
        coalesce(bh.zone, (select time_zone from present_workspace)) as zone
      from workspace_people p left join booking_hosts h on h.booking_id = $1 and h.host_id = p.id
      left join booking_hours bh on bh.workspace_id = p.workspace_id and bh.user_id = p.id
      where h.host_id is not null or p.id = any($2) order by p.name`,
    [bookingId, also],
  );
}

/**
 * Writes to the visitor and the hosts, in the transaction of the change. What calendars hear of gets the next sequence
 * number (RFC 5546); the first invitation has 0.
 * @param before hosts who may have lost it by this change
 */
export async function writeMails(id: string, occasion: Occasion, before: readonly string[] = []): Promise<void> {
  const { method } = WORDS[occasion];
  const known = (await readVisitorBooking(id))!;
  // Whoever got no invitation has nothing to cancel.
  const tells = method === 'REQUEST' || (method === 'CANCEL' && known.sequence !== null);
  const one = tells ? { ...known, sequence: (known.sequence ?? -1) + 1 } : known;
  if (tells) await updateRows('bookings', { sequence: one.sequence }, { id, workspaceId: one.workspaceId });
  const hosts = await bookingHosts(id, before);
  const present = hosts.filter(({ isGone }) => !isGone);
  const organizer = await senderAddress();
  const link = await publicLink(one.workspaceId, `/p/bookings/${bookingToken(id)}`);
  const context = { organizer, hosts: present, link };
  const calendar = tells
    ? { method: method!, text: bookingCalendar(one, method!, { ...context, reader: null }) }
    : null;
  if (one.email === '') await writeText(one, occasion, link);
  else
    await sendMessage({
      ...messageOf(one, `${occasion}:visitor`),
      to: { address: one.email, name: one.name },
      subject: `${WORDS[occasion].subject}: ${one.typeName}`,
      text: visitorText(one, occasion, link),
      ...(calendar && { calendar }),
    });
  for (const host of hosts) {
    const way = host.isGone ? 'CANCEL' : method;
    const event = tells && way ? { method: way, text: bookingCalendar(one, way, { ...context, reader: host }) } : null;
    if (host.email !== '' && !(host.isGone && !event))
      await sendMessage({
        ...messageOf(one, `${occasion}:${host.id}`),
        to: { address: host.email, name: host.name },
        subject: `${host.isGone ? 'No longer yours' : WORDS[occasion].subject}: ${one.typeName} with ${one.name}`,
        text: hostText(one, occasion, host),
        ...(event && { calendar: event }),
      });
  }
}

const messageOf = (one: VisitorBooking, what: string) => ({
  workspaceId: one.workspaceId,
  channel: 'email' as const,
  purpose: 'transactional' as const,
  key: `booking:${one.id}:${one.version}:${what}`,
  origin: { type: 'booking', id: one.id, label: one.typeName },
});

const paragraphsOf = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join('\n\n');
const linesOf = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join('\n');

const visitorText = (one: VisitorBooking, occasion: Occasion, link: string) =>
  paragraphsOf(
    `Hi ${one.name},`,
    WORDS[occasion].visitor,
    linesOf(one.typeName, timeText(one.startAt, one.zone), one.hostName && `With ${one.hostName}`, one.place),
    isOff(occasion) && one.reason && `Reason: ${one.reason}`,
    isOff(occasion) ? `Book another time: ${one.typeLink}` : `Reschedule or cancel: ${link}`,
  );

function hostText(one: VisitorBooking, occasion: Occasion, host: BookingHost): string {
  return paragraphsOf(
    `Hi ${host.name},`,
    host.isGone ? `The appointment with ${one.name} went to another host.` : WORDS[occasion].host(one.name),
    linesOf(one.typeName, timeText(one.startAt, host.zone), one.place),
    linesOf(one.name, one.email, one.phone),
    one.reason && `Reason: ${one.reason}`,
    ...one.answers.filter(({ answer }) => answer !== '').map(({ question, answer }) => `${question}\n${answer}`),
    !host.isGone && `Open the booking: ${appLink('/appointment-funnel', { booking: one.id })}`,
  );
}

/** Tells a visitor who has no email address, by text. */
async function writeText(one: VisitorBooking, occasion: Occasion, link: string): Promise<void> {
  const number = normalizeAddress('sms', one.phone);
  if (!number) return;
  const change = isOff(occasion) ? `Book another time: ${one.typeLink}` : `Change it: ${link}`;
  await sendMessage({
    ...messageOf(one, `${occasion}:visitor`),
    channel: 'sms',
    to: { address: number, name: one.name },
    text: `${WORDS[occasion].subject}: ${one.typeName}, ${timeText(one.startAt, one.zone)}. ${change}`,
  });
}

/** Reminds the visitor by mail and, where they asked for it, by text. Each reminder is one message, however often it is tried. */
async function remind(id: string): Promise<void> {
  const one = await readVisitorBooking(id);
  if (!one || one.state !== 'confirmed' || one.remindAt === null) return;
  const start = Date.parse(one.startAt);
  const key = `booking:${id}:${one.startAt}:reminder:${one.remindAt}`;
  const link = await publicLink(one.workspaceId, `/p/bookings/${bookingToken(id)}`);
  if (start > Date.now()) {
    if (one.email !== '')
      await sendMessage({
        ...messageOf(one, 'reminder'),
        key,
        to: { address: one.email, name: one.name },
        subject: `Reminder: ${one.typeName}`,
        text: paragraphsOf(
          `Hi ${one.name},`,
          'This is a reminder of your appointment.',
          linesOf(one.typeName, timeText(one.startAt, one.zone), one.hostName && `With ${one.hostName}`, one.place),
          `Reschedule or cancel: ${link}`,
        ),
      });
    const number = one.wantsTexts || one.email === '' ? normalizeAddress('sms', one.phone) : undefined;
    if (number)
      await sendMessage({
        ...messageOf(one, 'reminder'),
        channel: 'sms',
        key: `${key}:text`,
        to: { address: number, name: one.name },
        text: `Reminder: ${one.typeName}, ${timeText(one.startAt, one.zone)}. Change it: ${link}`,
      });
  }
  await updateRows(
    'bookings',
    { remindAt: nextReminder(one.reminders, start, Math.max(Date.now(), Date.parse(one.remindAt))) },
    { id, workspaceId: one.workspaceId },
  );
}

export const bookingReminders = defineRecurring({
  name: 'booking.reminders',
  title: 'Reminders of appointments',
  every: 60,
  handler: async () => {
    const due = await asSystem(() =>
      query<{ id: string; workspaceId: string }>(
        `select b.id, b.workspace_id as "workspaceId" from bookings b
          join workspaces w on w.id = b.workspace_id and w.archived_at is null
          where b.remind_at <= now() order by b.remind_at limit 500`,
      ),
    );
    for (const { id, workspaceId } of due)
      await inWorkspace(workspaceId, null, () => withAllRecords(() => transaction(() => remind(id))));
  },
});
