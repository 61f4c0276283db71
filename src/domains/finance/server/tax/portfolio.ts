/** Investment income of a year: realized gains by lot, wash sales over all accounts, dividends, and interest. */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { isLongTerm, quantityNow } from '../../engine/investments/index.ts';
import { findWashSales, type LossSale, type Purchase, type WashSale } from '../../engine/tax/us/index.ts';
import { type Position, positionsOf, scopeActivities } from '../investments/books.ts';
import { type PortfolioScope, portfolioScope } from '../investments/scope.ts';
import type { SourceLedger } from './profiles.ts';

export interface Portfolio {
  source: SourceLedger;
  scope: PortfolioScope;
  /** Of accounts that are taxed. */
  positions: Position[];
  purchases: (Purchase & { account: string })[];
  sales: (LossSale & { longTerm: boolean })[];
  /** Security by the key under which sales and purchases of several ledgers meet: its ticker where it has one. */
  names: Map<string, string>;
}

/** Securities are the same in several ledgers when their ticker is. */
export function securityKey(scope: PortfolioScope, securityId: string): string {
  return scope.securities.get(securityId)?.ticker.toUpperCase() || securityId;
}

/** The portfolio of a ledger in dollars; undefined where it holds none. */
export async function portfolioOf(source: SourceLedger): Promise<Portfolio | undefined> {
  const scope = await portfolioScope({ ledgerId: source.ledgerId, currency: 'USD' });
  if (!scope || scope.accounts.length === 0) return undefined;
  const sheltered = new Set(source.sheltered);
  const all = await positionsOf(scope);
  const positions = all.filter((one) => !sheltered.has(one.account.id));
  const now = (securityId: string, quantity: Decimal, day: string): Decimal =>
    quantityNow(quantity, day, scope.splits.get(securityId)?.filter((split) => split.day <= scope.today) ?? []);
  const purchases: Portfolio['purchases'] = [];
  for (const account of scope.accounts) {
    for (const activity of await scopeActivities({ ...scope, accounts: [account] })) {
      if (activity.kind === 'buy')
        purchases.push({
          id: activity.id,
          securityId: securityKey(scope, activity.securityId),
          day: activity.day,
          quantity: now(activity.securityId, activity.quantity, activity.day),
          retirement: sheltered.has(account.id),
          account: account.name,
        });
    }
  }
  const sales = positions
    .filter((one) => one.convertible)
    .flatMap((position) =>
      position.book.realised
        .filter((one) => one.securityId === position.securityId)
        .map((one) => ({
          id: `${one.activityId}/${one.lotId}`,
          securityId: securityKey(scope, one.securityId),
          lotId: one.lotId,
          acquired: one.acquired,
          sold: one.sold,
          quantity: now(one.securityId, one.quantity, one.sold),
          gain: one.gainBase,
          longTerm: one.longTerm,
        })),
    );
  return {
    source,
    scope,
    positions,
    purchases,
    sales,
    names: new Map([...scope.securities.values()].map((one) => [securityKey(scope, one.id), one.name])),
  };
}

export interface YearOfGains {
  /** By the lots' own cost and holding period. */
  shortTerm: Decimal;
  longTerm: Decimal;
  /** Losses that wash sales take away, positive, by the kind of the sale. */
  washedShort: Decimal;
  washedLong: Decimal;
  /**
   * Effects of selling replacement lots: earlier disallowed losses count now, and the added holding period may make a
   * gain long-term.
   */
  raisedShort: Decimal;
  raisedLong: Decimal;
  washSales: {
    sale: Portfolio['sales'][number];
    wash: WashSale;
    bought: string;
    retirement: boolean;
    security: string;
  }[];
  /** Earlier losses added to the cost of lots still held, by lot. */
  addedToLots: ReadonlyMap<string, Decimal>;
}

/** Gains of sales between two days by the lots' own cost and holding period. */
export function gainsByKind(
  sales: Portfolio['sales'],
  from: string,
  to: string,
): Pick<YearOfGains, 'shortTerm' | 'longTerm'> {
  const within = sales.filter((one) => one.sold >= from && one.sold <= to);
  const gain = (long: boolean): Decimal =>
    sumOf(
      within.filter((one) => one.longTerm === long),
      (one) => one.gain,
    );
  return { shortTerm: gain(false), longTerm: gain(true) };
}

/** Whether units that took over `days` of holding count as held for more than a year. */
const isLongTermWith = ({ acquired, sold }: LossSale, days: number): boolean =>
  isLongTerm(addDays(acquired, -days), sold);

/**
 * Sales between two days, and of those the losses that purchases within 30 days take away, over all ledgers. Each wash
 * sale rests on those before it, so all are followed.
 * @param of whose sales are told of; those of all where absent
 */
export function gainsBetween(
  portfolios: readonly Portfolio[],
  from: string,
  to: string,
  of: readonly Portfolio[] = portfolios,
): YearOfGains {
  const sales = portfolios.flatMap((one) => one.sales);
  const bought = new Map(portfolios.flatMap((one) => one.purchases).map((one) => [one.id, one]));
  const found = findWashSales(sales, [...bought.values()]);
  const own = of === portfolios ? sales : of.flatMap((one) => one.sales);
  const within = new Map(own.filter((one) => one.sold >= from && one.sold <= to).map((one) => [one.id, one]));
  const washSales = found.washes.flatMap((wash) => {
    const sale = within.get(wash.saleId);
    const replacement = bought.get(wash.replacementId)!;
    return sale
      ? [
          {
            sale,
            wash,
            bought: replacement.day,
            retirement: replacement.retirement ?? false,
            security: portfolios.map((one) => one.names.get(sale.securityId)).find(Boolean) ?? '',
          },
        ]
      : [];
  });
  const washed = (long: boolean): Decimal =>
    sumOf(
      washSales.filter(({ sale, wash }) => isLongTermWith(sale, wash.daysTackedBefore) === long),
      (one) => one.wash.disallowed,
    );
  const raised = (long: boolean): Decimal =>
    sumOf(found.raised, (one) => {
      const sale = within.get(one.saleId);
      if (!sale) return ZERO;
      const before = sale.longTerm === long ? one.gain : ZERO;
      const after = isLongTermWith(sale, one.daysTacked) === long ? one.gain.minus(one.addedCost) : ZERO;
      return after.minus(before);
    });
  return {
    ...gainsByKind(own, from, to),
    washedShort: washed(false),
    washedLong: washed(true),
    raisedShort: raised(false),
    raisedLong: raised(true),
    washSales,
    addedToLots: found.addedToLots,
  };
}

/**
 * Dividends, interest and distributions of gains of the taxed accounts between two days, in dollars; without those
 * whose rate is missing.
 */
export async function incomeBetween(
  { scope, source }: Portfolio,
  from: string,
  to: string,
): Promise<{ dividends: Decimal; interest: Decimal; distributions: Decimal; missing: string[] }> {
  const taxed = scope.accounts.filter((account) => !source.sheltered.includes(account.id));
  const found = { dividends: ZERO, interest: ZERO, distributions: ZERO };
  const missing = new Set<string>();
  for (const activity of await scopeActivities({ ...scope, accounts: taxed })) {
    if (activity.kind !== 'income' || activity.day < from || activity.day > to) continue;
    const rate = scope.rates.rate(activity.currency, 'USD', activity.day);
    if (!rate) missing.add(activity.currency);
    const amount = rate ? activity.amount.times(rate) : ZERO;
    if (activity.incomeType === 'interest') found.interest = found.interest.plus(amount);
    else if (activity.incomeType === 'capitalGain') found.distributions = found.distributions.plus(amount);
    else found.dividends = found.dividends.plus(amount);
  }
  return { ...found, missing: [...missing] };
}
