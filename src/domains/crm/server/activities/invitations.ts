/**
 * Invitations by mail (iTIP by mail, RFC 5546 and 6047). Each mail carries the event and a link to answer; the sequence
 * number grows with each round, so that a calendar program knows which of two mails is the later one.
 */
import * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { cut } from '../../../../kernel/text.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  execute,
  inWorkspace,
  query,
  transaction,
  withAllRecords,
} from '../../../../server/db/index.ts';
import { appLink } from '../../../../server/app-url.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { mailSender, sendMail } from '../../../../server/providers/mail/index.ts';
import { hmac, safeEqual } from '../../../../server/secrets/secrets.ts';
import type { Activity, Attendee } from '../../contract/activities.ts';
import type { Invitation } from '../../contract/invitations.ts';
import { type CalendarEvent, type CalendarGuest, calendarText, type Mailbox } from '../../engine/icalendar.ts';
import { ACTIVITIES_CHANGED } from '../live-paths.ts';
import { peopleNames } from '../../../../records/server/workspace.ts';
import { eventOf, uidOf } from './calendar-events.ts';
import { type ActivityRow, ACTIVITIES, lockActivity, readActivity } from './rows.ts';
import { tellAnswer, tellUnsent } from './notify.ts';
import { timeInWords } from './when-text.ts';

const NOUN = 'The activity';
const PURPOSE = 'activity-invitation';

/** Lets its bearer see and answer one invitation. */
export function answerToken(attendeeId: string): string {
  return `${attendeeId}.${hmac(PURPOSE, attendeeId)}`;
}

function attendeeOf(token: string): string {
  const [id = '', signature = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id) || !safeEqual(signature, hmac(PURPOSE, id))) throw notFound('The invitation');
  return id;
}

export const invitationMail = defineJob({
  name: 'crm.invitation',
  payload: z.object({
    activityId: z.uuid(),
    attendeeId: z.uuid(),
    method: z.enum(['REQUEST', 'CANCEL']),
    sequence: z.number().int(),
    /** An attendee who was removed. */
    gone: z.object({ name: z.string(), email: z.string() }).optional(),
  }),
  title: ({ method }) => (method === 'REQUEST' ? 'Send invitation' : 'Send cancellation'),
  retry: { limit: 8, backoff: 10 },
  handler: async ({ payload }) => {
    const mail = await compose(payload);
    if (mail) await sendMail(mail);
  },
  ended: async (payload, { state }) => {
    const mail = state === 'failed' ? await compose(payload) : undefined;
    if (mail) await tellUnsent(payload.activityId, mail.subject, mail.to[0]!.address);
  },
});

/**
 * Invites, or sends what changed, to attendees with an address.
 * @throws AppError `not_found`, `conflict`, `validation`
 */
export function invite(id: string, attendeeIds?: readonly string[]): Promise<Activity> {
  return transaction(async () => {
    const row = await lockActivity(id);
    if (!row) throw notFound(NOUN);
    if (row.dueAt === null) throw new AppError('conflict', 'Set a date or time before you send invitations.');
    if (row.doneAt !== null || row.cancelled)
      throw new AppError('conflict', 'Invitations can only be sent for upcoming activities.');
    const activity = (await readActivity(id))!;
    const guests = activity.attendees.filter(
      (guest) =>
        guest.email !== '' && guest.userId !== currentUserId() && (!attendeeIds || attendeeIds.includes(guest.id)),
    );
    if (guests.length === 0)
      throw new AppError('validation', 'None of the attendees has an email address.', { field: 'attendeeIds' });
    const sequence = (row.invitedSequence ?? -1) + 1;
    await execute(
      'update activities set invited_sequence = $3, invited_uid = coalesce(invited_uid, $4), version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), sequence, uidOf(activity)],
    );
    await execute('update activity_attendees set invited_at = now() where activity_id = $1 and id = any($2)', [
      id,
      guests.map((guest) => guest.id),
    ]);
    for (const guest of guests)
      await enqueue(invitationMail, { activityId: id, attendeeId: guest.id, method: 'REQUEST', sequence });
    await emit({
      type: 'activity.invited',
      subject: { type: 'activity', id },
      data: { version: row.version + 1, count: guests.length },
      paths: ACTIVITIES_CHANGED,
    });
    return (await readActivity(id))!;
  });
}

/** Sends cancellations to invited people unless it is in the past, in the transaction that cancels it. */
export async function cancelInvitations(row: ActivityRow): Promise<void> {
  if (
    row.invitedSequence === null ||
    row.dueAt === null ||
    row.doneAt !== null ||
    row.cancelled ||
    new Date(row.dueAt) < new Date()
  )
    return;
  const sequence = row.invitedSequence + 1;
  const invited = await query<{ id: string }>(
    'select id from activity_attendees where activity_id = $1 and invited_at is not null',
    [row.id],
  );
  await execute('update activities set invited_sequence = $3 where id = $1 and workspace_id = $2', [
    row.id,
    currentWorkspaceId(),
    sequence,
  ]);
  for (const { id } of invited)
    await enqueue(invitationMail, { activityId: row.id, attendeeId: id, method: 'CANCEL', sequence });
}

/** Someone who has an invitation to what is still to come. */
export interface InvitedGuest extends Mailbox {
  id: string;
  activityId: string;
}

/** People invited to an activity or to any of its series. */
export function invitedGuests({ id, seriesId }: Pick<ActivityRow, 'id' | 'seriesId'>): Promise<InvitedGuest[]> {
  return query<InvitedGuest>(
    `select t.id, t.activity_id as "activityId", t.name, t.email from activity_attendees t
      join activities a on a.id = t.activity_id
     where a.workspace_id = $1 and (a.id = $2 or a.series_id = $3) and t.invited_at is not null
        and a.deleted_at is null and a.done_at is null and a.cancelled_at is null and a.due_at > now()`,
    [currentWorkspaceId(), id, seriesId],
  );
}

/** Sends cancellations to invited people who were removed, in the same transaction. */
export async function cancelForGone(invited: readonly InvitedGuest[]): Promise<void> {
  if (invited.length === 0) return;
  const left = new Set(
    (
      await query<{ id: string }>('select id from activity_attendees where id = any($1)', [invited.map(({ id }) => id)])
    ).map(({ id }) => id),
  );
  const sequences = new Map(
    (
      await query<{ id: string; sequence: number }>(
        'select id, invited_sequence as sequence from activities where id = any($1)',
        [invited.map(({ activityId }) => activityId)],
      )
    ).map(({ id, sequence }) => [id, sequence]),
  );
  for (const { id, activityId, name, email } of invited) {
    if (!left.has(id))
      await enqueue(invitationMail, {
        activityId,
        attendeeId: id,
        method: 'CANCEL',
        sequence: sequences.get(activityId) ?? 0,
        gone: { name, email },
      });
  }
}

interface Order {
  activityId: string;
  attendeeId: string;
  method: 'REQUEST' | 'CANCEL';
  sequence: number;
  gone?: Mailbox | undefined;
}

/** The mail, or nothing when a later one has overtaken it or the attendee was taken off meanwhile. */
async function compose({
  activityId,
  attendeeId,
  method,
  sequence,
  gone,
}: Order): Promise<Parameters<typeof sendMail>[0] | undefined> {
  const [activity] = await query<Activity & { present: number | null; uid: string | null }>(
    ACTIVITIES.replace('select a.id', 'select a.invited_sequence as present, a.invited_uid as uid, a.id') +
      ' where a.id = $1 and a.workspace_id = $2',
    [activityId, currentWorkspaceId()],
  );
  const guest = gone ?? activity?.attendees.find((one) => one.id === attendeeId);
  if (!activity || !guest || guest.email === '' || (!gone && (activity.present ?? 0) > sequence)) return undefined;
  const owner = await ownerOf(activity);
  const event = invitationEvent(activity, method, sequence, owner.name, gone && { ...gone, answer: 'none' });
  if (!event) return undefined;
  const link = appLink('/meeting-invitation', { token: answerToken(attendeeId) });
  const when = timeInWords(activity);
  const text =
    method === 'CANCEL'
      ? `Hello ${guest.name || guest.email},\n\n“${activity.subject}” (${when}) ${gone ? 'takes place without you' : 'does not take place'}.\n\n${owner.name}\n`
      : `Hello ${guest.name || guest.email},\n\n${owner.name} invites you:\n\n${activity.subject}\n${when}\n${[activity.place, activity.link].filter(Boolean).join('\n')}\n\nAccept or decline: ${link}\n${activity.body ? `\n${activity.body}\n` : ''}`;
  return {
    to: [{ address: guest.email, ...(guest.name ? { name: guest.name } : {}) }],
    subject: oneLine(
      `${method === 'CANCEL' ? 'Canceled: ' : sequence > 0 ? 'Updated: ' : 'Invitation: '}${activity.subject}`,
    ),
    text,
    ...(owner.email ? { replyTo: { address: owner.email, name: oneLine(owner.name) } } : {}),
    calendar: { method, text: calendarText([event], { method }) },
    id: `${attendeeId}.${sequence}.${method.toLowerCase()}@gauntlet`,
  };
}

const oneLine = (text: string) => cut(text.replace(/\p{Cc}/gu, ' '), 200);

async function ownerOf(activity: Activity): Promise<{ name: string; email: string }> {
  const [owner] = await query<{ name: string; email: string }>(
    'select name, email from workspace_people where id = $1',
    [activity.ownerId],
  );
  return owner ?? { name: mailSender().name ?? 'Gauntlet', email: '' };
}

/**
 * Each occurrence of a series is invited to by itself, so that one of them can be moved or called off alone. The
 * organizer must be the address that the mail comes from, or programs hide the buttons to answer.
 */
function invitationEvent(
  activity: Activity & { uid: string | null },
  method: Order['method'],
  sequence: number,
  organizer: string,
  alone?: CalendarGuest,
): CalendarEvent | undefined {
  const event = eventOf(activity, activity.uid ?? uidOf(activity), activity.updatedAt);
  return (
    event && {
      ...event,
      sequence,
      free: false,
      cancelled: method === 'CANCEL',
      organizer: { name: organizer, email: mailSender().address },
      guests: alone ? [alone] : activity.attendees,
      alarms: [],
    }
  );
}

interface Found {
  guest: Attendee;
  activity: Activity;
  workspaceId: string;
  deleted: boolean;
}

async function find(token: string): Promise<Found> {
  const id = attendeeOf(token);
  const [place] = await asSystem(() =>
    query<{ workspaceId: string; activityId: string; deleted: boolean }>(
      `select t.workspace_id as "workspaceId", t.activity_id as "activityId", a.deleted_at is not null as deleted
     from activity_attendees t join activities a on a.id = t.activity_id
        join workspaces w on w.id = t.workspace_id and w.archived_at is null
        where t.id = $1 and t.invited_at is not null`,
      [id],
    ),
  );
  if (!place) throw notFound('The invitation');
  // The guest was asked by someone who sees it.
  const [activity] = await inWorkspace(place.workspaceId, null, () =>
    withAllRecords(() =>
      query<Activity>(`${ACTIVITIES} where a.id = $1 and a.workspace_id = $2`, [place.activityId, place.workspaceId]),
    ),
  );
  const guest = activity?.attendees.find((one) => one.id === id);
  if (!activity || !guest) throw notFound('The invitation');
  return { activity, guest, ...place };
}

async function shown({ activity, guest, workspaceId, deleted }: Found): Promise<Invitation> {
  const names = await inWorkspace(workspaceId, null, () => peopleNames([activity.ownerId]));
  const end =
    activity.dueAt === null
      ? Infinity
      : Date.parse(activity.dueAt) +
        Math.max(activity.durationMinutes ?? 0, activity.day === null ? 60 : 1440) * 60_000;
  const { subject, dueAt, day, zone, durationMinutes, place, link } = activity;
  return {
    subject,
    dueAt,
    day,
    zone,
    durationMinutes,
    place,
    link,
    organizer: names.get(activity.ownerId ?? '') ?? '',
    name: guest.name,
    answer: guest.answer,
    state: deleted || activity.status === 'cancelled' ? 'off' : end < Date.now() ? 'over' : 'open',
  };
}

/** The activity behind an invitation link. @throws AppError `not_found` */
export async function readInvitation(token: string): Promise<Invitation> {
  return shown(await find(token));
}

/** @throws AppError `not_found`; `conflict` when it is over or off. */
export async function answerInvitation(
  token: string,
  answer: 'accepted' | 'tentative' | 'declined',
): Promise<Invitation> {
  const found = await find(token);
  const { state } = await shown(found);
  if (state !== 'open')
    throw new AppError('conflict', state === 'off' ? 'This activity was canceled.' : 'This activity has ended.');
  const { activity, guest, workspaceId } = found;
  const asGuest = <T>(act: () => Promise<T>) =>
    inWorkspace(workspaceId, guest.userId, () => (guest.userId === null ? withAllRecords(act) : act()));
  await asGuest(() =>
    transaction(async () => {
      await execute('update activity_attendees set answer = $2, answered_at = now() where id = $1', [guest.id, answer]);
      await emit({
        type: 'activity.answered',
        subject: { type: 'activity', id: activity.id },
        data: { answer, name: guest.name || guest.email, contactId: guest.contactId, ownerId: activity.ownerId },
        paths: ACTIVITIES_CHANGED,
      });
      await tellAnswer(activity, guest, answer);
    }),
  );
  return shown({ ...found, guest: { ...guest, answer } });
}
