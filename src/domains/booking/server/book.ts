/** Bookings by visitors: taken, moved, canceled. The database refuses two that overlap for one host. */
import { AppError, invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import {
  currentWorkspaceId,
  deleteRows,
  insertRow,
  insertRows,
  query,
  selectRow,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import { normalizeAddress } from '../../messaging/index.ts';
import { cancelActivity, createRecord, updateActivity } from '../../crm/index.ts';
import type { BookingState } from '../contract.ts';
import { nextReminder } from '../engine/reminders.ts';
import { BOOKING } from '../paths.ts';
import { chooseHosts, lockWorkspace } from './choose-hosts.ts';
import { endHold, heldHosts } from './holds.ts';
import type { Host } from './hours.ts';
import { writeMails } from './mails.ts';
import { recordOf } from './record-of.ts';
import { endWait, tellWaiting } from './waits.ts';
import type { StoredType } from './types.ts';
import type { Visitor } from './visitor.ts';

const MINUTE = 60_000;

export const BOOKING_CHANGED = defineNotificationKind({
  name: 'booking_changed',
  group: 'Appointments',
  label: 'Bookings with you',
  hint: 'A visitor asks for an appointment with you, moves it, or cancels it.',
  ways: { inApp: true, email: false },
});

const instant = (at: number) => new Date(at).toISOString();

const span = (type: StoredType, at: number) => ({
  startAt: instant(at),
  endAt: instant(at + type.durationMinutes * MINUTE),
});

export async function takeTime(type: StoredType, bookingId: string, hosts: readonly Host[], at: number): Promise<void> {
  await deleteRows('booking_hosts', { bookingId, workspaceId: currentWorkspaceId() });
  await insertRows(
    'booking_hosts',
    hosts.map(({ id }) => ({
      workspaceId: currentWorkspaceId(),
      bookingId,
      hostId: id,
      typeId: type.id,
      startAt: instant(at),
      blockedFrom: instant(at - type.bufferBefore * MINUTE),
      blockedUntil: instant(at + (type.durationMinutes + type.bufferAfter) * MINUTE),
    })),
  );
}

const answersText = (answers: Visitor['answers']) =>
  answers
    .filter(({ answer }) => answer !== '')
    .map(({ question, answer }) => `${question}\n${answer}`)
    .join('\n\n');

/**
 * Takes a booking for the workspace of the scope.
 * @param at start as milliseconds
 * @param visitor without an email address, their number in E.164: everything goes there by text
 * @param hold id of the time that the visitor holds
 * @throws AppError `conflict` when the time is not free, `validation`
 */
export function takeBooking(
  type: StoredType,
  at: number,
  zone: string,
  visitor: Visitor,
  hold: string | null = null,
): Promise<{ id: string; hostId: string }> {
  if (!isTimeZone(zone)) throw invalid('zone', 'Choose a time zone.');
  if (visitor.email === '' && !normalizeAddress('sms', visitor.phone))
    throw invalid('phone', 'Enter an email address, or a phone number with its country code.');
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const prefer = hold ? await heldHosts(hold, type.id) : [];
      const hosts = await chooseHosts(type, at, { hold, prefer });
      const [host, ...others] = hosts as [Host, ...Host[]];
      const record = await recordOf(type.name, host.id, visitor);
      const times = span(type, at);
      const activity = await createRecord('activity', {
        type: 'meeting',
        subject: `${type.name}: ${visitor.name}`.slice(0, 300),
        body: answersText(visitor.answers),
        dueAt: times.startAt,
        zone: host.hours.zone,
        durationMinutes: type.durationMinutes,
        place: type.place,
        ownerId: host.id,
        attendees: others.map(({ id }) => ({ userId: id })),
        ...record,
      });
      const id = newId();
      const isPending = type.needsApproval;
      await insertRow('bookings', {
        id,
        workspaceId: currentWorkspaceId(),
        typeId: type.id,
        hostId: host.id,
        state: isPending ? 'pending' : 'confirmed',
        name: visitor.name,
        email: visitor.email,
        phone: visitor.phone,
        answers: visitor.answers,
        wantsTexts: visitor.wantsTexts ?? false,
        zone,
        ...times,
        remindAt: isPending ? null : nextReminder(type.reminders, at, Date.now()),
        contactId: 'contactId' in record ? record.contactId : null,
        leadId: 'leadId' in record ? record.leadId : null,
        activityId: activity.id,
      });
      await takeTime(type, id, hosts, at);
      await endHold(hold);
      if (visitor.email !== '') await endWait(type.id, visitor.email);
      await publish(id, 'created', { typeId: type.id, hostId: host.id, at: times.startAt });
      // Of one that is confirmed at once, its hosts hear as of any activity that is assigned to them.
      if (isPending) await tellHosts(id, `${visitor.name} asks for an appointment: ${type.name}`);
      await writeMails(id, isPending ? 'requested' : 'confirmed');
      return { id, hostId: host.id };
    }),
  );
}

/** Moves a booking that is still open. @param reason the visitor's words @throws AppError `conflict` */
export function moveBooking(id: string, type: StoredType, at: number, reason = ''): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const current = await readOpen(id);
      if (Date.parse(current.startAt) === at)
        throw new AppError('conflict', 'Choose a time other than the present one.');
      const hosts = await chooseHosts(type, at, { except: id, prefer: [current.hostId] });
      const times = span(type, at);
      const isPending = type.needsApproval;
      await updateRows(
        'bookings',
        {
          ...times,
          hostId: hosts[0]!.id,
          version: current.version + 1,
          remindAt: isPending ? null : nextReminder(type.reminders, at, Date.now()),
          state: isPending ? 'pending' : 'confirmed',
          reason,
        },
        { id, workspaceId: currentWorkspaceId() },
      );
      const before = await hostsOf(id);
      await takeTime(type, id, hosts, at);
      await moveActivity(current.activityId, { dueAt: times.startAt, ownerId: hosts[0]!.id });
      await publish(id, 'moved', { typeId: type.id, hostId: hosts[0]!.id, at: times.startAt });
      await tellHosts(id, `${current.name} ${isPending ? 'asks to move' : 'moved'} ${type.name}`);
      await writeMails(id, isPending ? 'move_requested' : 'moved', before);
      await tellWaiting(type.id, Date.parse(current.startAt));
    }),
  );
}

/** The activity follows, where it is still there and open. */
export async function moveActivity(id: string | null, fields: { dueAt?: string; ownerId: string }): Promise<void> {
  if (id === null) return;
  const row = await selectRow('activities', ['version'], { id, deletedAt: null, doneAt: null, cancelledAt: null });
  if (row) await updateActivity(id, { version: row.version, ...fields });
}

export async function hostsOf(bookingId: string): Promise<string[]> {
  const rows = await query<{ id: string }>('select host_id as id from booking_hosts where booking_id = $1', [
    bookingId,
  ]);
  return rows.map(({ id }) => id);
}

interface OpenBooking {
  typeId: string;
  hostId: string;
  name: string;
  startAt: string;
  version: number;
  activityId: string | null;
}

/** @throws AppError `conflict` for one that is over or canceled */
async function readOpen(id: string): Promise<OpenBooking> {
  const [row] = await query<OpenBooking>(
    `select type_id as "typeId", host_id as "hostId", name, start_at as "startAt", version, activity_id as "activityId" from bookings
      where workspace_id = $1 and id = $2 and state in ('pending', 'confirmed') and start_at > now() for update`,
    [currentWorkspaceId(), id],
  );
  if (!row) throw new AppError('conflict', 'This appointment can no longer be changed.');
  return row;
}

/** Cancels in the visitor's name. @throws AppError `conflict` */
export function cancelByVisitor(id: string, reason = ''): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      const current = await readOpen(id);
      await tellHosts(id, `${current.name} canceled`);
      await closeBooking(id, 'canceled', current, reason);
    }),
  );
}

/** Frees the time, cancels the activity, and writes to visitor and hosts. */
export async function closeBooking(
  id: string,
  state: 'canceled' | 'declined',
  { version, activityId, typeId, startAt }: Pick<OpenBooking, 'version' | 'activityId' | 'typeId' | 'startAt'>,
  reason: string,
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await updateRows('bookings', { state, reason, remindAt: null, version: version + 1 }, { id, workspaceId });
  await updateRows('booking_hosts', { isOpen: false }, { bookingId: id, workspaceId });
  if (activityId !== null && (await selectRow('activities', ['id'], { id: activityId, deletedAt: null, doneAt: null })))
    await cancelActivity(activityId);
  await publish(id, state);
  await writeMails(id, state);
  await tellWaiting(typeId, Date.parse(startAt));
}

/** Says what happened to a booking: workflows, webhooks, and screens hear of it. */
export async function publish(
  id: string,
  what: BookingState | 'created' | 'moved' | 'reassigned',
  data: Record<string, unknown> = {},
): Promise<void> {
  await emit({
    type: `booking.${what}`,
    subject: { type: 'booking', id },
    data,
    paths: [BOOKING.bookings, BOOKING.types],
  });
}

async function tellHosts(id: string, title: string): Promise<void> {
  for (const hostId of await hostsOf(id))
    await tellUser(hostId, BOOKING_CHANGED, {
      workspaceId: currentWorkspaceId(),
      title,
      body: 'Open the booking to see the details.',
      href: `/appointment-funnel?booking=${id}`,
    });
}
