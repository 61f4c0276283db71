/** Prices of one security by day; a day without one has the last before it. */
import type { Decimal } from '../../../../kernel/money/index.ts';

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
    let low = 0;
    let high = this.#days.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#days[middle]! <= day) low = middle + 1;
      else high = middle;
    }
    return this.#prices[low - 1];
  }

  /** At most `most` prices in the order of their days, evenly spread, the last always among them: for a chart. */
  thinned(most: number): [day: string, price: Decimal][] {
    const step = Math.max(1, Math.ceil(this.#days.length / most));
    return this.#days.flatMap((day, index) => ((this.#days.length - 1 - index) % step === 0 ? [[day, this.#prices[index]!] as [string, Decimal]] : []));
  }
}
