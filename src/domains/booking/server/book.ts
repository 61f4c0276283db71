/** Bookings by visitors: taken, moved, canceled. The database refuses two that overlap for one host. */
import * as z from 'zod';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import {
  currentWorkspaceId,
  insertRow,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import { people } from '../../messaging/index.ts';
import { createRecord } from '../../crm/index.ts';
import { obstacleAt } from '../engine/slots.ts';
import { BOOKING } from '../paths.ts';
import { type Host, slotRequests } from './hours.ts';
import { mailVisitor } from './mails.ts';
import type { StoredType } from './types.ts';

const MINUTE = 60_000;

export const BOOKING_CHANGED = defineNotificationKind({
  name: 'booking_changed',
  group: 'Appointments',
  label: 'Bookings with you',
  hint: 'Someone books, moves, or cancels an appointment with you.',
  ways: { inApp: true, email: true },
});

export const Visitor = z.object({
  name: z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.'),
  email: z.email('Enter an email address.').max(254),
  phone: z.string().trim().max(40, 'Use at most 40 characters.'),
  answers: z.array(z.object({ question: z.string(), answer: z.string().trim().max(2_000) })),
});
type Visitor = z.infer<typeof Visitor>;

export const TAKEN = 'This time was just taken. Choose another time.';

/** Bookings of a workspace are taken one after the other, so that hosts are chosen by what is really booked. */
const lockWorkspace = () =>
  query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bookings ${currentWorkspaceId()}`]);

/**
 * The free host with the fewest bookings to come; among equals the first of the type.
 * @throws AppError `conflict` when nobody is free then
 */
async function chooseHost(type: StoredType, at: number, except: string | null, prefer?: string): Promise<Host> {
  const requests = await slotRequests(type, [at, at + 1], { except });
  const free = requests.filter((request) => obstacleAt(request, at) === null).map(({ host }) => host);
  const preferred = free.find(({ id }) => id === prefer);
  if (preferred) return preferred;
  if (free.length === 0) throw new AppError('conflict', TAKEN);
  const counts = await query<{ id: string; n: number }>(
    `select host_id as id, count(*)::int as n from bookings where workspace_id = $1 and type_id = $2
      and state in ('pending', 'confirmed') and start_at > now() group by host_id`,
    [currentWorkspaceId(), type.id],
  );
  const load = new Map(counts.map(({ id, n }) => [id, n]));
  return free.toSorted((a, b) => (load.get(a.id) ?? 0) - (load.get(b.id) ?? 0))[0]!;
}

const times = (type: StoredType, at: number) => ({
  startAt: new Date(at).toISOString(),
  endAt: new Date(at + type.durationMinutes * MINUTE).toISOString(),
  blockedFrom: new Date(at - type.bufferBefore * MINUTE).toISOString(),
  blockedUntil: new Date(at + (type.durationMinutes + type.bufferAfter) * MINUTE).toISOString(),
});

/** The contact with this address, or the open lead, or a new one. */
async function recordOf(type: StoredType, host: Host, { name, email, phone, answers }: Visitor) {
  const contactId = (await people().ofAddresses('email', [email.toLowerCase()])).get(email.toLowerCase())?.contactId;
  if (contactId) return { contactId };
  const [known] = await query<{ id: string }>(
    'select id from leads where workspace_id = $1 and lower(email) = lower($2) and deleted_at is null order by id desc limit 1',
    [currentWorkspaceId(), email],
  );
  if (known) return { leadId: known.id };
  const [firstName = '', ...rest] = name.split(/\s+/);
  const about = answers.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n');
  const { id } = await createRecord('lead', {
    firstName,
    lastName: rest.join(' '),
    email,
    phone,
    source: 'Appointment',
    about: `Booked “${type.name}”.${about && `\n\n${about}`}`,
    ownerId: host.id,
  });
  return { leadId: id };
}

/**
 * Takes a booking for the workspace of the scope.
 * @param at start as milliseconds
 * @throws AppError `conflict` when the time is not free, `validation`
 */
export function takeBooking(
  type: StoredType,
  at: number,
  zone: string,
  visitor: Visitor,
): Promise<{ id: string; hostId: string }> {
  if (!isTimeZone(zone)) throw invalid('zone', 'Choose a time zone.');
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const host = await chooseHost(type, at, null);
      const record = await recordOf(type, host, visitor);
      const span = times(type, at);
      const activity = await createRecord('activity', {
        type: 'meeting',
        subject: `${type.name}: ${visitor.name}`.slice(0, 200),
        body: visitor.answers.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n'),
        dueAt: span.startAt,
        durationMinutes: type.durationMinutes,
        place: type.place,
        ownerId: host.id,
        ...record,
      });
      const id = newId();
      await insertRow('bookings', {
        id,
        workspaceId: currentWorkspaceId(),
        typeId: type.id,
        hostId: host.id,
        state: type.needsApproval ? 'pending' : 'confirmed',
        ...visitor,
        zone,
        ...span,
        leadId: record.leadId ?? null,
        activityId: activity.id,
      });
      await emit({
        type: 'booking.created',
        subject: { type: 'booking', id },
        data: { typeId: type.id, hostId: host.id, at: span.startAt },
        paths: [BOOKING.bookings, BOOKING.types],
      });
      await tellHost(host.id, id, `${visitor.name} booked ${type.name}`);
      await mailVisitor(id, type.needsApproval ? 'requested' : 'confirmed');
      return { id, hostId: host.id };
    }),
  );
}

/** Moves a booking that is still open. @throws AppError `conflict` */
export function moveBooking(id: string, type: StoredType, at: number): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      const current = await readOpen(id);
      const host = await chooseHost(type, at, id, current.hostId);
      const span = times(type, at);
      await updateRows(
        'bookings',
        {
          ...span,
          hostId: host.id,
          sequence: current.sequence + 1,
          version: current.version + 1,
          remindedAt: null,
          state: type.needsApproval ? 'pending' : 'confirmed',
        },
        { id, workspaceId: currentWorkspaceId() },
      );
      await query(
        `update activities set due_at = $3, owner_id = $4, updated_at = now(), version = version + 1
          where workspace_id = $1 and id = $2 and deleted_at is null`,
        [currentWorkspaceId(), current.activityId, span.startAt, host.id],
      );
      await changed(id, 'moved');
      await tellHost(host.id, id, `${current.name} moved ${type.name}`);
      await mailVisitor(id, 'moved');
    }),
  );
}

interface OpenBooking {
  hostId: string;
  name: string;
  sequence: number;
  version: number;
  activityId: string | null;
}

/** @throws AppError `conflict` for one that is over or canceled */
async function readOpen(id: string): Promise<OpenBooking> {
  const [row] = await query<OpenBooking>(
    `select host_id as "hostId", name, sequence, version, activity_id as "activityId" from bookings
      where workspace_id = $1 and id = $2 and state in ('pending', 'confirmed') and start_at > now() for update`,
    [currentWorkspaceId(), id],
  );
  if (!row) throw new AppError('conflict', 'This appointment can no longer be changed.');
  return row;
}

/** Cancels in the visitor's name. @throws AppError `conflict` */
export function cancelByVisitor(id: string): Promise<void> {
  return withAllRecords(() =>
    transaction(async () => {
      const current = await readOpen(id);
      await closeBooking(id, 'canceled', current);
      await tellHost(current.hostId, id, `${current.name} canceled`);
    }),
  );
}

/** Frees the time, cancels the host's activity, and tells the visitor. */
export async function closeBooking(
  id: string,
  state: 'canceled' | 'declined',
  current: Pick<OpenBooking, 'sequence' | 'version' | 'activityId'>,
): Promise<void> {
  const { sequence, version, activityId } = current;
  await updateRows(
    'bookings',
    { state, sequence: sequence + 1, version: version + 1 },
    { id, workspaceId: currentWorkspaceId() },
  );
  await query(
    `update activities set cancelled_at = now(), updated_at = now(), version = version + 1
      where workspace_id = $1 and id = $2 and cancelled_at is null`,
    [currentWorkspaceId(), activityId],
  );
  await changed(id, state);
  await mailVisitor(id, state);
}

export async function changed(id: string, what: string): Promise<void> {
  await emit({
    type: `booking.${what}`,
    subject: { type: 'booking', id },
    paths: [BOOKING.bookings, BOOKING.types, '/api/activities'],
  });
}

async function tellHost(hostId: string, id: string, title: string): Promise<void> {
  await tellUser(hostId, BOOKING_CHANGED, {
    workspaceId: currentWorkspaceId(),
    title,
    body: 'Open your appointments to see the details.',
    href: `/appointment-funnel?booking=${id}`,
  });
}
