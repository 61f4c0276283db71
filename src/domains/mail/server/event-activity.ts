/** The activity that stands for an event in the calendar: made, moved, and canceled by the CRM's own services. */
import { AppError } from '../../../kernel/errors.ts';
import { instantAt, wallAt } from '../../../kernel/wall-clock.ts';
import { currentUserId, currentWorkspaceId, query, savepoint } from '../../../server/db/index.ts';
import {
  cancelActivity,
  createRecord,
  openOccurrence,
  readWholeRecord,
  removeActivity,
  reopenActivity,
  updateRecord,
} from '../../crm/index.ts';
import { people } from '../../messaging/index.ts';
import type { InvitationAnswer, MailInvitation } from '../contract.ts';
import { endOf, type MailEvent } from '../engine/invitation.ts';

interface Planned {
  id: string;
  version: number;
  dueAt: string | null;
  zone: string;
  status: 'open' | 'done' | 'cancelled';
  series: { id: string; rule: string; occurs: string } | null;
}

/** A living activity. */
async function findActivity(id: string): Promise<Planned | undefined> {
  return (await readWholeRecord('activity', id)) as Planned | undefined;
}

const MAX_LISTED = 20;

/** Calendar fields of an event. */
function fieldsOf(event: MailEvent, answer: InvitationAnswer) {
  const { summary, description, place, link, day, startsAt, zone, minutes, organizer, guests } = event;
  const named = ({ name, address }: { name: string; address: string }) => (name ? `${name} (${address})` : address);
  const listed = guests.slice(0, MAX_LISTED).map(named);
  const more = guests.length - listed.length;
  return {
    subject: `${answer === 'tentative' ? 'Maybe: ' : ''}${summary || 'Event'}`.slice(0, 300),
    body: [
      description,
      organizer && `Organizer: ${named(organizer)}`,
      listed.length > 0 && `Guests: ${listed.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    place,
    link,
    zone,
    durationMinutes: minutes,
    ...(day === null ? { dueAt: startsAt } : { day }),
  };
}

/**
 * Puts an event into the present user's calendar, or changes it there.
 * @returns the activity's id
 * @throws AppError `validation` for an event that no calendar takes
 */
export async function putActivity(
  event: MailEvent,
  answer: InvitationAnswer,
  activityId: string | null,
): Promise<string> {
  if (activityId && (await findActivity(activityId)))
    return (await moveActivity(event, answer, activityId, { reopens: true })) as string;
  const fields = fieldsOf(event, answer);
  const address = event.organizer?.address ?? '';
  const organizer = (await people().ofAddresses('email', [address])).get(address);
  const entry = { type: 'meeting', ...fields, ...(organizer?.contactId && { contactId: organizer.contactId }) };
  if (event.rule) {
    const repeating = await savepoint(() => createRecord('activity', { ...entry, rule: event.rule })).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'validation') return undefined;
        throw error;
      },
    );
    if (repeating) return repeating.id;
    entry.body = `${fields.body}\n\nThis event repeats in a way that this calendar does not know. Only its first date is here.`;
  }
  return (await createRecord('activity', entry)).id;
}

interface MoveOptions {
  /** Which occurrence of its series is meant: an instant or a day. */
  occurs?: string | undefined;
  /** A canceled activity takes place again. What a person canceled stays so. */
  reopens: boolean;
}

/**
 * Changes the activity of an event to what the event says.
 * @returns the activity that was changed; null when it was deleted
 */
export async function moveActivity(
  event: MailEvent,
  answer: InvitationAnswer,
  activityId: string,
  { occurs, reopens }: MoveOptions,
): Promise<string | null> {
  const activity = await occurrenceOf(activityId, occurs);
  if (!activity) return null;
  if (activity.status === 'done' || (activity.status === 'cancelled' && !reopens)) return activity.id;
  const { version } = activity.status === 'cancelled' ? await reopenActivity(activity.id) : activity;
  const ofSeries = activity.series && !occurs ? activity.series : null;
  await updateRecord('activity', activity.id, {
    ...fieldsOf(event, answer),
    ...(ofSeries && { ...sameDay(event, activity), apply: 'all' }),
    ...(ofSeries && event.rule && !isSameRule(event.rule, ofSeries.rule) && { rule: event.rule }),
    version,
  });
  return activity.id;
}

/** A later occurrence of a series keeps its day and takes the new time. */
function sameDay({ day, startsAt, zone }: MailEvent, { dueAt, series }: Planned) {
  if (dueAt === null || !series) return {};
  if (day !== null) return { day: wallAt(dueAt, zone).slice(0, 10) };
  return { dueAt: instantAt(`${series.occurs.slice(0, 10)}T${wallAt(startsAt, zone).slice(11)}`, zone) };
}

const partsOf = (rule: string) => rule.toUpperCase().split(';').toSorted().join(';');
const isSameRule = (one: string, other: string) => partsOf(one) === partsOf(other);

async function occurrenceOf(activityId: string, occurs: string | undefined): Promise<Planned | undefined> {
  const activity = await findActivity(activityId);
  if (!activity || !occurs || !activity.series) return activity;
  const name = occurs.length === 10 ? occurs : wallAt(occurs, activity.zone);
  return (await openOccurrence(activity.series.id, name)) as Planned;
}

/**
 * Takes an event off the calendar: a single one stays on record as canceled, a series is deleted with all that is open.
 * @param occurs which occurrence of its series is meant
 * @returns the activity that stands for the event from now on
 */
export async function cancelEventActivity(activityId: string, occurs?: string): Promise<string | null> {
  const activity = await occurrenceOf(activityId, occurs);
  if (!activity) return null;
  if (activity.series && !occurs) {
    await removeActivity(activity.id, 'all');
    return null;
  }
  if (activity.status === 'open') await cancelActivity(activity.id);
  return activity.id;
}

const MAX_OVERLAPS = 3;

/** The present user's open activities at the time of an event. @param own the event's own activity */
export function overlapsOf(event: MailEvent, own: string | null): Promise<MailInvitation['overlaps']> {
  if (event.day !== null) return Promise.resolve([]);
  return query(
    `select a.id, a.subject, a.due_at as "startsAt" from activities a
      where a.workspace_id = $1 and a.owner_id = $2 and a.deleted_at is null and a.done_at is null and a.cancelled_at is null
        and a.day is null and a.due_at < $4::timestamptz and a.due_at > $3::timestamptz - interval '1 day'
        and a.due_at + make_interval(mins => coalesce(a.duration_minutes, 30)) > $3::timestamptz and a.id is distinct from $5
      order by a.due_at, a.id limit ${MAX_OVERLAPS}`,
    [currentWorkspaceId(), currentUserId(), event.startsAt, new Date(endOf(event)).toISOString(), own],
  );
}
