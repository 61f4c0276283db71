/** What was won and lost in a span, added up: the base of several reports. */
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
  /** Median seconds from creation to the win; null when nothing was won. */
  cycle: number | null;
}

const SUMS = `count(*) filter (where o.state = 'won')::int as won, count(*) filter (where o.state = 'lost')::int as lost,
  coalesce(sum(${CLOSED_AMOUNT}) filter (where o.state = 'won'), 0)::numeric(19,4)::text as "wonAmount",
  coalesce(sum(${CLOSED_AMOUNT}) filter (where o.state = 'lost'), 0)::numeric(19,4)::text as "lostAmount",
  (avg(${CLOSED_AMOUNT}) filter (where o.state = 'won'))::numeric(19,4)::text as average,
  percentile_cont(0.5) within group (order by extract(epoch from o.closed_at - o.created_at)) filter (where o.state = 'won') as cycle`;
const FROM = `from s join opportunities o on ${COUNTED} and o.closed_at >= s.since and o.closed_at < s.until`;

export async function closedIn(scope: Asked, span: DaySpan): Promise<Closed> {
  const [row] = await ask<Closed>(`select ${SUMS} ${FROM}`, scope, span);
  return row!;
}

/** By the month in which they were closed; months without any are absent. */
export async function closedByMonth(scope: Asked): Promise<Map<string, Closed>> {
  const rows = await ask<Closed & { month: string }>(
    `select to_char(o.closed_at at time zone s.tz, 'YYYY-MM-01') as month, ${SUMS} ${FROM} group by 1`, scope, scope.span,
  );
  return new Map(rows.map((row) => [row.month, row]));
}

/** By who owns them; the key of nobody's is `''`. */
export async function closedByOwner(scope: Asked, span: DaySpan): Promise<Map<string, Closed>> {
  const rows = await ask<Closed & { owner: string | null }>(`select o.owner_id as owner, ${SUMS} ${FROM} group by 1`, scope, span);
  return new Map(rows.map((row) => [row.owner ?? '', row]));
}

export const NOTHING_CLOSED: Closed = { won: 0, lost: 0, wonAmount: '0.0000', lostAmount: '0.0000', average: null, cycle: null };
