/** Losses that could be taken: lots that are worth less than they cost, sold in thought. */
import { addDays } from '../../../../../kernel/days.ts';
import { type Decimal, sumOf, ZERO } from '../../../../../kernel/money/index.ts';
import { findWashSales, type LossSale, type Purchase } from './wash-sales.ts';

const WINDOW_DAYS = 30;

export interface OpenLot {
  id: string;
  securityId: string;
  acquired: string;
  quantity: Decimal;
  /** With what losses of earlier wash sales added to it. */
  cost: Decimal;
  /** Of the cost, what they added. */
  added: Decimal;
  marketValue: Decimal;
}

export interface HarvestCandidate {
  lotId: string;
  securityId: string;
  /** The loss of selling now, as a positive amount. */
  loss: Decimal;
  /** Most of it, with the holding periods that replacements took over. */
  longTerm: boolean;
  /** Tax that the loss would save at the rates given. */
  saving: Decimal;
  /** Bought within the last 30 days, and held: a part of the loss would not be allowed. */
  recentPurchaseIds: string[];
  /** Of the loss, the part that the recent purchases leave. */
  allowedLoss: Decimal;
  /** First day on which the security can be bought again without losing the loss. */
  buyBackFrom: string;
}

/** Sales and purchases so far. */
export interface Trades {
  sales: readonly LossSale[];
  purchases: readonly Purchase[];
}

/** Allowed losses of sales on one day, by kind; negative for gains. */
export interface HarvestLoss {
  shortLoss: Decimal;
  longLoss: Decimal;
  replacedBy: string[];
}

type IsLongTerm = (acquired: string) => boolean;

/**
 * Lots that are sold together on a day, after all that was sold before. One unit that was bought lately stands in for
 * one that is sold, not for one of each lot; and one that is sold as well stands in for none.
 */
export function harvestLoss(
  lots: readonly OpenLot[],
  { sales, purchases }: Trades,
  day: string,
  isLongTerm: IsLongTerm,
): HarvestLoss {
  const chosen = new Set(lots.map((one) => one.securityId));
  const thought = new Map(
    lots.map((lot) => [
      `harvest/${lot.id}`,
      {
        id: `harvest/${lot.id}`,
        securityId: lot.securityId,
        lotId: lot.id,
        acquired: lot.acquired,
        sold: day,
        quantity: lot.quantity,
        gain: lot.marketValue.minus(lot.cost).plus(lot.added),
      },
    ]),
  );
  const { washes, raised } = findWashSales(
    [...sales.filter((one) => chosen.has(one.securityId)), ...thought.values()],
    purchases.filter((one) => chosen.has(one.securityId) && one.day <= day),
  );
  const own = {
    washes: washes.filter((one) => thought.has(one.saleId)),
    raised: raised.filter((one) => thought.has(one.saleId)),
  };
  const losses = { shortLoss: ZERO, longLoss: ZERO };
  const count = (saleId: string, days: number, loss: Decimal): void => {
    const kind = isLongTerm(addDays(thought.get(saleId)!.acquired, -days)) ? 'longLoss' : 'shortLoss';
    losses[kind] = losses[kind].plus(loss);
  };
  for (const { id, gain } of thought.values())
    count(
      id,
      0,
      sumOf(
        own.raised.filter((one) => one.saleId === id),
        (one) => one.gain,
      ).minus(gain),
    );
  for (const { saleId, daysTacked, gain, addedCost } of own.raised) count(saleId, daysTacked, addedCost.minus(gain));
  for (const { saleId, daysTackedBefore, disallowed } of own.washes)
    count(saleId, daysTackedBefore, disallowed.negated());
  return { ...losses, replacedBy: [...new Set(own.washes.map((one) => one.replacementId))] };
}

/**
 * Lots that could be sold at a loss, each by itself, the greatest saving first.
 * @param rateFor the rate that a loss of the kind saves: that of the gains it offsets, or of ordinary income
 */
export function harvestCandidates(
  lots: readonly OpenLot[],
  { sales, purchases }: Trades,
  day: string,
  isLongTerm: IsLongTerm,
  rateFor: (longTerm: boolean) => Decimal,
): HarvestCandidate[] {
  const sold = Map.groupBy(sales, (one) => one.securityId);
  const bought = Map.groupBy(purchases, (one) => one.securityId);
  return lots
    .flatMap((lot) => {
      const loss = lot.cost.minus(lot.marketValue);
      if (!loss.gt(0n)) return [];
      const { shortLoss, longLoss, replacedBy } = harvestLoss(
        [lot],
        { sales: sold.get(lot.securityId) ?? [], purchases: bought.get(lot.securityId) ?? [] },
        day,
        isLongTerm,
      );
      const longTerm = longLoss.eq(shortLoss) ? isLongTerm(lot.acquired) : longLoss.gt(shortLoss);
      const saving = shortLoss.times(rateFor(false)).plus(longLoss.times(rateFor(true)));
      return [
        {
          lotId: lot.id,
          securityId: lot.securityId,
          loss,
          longTerm,
          saving,
          recentPurchaseIds: replacedBy,
          allowedLoss: shortLoss.plus(longLoss),
          buyBackFrom: addDays(day, WINDOW_DAYS + 1),
        },
      ];
    })
    .sort((a, b) => b.saving.cmp(a.saving));
}
