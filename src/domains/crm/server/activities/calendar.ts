/** Activities due for a person, and entries of a calendar. */
import { addDays, dayAt, startOfDay } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import {
  type Activity,
  type CalendarEntry,
  COUNTED_BEYOND,
  MAX_CALENDAR_DAYS,
  type MyDay,
} from '../../contract/activities.ts';
import { CRM } from '../../paths.ts';
import { onOccurrence } from '../../engine/activities/activity-data.ts';
import { contactRef } from '../contacts/names.ts';
import { ACTIVITIES, IS_OPEN, STATUS } from './rows.ts';
import { type Prepared, prepareSelection, type Selection } from '../../../../records/server/list/selection.ts';
import { Parameters } from '../../../../records/server/list/sort.ts';
import { activityKind } from './kind.ts';
import { comingOccurrences, livingSeries } from './series.ts';

const LIST = 50;
/**
 * Mine: I own it, or I attend it and did not decline. Each way by its own index; "or" would walk through everyone's.
 */
const mineWhere = (conditions: string, order: string) => {
  const open = `a.workspace_id = $1 and a.deleted_at is null and ${IS_OPEN} and ${conditions}`;
  const part = (from: string, own: string) =>
    `(select a.id, ${order} as place from ${from} where ${own} and ${open} order by place, a.id limit ${LIST + 1})`;
  return `array(select m.id from (
      ${part('activities a', 'a.owner_id = $2')}
      union
        ${part('activity_attendees t join activities a on a.id = t.activity_id', `t.workspace_id = $1 and t.user_id = $2 and t.answer <> 'declined'`)}
    ) m order by m.place, m.id limit ${LIST + 1})`;
};

const MY_LISTS = ['overdue', 'todays', 'next', 'undated'] as const;

/** Until an activity changes or what it names; ten seconds at most, because what is due becomes overdue by itself. */
const LOOKS = new Memory({
  paths: [CRM.activities, CRM.contacts, CRM.companies, CRM.leads, CRM.opportunities],
  longest: 10_000,
  most: 300,
});

/**
 * Due activities of the current user, the first of each list. @param zone the user's time zone, which defines "today"
 */
export function readMyDay(zone: string): Promise<MyDay> {
  return LOOKS.read(currentWorkspaceId(), `day ${currentUserId()} ${zone}`, () => findMyDay(zone));
}

async function findMyDay(zone: string): Promise<MyDay> {
  const now = new Date();
  const today = dayAt(now, zone);
  const tomorrow = addDays(today, 1);
  const nextWeek = addDays(today, 8);
  const begins = (day: string) => startOfDay(day, zone);
  // Whole days count by their name, whatever zone they were planned in; everything else by its moment. The moment of a
  // whole day lies within two days of it in every zone: an index is walked for those alone.
  const before =
    'a.due_at is not null and case when a.day is null then a.due_at < $3::timestamptz else a.day < $5::date end';
  const within = (from: number, until: number) => `(case when a.day is null then a.due_at >= $${from - 1}::timestamptz
    and a.due_at < $${until - 1}::timestamptz else a.day >= $${from}::date and a.day < $${until}::date end)
    and a.due_at >= $${from - 1}::timestamptz - interval '2 days'
      and a.due_at < $${until - 1}::timestamptz + interval '2 days'`;
  // Which they are is asked at once, and what they hold at once: what a statement costs to plan is most of it.
  const [found] = await query<{ overdue: string[]; todays: string[]; next: string[]; undated: string[]; done: number }>(
    `select ${mineWhere(before, 'a.due_at')} as overdue, ${mineWhere(within(5, 7), 'a.due_at')} as todays,
      ${mineWhere(within(7, 9), 'a.due_at')} as next,
       ${mineWhere('a.due_at is null', `case a.priority when 'high' then 0 when 'normal' then 1 else 2 end`)} as
          undated,
       (select count(*)::int from activities a where a.workspace_id = $1 and a.owner_id = $2 and a.deleted_at is null
          and a.done_at >= $4) as done`,
    [
      currentWorkspaceId(),
      currentUserId(),
      now.toISOString(),
      begins(today),
      today,
      begins(tomorrow),
      tomorrow,
      begins(nextWeek),
      nextWeek,
    ],
    'crm_my_day',
  );
  const { done, ...lists } = found!;
  const capped = MY_LISTS.filter((list) => lists[list].length > LIST);
  const [overdue, todays, next, undated] = MY_LISTS.map((list) => lists[list].slice(0, LIST)) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const late = new Set(overdue);
  const rows = await query<Activity>(
    `${ACTIVITIES} where a.workspace_id = $1 and a.id = any($2)`,
    [currentWorkspaceId(), [...new Set([...overdue, ...todays, ...next, ...undated])]],
    'crm_my_day_rows',
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const read = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    today,
    overdue: read(overdue),
    todays: read(todays.filter((id) => !late.has(id))),
    next: read(next),
    undated: read(undated),
    capped,
    doneToday: done,
  };
}

const MAX = 2000;
/** An activity may have begun so long before the span and still reach into it; those of more than a day are few. */
const LONGEST = '60 days';
const LONG_MINUTES = 1440;

export interface CalendarRequest extends Selection {
  from: string;
  until: string;
  perDay?: number | undefined;
  /** Where days begin. */
  zone?: string | undefined;
}

interface CalendarDays {
  items: CalendarEntry[];
  capped: boolean;
  /** By day: how many are not among the entries. */
  more: Record<string, number>;
}

const ENTRY = `a.id, a.version, a.series_id as "seriesId", a.occurs, a.type, a.subject, a.due_at as "dueAt", a.day, a.zone, a.duration_minutes as "durationMinutes", a.priority,
  ${STATUS} as status, a.owner_id as "ownerId", ${contactRef('c')} as contact`;
const ENTRIES =
  'activities a left join contacts c on c.id = a.contact_id and c.workspace_id = a.workspace_id and c.deleted_at is null';

/** Rows and coming occurrences of series between two instants, in order. @throws AppError `validation` */
export async function readCalendar(request: CalendarRequest): Promise<CalendarDays> {
  const { from, until } = request;
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
  if (days <= 0 || days > MAX_CALENDAR_DAYS)
    throw new AppError('validation', `Ask for one to ${MAX_CALENDAR_DAYS} days.`, { field: 'until' });
  return LOOKS.read(currentWorkspaceId(), `calendar ${currentUserId()} ${JSON.stringify(request)}`, () =>
    findEntries(request),
  );
}

/** The requested period: instants, and for all-day activities the days that begin within it. */
interface Shown {
  from: string;
  until: string;
  /** The first of the days, and the one behind the last. */
  firstDay: string;
  endDay: string;
}

/** Whole days count by their name, whatever zone they were planned in; everything else by its moment. */
const dayIn = ({ day, dueAt }: Pick<CalendarEntry, 'day' | 'dueAt'>, zone: string) =>
  day ?? dayAt(new Date(dueAt), zone);

async function findEntries(request: CalendarRequest): Promise<CalendarDays> {
  const { from, until, perDay, zone = 'UTC' } = request;
  const shown = {
    from,
    until,
    firstDay: dayAt(new Date(from), zone),
    endDay: addDays(dayAt(new Date(Date.parse(until) - 1), zone), 1),
  };
  const prepared = await prepareSelection(activityKind, request);
  const coming = await comingEntries(prepared, shown);
  const inOrder = (entries: CalendarEntry[]) =>
    entries.sort((one, other) => (one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : 0));
  if (perDay === undefined) {
    const items = inOrder([...(await entriesBetween(prepared, shown)), ...coming]);
    return { items: items.slice(0, MAX), capped: items.length > MAX, more: {} };
  }
  const { items, more } = await entriesByDay(prepared, shown, perDay, zone);
  const kept = new Map<string, number>();
  for (const entry of items) kept.set(dayIn(entry, zone), (kept.get(dayIn(entry, zone)) ?? 0) + 1);
  for (const entry of coming) {
    const day = dayIn(entry, zone);
    const here = kept.get(day) ?? 0;
    kept.set(day, here + 1);
    if (here < perDay) items.push(entry);
    else more[day] = Math.min(COUNTED_BEYOND, (more[day] ?? 0) + 1);
  }
  return { items: inOrder(items).slice(0, MAX), capped: items.length > MAX, more };
}

/** The bounds as parameters, and SQL of what lies between them. */
function boundsOf({ from, until, firstDay, endDay }: Shown, parameters: Parameters) {
  const [begin, end] = [parameters.add(from, 'timestamptz'), parameters.add(until, 'timestamptz')];
  const [first, behind] = [parameters.add(firstDay, 'date'), parameters.add(endDay, 'date')];
  const reaches = `case when a.day is null then a.due_at < ${end} and a.due_at + make_interval(mins => greatest(coalesce(a.duration_minutes, 0), 1)) > ${begin}
    else a.day < ${behind} and a.day + greatest(coalesce(a.duration_minutes, 0) / ${LONG_MINUTES}, 1) > ${first} end`;
  // Midnights of one day lie at most 26 hours apart, wherever they are.
  return { begin, end, first, behind, reaches, isNear: `a.due_at < ${end} + interval '26 hours'` };
}

async function entriesBetween(prepared: Prepared, shown: Shown): Promise<CalendarEntry[]> {
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const { begin, reaches, isNear } = boundsOf(shown, parameters);
  const reaching = (span: string) =>
    `(select ${ENTRY} from ${ENTRIES} where ${where} and ${span} and ${isNear} and ${reaches} order by a.due_at, a.id
      limit ${MAX + 1})`;
  return query<CalendarEntry>(
    `${reaching(`a.due_at >= ${begin} - interval '${LONGEST}' and a.duration_minutes > ${LONG_MINUTES}`)}
     union all
        ${reaching(`a.due_at >= ${begin} - interval '50 hours' and coalesce(a.duration_minutes, 0) <= ${LONG_MINUTES}`)}
     order by "dueAt", id limit ${MAX + 1}`,
    parameters.values,
  );
}

/** The first of each day, found day by day in the order of an index: a month of someone busy is ten thousand rows. */
async function entriesByDay(
  prepared: Prepared,
  { firstDay, endDay, ...span }: Shown,
  perDay: number,
  zone: string,
): Promise<{ items: CalendarEntry[]; more: Record<string, number> }> {
  const names: string[] = [];
  for (let day = firstDay; day < endDay; day = addDays(day, 1)) names.push(day);
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const begins = parameters.add(
    names.map((day) => startOfDay(day, zone)),
    'timestamptz[]',
  );
  const { begin, end, first, behind, reaches, isNear } = boundsOf({ firstDay, endDay, ...span }, parameters);
  const most = perDay + COUNTED_BEYOND;
  const further = (condition: string) =>
    `(select 0, a.id, 0 from activities a where ${where} and ${condition} and ${reaches} order by a.due_at, a.id
      limit ${MAX})`;
  const keys = await query<{ day: number; id: string; place: number }>(
    `select k.day, k.id, (row_number() over (partition by k.day order by k.timed, k.due_at, k.id))::int as place from (
         select w.day - ${first} + 1 as day, w.id, w.due_at, false as timed from (
           select a.id, a.due_at, a.day, row_number() over (partition by a.day order by a.due_at, a.id) as nth
              from activities a
           where ${where} and a.day >= ${first} and a.day < ${behind} and a.due_at >= ${begin} - interval '26 hours'
              and ${isNear}) w where w.nth <= ${most}
         union all select d.day::int, t.id, t.due_at, true from unnest(${begins}) with ordinality as d(begins, day)
         cross join lateral (select a.id, a.due_at from activities a where ${where} and a.day is null
            and a.due_at >= greatest(d.begins, ${begin}) and a.due_at < coalesce((${begins})[d.day::int + 1], ${end})
           order by a.due_at, a.id limit ${most}) t) k
     union all
        ${further(`a.due_at >= ${begin} - interval '${LONG_MINUTES} minutes' and a.due_at < ${begin} and a.day is null and coalesce(a.duration_minutes, 0) <= ${LONG_MINUTES}`)}
     union all
        ${further(`a.due_at >= ${begin} - interval '${LONGEST}' and ${isNear} and a.duration_minutes > ${LONG_MINUTES}`)}`,
    parameters.values,
  );
  const shown = new Set(keys.filter(({ place }) => place <= perDay).map(({ id }) => id));
  const more: Record<string, number> = {};
  // Activities that last several days are always shown.
  for (const { day, id, place } of keys)
    if (place > perDay && !shown.has(id)) more[names[day - 1]!] = (more[names[day - 1]!] ?? 0) + 1;
  const items = await query<CalendarEntry>(
    `select ${ENTRY} from ${ENTRIES} where a.workspace_id = $1 and a.id = any($2::uuid[])`,
    [currentWorkspaceId(), [...shown]],
    'crm_calendar_rows',
  );
  return { items, more };
}

/** Future occurrences within the period that have no rows yet, of series with an open row in the selection. */
async function comingEntries(prepared: Prepared, { from, until, firstDay, endDay }: Shown): Promise<CalendarEntry[]> {
  const all = await livingSeries();
  if (all.length === 0) return [];
  const parameters = new Parameters();
  const where = prepared.where(parameters);
  const found = await query<{ id: string }>(
    `select distinct a.series_id as id from activities a
      where ${where} and ${IS_OPEN} and a.series_id = any(${parameters.add(
        all.map((series) => series.id),
        'uuid[]',
      )})`,
    parameters.values,
  );
  const wanted = new Set(found.map((row) => row.id));
  // A day to either side: the span is of instants, the names are of each series' own zone.
  const coming = await comingOccurrences(
    all.filter((series) => wanted.has(series.id)),
    { from: addDays(from.slice(0, 10), -1), until: addDays(until.slice(0, 10), 2) },
  );
  return coming.flatMap(({ series, occurs }) => {
    const { data } = series.template;
    const { dueAt, day } = onOccurrence(data, occurs);
    if (dueAt === null || (day === null ? dueAt >= until || dueAt < from : day >= endDay || day < firstDay)) return [];
    return [
      {
        id: null,
        version: 0,
        seriesId: series.id,
        occurs,
        type: data.type,
        subject: data.subject,
        dueAt,
        day,
        zone: data.zone,
        durationMinutes: data.durationMinutes,
        priority: data.priority,
        status: 'open' as const,
        ownerId: data.ownerId,
        contact: null,
      },
    ];
  });
}
