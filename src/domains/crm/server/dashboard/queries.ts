/** The dashboard's SQL. Everything is walled into the present workspace; every list is bounded. */
import { monthStart, startOfDay } from '../../../../kernel/days.ts';
import { COUNT_CAP } from '../../../../kernel/endpoint.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { query } from '../../../../server/db/index.ts';
import { agentOf, type Cause } from '../../../../server/events/cause.ts';
import type { Activity } from '../../contract/activities.ts';
import type { OpportunityRow } from '../../contract/opportunities.ts';
import type { Dashboard, MoneySum, MonthCount, RecentActivity, StageSum } from '../../contract/dashboard.ts';
import { addUp, type DatedAmount, type Rates, sumIn } from '../../engine/opportunities/amounts.ts';
import { ACTIVITIES, IS_OPEN, isOverdue } from '../activities/rows.ts';
import { type DbRow, JOINS, ROW_COLUMNS, toRow, ROTTING } from '../opportunities/rows.ts';
import { contactRef } from '../contacts/names.ts';

/** Start and end of periods, as instants of the workspace's zone. */
export interface Periods {
  monthStart: string;
  lastMonthStart: string;
  weekStart: string;
  tomorrowStart: string;
  /** The present instant. */
  now: string;
}

export async function countContacts(periods: Periods): Promise<{ count: number; addedThisMonth: number }> {
  const [row] = await query<{ count: number; added: number }>(
    `select (select count(*)::int from
      (select 1 from contacts where workspace_id = app_workspace() and deleted_at is null limit ${COUNT_CAP + 1})
      counted) as count,
       (select count(*)::int from contacts where workspace_id = app_workspace() and deleted_at is null
          and created_at >= $1) as added`,
    [periods.monthStart],
  );
  return { count: row!.count, addedThisMonth: row!.added };
}

/** All of it in one currency; null when there is no rate for some of it. */
function totalOf(base: string, amounts: readonly DatedAmount[], rates: Rates): MoneySum | null {
  const { currency, amount, missing } = sumIn(base, amounts, rates);
  return missing.length > 0 ? null : { currency, amount };
}

export interface StageRow extends StageSum {
  pipeline_id: string;
  pipeline: string;
}

/**
 * Open stages in the order of pipelines and positions, empty ones included.
 * @param rates those that hold today, into `base`
 */
export async function openStages(base: string, rates: Rates): Promise<StageRow[]> {
  const rows = await query<Omit<StageRow, 'total'>>(
    `select p.id as pipeline_id, p.name as pipeline, s.id, s.name, s.probability,
      coalesce(sum(o.count), 0)::int as count,
       coalesce(jsonb_agg(jsonb_build_object('currency', o.currency, 'amount', o.amount) order by o.currency)
          filter (where o.currency is not null), '[]') as amounts
     from pipelines p join stages s on s.pipeline_id = p.id and s.outcome = 'open'
     left join (
       select stage_id, currency, count(*) as count, round(sum(amount), 2)::text as amount from opportunities
       where workspace_id = app_workspace() and state = 'open' and deleted_at is null group by stage_id, currency
     ) o on o.stage_id = s.id
     group by p.id, s.id order by p.position, p.name, s.position`,
  );
  return rows.map((row) => ({ ...row, total: totalOf(base, row.amounts, rates) }));
}

/** Open amounts by currency. @param rates today's rates into `base` */
export async function openSums(base: string, rates: Rates): Promise<Dashboard['open']> {
  const rows = await query<{ currency: string; count: number; amount: string; weighted: string; exact: string }>(
    `select o.currency, count(*)::int as count, round(sum(o.amount), 2)::text as amount,
      round(sum(o.amount * o.probability / 100), 2)::text as weighted,
      sum(o.amount * o.probability / 100)::text as exact
     from opportunities o where o.workspace_id = app_workspace() and o.state = 'open' and o.deleted_at is null
        group by o.currency order by sum(o.amount) desc`,
  );
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amounts: rows.map(({ currency, amount }) => ({ currency, amount })),
    total: totalOf(base, rows, rates),
    weighted: rows.map(({ currency, weighted }) => ({ currency, amount: weighted })),
    weightedTotal: totalOf(
      base,
      rows.map(({ currency, exact }) => ({ currency, amount: exact })),
      rates,
    ),
  };
}

/**
 * Won between two instants, by currency; all of it in `base` at the rates of the days of the zone on which it was won.
 */
export async function wonBetween(
  from: string,
  until: string,
  base: string,
  timeZone: string,
): Promise<{ count: number; amounts: MoneySum[]; total: MoneySum | null }> {
  const rows = await query<MoneySum & { count: number; rate: string | null }>(
    `select o.currency, trim_scale(r.rate)::text as rate, count(*)::int as count,
      round(sum(o.amount), 2)::text as amount
     from opportunities o left join lateral (
       select x.rate from exchange_rates x
          where x.workspace_id = o.workspace_id and x.base = $3 and x.currency = o.currency
          and x.day <= (o.closed_at at time zone $4)::date
       order by x.day desc limit 1
     ) r on o.currency <> $3
     where o.workspace_id = app_workspace() and o.state = 'won' and o.deleted_at is null and o.closed_at >= $1
        and o.closed_at < $2 group by 1, 2 order by sum(o.amount) desc`,
    [from, until, base, timeZone],
  );
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    amounts: [...byCurrency].map(([currency, group]) => ({
      currency,
      amount: decimal(addUp(group.map(({ amount }) => amount))).toFixed(2),
    })),
    // A rate of today would be wrong for what was won before it: a day without one counts as missing.
    total: totalOf(base, rows, new Map()),
  };
}

export async function countLeads(periods: Periods): Promise<Dashboard['leads']> {
  const [row] = await query<{ open: number; fresh: number }>(
    `select count(*)::int as open, (count(*) filter (where created_at >= $1))::int as fresh from leads
     where workspace_id = app_workspace() and deleted_at is null and status in ('new', 'working', 'qualified')`,
    [periods.weekStart],
  );
  return { open: row!.open, newThisWeek: row!.fresh };
}

/** Overdue tasks, and others due today, counted like the lists behind the figures. */
export async function countTasks(
  userId: string | null,
  today: string,
  { now, tomorrowStart }: Periods,
): Promise<{ overdue: number; today: number }> {
  const late = isOverdue('$4::timestamptz');
  const [row] = await query<{ overdue: number; today: number }>(
    `select (count(*) filter (where ${late}))::int as overdue, (count(*) filter (where not ${late}))::int as today
      from activities a
     where a.workspace_id = app_workspace() and a.owner_id = $1 and ${IS_OPEN}
        and a.due_at < $3::timestamptz + interval '26 hours'
        and case when a.day is null then a.due_at < $3 else a.day <= $2::date end and a.deleted_at is null`,
    [userId, today, tomorrowStart, now],
    'crm_dashboard_tasks',
  );
  return { overdue: row!.overdue, today: row!.today };
}

/**
 * The user's open activities with a due time, the most urgent first. How many are wanted stands in the text of these
 * statements: of an unknown number the database thinks as of a tenth of the table, and plans again each time.
 */
export function nextTasks(userId: string | null, limit: number): Promise<Activity[]> {
  return query<Activity>(
    `${ACTIVITIES}
     where a.workspace_id = app_workspace() and a.owner_id = $1 and a.done_at is null and a.cancelled_at is null
        and a.due_at is not null and a.deleted_at is null
     order by a.due_at, a.id limit ${limit}`,
    [userId],
    `crm_dashboard_next_${limit}`,
  );
}

const BY_MONTH = {
  created: ['contacts where true', 'created_at'],
  won: [`opportunities where state = 'won'`, 'closed_at'],
  done: ['activities where true', 'done_at'],
} as const;

/**
 * How many contacts were created, opportunities won or activities done in each of these months of the zone. Each month
 * is counted between two instants, for which an index is walked and nothing worked out for its rows.
 * @param months their first days; the last one is open at its end when `isRunning`
 */
export function countByMonth(
  what: keyof typeof BY_MONTH,
  months: readonly string[],
  isRunning: boolean,
  timeZone: string,
): Promise<MonthCount[]> {
  const [from, column] = BY_MONTH[what];
  const bounds = [...months, monthStart(months.at(-1)!, 1)].map((day) => startOfDay(day, timeZone));
  const ends = isRunning ? [...bounds.slice(1, -1), 'infinity'] : bounds.slice(1);
  return query(
    `select m.month, (select count(*)::int from ${from} and workspace_id = app_workspace() and deleted_at is null
      and ${column} >= m.since and ${column} < m.until) as count
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as m(month, since, until)`,
    [months, bounds.slice(0, -1), ends],
  );
}

/** Open opportunities in which nothing moves: how many, and the user's own first, the longest stuck first. */
export async function stuckOpportunities(
  userId: string | null,
  limit: number,
): Promise<{ count: number; mine: number; ids: string[] }> {
  const [row] = await query<{ count: number; mine: number; ids: string[] }>(
    `with stuck as materialized (
       select o.id, o.owner_id is not distinct from $1 as mine, greatest(o.stage_entered_at, o.last_activity_at) as
          since
       from stages s join opportunities o on o.stage_id = s.id and o.pipeline_id = s.pipeline_id
       where s.workspace_id = app_workspace() and s.outcome = 'open' and o.workspace_id = app_workspace()
          and o.deleted_at is null and ${ROTTING}
     )
     select (select count(*)::int from stuck) as count, (select count(*)::int from stuck where mine) as mine,
       array(select id from stuck order by mine desc, since, id limit $2) as ids`,
    [userId, limit],
  );
  return row!;
}

/** Living opportunities of these ids, in their order. */
export async function opportunitiesOf(ids: readonly string[]): Promise<OpportunityRow[]> {
  if (ids.length === 0) return [];
  const rows = await query<DbRow>(
    `select ${ROW_COLUMNS} from opportunities o ${JOINS}
      where o.workspace_id = app_workspace() and o.deleted_at is null and o.id = any($1)`,
    [ids],
    'crm_dashboard_deals',
  );
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(toRow);
}

/** Open opportunities expected to close until `until` (a day), the nearest first. */
export async function closingOpportunities(until: string, limit: number): Promise<OpportunityRow[]> {
  const rows = await query<DbRow>(
    `select ${ROW_COLUMNS} from opportunities o ${JOINS}
     where o.workspace_id = app_workspace() and o.deleted_at is null and o.state = 'open'
        and o.expected_close is not null and o.expected_close <= $1
     order by o.expected_close, o.id limit ${limit}`,
    [until],
    `crm_dashboard_closing_${limit}`,
  );
  return rows.map(toRow);
}

/** How many open opportunities should have closed before `today`. */
export async function countLate(today: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from opportunities
      where workspace_id = app_workspace() and deleted_at is null and state = 'open' and expected_close < $1`,
    [today],
  );
  return row!.count;
}

/** Activities that were done, newest first. */
export async function recentActivities(limit: number): Promise<RecentActivity[]> {
  const items = await query<RecentActivity>(
    `select a.id, a.type, a.subject, a.done_at as at, case when p.id is null then null
      else jsonb_build_object('id', p.id, 'name', p.name) end as by, ${contactRef('c')} as contact
     from activities a left join workspace_people p on p.id = a.owner_id
        left join contacts c on c.id = a.contact_id and c.workspace_id = a.workspace_id and c.deleted_at is null
     where a.workspace_id = app_workspace() and a.done_at is not null and a.deleted_at is null
        order by a.done_at desc, a.id limit ${limit}`,
    [],
    `crm_recent_activities_${limit}`,
  );
  if (items.length === 0) return items;
  const causes = await query<{ id: string; cause: Cause | null }>(
    `select distinct on (e.subject_id) e.subject_id as id, e.cause from events e
      where workspace_id = app_workspace() and subject_type = 'activity' and subject_id = any($1)
       and (type in ('activity.completed', 'activity.created') or type = 'activity.updated'
          and data->'changes' @> '[{"field": "doneAt"}]') order by e.subject_id, e.id desc`,
    [items.map(({ id }) => id)],
    'crm_recent_causes',
  );
  const through = new Map(causes.map(({ id, cause }) => [id, agentOf(cause)]));
  return items.map((item) => ({ ...item, ...(through.get(item.id) && { through: through.get(item.id)! }) }));
}
