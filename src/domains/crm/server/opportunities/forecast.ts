/** The forecast: groups of opportunities from the database, put together by the engine. */
import { dayAt, monthStart } from '../../../../kernel/days.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { Forecast } from '../../contract/forecast.ts';
import { buildForecast, type ForecastGroup, monthBounds, monthsFrom } from '../../engine/opportunities/forecast.ts';
import { CRM } from '../../paths.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import { listGoals } from './goals.ts';
import { ratesOn } from './rates.ts';

interface Request {
  pipelineId?: string | undefined;
  ownerId?: string | undefined;
  /** First day of the first month; this month when absent. */
  from?: string | undefined;
  months: number;
}

const FIGURES = new Memory({
  paths: [CRM.opportunities, CRM.pipelines, CRM.salesGoals, CRM.exchangeRates],
  longest: 10_000,
});

/** The forecast of this moment, worked out once until something in it changes. */
export async function currentForecast(request: Request): Promise<Forecast> {
  const { pipelineId, ownerId, from, months } = request;
  const { timeZone, currency } = await workspaceSettings();
  return FIGURES.read(
    currentWorkspaceId(),
    JSON.stringify([pipelineId, ownerId, from, months, timeZone, currency]),
    () => readForecast(request),
  );
}

/** All figures in one snapshot, so that they agree with each other. */
export function readForecast(request: Request, now = new Date()): Promise<Forecast> {
  return transaction(() => assemble(request, now), { isolation: 'repeatable read' });
}

async function assemble(request: Request, now: Date): Promise<Forecast> {
  const { timeZone, currency } = await workspaceSettings();
  const today = dayAt(now, timeZone);
  const months = monthsFrom(request.from ?? monthStart(today), request.months);
  const groups = [...(await openGroups(request, today)), ...(await wonGroups(request, months, timeZone, currency))];
  const goals = (await listGoals(months[0]!, months.length)).filter(
    (goal) => request.ownerId === undefined || goal.ownerId === request.ownerId,
  );
  return {
    currency,
    today,
    ...buildForecast(groups, goals, { months, today, currency, rates: await ratesOn(today, currency) }),
  };
}

const NARROW = '($1::uuid is null or o.pipeline_id = $1) and ($2::uuid is null or o.owner_id = $2)';

/**
 * Open amounts by expected month and whether the date has passed, including archived pipelines, like the dashboard and
 * the list behind it. Aggregated before any join, because rows are many and groups few.
 */
function openGroups({ pipelineId, ownerId }: Request, today: string): Promise<ForecastGroup[]> {
  return query<ForecastGroup>(
    `select g.owner_id as "ownerId", to_char(g.month, 'YYYY-MM-DD') as month,
      coalesce(g.forecast, s.forecast) as category, g.currency, g.amount::text as amount, g.weighted::text as weighted,
      g.count, g.overdue
     from (
       select o.owner_id, o.stage_id, o.forecast, o.currency, date_trunc('month', o.expected_close::timestamp) as month,
         coalesce(o.expected_close < $3::date, false) as overdue,
         sum(o.amount) as amount, sum(o.amount * o.probability / 100) as weighted, count(*)::int as count
       from opportunities o where o.workspace_id = app_workspace() and o.state = 'open' and o.deleted_at is null
          and ${NARROW} group by 1, 2, 3, 4, 5, 6
     ) g join stages s on s.id = g.stage_id`,
    [pipelineId ?? null, ownerId ?? null, today],
  );
}

/** Won amounts in these months, each deal at the rate of its day. */
function wonGroups(
  { pipelineId, ownerId }: Request,
  months: readonly string[],
  timeZone: string,
  currency: string,
): Promise<ForecastGroup[]> {
  const bounds = monthBounds(months, timeZone);
  return query<ForecastGroup>(
    `select o.owner_id as "ownerId", ($3::text[])[width_bucket(o.closed_at, $4::timestamptz[])] as month,
      'won' as category, o.currency, trim_scale(r.rate)::text as rate,
       sum(o.amount)::text as amount, sum(o.amount)::text as weighted, count(*)::int as count
     from opportunities o left join lateral (
       select x.rate from exchange_rates x
          where x.workspace_id = o.workspace_id and x.base = $6 and x.currency = o.currency
          and x.day <= (o.closed_at at time zone $5)::date
       order by x.day desc limit 1
     ) r on o.currency <> $6
     where o.workspace_id = app_workspace() and o.state = 'won' and o.deleted_at is null and o.closed_at >= $7
        and o.closed_at < $8 and ${NARROW} group by 1, 2, 4, 5`,
    [pipelineId ?? null, ownerId ?? null, months, bounds, timeZone, currency, bounds[0], bounds.at(-1)],
  );
}
