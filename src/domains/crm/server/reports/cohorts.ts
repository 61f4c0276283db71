/** Cohorts: of what was created in a month, how much was won within how many months. */
import { monthStart } from '../../../../kernel/days.ts';
import type { Condition } from '../../../../kernel/filter.ts';
import type { Cell, Figure, Section } from '../../contract/reports.ts';
import { type DaySpan, monthsOf } from '../../engine/reports/period.ts';
import { ask, type Asked, COUNTED, monthWithin, oneOf, opportunitiesBehind, percent, within } from './scope.ts';

/** Months after the first that are told apart. */
const MONTHS = 12;

interface CohortRow {
  month: string;
  /** Won in this many calendar months after the one of creation, or entered as won before; null: not won. */ after:
    | number
    | null;
  count: number;
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/**
 * The share of a cohort that was won by the end of each month since; null for months that have not come.
 * @param wins how many were won in the month of creation, the next one, …
 */
export function cumulativeShares(
  created: number,
  wins: ReadonlyMap<number, number>,
  elapsed: number,
): (number | null)[] {
  let won = 0;
  return Array.from({ length: MONTHS }, (_, i) => {
    won += wins.get(i) ?? 0;
    return i > elapsed ? null : percent(won, created);
  });
}

function cohortsIn(scope: Asked, span: DaySpan): Promise<CohortRow[]> {
  return ask<CohortRow>(
    `select to_char(o.created_at at time zone s.tz, 'YYYY-MM-01') as month,
       case when o.state = 'won'
          then greatest(0, (extract(year from o.closed_at at time zone s.tz) -
          extract(year from o.created_at at time zone s.tz)) * 12
         + extract(month from o.closed_at at time zone s.tz) - extract(month from o.created_at at time zone s.tz))::int
            end as after,
       count(*)::int as count
     from s join opportunities o on ${COUNTED} and o.created_at >= $2::timestamptz and o.created_at < $3::timestamptz
        group by 1, 2`,
    scope,
    span,
  );
}

function totalsOf(rows: readonly CohortRow[]): { created: number; won: number } {
  const count = (of: readonly CohortRow[]) => of.reduce((sum, row) => sum + row.count, 0);
  return { created: count(rows), won: count(rows.filter((row) => row.after !== null)) };
}

export async function cohorts(scope: Asked): Promise<{ figures: Figure[]; sections: Section[] }> {
  const [rows, earlier] = await Promise.all([
    cohortsIn(scope, scope.span),
    scope.previous ? cohortsIn(scope, scope.previous) : null,
  ]);
  const byMonth = Map.groupBy(rows, (row) => row.month);
  const current = monthNumber(monthStart(scope.today));
  const now = totalsOf(rows);
  const before = earlier && totalsOf(earlier);
  const behind = (span: DaySpan, ...conditions: Condition[]) =>
    opportunitiesBehind(scope, within('createdAt', span), ...conditions);
  return {
    figures: [
      {
        key: 'created',
        label: 'Created',
        unit: 'count',
        value: now.created,
        previous: before?.created ?? null,
        better: null,
        behind: behind(scope.span),
      },
      {
        key: 'rate',
        label: 'Won to date',
        unit: 'percent',
        value: percent(now.won, now.created),
        previous: before && percent(before.won, before.created),
        better: 'up',
        behind: behind(scope.span, oneOf('state', 'won')),
      },
    ],
    sections: [
      {
        key: 'cohorts',
        title: 'Won share by month of creation',
        note: "Read a row from left to right: the share of a month's opportunities that was won by the end of that month, the next one, and so on.",
        columns: [
          { key: 'month', label: 'Created in', unit: 'month' },
          { key: 'created', label: 'Created', unit: 'count' },
          ...Array.from({ length: MONTHS }, (_, i) => ({
            key: `m${i}`,
            label: i === 0 ? 'Same month' : `+${i}`,
            unit: 'percent' as const,
          })),
        ],
        rows: monthsOf(scope.span).map((month) => {
          const cohort = byMonth.get(month) ?? [];
          const created = cohort.reduce((sum, row) => sum + row.count, 0);
          const wins = new Map(cohort.flatMap((row) => (row.after === null ? [] : [[row.after, row.count] as const])));
          const shares = cumulativeShares(created, wins, current - monthNumber(month));
          const own = monthWithin(month, scope.span);
          return {
            cells: {
              month,
              created,
              ...Object.fromEntries(shares.map((share, i): [string, Cell] => [`m${i}`, share])),
            },
            behind: behind(own),
            behindCells: Object.fromEntries(
              shares.flatMap((share, i) =>
                share === null
                  ? []
                  : [
                      [
                        `m${i}`,
                        behind(own, oneOf('state', 'won'), {
                          field: 'closedAt',
                          op: 'before',
                          value: monthStart(month, i + 1),
                        }),
                      ],
                    ],
              ),
            ),
          };
        }),
        chart: { kind: 'heat', category: 'month', series: Array.from({ length: MONTHS }, (_, i) => `m${i}`) },
      },
    ],
  };
}
