/** Prices of one security by day; a day without one has the last before it. */
import type { Decimal } from '../../../../kernel/money/index.ts';

export interface UnitSplit { day: string; newUnits: Decimal; oldUnits: Decimal }

/** A price of `day` in the units that hold after later splits. */
export function inNewUnits(price: Decimal, day: string, splits: readonly UnitSplit[]): Decimal {
  return splits.reduce((value, split) => (split.day > day ? value.times(split.oldUnits).div(split.newUnits) : value), price);
}

export class PriceSeries {
  readonly #days: string[];
  readonly #prices: Decimal[];

  constructor(prices: Iterable<readonly [day: string, price: Decimal]> = []) {
    const byDay = [...new Map(prices)].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#days = byDay.map(([day]) => day);
    this.#prices = byDay.map(([, price]) => price);
  }

  /** The price on `day`, or the last one before it. */
  at(day: string): Decimal | undefined {
    return this.#prices[this.#placeOf(day)];
  }

  /** The day that the price `at(day)` is of. */
  dayAt(day: string): string | undefined {
    return this.#days[this.#placeOf(day)];
  }

  /** The price on `day` as it counts after splits: one from before a split is a price of old units. */
  afterSplits(day: string, splits: readonly UnitSplit[]): Decimal | undefined {
    return this.inUnitsAfter(this.#placeOf(day), splits);
  }

  /** Whether a price is of a day after that at `place` and up to `day`: asked day by day, it costs no search. */
  hasNewer(place: number, day: string): boolean {
    return place + 1 < this.#days.length && this.#days[place + 1]! <= day;
  }

  /** The price at a place as it counts after splits; undefined before the first. */
  inUnitsAfter(place: number, splits: readonly UnitSplit[]): Decimal | undefined {
    const price = this.#prices[place];
    return price && inNewUnits(price, this.#days[place]!, splits);
  }

  /** Place of the price `at(day)`; −1 before the first. */
  placeOf(day: string): number {
    return this.#placeOf(day);
  }

  /** Index of the last day up to `day`; −1 before the first. */
  #placeOf(day: string): number {
    let low = 0;
    let high = this.#days.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#days[middle]! <= day) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** At most `most` prices in the order of their days, evenly spread, the last always among them: for a chart. */
  thinned(most: number): [day: string, price: Decimal][] {
    const step = Math.max(1, Math.ceil(this.#days.length / most));
    return this.#days.flatMap((day, index) => ((this.#days.length - 1 - index) % step === 0 ? [[day, this.#prices[index]!] as [string, Decimal]] : []));
  }
}
