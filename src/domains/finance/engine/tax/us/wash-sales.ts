/**
 * Wash sales (IRC §1091, Pub. 550): a loss is not allowed as far as the same security was bought within 30 days before
 * or after the sale. It is added to the cost of what was bought instead, which also takes over the holding period.
 */
import { addDays } from '../../../../../kernel/days.ts';
import { type Decimal, min, ONE, sumOf, ZERO } from '../../../../../kernel/money/index.ts';
import { daysBetween } from '../../transactions/recurrence.ts';

export interface LossSale {
  id: string;
  securityId: string;
  /** Lot that was sold: the purchase that opened it. */
  lotId: string;
  acquired: string;
  sold: string;
  quantity: Decimal;
  /** Below zero for a loss. */
  gain: Decimal;
}

export interface Purchase {
  id: string;
  securityId: string;
  day: string;
  quantity: Decimal;
  /** In a retirement account the loss is lost for good (Rev. Rul. 2008-5). */
  retirement?: boolean;
}

export interface WashSale {
  saleId: string;
  lotId: string;
  replacementId: string;
  quantity: Decimal;
  /** Part of the loss that is not allowed, positive. */
  disallowed: Decimal;
  /** Added to the cost of the replacement; zero where that is in a retirement account. */
  addedToBasis: Decimal;
  /** Days that the replacement counts as held before it was bought. */
  daysTacked: number;
}

const WINDOW_DAYS = 30;

/** Matches losses with replacements in the order in which both happened (Treas. Reg. §1.1091-1(b), (c)); each unit bought replaces one sold. */
export function findWashSales(sales: readonly LossSale[], purchases: readonly Purchase[]): WashSale[] {
  const inTime = [...purchases].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const used = new Map<string, Decimal>();
  const found: WashSale[] = [];
  for (const sale of [...sales].sort((a, b) => (a.sold < b.sold ? -1 : a.sold > b.sold ? 1 : 0))) {
    if (!sale.gain.lt(0n)) continue;
    let open = sale.quantity;
    for (const purchase of inTime.filter((one) => replaces(one, sale))) {
      const taken = min(open, available(purchase, sale, sales, used.get(purchase.id) ?? ZERO));
      if (!taken.gt(0n)) continue;
      used.set(purchase.id, (used.get(purchase.id) ?? ZERO).plus(taken));
      open = open.minus(taken);
      const disallowed = sale.gain.abs().times(taken).div(sale.quantity);
      found.push({
        saleId: sale.id, lotId: sale.lotId, replacementId: purchase.id, quantity: taken, disallowed, addedToBasis: purchase.retirement ? ZERO : disallowed, daysTacked: daysBetween(sale.acquired, sale.sold),
      });
    }
  }
  return found;
}

function replaces(purchase: Purchase, sale: LossSale): boolean {
  return purchase.securityId === sale.securityId && purchase.id !== sale.lotId && Math.abs(daysBetween(purchase.day, sale.sold)) <= WINDOW_DAYS;
}

/** Units of a purchase that are there to replace: not used by an earlier sale, and not sold themselves by the day of this one. */
function available(purchase: Purchase, sale: LossSale, sales: readonly LossSale[], used: Decimal): Decimal {
  const gone = sumOf(sales.filter((one) => one.lotId === purchase.id && one.sold <= sale.sold), (one) => one.quantity);
  const left = purchase.quantity.minus(used).minus(gone);
  return left.lt(0n) ? ZERO : left;
}

export interface HarvestCandidate {
  lotId: string;
  securityId: string;
  /** What selling now would lose, positive. */
  loss: Decimal;
  longTerm: boolean;
  /** Tax that the loss would save at the rates given. */
  saving: Decimal;
  /** Bought within the last 30 days: a part of the loss would not be allowed. */
  recentPurchaseIds: string[];
  /** Of the loss, the part that the recent purchases leave. */
  allowedLoss: Decimal;
  /** First day on which the security can be bought again without losing the loss. */
  buyBackFrom: string;
}

export interface OpenLot {
  id: string;
  securityId: string;
  acquired: string;
  quantity: Decimal;
  cost: Decimal;
  marketValue: Decimal;
}

/**
 * Lots that could be sold at a loss, the greatest saving first.
 * @param rateFor the rate that a loss of the kind saves: that of the gains it offsets, or of ordinary income
 */
export function harvestCandidates(lots: readonly OpenLot[], purchases: readonly Purchase[], day: string, isLongTerm: (acquired: string) => boolean, rateFor: (longTerm: boolean) => Decimal): HarvestCandidate[] {
  const since = addDays(day, -WINDOW_DAYS);
  return lots.flatMap((lot) => {
    const loss = lot.cost.minus(lot.marketValue);
    if (!loss.gt(0n)) return [];
    const recent = purchases.filter((one) => one.securityId === lot.securityId && one.id !== lot.id && one.day >= since && one.day <= day);
    const replaced = min(lot.quantity, sumOf(recent, (one) => one.quantity));
    const allowedLoss = loss.times(ONE.minus(replaced.div(lot.quantity)));
    const longTerm = isLongTerm(lot.acquired);
    return [{ lotId: lot.id, securityId: lot.securityId, loss, longTerm, saving: allowedLoss.times(rateFor(longTerm)), recentPurchaseIds: recent.map((one) => one.id), allowedLoss, buyBackFrom: addDays(day, WINDOW_DAYS + 1) }];
  }).sort((a, b) => b.saving.cmp(a.saving));
}
