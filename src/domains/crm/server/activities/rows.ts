/** Activities as the database holds them, and in the contract's shape. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Activity } from '../../contract/activities.ts';
import type { ActivityData } from '../../engine/activities/activity-data.ts';
import { contactRef } from '../contacts/names.ts';

const ref = (alias: string) =>
  `case when ${alias}.id is null then null else jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`;
/** SQL of an instant as it travels inside JSON. */
const wire = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const STATUS = `case when a.done_at is not null then 'done' when a.cancelled_at is not null then 'cancelled' else 'open' end`;
/** Still to be done. */
export const IS_OPEN = 'a.done_at is null and a.cancelled_at is null';

/**
 * Open, and its moment or its day is over; a whole day in the zone in which it was planned.
 * @param now SQL of the present instant
 */
export const isOverdue = (now = 'now()') =>
  `(${IS_OPEN} and coalesce(a.due_at < ${now} and (a.day is null or a.day < (${now} at time zone a.zone)::date), false))`;

const ATTENDEES = `coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'email', t.email,
  'contactId', t.contact_id, 'userId', t.user_id,
    'answer', t.answer, 'answeredAt', ${wire('t.answered_at')}, 'invitedAt', ${wire('t.invited_at')})
      order by t.position)
  from activity_attendees t where t.activity_id = a.id), '[]')`;

/** Columns of an activity in the contract's shape. */
export const ITEM_COLUMNS = `a.id, a.version, a.type, a.subject, a.body, a.due_at as "dueAt", a.day, a.zone, a.duration_minutes as "durationMinutes", a.priority,
    ${STATUS} as status, a.done_at as "doneAt", a.outcome, a.place, a.link, a.owner_id as "ownerId",
    ${contactRef('c')} as contact, ${ref('co')} as company, ${ref('l')} as lead, ${ref('o')} as opportunity, ${ATTENDEES} as attendees, a.reminders,
    case when s.id is null then null else jsonb_build_object('id', s.id, 'rule', s.rule, 'occurs', a.occurs) end as series,
    a.invited_sequence is not null as invited, a.tags, a.custom, a.created_at as "createdAt", a.updated_at as "updatedAt",
    coalesce(a.created_by, s.created_by) as "createdBy", a.updated_by as "updatedBy", a.deleted_at as "deletedAt"`;

export const JOINS = `left join contacts c on c.id = a.contact_id and c.workspace_id = a.workspace_id
  and c.deleted_at is null
  left join companies co on co.id = a.company_id and co.workspace_id = a.workspace_id and co.deleted_at is null
  left join leads l on l.id = a.lead_id and l.workspace_id = a.workspace_id and l.deleted_at is null
  left join opportunities o on o.id = a.opportunity_id and o.workspace_id = a.workspace_id and o.deleted_at is null
  left join activity_series s on s.id = a.series_id and s.workspace_id = a.workspace_id and s.deleted_at is null`;

export const ACTIVITIES = `select ${ITEM_COLUMNS} from activities a ${JOINS}`;

/** The columns that hold what `ActivityData` says, by field. */
export const COLUMNS: Record<keyof ActivityData, string> = {
  type: 'type',
  subject: 'subject',
  body: 'body',
  dueAt: 'due_at',
  day: 'day',
  zone: 'zone',
  durationMinutes: 'duration_minutes',
  priority: 'priority',
  doneAt: 'done_at',
  outcome: 'outcome',
  place: 'place',
  link: 'link',
  ownerId: 'owner_id',
  contactId: 'contact_id',
  companyId: 'company_id',
  leadId: 'lead_id',
  opportunityId: 'opportunity_id',
  reminders: 'reminders',
  tags: 'tags',
  custom: 'custom',
};
export const FIELDS = Object.keys(COLUMNS) as (keyof ActivityData)[];

export interface ActivityRow extends ActivityData {
  id: string;
  version: number;
  cancelled: boolean;
  deleted: boolean;
  seriesId: string | null;
  occurs: string | null;
  invitedSequence: number | null;
}

const ROW = `select a.id, a.version, a.cancelled_at is not null as cancelled, a.deleted_at is not null as deleted,
  a.series_id as "seriesId", a.occurs, a.invited_sequence as "invitedSequence",
    ${FIELDS.map((field) => `a.${COLUMNS[field]} as "${field}"`).join(', ')}
  from activities a where a.workspace_id = $1`;

/** The data of a row, without what the database keeps beside it. */
export function dataOf(row: ActivityRow): ActivityData {
  return Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as unknown as ActivityData;
}

/** The activity, locked until the transaction ends; undefined when it is not there. */
export async function lockActivity(id: string, deleted = false): Promise<ActivityRow | undefined> {
  const [row] = await query<ActivityRow>(
    `${ROW} and a.id = $2 and a.deleted_at is ${deleted ? 'not null' : 'null'} for update`,
    [currentWorkspaceId(), id],
  );
  return row;
}

/** Living activities of these ids, in the order of ids, locked. */
export function lockActivities(ids: readonly string[]): Promise<ActivityRow[]> {
  return query<ActivityRow>(`${ROW} and a.id = any($2) and a.deleted_at is null order by a.id for update`, [
    currentWorkspaceId(),
    ids,
  ]);
}

/** The rows of a series from `occurs` on, in order, locked: also what was done, canceled or deleted alone. */
export function lockOccurrences(seriesId: string, from: string): Promise<ActivityRow[]> {
  return query<ActivityRow>(`${ROW} and a.series_id = $2 and a.occurs >= $3 collate "C" order by a.occurs for update`, [
    currentWorkspaceId(),
    seriesId,
    from,
  ]);
}

/** @param trash the deleted one instead of the living one */
export async function readActivity(id: string, trash = false): Promise<Activity | undefined> {
  const [activity] = await query<Activity>(
    `${ACTIVITIES} where a.id = $1 and a.workspace_id = $2 and a.deleted_at is ${trash ? 'not null' : 'null'}`,
    [id, currentWorkspaceId()],
  );
  return activity;
}
