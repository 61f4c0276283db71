/** Activities as events of a calendar, for feeds, downloads and invitations. */
import type { FastifyReply } from 'fastify';
import { addDays } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { cut } from '../../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { contentDisposition } from '../../../../server/files/index.ts';
import type { Activity } from '../../contract/activities.ts';
import { onOccurrence } from '../../engine/activities/activity-data.ts';
import { continueFrom, parseRule } from '../../engine/activities/recurrence.ts';
import { type CalendarEvent, calendarText } from '../../engine/icalendar.ts';
import { defineFeed } from '../calendars/feeds.ts';
import { ACTIVITIES } from './rows.ts';
import { comingOccurrences, livingSeries, readSeries } from './series.ts';

type Timed = Pick<
  Activity,
  'type' | 'subject' | 'body' | 'place' | 'link' | 'dueAt' | 'day' | 'durationMinutes' | 'reminders'
>;

const WORDS: Record<Activity['type'], string> = {
  task: 'Task',
  call: 'Call',
  meeting: 'Meeting',
  mail: 'Email',
  note: 'Note',
};
const DAY_MINUTES = 1440;

/** The parts of an event that the activity itself says; undefined where it has no time. */
export function eventOf(activity: Timed, uid: string, changedAt: string): CalendarEvent | undefined {
  if (activity.dueAt === null) return undefined;
  const { day, durationMinutes: minutes } = activity;
  const length = day === null ? minutes : minutes === null ? 1 : Math.max(1, Math.round(minutes / DAY_MINUTES));
  return {
    uid,
    changedAt,
    summary: activity.subject,
    place: activity.place,
    url: activity.link,
    alarms: activity.reminders,
    free: activity.type === 'task' || activity.type === 'note',
    description: activity.body,
    start: day === null ? { at: activity.dueAt } : { day },
    ...(length ? { length } : {}),
  };
}

/** An occurrence keeps its name when it becomes a row. */
const occurrenceUid = (seriesId: string, occurs: string) => `${seriesId}-${occurs.replace(/[-:]/g, '')}@gauntlet`;
export const uidOf = ({ id, series }: Pick<Activity, 'id' | 'series'>) =>
  series ? occurrenceUid(series.id, series.occurs) : `${id}@gauntlet`;

/** One activity for a calendar program. */
export function downloadEvent(activity: Activity): CalendarEvent | undefined {
  const event = eventOf(activity, uidOf(activity), activity.updatedAt);
  return (
    event && {
      ...event,
      cancelled: activity.status === 'cancelled',
      sequence: activity.version,
      description: describe(activity),
    }
  );
}

/** Sends the file. @throws AppError `conflict` for an activity without a time. */
export async function sendEvent(activity: Activity, reply: FastifyReply): Promise<FastifyReply> {
  const event = downloadEvent(activity);
  if (!event) throw new AppError('conflict', 'Give it a day or a time first: a calendar has no other place for it.');
  return reply
    .header('content-type', 'text/calendar; charset=utf-8')
    .header('content-disposition', contentDisposition('attachment', `${cut(activity.subject, 80)}.ics`))
    .header('cache-control', 'no-store')
    .send(calendarText((await seriesFrom(activity)) ?? [event]));
}

/**
 * The file of a repeating activity holds the series from there on: its rule, without what was deleted, and what was
 * changed alone.
 */
async function seriesFrom(activity: Activity): Promise<CalendarEvent[] | undefined> {
  const series = activity.series && (await readSeries(activity.series.id));
  if (!activity.series || !series) return undefined;
  const { occurs } = activity.series;
  const { data } = series.template;
  const uid = `${series.id}@gauntlet`;
  const whole = eventOf(
    { ...onOccurrence(data, occurs), body: describe({ ...activity, body: data.body }) },
    uid,
    series.changedAt,
  );
  if (!whole) return undefined;
  const own = await query<Activity>(
    `${ACTIVITIES} where a.workspace_id = $1 and a.series_id = $2 and a.occurs >= $3 collate "C"
      and a.deleted_at is null order by a.occurs limit ${MAX}`,
    [currentWorkspaceId(), series.id, occurs],
  );
  const deleted = await query<{ occurs: string }>(
    `select occurs from activities where workspace_id = $1 and series_id = $2 and occurs >= $3 collate "C"
      and deleted_at is not null order by occurs limit ${MAX}`,
    [currentWorkspaceId(), series.id, occurs],
  );
  const changed = own
    .filter(({ version }) => version > 1)
    .flatMap((one) => {
      const event = downloadEvent(one);
      return event ? [{ ...event, uid, instead: { occurs: one.series!.occurs, zone: series.zone } }] : [];
    });
  const start = occurs.length === 10 ? { day: occurs } : { wall: occurs, zone: series.zone };
  return [
    {
      ...whole,
      start,
      rule: continueFrom(parseRule(series.rule), series.starts, occurs),
      except: deleted.map((one) => one.occurs),
    },
    ...changed,
  ];
}

function describe(activity: Activity): string {
  const links = [activity.contact, activity.company, activity.lead, activity.opportunity]
    .filter((one) => one !== null)
    .map(({ name }) => name);
  return [activity.body, `${WORDS[activity.type]}${links.length > 0 ? `: ${links.join(', ')}` : ''}`]
    .filter(Boolean)
    .join('\n\n');
}

const BACK_DAYS = 60;
const AHEAD_DAYS = 366;
const MAX = 3000;

/**
 * Activities that the current user owns or attends, from two months ago to a year ahead. Occurrences of a series are
 * separate events.
 */
async function feedEvents(): Promise<CalendarEvent[]> {
  const rows = await query<Activity>(
    `${ACTIVITIES} where a.workspace_id = $1
      and (a.owner_id = $2 or a.id in
      (select activity_id from activity_attendees where workspace_id = $1 and user_id = $2 and answer <> 'declined'))
       and a.deleted_at is null and a.due_at > now() - interval '${BACK_DAYS} days'
          and a.due_at < now() + interval '${AHEAD_DAYS} days' order by a.due_at, a.id limit ${MAX}`,
    [currentWorkspaceId(), currentUserId()],
  );
  const events = rows.flatMap((activity) => {
    const event = downloadEvent(activity);
    return event ? [{ ...event, summary: activity.status === 'done' ? `✓ ${event.summary}` : event.summary }] : [];
  });
  const mine = (await livingSeries()).filter(
    ({ template: { data, guests } }) =>
      data.ownerId === currentUserId() || guests.some((guest) => guest.userId === currentUserId()),
  );
  const coming = await comingOccurrences(mine, {
    from: '',
    until: addDays(new Date().toISOString().slice(0, 10), AHEAD_DAYS),
  });
  return [
    ...events,
    ...coming.flatMap(
      ({ series, occurs }) =>
        eventOf(onOccurrence(series.template.data, occurs), occurrenceUid(series.id, occurs), series.changedAt) ?? [],
    ),
  ];
}

export const activitiesFeed = defineFeed({ kind: 'activities', name: 'Gauntlet: my activities', events: feedEvents });
