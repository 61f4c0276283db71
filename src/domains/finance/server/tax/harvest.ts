/** Lots that could be sold at a loss, from the profile's own ledgers, at their latest prices. */
import { type Decimal, round, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { HarvestLot, taxScenarios } from '../../contract.ts';
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { isLongTerm } from '../../engine/investments/index.ts';
import { harvestCandidates, harvestLoss, type OpenLot, type Trades } from '../../engine/tax/us/index.ts';
import { shortened, type Valued, valuedPortfolio } from '../investments/holdings.ts';
import { type Reckoned, reckon } from './estimate.ts';
import { type Portfolio, securityKey } from './portfolio.ts';
import { requireProfile } from './profiles.ts';

export interface HarvestChoice {
  shortLoss: Decimal;
  longLoss: Decimal;
  refused: Decimal;
}

interface Lot extends OpenLot {
  account: string;
  security: string;
  shownQuantity: Decimal;
  priceDay: string | null;
}

/** Each lot with its cost and value in dollars; losses that earlier wash sales added are in the cost. */
function openLots(
  { scope, source }: Portfolio,
  holdings: readonly Valued[],
  added: ReadonlyMap<string, Decimal>,
): { lots: Lot[]; unpriced: string[] } {
  const unpriced: string[] = [];
  const lots = holdings.flatMap((holding) => {
    const { security, price } = holding;
    const rate = scope.rates.rate(security.currency, 'USD', scope.today);
    if (!price || !rate) {
      unpriced.push(security.name);
      return [];
    }
    return holding.positions
      .filter((one) => one.convertible && !source.sheltered.includes(one.account.id))
      .flatMap((position) =>
        position.book.lots(security.id).map((lot): Lot => ({
          // Purchases are named by the activity that opened the lot: it must not count as its own replacement.
          id: lot.id,
          securityId: securityKey(scope, security.id),
          acquired: lot.acquired,
          quantity: lot.quantity,
          shownQuantity: lot.quantity,
          cost: lot.costBase.plus(added.get(lot.id) ?? ZERO),
          added: added.get(lot.id) ?? ZERO,
          marketValue: lot.quantity.times(price).times(rate),
          account: position.account.name,
          security: security.name,
          priceDay: holding.priceDay ?? null,
        })),
      );
  });
  return { lots, unpriced };
}

const cents = (amount: Decimal): string => round(amount, 2).toFixed();

/** Candidates for a profile whose year is worked out already. */
export async function harvestOf({
  gathered,
  taxReturn,
}: Reckoned): Promise<{ items: HarvestLot[]; unpriced: string[]; open: ReadonlyMap<string, OpenLot>; trades: Trades }> {
  const open: Lot[] = [];
  const unpriced: string[] = [];
  for (const portfolio of gathered.portfolios) {
    const found = openLots(portfolio, (await valuedPortfolio(portfolio.scope)).holdings, gathered.gains.addedToLots);
    open.push(...found.lots);
    unpriced.push(...found.unpriced);
  }
  const purchases = gathered.portfolios.flatMap((one) => one.purchases);
  const trades = { sales: gathered.portfolios.flatMap((one) => one.sales), purchases };
  const { today } = gathered;
  const { result } = taxReturn;
  // A loss meets gains of its own kind first; without any it lowers other income.
  const rateFor = (longTerm: boolean): Decimal =>
    longTerm && result.capital.longTermGain.gt(0n) ? result.marginalGainsRate : result.marginalRate;
  const byId = new Map(open.map((lot) => [lot.id, lot]));
  const candidates = harvestCandidates(open, trades, today, (acquired) => isLongTerm(acquired, today), rateFor);
  return {
    unpriced: [...new Set(unpriced)],
    open: byId,
    trades,
    items: candidates.slice(0, 500).map((one): HarvestLot => {
      const lot = byId.get(one.lotId)!;
      return {
        key: one.lotId,
        security: lot.security,
        account: lot.account,
        acquired: lot.acquired,
        quantity: shortened(lot.shownQuantity),
        cost: cents(lot.cost),
        value: cents(lot.marketValue),
        priceDay: lot.priceDay,
        loss: cents(one.loss),
        allowedLoss: cents(one.allowedLoss),
        longTerm: one.longTerm,
        saving: cents(one.saving),
        buyBackFrom: one.buyBackFrom,
        recent: one.recentPurchaseIds
          .map((id) => purchases.find((purchase) => purchase.id === id)!)
          .map((purchase) => ({
            day: purchase.day,
            quantity: shortened(purchase.quantity),
            account: purchase.account,
          })),
      };
    }),
  };
}

/** @throws AppError `not_found`, `validation` */
export async function harvest(profileId: string, year: number): Promise<ResponseOf<typeof taxScenarios.harvest>> {
  const profile = await requireProfile(profileId);
  const reckoned = await reckon(profile, year);
  if (reckoned.gathered.period.complete)
    return { items: [], unpriced: [], reason: `${year} is over: what is sold now falls into another year.` };
  if (reckoned.gathered.today < `${year}-01-01`) return { items: [], unpriced: [], reason: `${year} has not begun.` };
  const { items, unpriced } = await harvestOf(reckoned);
  return { items, unpriced, reason: null };
}

/** Losses if the selected lots were sold together now; sold or profitable lots count as zero. */
export async function chosenLosses(reckoned: Reckoned, keys: readonly string[]): Promise<HarvestChoice> {
  if (reckoned.gathered.period.complete) return { shortLoss: ZERO, longLoss: ZERO, refused: ZERO };
  const { items, open, trades } = await harvestOf(reckoned);
  const lots = items.filter((one) => keys.includes(one.key)).map((one) => open.get(one.key)!);
  const { today } = reckoned.gathered;
  const { shortLoss, longLoss } = harvestLoss(lots, trades, today, (acquired) => isLongTerm(acquired, today));
  const [short, long] = [round(shortLoss, 2), round(longLoss, 2)];
  return {
    shortLoss: short,
    longLoss: long,
    refused: sumOf(lots, (one) => round(one.cost.minus(one.marketValue), 2))
      .minus(short)
      .minus(long),
  };
}
