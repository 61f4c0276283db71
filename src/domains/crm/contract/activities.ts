/**
 * Activities: tasks, calls, meetings, mails and notes; what is planned, what was done, and how they repeat.
 *
 * An activity is at an instant (`dueAt`, with the zone it was meant in), on a whole day (`day`), or without a time.
 */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { FilterParam } from '../../../kernel/filter.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import { bulkCalls, PICKED } from '../../../records/contract/bulk.ts';
import { Neighbors, SortParam } from '../../../records/contract/list.ts';
import {
  CustomValues,
  MADE_THROUGH,
  PlannedDay,
  PlannedInstant,
  Ref,
  Tags,
  text,
  Version,
} from '../../../records/contract/field-values.ts';

export const ACTIVITY_TYPES = ['task', 'call', 'meeting', 'mail', 'note'] as const;
export const ActivityType = z.enum(ACTIVITY_TYPES);
export type ActivityType = z.infer<typeof ActivityType>;
export const PRIORITIES = ['low', 'normal', 'high'] as const;
export const Priority = z.enum(PRIORITIES);
export type Priority = z.infer<typeof Priority>;
export const ActivityStatus = z.enum(['open', 'done', 'cancelled']);
export type ActivityStatus = z.infer<typeof ActivityStatus>;

/** Outcomes by type; the first one is the default. Tasks and notes have none. */
export const OUTCOMES: Record<ActivityType, readonly string[]> = {
  task: [],
  call: ['connected', 'no_answer', 'voicemail', 'busy', 'call_back', 'wrong_number'],
  meeting: ['held', 'no_show', 'rescheduled'],
  mail: ['sent', 'answered', 'bounced'],
  note: [],
};

export const Answer = z.enum(['none', 'accepted', 'tentative', 'declined']);
export type Answer = z.infer<typeof Answer>;

export const Attendee = z.object({
  id: Id,
  name: z.string(),
  /** Blank where none is known: this person cannot be invited. */
  email: z.string(),
  contactId: Id.nullable(),
  userId: Id.nullable(),
  answer: Answer,
  answeredAt: Instant.nullable(),
  invitedAt: Instant.nullable(),
});
export type Attendee = z.infer<typeof Attendee>;

export const Activity = z.object({
  id: Id,
  version: z.number().int(),
  type: ActivityType,
  subject: z.string(),
  body: z.string(),
  /** When it is due or begins; of a whole day, when that day begins in `zone`. Null: at no certain time. */
  dueAt: Instant.nullable(),
  /** Set where it takes a whole day. */
  day: Day.nullable(),
  /** IANA zone in which it was planned. */
  zone: z.string(),
  durationMinutes: z.number().int().nullable(),
  priority: Priority,
  status: ActivityStatus,
  doneAt: Instant.nullable(),
  /** One of `OUTCOMES`, or blank. */
  outcome: z.string(),
  place: z.string(),
  link: z.string(),
  ownerId: Id.nullable(),
  contact: Ref.nullable(),
  company: Ref.nullable(),
  lead: Ref.nullable(),
  opportunity: Ref.nullable(),
  attendees: z.array(Attendee),
  /** Minutes before the start at which owner and attending users are reminded. */
  reminders: z.array(z.number().int()),
  /** The series that it is an occurrence of, with the rule (RFC 5545) and which occurrence it is. */
  series: z.object({ id: Id, rule: z.string(), occurs: z.string() }).nullable(),
  /** Invitations went out: whoever changes the time should send an update. */
  invited: z.boolean(),
  tags: z.array(z.string()),
  custom: CustomValues,
  createdAt: Instant,
  updatedAt: Instant,
  /** The person who planned it, or for an occurrence its series; null if an automation did. */
  createdBy: Id.nullable(),
  updatedBy: Id.nullable(),
  ...MADE_THROUGH,
  /** Set in the trash only. */
  deletedAt: Instant.nullable(),
});
export type Activity = z.infer<typeof Activity>;

export const MAX_ATTENDEES = 50;
/** Four weeks. */
export const MAX_REMINDER = 40_320;
/** Sixty days. */
export const MAX_DURATION = 86_400;

const Zone = z.string().max(64).refine(isTimeZone, 'Choose a valid time zone.');
const AttendeeEntry = z.strictObject({
  contactId: Id.optional(),
  userId: Id.optional(),
  email: text(254).optional(),
  name: text(200).optional(),
});
export type AttendeeEntry = z.infer<typeof AttendeeEntry>;

const Subject = text(300).min(1, 'Enter a subject.');
const ActivityFields = z.strictObject({
  type: ActivityType.optional(),
  subject: Subject.optional(),
  body: text(20_000).optional(),
  dueAt: PlannedInstant.nullable().optional(),
  day: PlannedDay.nullable().optional(),
  /** Absent: the workspace's. */
  zone: Zone.optional(),
  durationMinutes: z
    .number()
    .int()
    .min(0)
    .max(MAX_DURATION, 'An activity can last up to 60 days.')
    .nullable()
    .optional(),
  priority: Priority.optional(),
  outcome: text(40).optional(),
  place: text(300).optional(),
  link: text(500).optional(),
  /** Absent on creation: the caller. */
  ownerId: Id.nullable().optional(),
  contactId: Id.nullable().optional(),
  companyId: Id.nullable().optional(),
  leadId: Id.nullable().optional(),
  opportunityId: Id.nullable().optional(),
  attendees: z.array(AttendeeEntry).max(MAX_ATTENDEES, `Add up to ${MAX_ATTENDEES} attendees.`).optional(),
  reminders: z.array(z.number().int().min(0).max(MAX_REMINDER)).max(5, 'Add up to 5 reminders.').optional(),
  tags: Tags.optional(),
  custom: CustomValues.optional(),
  /** Rule of RFC 5545 by which it repeats, `FREQ=WEEKLY;BYDAY=MO`; null: it does not (any more). */
  rule: text(300).nullable().optional(),
  /** It has been done already, at this moment: for logging. Null opens it again. */
  doneAt: Instant.nullable().optional(),
});
export type ActivityFields = z.infer<typeof ActivityFields>;

export const NewActivity = ActivityFields.extend({ type: ActivityType, subject: Subject });
export type NewActivity = z.infer<typeof NewActivity>;

/** Of a series: which occurrences a change is for. `all` means all that are still open. */
export const Reach = z.enum(['this', 'following', 'all']);
export type Reach = z.infer<typeof Reach>;
export const ActivityUpdate = ActivityFields.extend({ version: Version.optional(), apply: Reach.optional() });
export type ActivityUpdate = z.infer<typeof ActivityUpdate>;

/** A calendar entry: a row, or a future occurrence that has no row yet (`id` null). */
export const CalendarEntry = z.object({
  id: Id.nullable(),
  version: z.number().int(),
  seriesId: Id.nullable(),
  /** Which occurrence of the series. */
  occurs: z.string().nullable(),
  type: ActivityType,
  subject: z.string(),
  dueAt: Instant,
  day: Day.nullable(),
  zone: z.string(),
  durationMinutes: z.number().int().nullable(),
  priority: Priority,
  status: ActivityStatus,
  ownerId: Id.nullable(),
  contact: Ref.nullable(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

export const MyDay = z.object({
  /** Today in the zone that was asked for. */
  today: Day,
  overdue: z.array(Activity),
  todays: z.array(Activity),
  /** The seven days after today. */
  next: z.array(Activity),
  /** Open, without a time. */
  undated: z.array(Activity),
  /** Lists of which only the first are here. */
  capped: z.array(z.enum(['overdue', 'todays', 'next', 'undated'])),
  doneToday: z.number().int(),
});
export type MyDay = z.infer<typeof MyDay>;

/** Sortable fields. Blank values come last in both directions. */
export const ACTIVITY_SORTS = ['dueAt', 'subject', 'priority', 'doneAt', 'createdAt', 'updatedAt'] as const;
export type ActivitySort = (typeof ACTIVITY_SORTS)[number];
export const DEFAULT_ACTIVITY_SORT = '-createdAt';

export const ActivitySelectionQuery = z.object({
  /** Words of its subject, notes, place or tags; typos are forgiven. */
  search: text(200).optional(),
  filter: FilterParam.optional(),
  /** `1`: deleted ones instead of living ones. */
  trash: z.enum(['1']).optional(),
  contactId: Id.optional(),
  companyId: Id.optional(),
  leadId: Id.optional(),
  opportunityId: Id.optional(),
  ownerId: Id.optional(),
  status: ActivityStatus.optional(),
  type: ActivityType.optional(),
});
const ListQuery = ActivitySelectionQuery.extend({
  sort: SortParam.optional(),
  /** `next` or `prev` of a page that was read with the same sort. */
  cursor: z.string().max(6000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `1`: also count what matches. */
  total: z.enum(['1']).optional(),
});
const ActivityPage = pageOf(Activity).extend({
  prev: z.string().nullable(),
  /** Nothing matched the search to the letter; these are the nearest. */
  fuzzy: z.boolean().optional(),
});
const Value = z.object({ value: z.string(), count: z.number().int() });

/** Fields that can be set on many activities. Status `done` marks them as done now. */
export const ActivityBulkSet = z.strictObject({
  ownerId: Id.nullable().optional(),
  priority: Priority.optional(),
  status: z.enum(['open', 'done']).optional(),
  type: ActivityType.optional(),
  custom: CustomValues.optional(),
});
export const activityBulkCalls = bulkCalls('activity', ActivityBulkSet);

/** Days that one calendar call may span. */
export const MAX_CALENDAR_DAYS = 62;
/** Entries of a day beside those asked for are counted up to so many. */
export const COUNTED_BEYOND = 25;
const CalendarQuery = ActivitySelectionQuery.omit({ trash: true }).extend({
  from: Instant,
  until: Instant,
  /** Entries of each day; the others are counted. */
  perDay: z.coerce.number().int().min(1).max(100).optional(),
  /** Where the days begin; needed with `perDay` only. */
  zone: Zone.default('UTC'),
});
const CalendarAnswer = z.object({
  items: z.array(CalendarEntry),
  capped: z.boolean(),
  /** Of days that hold more than was asked for, how many more: 25 stands for that many or more. */
  more: z.record(Day, z.number().int()),
});
const Completion = z.strictObject({
  outcome: text(40).optional(),
  body: text(20_000).optional(),
  doneAt: Instant.optional(),
});
const Snooze = z.strictObject({ dueAt: PlannedInstant.optional(), day: PlannedDay.optional() });

const tag = 'Activities';
const read = { tag, access: 'user', scope: 'activities:read' } as const;
const write = { tag, access: 'user', scope: 'activities:write' } as const;
const one = { params: IdParams, response: Activity } as const;

export const activities = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/activities',
    summary: 'List activities',
    description:
      "Of one contact, company, lead or opportunity, of one owner, in one state; or all. What belongs to a company's contacts or opportunities counts as the company's.",
    query: ListQuery,
    response: ActivityPage,
    errors: ['validation', 'bad_request'],
    tool: {
      name: 'find_activities',
      effect: 'read',
      fields: [
        'search',
        'filter',
        'contactId',
        'companyId',
        'leadId',
        'opportunityId',
        'ownerId',
        'status',
        'type',
        'sort',
        'limit',
        'total',
      ],
    },
  }),
  facets: endpoint({
    ...read,
    method: 'GET',
    path: '/api/activities/facets',
    summary: 'Tags in use, for filters',
    response: z.object({ tags: z.array(Value) }),
  }),
  exportFile: endpoint({
    ...read,
    method: 'GET',
    path: '/api/activities/export',
    summary: 'Download a selection as CSV',
    description: 'Texts that a spreadsheet would run as a formula get an apostrophe before them.',
    query: ActivitySelectionQuery.extend({
      ...PICKED,
      sort: SortParam.optional(),
      format: z.enum(['csv']).default('csv'),
      columns: z.string().max(4000).optional(),
    }),
    produces: 'text/csv',
    errors: ['validation'],
  }),
  neighbours: endpoint({
    ...read,
    method: 'GET',
    path: '/api/activities/{id}/neighbours',
    summary: 'The activities before and after this one in a list',
    params: IdParams,
    query: ActivitySelectionQuery.extend({ sort: SortParam.optional() }),
    response: Neighbors,
    errors: ['not_found', 'validation'],
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/api/activities',
    summary: 'Schedule an activity, or log a completed one',
    status: 201,
    body: NewActivity,
    response: Activity,
    errors: ['validation'],
    tool: [
      {
        name: 'create_task',
        description: 'Creates a task: something to be done, with or without a day (day) or an instant (dueAt).',
        effect: 'act',
        confirm: 'Create task',
        preset: { type: 'task' },
        fields: [
          'subject',
          'body',
          'dueAt',
          'day',
          'priority',
          'ownerId',
          'contactId',
          'companyId',
          'leadId',
          'opportunityId',
        ],
        undo: 'delete',
      },
      {
        name: 'log_activity',
        description:
          'Logs a call, meeting, mail, or note that took place; doneAt is when. Outcomes of a call: connected, no_answer, voicemail, busy, call_back, wrong_number; of a meeting: held, no_show, rescheduled; of a mail: sent, answered, bounced.',
        effect: 'act',
        confirm: 'Log activity',
        fields: [
          'type',
          'subject',
          'body',
          'doneAt',
          'outcome',
          'durationMinutes',
          'contactId',
          'companyId',
          'leadId',
          'opportunityId',
        ],
        undo: 'delete',
      },
    ],
  }),
  calendar: endpoint({
    ...read,
    method: 'GET',
    path: '/api/activities/calendar',
    summary: 'Activities between two instants, including occurrences of series',
    description: `At most ${MAX_CALENDAR_DAYS} days and 2,000 entries. With \`perDay\`, the first so many of each day, what lasts longer than a day, and how many more there are.`,
    query: CalendarQuery,
    response: CalendarAnswer,
    errors: ['validation'],
  }),
  myDay: endpoint({
    ...read,
    method: 'GET',
    path: '/api/activities/my-day',
    summary: 'Your open activities: overdue, today, and the next days',
    query: z.object({ zone: Zone }),
    response: MyDay,
    errors: ['validation'],
    tool: { name: 'my_day', effect: 'read' },
  }),
  occurrence: endpoint({
    ...write,
    method: 'POST',
    path: '/api/activities/series/{id}/occurrences',
    summary: 'Make an activity of an occurrence that lies ahead',
    description: 'Needed before a far occurrence can be changed. Answers the one that is there if there is one.',
    params: IdParams,
    body: z.strictObject({ occurs: z.string().max(16) }),
    response: Activity,
    errors: ['validation', 'not_found'],
  }),
  get: endpoint({
    ...read,
    ...one,
    method: 'GET',
    path: '/api/activities/{id}',
    summary: 'Get an activity',
    query: z.object({ trash: z.enum(['1']).optional() }),
    errors: ['not_found'],
    tool: { name: 'get_activity', effect: 'read', fields: ['id'] },
  }),
  event: endpoint({
    ...read,
    method: 'GET',
    path: '/api/activities/{id}/event.ics',
    summary: 'Get an activity as an iCalendar file',
    params: IdParams,
    produces: 'text/calendar',
    errors: ['not_found', 'conflict'],
  }),
  update: endpoint({
    ...write,
    ...one,
    method: 'PUT',
    path: '/api/activities/{id}',
    summary: 'Update an activity',
    description:
      'Requires the version that was read. For a series, `apply` says which occurrences get the changes; other values of those occurrences stay. Returns this activity, or the first of the series if a new rule removed it.',
    body: ActivityUpdate,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/activities/{id}',
    summary: 'Delete an activity, or of a series this one, this and the following, or all that are open',
    description: 'One that was deleted alone can be restored. Attendees who were invited are told that it is off.',
    params: IdParams,
    query: z.object({ apply: Reach.default('this') }),
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...write,
    ...one,
    method: 'POST',
    path: '/api/activities/{id}/restore',
    summary: 'Undo the deletion of an activity',
    errors: ['not_found'],
  }),
  complete: endpoint({
    ...write,
    ...one,
    method: 'POST',
    path: '/api/activities/{id}/complete',
    summary: 'Mark an activity as done',
    description: 'Of a series, only this occurrence; the next one follows. One that is done stays as it is.',
    body: Completion,
    errors: ['validation', 'not_found'],
  }),
  reopen: endpoint({
    ...write,
    ...one,
    method: 'POST',
    path: '/api/activities/{id}/reopen',
    summary: 'Reopen a completed or canceled activity',
    errors: ['not_found'],
  }),
  cancel: endpoint({
    ...write,
    ...one,
    method: 'POST',
    path: '/api/activities/{id}/cancel',
    summary: 'Cancel an activity and keep it on record',
    errors: ['not_found', 'conflict'],
  }),
  snooze: endpoint({
    ...write,
    ...one,
    method: 'POST',
    path: '/api/activities/{id}/snooze',
    summary: 'Postpone an activity to another time or date',
    body: Snooze,
    errors: ['validation', 'not_found', 'conflict'],
  }),
} as const;
