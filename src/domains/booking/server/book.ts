/** Bookings by visitors: taken, moved, canceled. The database refuses two that overlap for one host. */
import { AppError, invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import {
  currentWorkspaceId,
  execute,
  insertRow,
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
import { tellVisitor, timeText, writeMails } from './mails.ts';
import { recordOf } from './record-of.ts';
import { takeTime } from './sessions.ts';
import { clockText } from './times.ts';
import { endWait, tellWaiting } from './waits.ts';
import type { StoredType } from './types.ts';
import type { Visitor } from './visitor.ts';

const MINUTE = 60_000;
/** How long a time is held while the visitor pays. */
export const PAY_MINUTES = 30;

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
): Promise<{ id: string; hostId: string; isUnpaid: boolean }> {
  if (!isTimeZone(zone)) throw invalid('zone', 'Choose a time zone.');
  if (visitor.email === '' && !normalizeAddress('sms', visitor.phone))
    throw invalid('phone', 'Enter an email address, or a phone number with its country code.');
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const prefer = hold ? await heldHosts(hold, type.id) : [];
      const hosts = await chooseHosts(type, at, { hold, prefer });
      const id = newId();
      const isUnpaid = type.price !== null;
      await insertRow('bookings', {
        id,
        workspaceId: currentWorkspaceId(),
        typeId: type.id,
        hostId: hosts[0]!.id,
        state: isUnpaid ? 'unpaid' : 'confirmed',
        name: visitor.name,
        email: visitor.email,
        phone: visitor.phone,
        answers: visitor.answers,
        wantsTexts: visitor.wantsTexts ?? false,
        zone,
        ...span(type, at),
        ...(isUnpaid && {
          price: type.price,
          currency: type.currency,
          payUntil: instant(Date.now() + PAY_MINUTES * MINUTE),
        }),
      });
      await takeTime(type, id, hosts, at);
      await endHold(hold);
      if (visitor.email !== '') await endWait(type.id, visitor.email);
      if (isUnpaid) {
        await publish(id, 'unpaid');
        await askForPayment(id);
      } else await admitBooking(id);
      return { id, hostId: hosts[0]!.id, isUnpaid };
    }),
  );
}

/** The visitor may lose the page, or be on the phone. */
const askForPayment = (id: string) =>
  tellVisitor(id, 'unpaid', ({ typeName, startAt, zone, price, currency, payUntil }, link) => ({
    subject: `Pay to confirm: ${typeName}`,
    text: `${typeName}, ${timeText(startAt, zone)}, is held for you until ${clockText(Date.parse(payUntil!), zone)}. Pay ${moneyText(price!, currency)} to confirm it: ${link}`,
  }));

interface Admitted {
  typeId: string;
  name: string;
  email: string;
  phone: string;
  answers: Visitor['answers'];
  hostId: string;
  startAt: string;
  typeName: string;
  place: string;
  durationMinutes: number;
  needsApproval: boolean;
  reminders: number[];
  hostZone: string;
}

/**
 * Makes what a booking brings once nothing stands in its way: the lead, the meeting, mails, and reminders. In the ambient
 * transaction.
 */
export async function admitBooking(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const [one] = await query<Admitted>(
    `select b.type_id as "typeId", b.name, b.email, b.phone, b.answers, b.host_id as "hostId", b.start_at as "startAt",
        t.name as "typeName", t.place, t.duration_minutes as "durationMinutes", t.needs_approval as "needsApproval",
        t.reminders, coalesce(h.zone, (select time_zone from present_workspace)) as "hostZone"
      from bookings b join booking_types t on t.id = b.type_id
      left join booking_hours h on h.workspace_id = b.workspace_id and h.user_id = b.host_id
      where b.id = $1 and b.workspace_id = $2`,
    [id, workspaceId],
  );
  const { hostId, startAt, typeName, place, durationMinutes, hostZone, needsApproval: isPending, ...visitor } = one!;
  const record = await recordOf(typeName, hostId, visitor);
  const others = (await hostsOf(id)).filter((other) => other !== hostId);
  const activity = await createRecord('activity', {
    type: 'meeting',
    subject: `${typeName}: ${visitor.name}`.slice(0, 300),
    body: answersText(visitor.answers),
    dueAt: startAt,
    zone: hostZone,
    durationMinutes,
    place,
    ownerId: hostId,
    attendees: others.map((userId) => ({ userId })),
    ...record,
  });
  await updateRows(
    'bookings',
    {
      state: isPending ? 'pending' : 'confirmed',
      remindAt: isPending ? null : nextReminder(one!.reminders, Date.parse(startAt), Date.now()),
      contactId: 'contactId' in record ? record.contactId : null,
      leadId: 'leadId' in record ? record.leadId : null,
      activityId: activity.id,
    },
    { id, workspaceId },
  );
  await publish(id, 'created', { typeId: one!.typeId, hostId, at: startAt });
  // Of one that is confirmed at once, its hosts hear as of any activity that is assigned to them.
  if (isPending) await tellHosts(id, `${visitor.name} asks for an appointment: ${typeName}`);
  await writeMails(id, isPending ? 'requested' : 'confirmed');
}

/** Moves a booking that is still open. @param reason the visitor's words @throws AppError `conflict` */
export function moveBooking(id: string, type: StoredType, at: number, reason = ''): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const current = await readOpen(id, ['pending', 'confirmed']);
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
  refundHours: number | null;
}

/** Whether a visitor who cancels now gets their payment back by themselves. */
export const isRefundedOnCancel = (refundHours: number | null, startAt: string): boolean =>
  refundHours !== null && Date.parse(startAt) - Date.now() >= refundHours * 60 * MINUTE;

/** @throws AppError `conflict` for one that is over or canceled */
async function readOpen(id: string, states: readonly BookingState[]): Promise<OpenBooking> {
  const [row] = await query<OpenBooking>(
    `select b.type_id as "typeId", b.host_id as "hostId", b.name, b.start_at as "startAt", b.version,
        b.activity_id as "activityId", t.refund_hours as "refundHours"
      from bookings b join booking_types t on t.id = b.type_id
      where b.workspace_id = $1 and b.id = $2 and b.state = any($3) and b.start_at > now() for update of b`,
    [currentWorkspaceId(), id, states],
  );
  if (!row) throw new AppError('conflict', 'This appointment can no longer be changed.');
  return row;
}

/** Cancels in the visitor's name. @throws AppError `conflict` */
export function cancelByVisitor(id: string, reason = ''): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const current = await readOpen(id, ['unpaid', 'pending', 'confirmed']);
      await tellHosts(id, `${current.name} canceled`);
      await closeBooking(id, 'canceled', current, reason, isRefundedOnCancel(current.refundHours, current.startAt));
    }),
  );
}

/**
 * Frees the time, cancels the activity, and writes to visitor and hosts.
 * @param isRefunded whether what was paid goes back
 */
export async function closeBooking(
  id: string,
  state: 'canceled' | 'declined',
  { version, activityId, typeId, startAt }: Pick<OpenBooking, 'version' | 'activityId' | 'typeId' | 'startAt'>,
  reason: string,
  isRefunded = true,
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await updateRows('bookings', { state, reason, remindAt: null, version: version + 1 }, { id, workspaceId });
  if (isRefunded)
    await execute(
      `update bookings set refund_due = true where id = $1 and workspace_id = $2 and paid_at is not null and refunded < price`,
      [id, workspaceId],
    );
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
