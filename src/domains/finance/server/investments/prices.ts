/** Prices of securities as calculations need them: the latest ones, and series from a day on. */
import { type Decimal, plainDecimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { SecurityPrice } from '../../contract.ts';
import { PriceSeries } from '../../engine/investments/index.ts';
import { FINANCE } from '../../paths.ts';
import { PRICES_CHANGED } from './changed.ts';

export interface LatestPrice {
  day: string;
  price: Decimal;
  source: SecurityPrice['source'];
  before: { day: string; price: Decimal } | undefined;
}

/** Prices of what is held, until one changes: most reads find that activities alone have. */
const latestBefore = new Memory({ paths: [PRICES_CHANGED, FINANCE.plaid], longest: 3_600_000, most: 200 });

/** The last price of each security up to a day, and the one before it. */
export function latestPrices(securityIds: readonly string[], day: string): Promise<ReadonlyMap<string, LatestPrice>> {
  return latestBefore.read(currentWorkspaceId(), `${day} ${securityIds.join('')}`, () => readLatest(securityIds, day));
}

async function readLatest(securityIds: readonly string[], day: string): Promise<Map<string, LatestPrice>> {
  const rows = await query<{ security_id: string; day: string; price: string; source: SecurityPrice['source'] }>(
    `select p.security_id, p.day, p.price, p.source from unnest($2::uuid[]) as wanted(id)
     cross join lateral (select security_id, day, price, source from finance_security_prices where workspace_id = $1
        and security_id = wanted.id and day <= $3::date order by day desc limit 2) p
     order by p.security_id, p.day desc`,
    [currentWorkspaceId(), securityIds, day],
  );
  const found = new Map<string, LatestPrice>();
  for (const row of rows) {
    const latest = found.get(row.security_id);
    if (!latest)
      found.set(row.security_id, {
        day: row.day,
        price: plainDecimal(row.price),
        source: row.source,
        before: undefined,
      });
    else latest.before ??= { day: row.day, price: plainDecimal(row.price) };
  }
  return found;
}

/**
 * The price of each of few days, or the last one before it, as series: a year of prices is not read for twelve of them.
 * @param days in order
 */
export async function pricesOn(
  securityIds: readonly string[],
  days: readonly string[],
): Promise<Map<string, PriceSeries>> {
  const rows = await query<{ security_id: string; prices: string }>(
    `select p.security_id, string_agg(p.day || ' ' || p.price, ',' order by p.day) as prices from (
       select distinct p.security_id, p.day, p.price
          from unnest($2::uuid[]) as wanted(id) cross join unnest($3::date[]) as at(day)
       cross join lateral (select security_id, day, price from finance_security_prices where workspace_id = $1
          and security_id = wanted.id and day <= at.day order by day desc limit 1) p
     ) p group by 1`,
    [currentWorkspaceId(), securityIds, days],
  );
  return new Map(rows.map(({ security_id, prices }) => [security_id, PriceSeries.fromText(prices)]));
}

/**
 * Prices from a day on, with the last one before it. One text for each security: rows by the hundred thousand cost the
 * driver more than the database.
 */
export async function priceSeries(
  securityIds: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, PriceSeries>> {
  const rows = await query<{ id: string; prices: string | null }>(
    `select wanted.id, (select string_agg(p.day || ' ' || p.price, ',' order by p.day) from finance_security_prices p
       where p.workspace_id = $1 and p.security_id = wanted.id and p.day <= $4::date
         and p.day >= coalesce((select max(b.day) from finance_security_prices b where b.workspace_id = $1
            and b.security_id = wanted.id and b.day <= $3::date), $3::date)) as prices
     from unnest($2::uuid[]) as wanted(id)`,
    [currentWorkspaceId(), securityIds, from, to],
  );
  return new Map(rows.flatMap(({ id, prices }) => (prices ? [[id, PriceSeries.fromText(prices)] as const] : [])));
}
