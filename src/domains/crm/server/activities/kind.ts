/** Activities as the records core sees them, and which of them a request means. */
import { dayAt, startOfDay } from '../../../../kernel/days.ts';
import { type Condition, conditionSpan, type Filter } from '../../../../kernel/filter.ts';
import { UUID } from '../../../../kernel/ids.ts';
import { ACTIVITY_FILTER_FIELDS } from '../../contract/activity-filter.ts';
import {
  type Activity,
  type ActivitySort,
  type ActivityStatus,
  type ActivityType,
  DEFAULT_ACTIVITY_SORT,
} from '../../contract/activities.ts';
import { ACTIVITIES_CHANGED } from '../live-paths.ts';
import type { ConditionSql } from '../../../../records/server/list/filter-sql.ts';
import { defineKind } from '../../../../records/server/list/list-kind.ts';
import type { Selection } from '../../../../records/server/list/selection.ts';
import {
  always,
  nullable,
  onDemand,
  type Parameters,
  plainText,
  type SortKey,
} from '../../../../records/server/list/sort.ts';
import { isOverdue, ITEM_COLUMNS, JOINS } from './rows.ts';

const SORTS: Record<ActivitySort, SortKey> = {
  dueAt: nullable('a.due_at', 'timestamptz'),
  subject: onDemand(plainText('a.subject')),
  priority: onDemand(
    always(`(case a.priority when 'high' then 2 when 'normal' then 1 else 0 end)::numeric`, 'numeric'),
  ),
  doneAt: nullable('a.done_at', 'timestamptz'),
  createdAt: always('a.created_at', 'timestamptz'),
  updatedAt: always('a.updated_at', 'timestamptz'),
};

/** Column conditions for each status. An index on open activities works with these, but not with an expression. */
const STATUSES: Readonly<Record<string, string>> = {
  open: 'a.done_at is null and a.cancelled_at is null',
  done: 'a.done_at is not null',
  cancelled: 'a.done_at is null and a.cancelled_at is not null',
};
const status: ConditionSql = ({ op, value }) => {
  if (op === 'empty') return 'false';
  if (op === 'not_empty') return 'true';
  const match =
    (value as string[]).flatMap((one) => (STATUSES[one] ? [`(${STATUSES[one]})`] : [])).join(' or ') || 'false';
  return op === 'none_of' ? `not (${match})` : `(${match})`;
};

/**
 * When it is due: a whole day counts by its name, as it is shown, whatever zone it was planned in; everything else by
 * its moment.
 */
const due: ConditionSql = (condition, parameters, { now, timeZone }) => {
  if (condition.op === 'empty') return 'a.due_at is null';
  if (condition.op === 'not_empty') return 'a.due_at is not null';
  const { from, until } = conditionSpan(condition, dayAt(now, timeZone));
  // The moment of a whole day lies within 26 hours of the same day's in another zone: an index is walked for those
  // alone.
  const bound = (day: string, than: '>=' | '<', slack: '-' | '+') => {
    const moment = parameters.add(startOfDay(day, timeZone), 'timestamptz');
    return `a.due_at ${than} ${moment} ${slack} interval '26 hours' and case when a.day is null then a.due_at ${than} ${moment} else a.day ${than} ${parameters.add(day, 'date')} end`;
  };
  return `(${['a.due_at is not null', ...(from === undefined ? [] : [bound(from, '>=', '-')]), ...(until === undefined ? [] : [bound(until, '<', '+')])].join(' and ')})`;
};

/**
 * A link of the activity itself, or the same by another way: the second is a condition for `$ids`, which names what it
 * finds in an array. Both sides are then found by an index and looked at once, be they two activities or sixty
 * thousand.
 */
function linked(column: string, further: (ids: string) => string): ConditionSql {
  return ({ op, value }, parameters) => {
    if (op === 'empty') return `a.${column} is null`;
    if (op === 'not_empty') return `a.${column} is not null`;
    const ids = parameters.add(
      (value as string[]).filter((id) => UUID.test(id)),
      'uuid[]',
    );
    const match = `(a.${column} = any(${ids}) or ${further(ids)})`;
    return op === 'none_of' ? `not coalesce(${match}, false)` : match;
  };
}

/** Conditions on the opportunity of an activity; "empty" means that it has none. */
function ofOpportunity(match: (condition: Condition, parameters: Parameters) => string): ConditionSql {
  return (condition, parameters) => {
    const isNamed = condition.op === 'any_of' || condition.op === 'none_of';
    const found = `exists (select 1 from opportunities d where d.workspace_id = app_workspace()
      and d.id = a.opportunity_id and d.deleted_at is null and ${isNamed ? match(condition, parameters) : 'true'})`;
    return condition.op === 'none_of' || condition.op === 'empty' ? `not ${found}` : found;
  };
}

export const activityKind = defineKind<Activity, Activity>({
  kind: 'activity',
  table: 'activities',
  noun: 'The activity',
  changed: ACTIVITIES_CHANGED,
  alias: 'a',
  columns: ITEM_COLUMNS,
  joins: JOINS,
  sorts: SORTS,
  defaultSort: DEFAULT_ACTIVITY_SORT,
  sums: { duration: { sql: 'a.duration_minutes' } },
  filterFields: ACTIVITY_FILTER_FIELDS,
  filters: {
    subject: 'a.subject',
    type: 'a.type',
    status,
    overdue: isOverdue(),
    dueAt: due,
    doneAt: 'a.done_at',
    priority: 'a.priority',
    owner: 'a.owner_id',
    contact: linked(
      'contact_id',
      (ids) =>
        `a.id = any(array(select activity_id from activity_attendees where workspace_id = app_workspace()
          and contact_id = any(${ids})))`,
    ),
    // The activities that the company's page counts: its own, its contacts', and its opportunities'.
    company: linked(
      'company_id',
      (ids) => `a.contact_id = any(array(select c.id from contacts c where c.workspace_id = app_workspace()
        and c.company_id = any(${ids}) and c.deleted_at is null))
      or a.opportunity_id = any(array(select o.id from opportunities o where o.workspace_id = app_workspace()
        and o.company_id = any(${ids}) and o.deleted_at is null))`,
    ),
    lead: 'a.lead_id',
    opportunity: 'a.opportunity_id',
    opportunityPipeline: ofOpportunity(
      (condition, parameters) =>
        `d.pipeline_id = any(${parameters.add(
          (condition.value as string[]).filter((id) => UUID.test(id)),
          'uuid[]',
        )})`,
    ),
    opportunitySource: ofOpportunity(
      (condition, parameters) => `d.source = any(${parameters.add(condition.value, 'text[]')})`,
    ),
    outcome: 'a.outcome',
    repeats: '(a.series_id is not null)',
    place: 'a.place',
    body: 'a.body',
    tags: 'a.tags',
    createdAt: 'a.created_at',
    updatedAt: 'a.updated_at',
  },
  // The core's sort values come with the row; they are no part of the activity.
  toItem: (row) => Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('sort_'))) as Activity,
  nameOf: (row) => row.subject,
});

interface Asked {
  search?: string | undefined;
  filter?: Filter | undefined;
  trash?: '1' | undefined;
  contactId?: string | undefined;
  companyId?: string | undefined;
  leadId?: string | undefined;
  opportunityId?: string | undefined;
  ownerId?: string | undefined;
  status?: ActivityStatus | undefined;
  type?: ActivityType | undefined;
}

/** The selection of a list, with the parameters that name a record or a state turned into conditions. */
export function selectionOf({
  search,
  filter,
  trash,
  contactId,
  companyId,
  leadId,
  opportunityId,
  ownerId,
  status,
  type,
}: Asked): Selection {
  const of = (field: string, value: string | undefined): Condition[] =>
    value === undefined ? [] : [{ field, op: 'any_of', value: [value] }];
  const conditions = [
    ...of('contact', contactId),
    ...of('company', companyId),
    ...of('lead', leadId),
    ...of('opportunity', opportunityId),
    ...of('owner', ownerId),
    ...of('status', status),
    ...of('type', type),
  ];
  return { search, filter, within: { match: 'all', conditions }, trash: trash === '1' };
}
