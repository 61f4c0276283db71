/** Reports of a website. Totals and breakdowns read the figures of days, so their cost does not grow with the events. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { addDays } from '../../../kernel/days.ts';
import { invalid } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { MAX_DAYS, type BreakdownRow, type Overview, type pixelReports, type Totals } from '../contract/reports.ts';
import { readSite } from './sites.ts';

interface Period {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const daysIn = ({ from, to }: Period) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** @throws AppError `validation` for a period that ends before it begins, or is too long */
export function checkPeriod(period: Period): void {
  const days = daysIn(period);
  if (days < 1) throw invalid('to', 'Choose an end date on or after the start date.');
  if (days > MAX_DAYS) throw invalid('from', `Choose at most ${MAX_DAYS} days.`);
}

/** The same number of days just before. */
const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -daysIn(period)),
  to: addDays(period.from, -1),
});

const SUMS = `coalesce(sum(visits), 0)::int as visits, coalesce(sum(visitors), 0)::int as visitors,
  coalesce(sum(pageviews), 0)::int as pageviews, coalesce(sum(events), 0)::int as events,
  greatest(coalesce(sum(bounces), 0), 0)::int as bounces, coalesce(sum(seconds), 0)::bigint as seconds,
  coalesce(sum(goals), 0)::int as goals, coalesce(sum(converted), 0)::int as converted,
  coalesce(sum(revenue), 0)::text as revenue`;

async function totalsOf(siteId: string, { from, to }: Period): Promise<Totals> {
  const [row] = await query<Totals>(
    `select ${SUMS} from pixel_daily
      where site_id = $1 and dimension = 'all' and day between $2 and $3 and workspace_id = $4`,
    [siteId, from, to, currentWorkspaceId()],
  );
  return row!;
}

type Point = Overview['series'][number];

const MONTHS_FROM = 120;

/** Every hour, day, or month of the period, also those without a visit. */
async function seriesOf(siteId: string, { from, to }: Period, unit: Overview['unit']): Promise<Point[]> {
  const at = { hour: 'value', day: 'day::text', month: `to_char(day, 'YYYY-MM')` }[unit];
  const rows = await query<Point>(
    `select ${at} as at, sum(visits)::int as visits, sum(visitors)::int as visitors, sum(pageviews)::int as pageviews,
        sum(converted)::int as converted
      from pixel_daily where site_id = $1 and dimension = $5 and day between $2 and $3 and workspace_id = $4
      group by 1`,
    [siteId, from, to, currentWorkspaceId(), unit === 'hour' ? 'hour' : 'all'],
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return pointsOf({ from, to }, unit).map(
    (point) => found.get(point) ?? { at: point, visits: 0, visitors: 0, pageviews: 0, converted: 0 },
  );
}

function pointsOf({ from, to }: Period, unit: Overview['unit']): string[] {
  if (unit === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return unit === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}

/** @throws AppError `not_found`, `validation` */
export async function readOverview(
  siteId: string,
  { compare, ...period }: QueryOf<typeof pixelReports.overview>,
): Promise<Overview> {
  checkPeriod(period);
  await readSite(siteId);
  const days = daysIn(period);
  const unit = days === 1 ? 'hour' : days > MONTHS_FROM ? 'month' : 'day';
  const former = periodBefore(period);
  const [totals, before, series, seriesBefore] = await Promise.all([
    totalsOf(siteId, period),
    compare ? totalsOf(siteId, former) : null,
    seriesOf(siteId, period, unit),
    compare ? seriesOf(siteId, former, unit) : [],
  ]);
  return {
    totals,
    before,
    unit,
    series,
    seriesBefore: compare ? series.map((_, place) => seriesBefore[place]?.visits ?? null) : [],
  };
}

/** What a dimension is ordered and compared by. */
const MEASURES: Readonly<Record<string, 'pageviews' | 'events' | 'goals'>> = {
  page: 'pageviews',
  event: 'events',
  form: 'events',
  outbound: 'events',
  goal: 'goals',
};

/** @throws AppError `not_found`, `validation` */
export async function readBreakdown(
  siteId: string,
  { dimension, compare, limit, ...period }: QueryOf<typeof pixelReports.breakdown>,
): Promise<ResponseOf<typeof pixelReports.breakdown>> {
  checkPeriod(period);
  await readSite(siteId);
  const measure = MEASURES[dimension] ?? 'visits';
  const former = periodBefore(period);
  const rows = await query<BreakdownRow & { count: number }>(
    `with now as (
        select value, ${SUMS}, count(*) over () as count from pixel_daily
          where site_id = $1 and dimension = $2 and day between $3 and $4 and workspace_id = $5
          group by value having sum(${measure}) > 0
          order by sum(${measure}) desc, value limit $6),
      former as (
        select value, sum(${measure}) as sum from pixel_daily
          where $7::boolean and site_id = $1 and dimension = $2 and day between $8 and $9 and workspace_id = $5
            and value in (select value from now)
          group by value)
      select n.*, n.count::int as count, case when $7::boolean then coalesce(b.sum, 0)::int end as before
      from now n left join former b on b.value = n.value order by n.${measure} desc, n.value`,
    [siteId, dimension, period.from, period.to, currentWorkspaceId(), limit, compare, former.from, former.to],
  );
  return { items: rows.map(({ count: _count, ...row }) => row), total: rows[0]?.count ?? 0 };
}
