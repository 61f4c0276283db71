/**
 * What channels bring: the won deals of contacts whose visits are known, by the visit that gets the revenue, beside what
 * the channels cost. Deals that the caller may not see are left out by the database.
 */
import type { QueryOf } from '../../../kernel/endpoint.ts';
import { addDays, monthStart, startOfDay } from '../../../kernel/days.ts';
import { invalid } from '../../../kernel/errors.ts';
import { decimal } from '../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { type ChannelReturns, MAX_COST_MONTHS, type pixelCosts } from '../contract/costs.ts';
import { type Brought, nothingBrought, totalOf, withRatios } from '../engine/returns.ts';
import { readSite } from './sites.ts';

interface Months {
  from: string;
  to: string;
}

/** @throws AppError `validation` */
export function checkMonths({ from, to }: Months): void {
  if (to < from) throw invalid('to', 'Choose an end month on or after the start month.');
  if (monthStart(`${to}-01`, 1 - MAX_COST_MONTHS) > `${from}-01`)
    throw invalid('from', `Choose at most ${MAX_COST_MONTHS} months.`);
}

/** Which of a contact's visits gets the revenue. */
const ORDER = { first: 'v.started_at, v.id', last: `(v.channel = 'Direct'), v.started_at desc, v.id desc` } as const;

interface DealRow {
  currency: string;
  /** Null: no visit of the contact is known. */
  value: string | null;
  deals: number;
  customers: number;
  revenue: string;
}

function readDeals(
  siteId: string,
  { from, to }: Months,
  by: 'channel' | 'campaign',
  attribution: keyof typeof ORDER,
): Promise<DealRow[]> {
  return query<DealRow>(
    `with won as (
        select o.id, o.contact_id, o.amount, o.currency, o.closed_at,
            o.contact_id is not null and not exists (select 1 from opportunities b where b.workspace_id = $2
              and b.contact_id = o.contact_id and b.state = 'won' and b.deleted_at is null and b.id <> o.id
              and (b.closed_at, b.id) < (o.closed_at, o.id)) as is_first
          from opportunities o
          where o.workspace_id = $2 and o.state = 'won' and o.deleted_at is null
            and o.closed_at >= $3 and o.closed_at < $4)
      select w.currency, t.value, count(*)::int as deals, (count(*) filter (where w.is_first))::int as customers,
          sum(w.amount)::text as revenue
        from won w left join lateral (
          select v.${by} as value
            from contacts c cross join jsonb_array_elements(c.emails) m
              join pixel_people p on p.workspace_id = $2 and p.site_id = $1 and p.email = lower(m ->> 'value')
                and p.removed_at is null
              join pixel_visits v on v.site_id = $1 and v.workspace_id = $2 and v.visitor_id = p.visitor_id
                and v.started_at <= w.closed_at
            where c.id = w.contact_id and c.workspace_id = $2 and c.deleted_at is null
            order by ${ORDER[attribution]} limit 1) t on true
        group by 1, 2`,
    [siteId, currentWorkspaceId(), from, to],
  );
}

/** @throws AppError `validation`, `not_found` */
export async function readReturns(
  siteId: string,
  { from, to, by, attribution }: QueryOf<typeof pixelCosts.returns>,
): Promise<ChannelReturns> {
  checkMonths({ from, to });
  const { timeZone, currency } = await readSite(siteId);
  const first = `${from}-01`;
  const next = monthStart(`${to}-01`, 1);
  const period = { from: startOfDay(first, timeZone), to: startOfDay(next, timeZone) };
  const [deals, visits, costs] = await Promise.all([
    readDeals(siteId, period, by, attribution),
    query<{ value: string; visits: number }>(
      `select value, sum(visits)::int as visits from pixel_daily
        where site_id = $1 and dimension = $2 and day between $3 and $4 and workspace_id = $5
        group by value having sum(visits) > 0 order by 2 desc, 1 limit 500`,
      [siteId, by, first, addDays(next, -1), currentWorkspaceId()],
    ),
    query<{ value: string; cost: string }>(
      `select ${by} as value, sum(amount)::text as cost from pixel_costs
        where site_id = $1 and workspace_id = $2 and month between $3 and $4 and ${by} <> '' group by 1`,
      [siteId, currentWorkspaceId(), first, `${to}-01`],
    ),
  ]);
  const rows = new Map<string, Brought>();
  const rowOf = (value: string) => {
    const key = by === 'campaign' ? value.toLowerCase() : value;
    const row = rows.get(key) ?? nothingBrought(value);
    rows.set(key, row);
    return row;
  };
  for (const one of visits) rowOf(one.value).visits += one.visits;
  for (const { value, cost } of costs) {
    const row = rowOf(value);
    row.cost = row.cost.plus(decimal(cost));
  }
  const unattributed = nothingBrought('');
  for (const deal of deals.filter((one) => one.currency === currency)) {
    // A visit without a campaign belongs to no campaign.
    const row = deal.value === null || deal.value === '' ? unattributed : rowOf(deal.value);
    row.deals += deal.deals;
    row.customers += deal.customers;
    row.revenue = row.revenue.plus(decimal(deal.revenue));
  }
  const all = [...rows.values()].toSorted(
    (one, other) =>
      other.revenue.cmp(one.revenue) ||
      other.cost.cmp(one.cost) ||
      other.visits - one.visits ||
      (one.value < other.value ? -1 : 1),
  );
  return {
    items: all.map((row) => withRatios(row, currency)),
    total: withRatios(totalOf(all), currency),
    unattributed: { deals: unattributed.deals, revenue: unattributed.revenue.toFixed() },
    otherCurrencies: othersOf(deals, currency),
  };
}

function othersOf(deals: readonly DealRow[], currency: string): ChannelReturns['otherCurrencies'] {
  const others = Map.groupBy(
    deals.filter((one) => one.currency !== currency),
    (one) => one.currency,
  );
  return [...others]
    .map(([code, rows]) => ({
      currency: code,
      deals: rows.reduce((sum, { deals: count }) => sum + count, 0),
      revenue: rows.reduce((sum, { revenue }) => sum.plus(decimal(revenue)), decimal('0')).toFixed(),
    }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
