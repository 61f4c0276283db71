/** The lots of one security, and the order in which a method uses them. */
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';

/**
 * Which lot a sale uses first: the oldest, the newest, the dearest, none in particular (mean cost), or those the seller
 * names.
 */
export type LotMethod = 'fifo' | 'lifo' | 'hifo' | 'average' | 'specific';

export interface Lot {
  /** Id of the activity that opened it. */
  id: string;
  acquired: string;
  quantity: Decimal;
  /** Purchase cost without fees, in the security's currency. */
  cost: Decimal;
  fees: Decimal;
  /** Cost and fees in the base currency, at the rate of the day of purchase. */
  costBase: Decimal;
}

type Costs = Pick<Lot, 'cost' | 'fees' | 'costBase'>;
const COSTS = ['cost', 'fees', 'costBase'] as const;

/**
 * With the average method the cost belongs to the whole pile, and lots know only their day and quantity: what a unit
 * costs is worked out when something is taken or looked at, not for every lot at every sale.
 */
export class LotPile {
  readonly #method: LotMethod;
  #lots: Lot[] = [];
  #quantity = ZERO;
  /** Costs of the whole pile, kept for the average method alone; the lots' own are out of date while `#pooled`. */
  #costs: Costs = { cost: ZERO, fees: ZERO, costBase: ZERO };
  #pooled = false;
  /**
   * Cost and quantity of a lot when it was first compared: its unit cost without a division, unchanged by partial
   * sales.
   */
  readonly #firstSeen = new WeakMap<Lot, { cost: Decimal; quantity: Decimal }>();
  /**
   * The dearest unit first, kept in order as lots come and go: sorting again at each sale is what made this method slow.
   * Absent until it is asked for.
   */
  #dearest: Lot[] | undefined;

  constructor(method: LotMethod) {
    this.#method = method;
  }

  get isEmpty(): boolean {
    return this.#lots.length === 0;
  }

  get quantity(): Decimal {
    return this.#quantity;
  }

  /** The oldest first. */
  get lots(): readonly Lot[] {
    if (this.#pooled) this.#spread();
    return this.#lots;
  }

  add(lot: Lot): void {
    const newest = this.#lots.at(-1);
    this.#lots.push(lot);
    if (newest && newest.acquired > lot.acquired)
      this.#lots.sort((a, b) => (a.acquired < b.acquired ? -1 : Number(a.acquired > b.acquired)));
    if (this.#dearest) this.#dearest.splice(this.#placeOf(lot, this.#dearest), 0, lot);
    this.#quantity = this.#quantity.plus(lot.quantity);
    if (this.#method === 'average') this.#pool(lot);
  }

  #pool(lot: Lot): void {
    for (const key of COSTS) this.#costs[key] = this.#costs[key].plus(lot[key]);
    this.#pooled = true;
  }

  /** The lots as a sale uses them; valid until the next one is added or taken. */
  inOrder(): readonly Lot[] {
    if (this.#method === 'lifo') return this.#lots.toReversed();
    if (this.#method === 'hifo') return (this.#dearest ??= this.#lots.toSorted((a, b) => this.#byUnitCost(a, b)));
    return this.#lots;
  }

  /** The dearest unit first, of equals the oldest. */
  #byUnitCost(a: Lot, b: Lot): number {
    const [first, second] = [this.#unitCost(a), this.#unitCost(b)];
    return (
      second.cost.times(first.quantity).cmp(first.cost.times(second.quantity)) ||
      (a.acquired < b.acquired ? -1 : Number(a.acquired > b.acquired))
    );
  }

  /** Where a lot belongs among those that are in order: behind its equals. */
  #placeOf(lot: Lot, ordered: readonly Lot[]): number {
    let low = 0;
    let high = ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#byUnitCost(ordered[middle]!, lot) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #unitCost(lot: Lot): { cost: Decimal; quantity: Decimal } {
    const known = this.#firstSeen.get(lot);
    if (known) return known;
    const seen = { cost: lot.cost.plus(lot.fees), quantity: lot.quantity };
    this.#firstSeen.set(lot, seen);
    return seen;
  }

  /** Takes a quantity out of a lot, with its part of the cost; a lot that is used up goes. */
  take(lot: Lot, quantity: Decimal): Lot {
    const [from, whole] = this.#method === 'average' ? [this.#costs, this.#quantity] : [lot, lot.quantity];
    const all = quantity.eq(whole);
    const part = (key: keyof Costs): Decimal =>
      all || from[key].isZero() ? from[key] : from[key].times(quantity).div(whole);
    const taken: Lot = {
      id: lot.id,
      acquired: lot.acquired,
      quantity,
      cost: part('cost'),
      fees: part('fees'),
      costBase: part('costBase'),
    };
    lot.quantity = lot.quantity.minus(quantity);
    this.#quantity = this.#quantity.minus(quantity);
    for (const key of COSTS) from[key] = from[key].minus(taken[key]);
    if (this.#method === 'average') this.#pooled = true;
    if (lot.quantity.isZero()) {
      this.#lots.splice(this.#lots.indexOf(lot), 1);
      this.#dearest?.splice(this.#dearest.indexOf(lot), 1);
    }
    return taken;
  }

  /** Replaces every lot by what `make` says, or removes it. */
  change(make: (lot: Lot) => Lot | undefined): void {
    this.#lots = this.lots.flatMap((lot) => make(lot) ?? []);
    this.#dearest = undefined;
    this.#quantity = sumOf(this.#lots, (lot) => lot.quantity);
    if (this.#method === 'average') for (const key of COSTS) this.#costs[key] = sumOf(this.#lots, (lot) => lot[key]);
  }

  /**
   * Writes the mean cost into the lots; days of purchase stay (Treas. Reg. §1.1012-1(e)). The last takes what rounding
   * left.
   */
  #spread(): void {
    const left = { ...this.#costs };
    for (const [index, lot] of this.#lots.entries()) {
      for (const key of COSTS) {
        lot[key] =
          index === this.#lots.length - 1 ? left[key] : this.#costs[key].times(lot.quantity).div(this.#quantity);
        left[key] = left[key].minus(lot[key]);
      }
    }
    this.#pooled = false;
  }
}
