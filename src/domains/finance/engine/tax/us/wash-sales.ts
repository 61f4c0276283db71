/**
 * Wash sales (IRC §1091, Pub. 550): a loss is not allowed as far as the same security was bought within 30 days before
 * or after the sale. It is added to the cost of what was bought instead, which also takes over the holding period. When
 * that is sold in turn, the loss counts: at last, or not yet, where it is washed once more.
 */
import { addDays } from '../../../../../kernel/days.ts';
import { type Decimal, min, notNegative, sumOf, ZERO } from '../../../../../kernel/money/index.ts';
import { daysBetween } from '../../transactions/recurrence.ts';

export interface LossSale {
  id: string;
  securityId: string;
  /** Lot that was sold: the purchase that opened it. */
  lotId: string;
  acquired: string;
  sold: string;
  quantity: Decimal;
  /** Below zero for a loss. Without what earlier wash sales added to the cost. */
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
  /** Days that what was sold counted as held before it was bought itself. */
  daysTackedBefore: number;
}

/** A sale of what replaced something: what its cost, and its holding period, had been raised by. */
export interface RaisedSale {
  saleId: string;
  quantity: Decimal;
  /** Gain of this part by its own cost. */
  gain: Decimal;
  /** Losses of earlier sales that are in its cost, positive: they lower the gain. */
  addedCost: Decimal;
  daysTacked: number;
}

export interface WashResult {
  washes: WashSale[];
  raised: RaisedSale[];
  /** Losses added to the cost of lots still held, by lot. */
  addedToLots: Map<string, Decimal>;
  /** The units of those lots that it belongs to: where only some of a lot replaced what was sold, the lot is two. */
  replacing: Map<string, Replacement[]>;
}

const WINDOW_DAYS = 30;

/** Units of a purchase that stand in for units that were sold. */
export interface Replacement {
  quantity: Decimal;
  addedPerUnit: Decimal;
  /** That they count as held before they were bought. */
  days: number;
}

/** Part of a sale whose units have one history. */
interface Part {
  quantity: Decimal;
  gain: Decimal;
  days: number;
}

/**
 * Matches losses with replacements in the order in which both happened (Treas. Reg. §1.1091-1(b), (c)); each unit
 * bought replaces one sold.
 */
export function findWashSales(sales: readonly LossSale[], purchases: readonly Purchase[]): WashResult {
  return new Washing(sales, purchases).run();
}

class Washing {
  readonly #sales: LossSale[];
  readonly #purchases: Map<string, Purchase[]>;
  readonly #salesOfLot: Map<string, LossSale[]>;
  readonly #used = new Map<string, Decimal>();
  readonly #replacements = new Map<string, Replacement[]>();
  readonly #result: WashResult = { washes: [], raised: [], addedToLots: new Map(), replacing: new Map() };

  constructor(sales: readonly LossSale[], purchases: readonly Purchase[]) {
    this.#sales = [...sales].sort((a, b) => (a.sold < b.sold ? -1 : Number(a.sold > b.sold)));
    this.#purchases = Map.groupBy(
      [...purchases].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))),
      (one) => one.securityId,
    );
    this.#salesOfLot = Map.groupBy(this.#sales, (one) => one.lotId);
  }

  run(): WashResult {
    for (const sale of this.#sales)
      for (const part of this.#partsOf(sale)) if (part.gain.lt(0n)) this.#wash(sale, part);
    for (const [lotId, left] of this.#replacements) {
      const added = sumOf(left, (one) => one.quantity.times(one.addedPerUnit));
      if (!added.gt(0n)) continue;
      this.#result.addedToLots.set(lotId, added);
      this.#result.replacing.set(lotId, left);
    }
    return this.#result;
  }

  /** Units that replaced others go first, each part with the cost that was added to it; then the rest. */
  #partsOf(sale: LossSale): Part[] {
    const waiting = this.#replacements.get(sale.lotId);
    if (!waiting) return [{ quantity: sale.quantity, gain: sale.gain, days: 0 }];
    const parts: Part[] = [];
    let open = sale.quantity;
    while (open.gt(0n) && waiting.length > 0) {
      const first = waiting[0]!;
      const quantity = min(open, first.quantity);
      const gain = sale.gain.times(quantity).div(sale.quantity);
      const addedCost = quantity.times(first.addedPerUnit);
      parts.push({ quantity, gain: gain.minus(addedCost), days: first.days });
      this.#result.raised.push({ saleId: sale.id, quantity, gain, addedCost, daysTacked: first.days });
      open = open.minus(quantity);
      first.quantity = first.quantity.minus(quantity);
      if (first.quantity.isZero()) waiting.shift();
    }
    if (open.gt(0n)) parts.push({ quantity: open, gain: sale.gain.times(open).div(sale.quantity), days: 0 });
    return parts;
  }

  #wash(sale: LossSale, part: Part): void {
    let open = part.quantity;
    for (const purchase of this.#within(sale)) {
      const taken = min(open, this.#available(purchase, sale));
      if (!taken.gt(0n)) continue;
      this.#used.set(purchase.id, (this.#used.get(purchase.id) ?? ZERO).plus(taken));
      open = open.minus(taken);
      const disallowed = part.gain.abs().times(taken).div(part.quantity);
      const addedToBasis = purchase.retirement ? ZERO : disallowed;
      const daysTacked = part.days + daysBetween(sale.acquired, sale.sold);
      if (!purchase.retirement)
        this.#replacementsOf(purchase.id).push({
          quantity: taken,
          addedPerUnit: disallowed.div(taken),
          days: daysTacked,
        });
      this.#result.washes.push({
        saleId: sale.id,
        lotId: sale.lotId,
        replacementId: purchase.id,
        quantity: taken,
        disallowed,
        addedToBasis,
        daysTacked,
        daysTackedBefore: part.days,
      });
    }
  }

  #replacementsOf(purchaseId: string): Replacement[] {
    const list = this.#replacements.get(purchaseId) ?? [];
    this.#replacements.set(purchaseId, list);
    return list;
  }

  /** Purchases of the security within 30 days of the sale, the oldest first. */
  #within(sale: LossSale): Purchase[] {
    const all = this.#purchases.get(sale.securityId) ?? [];
    const [from, to] = [addDays(sale.sold, -WINDOW_DAYS), addDays(sale.sold, WINDOW_DAYS)];
    const within: Purchase[] = [];
    for (let index = firstFrom(all, from); index < all.length && all[index]!.day <= to; index++)
      if (all[index]!.id !== sale.lotId) within.push(all[index]!);
    return within;
  }

  /**
   * Units of a purchase that are there to replace: not used by an earlier sale, and not sold themselves by the day of
   * this one.
   */
  #available(purchase: Purchase, sale: LossSale): Decimal {
    const gone = sumOf(
      (this.#salesOfLot.get(purchase.id) ?? []).filter((one) => one.sold <= sale.sold),
      (one) => one.quantity,
    );
    return notNegative(purchase.quantity.minus(this.#used.get(purchase.id) ?? ZERO).minus(gone));
  }
}

/** Index of the first purchase on or after a day. */
function firstFrom(purchases: readonly Purchase[], day: string): number {
  let low = 0;
  let high = purchases.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (purchases[middle]!.day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
