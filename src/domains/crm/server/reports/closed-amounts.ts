/** Amounts won and lost in a period, the basis of several reports. */
import type { DaySpan } from '../../engine/reports/period.ts';
import { ask, type Asked, CLOSED_AMOUNT, COUNTED } from './scope.ts';

export interface Closed {
  won: number;
  lost: number;
  /** Decimal texts in the reporting currency. */
  wonAmount: string;
  lostAmount: string;
  /** Mean amount of what was won; null when nothing was. */
  average: string | null;
  /**
   * Median seconds from creation to the win, of those that were not entered as won already; null when there is none.
   */
  cycle: number | null;
}

const SUMS = `count(*) filter (where state = 'won')::int as won, count(*) filter (where state = 'lost')::int as lost,
  coalesce(sum(value) filter (where state = 'won'), 0)::numeric(19,4)::text as "wonAmount",
  coalesce(sum(value) filter (where state = 'lost'), 0)::numeric(19,4)::text as "lostAmount",
  (avg(value) filter (where state = 'won'))::numeric(19,4)::text as average,
  percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at)::float8)
    filter (where state = 'won' and closed_at > created_at) as cycle`;
/** Deals closed in the period, each amount converted once. The index `opportunities_closed` has all columns. */
const closedWhere = (where: string) => `, c as materialized (
    select o.state, o.owner_id, o.close_reason_id, o.closed_at, o.created_at, ${CLOSED_AMOUNT} as value from s
      join opportunities o on ${COUNTED} and o.closed_at >= $2::timestamptz and o.closed_at < $3::timestamptz
      and ${where}
  )`;
export const CLOSED = closedWhere('true');

export async function closedIn(scope: Asked, span: DaySpan): Promise<Closed> {
  const [row] = await ask<Closed>(`${CLOSED} select ${SUMS} from c`, scope, span);
  return row!;
}

/** By the month in which they were closed; months without any are absent. @param where SQL over `o`: which of them */
export async function closedByMonth(scope: Asked, where = 'true'): Promise<Map<string, Closed>> {
  const rows = await ask<Closed & { month: string }>(
    `${closedWhere(where)} select to_char(date_trunc('month', closed_at at time zone s.tz), 'YYYY-MM-DD') as month,
      ${SUMS} from c, s group by date_trunc('month', closed_at at time zone s.tz)`,
    scope,
    scope.span,
  );
  return new Map(rows.map((row) => [row.month, row]));
}

/** By who owns them; the key of no one's is `''`. */
export async function closedByOwner(scope: Asked, span: DaySpan): Promise<Map<string, Closed>> {
  const rows = await ask<Closed & { owner: string | null }>(
    `${CLOSED} select owner_id as owner, ${SUMS} from c group by 1`,
    scope,
    span,
  );
  return new Map(rows.map((row) => [row.owner ?? '', row]));
}

export const NOTHING_CLOSED: Closed = {
  won: 0,
  lost: 0,
  wonAmount: '0.0000',
  lostAmount: '0.0000',
  average: null,
  cycle: null,
};
