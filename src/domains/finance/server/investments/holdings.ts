/** Holdings with their present value: positions of all accounts put together, and priced. */
import { type Decimal, type RateTable, roundMoney, roundParts, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { Holding } from '../../contract.ts';
import { inNewUnits, type KnownSplits } from '../../engine/investments/index.ts';
import { NO_SECURITY } from './activity-rows.ts';
import { type Position, positionsOf } from './books.ts';
import { type LatestPrice, latestPrices } from './prices.ts';
import type { PortfolioScope, ScopeSecurity } from './scope.ts';

/** One security over all accounts. */
export interface Valued {
  security: ScopeSecurity;
  positions: Position[];
  quantity: Decimal;
  price: Decimal | undefined;
  priceDay: string | undefined;
  priceSource: Holding['priceSource'];
  localValue: Decimal;
  /** In the scope's currency; undefined where a rate is missing. */
  value: Decimal | undefined;
  cost: Decimal;
  /** Cost at today's rate: what is between it and `cost` the exchange rate made. */
  costToday: Decimal | undefined;
  dayChange: Decimal;
}

export interface ValuedPortfolio {
  holdings: Valued[];
  /** Everything that ever was, sold and gone included. */
  positions: Position[];
  value: Decimal;
  missingRates: string[];
}

/** Holdings on the scope's day, most valuable first. */
export async function valuedPortfolio(scope: PortfolioScope): Promise<ValuedPortfolio> {
  const positions = await positionsOf(scope);
  const held = Map.groupBy(
    positions.filter((one) => one.securityId !== NO_SECURITY && one.lots > 0),
    (one) => one.securityId,
  );
  const latest = await latestPrices([...held.keys()], scope.today);
  const holdings = [...held].flatMap(([id, of]) => {
    const security = scope.securities.get(id);
    return security ? [valued(security, of, latest.get(id), scope)] : [];
  });
  holdings.sort((a, b) => (b.value ?? ZERO).cmp(a.value ?? ZERO) || (a.security.name < b.security.name ? -1 : 1));
  return {
    holdings,
    positions,
    value: sumOf(holdings, (one) => one.value ?? ZERO),
    missingRates: [
      ...new Set([
        ...holdings.filter((one) => one.value === undefined).map((one) => one.security.currency),
        ...positions
          .filter((one) => !one.convertible)
          .map((one) => scope.securities.get(one.securityId)?.currency ?? one.account.currency),
      ]),
    ].sort(),
  };
}

/**
 * Of holdings in one account: worked out again when the position, its price, its security or the rate is another one.
 */
const valuedBefore = new WeakMap<
  Position,
  {
    security: ScopeSecurity;
    latest: LatestPrice | undefined;
    rates: RateTable;
    splits: KnownSplits;
    currency: string;
    today: string;
    valued: Valued;
  }
>();

function valued(
  security: ScopeSecurity,
  positions: Position[],
  latest: LatestPrice | undefined,
  scope: PortfolioScope,
): Valued {
  const [only, ...others] = positions;
  if (!only || others.length > 0) return valuedAnew(security, positions, latest, scope);
  const { rates, splits, currency, today } = scope;
  const before = valuedBefore.get(only);
  // Securities, prices and rates are remembered: what is the very same says the same.
  if (
    before &&
    before.security === security &&
    before.latest === latest &&
    before.rates === rates &&
    before.splits === splits &&
    before.currency === currency &&
    before.today === today
  )
    return before.valued;
  const made = valuedAnew(security, positions, latest, scope);
  valuedBefore.set(only, { security, latest, rates, splits, currency, today, valued: made });
  return made;
}

function valuedAnew(
  security: ScopeSecurity,
  positions: Position[],
  latest: LatestPrice | undefined,
  scope: PortfolioScope,
): Valued {
  const quantity = sumOf(positions, (one) => one.quantity);
  const trade = positions.flatMap((one) => one.lastTrade ?? []).sort((a, b) => (a.day < b.day ? 1 : -1))[0];
  // A price from before a split is one of old units.
  const splits = scope.splits.get(security.id)?.filter((one) => one.day <= scope.today) ?? [];
  const known = latest ?? trade;
  const price = known && inNewUnits(known.price, known.day, splits);
  const rate = scope.rates.rate(security.currency, scope.currency, scope.today);
  const convertible = rate !== undefined && positions.every((one) => one.convertible);
  const localValue = price ? quantity.times(price) : ZERO;
  return {
    security,
    positions,
    quantity,
    price,
    priceDay: latest?.day ?? trade?.day,
    priceSource: latest?.source ?? (trade ? 'trade' : null),
    localValue,
    value: convertible ? localValue.times(rate) : undefined,
    cost: sumOf(positions, (one) => one.costBase),
    costToday: convertible ? sumOf(positions, (one) => one.cost).times(rate) : undefined,
    dayChange:
      convertible && latest?.before && price
        ? quantity.times(price.minus(inNewUnits(latest.before.price, latest.before.day, splits))).times(rate)
        : ZERO,
  };
}

/**
 * As the API tells of them: values, costs and gains add up to those of the portfolio.
 * @param whole value of the portfolio, for the weight
 */
export function toHoldings(holdings: readonly Valued[], scope: PortfolioScope, whole: Decimal): Holding[] {
  const counted = holdings.filter((one) => one.value !== undefined);
  const values = roundParts(
    counted.map((one) => one.value!),
    scope.currency,
  );
  const costs = roundParts(
    counted.map((one) => one.cost),
    scope.currency,
  );
  const sums = new Map(
    counted.map((one, index) => [
      one,
      {
        value: values[index]!.toFixed(),
        cost: costs[index]!.toFixed(),
        unrealised: values[index]!.minus(costs[index]!).toFixed(),
      },
    ]),
  );
  return holdings.map((one) => {
    const told = toldBefore.get(one) ?? tell(one, scope);
    toldBefore.set(one, told);
    return { ...told, ...sums.get(one), weight: one.value && whole.gt(0n) ? one.value.div(whole).toFixed(6) : '0' };
  });
}

/** All but what has to add up. A holding is valued in one currency: its texts are as long-lived as it is. */
const toldBefore = new WeakMap<Valued, Omit<Holding, 'weight'>>();

function tell(one: Valued, scope: PortfolioScope): Omit<Holding, 'weight'> {
  const { security, positions, value, cost } = one;
  const money = (amount: Decimal): string => roundMoney(amount, scope.currency).toFixed();
  const convertible = value !== undefined;
  const of = (read: (position: Position) => Decimal): string | null =>
    convertible ? money(sumOf(positions, read)) : null;
  return {
    securityId: security.id,
    name: security.name,
    ticker: security.ticker,
    kind: security.kind,
    currency: security.currency,
    sector: security.sector,
    region: security.region,
    quantity: shortened(one.quantity),
    lots: positions.reduce((count, position) => count + position.lots, 0),
    price: one.price ? shortened(one.price) : null,
    priceDay: one.priceDay ?? null,
    priceSource: one.priceSource,
    localValue: roundMoney(one.localValue, security.currency).toFixed(),
    value: null,
    cost: null,
    unrealised: null,
    currencyGain: convertible && one.costToday ? money(one.costToday.minus(cost)) : null,
    realised: of((position) => position.realised),
    income: of((position) => position.income),
    fees: of((position) => position.tradeFees.plus(position.ownFees)),
    // A short position has a negative cost: the gain is relative to the proceeds.
    gainRatio: convertible && !cost.isZero() ? value.minus(cost).div(cost.abs()).toNumber() : null,
  };
}

/** Quantities and prices to ten places: more is the residue of divisions. */
export function shortened(value: Decimal): string {
  const text = value.toFixed(10);
  return text.replace(/\.?0+$/, '');
}
