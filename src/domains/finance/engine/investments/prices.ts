/** Prices of one security by day; a day without one has the last before it. */
import { type Decimal, plainDecimal } from '../../../../kernel/money/index.ts';

const DAY_LENGTH = '2026-11-21'.length;

export interface UnitSplit { day: string; newUnits: Decimal; oldUnits: Decimal }

/** A price of `day` in the units that hold after later splits. */
export function inNewUnits(price: Decimal, day: string, splits: readonly UnitSplit[]): Decimal {
  return splits.reduce((value, split) => (split.day > day ? value.times(split.oldUnits).div(split.newUnits) : value), price);
}

/** A quantity of `day` in the units that hold after later splits. */
export function quantityNow(quantity: Decimal, day: string, splits: readonly UnitSplit[]): Decimal {
  return splits.reduce((value, split) => (split.day > day ? value.times(split.newUnits).div(split.oldUnits) : value), quantity);
}

/** A day as a whole number in the same order, `20261121`: comparing numbers costs a fraction of comparing texts. */
export function dayNumber(day: string): number {
  const digit = (place: number): number => day.charCodeAt(place) - 48;
  return digit(0) * 10_000_000 + digit(1) * 1_000_000 + digit(2) * 100_000 + digit(3) * 10_000 + digit(5) * 1000 + digit(6) * 100 + digit(8) * 10 + digit(9);
}

function* pricesIn(text: string): Generator<readonly [day: string, price: Decimal]> {
  for (let at = 0; at < text.length;) {
    const comma = text.indexOf(',', at);
    const end = comma < 0 ? text.length : comma;
    yield [text.slice(at, at + DAY_LENGTH), plainDecimal(text, at + DAY_LENGTH + 1, end)];
    at = end + 1;
  }
}

function dayText(number: number): string {
  const digits = String(number);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

export class PriceSeries {
  /** As `dayNumber` has them, in order. */
  readonly #days: Int32Array;
  readonly #prices: Decimal[];

  constructor(prices: Iterable<readonly [day: string, price: Decimal]> = []) {
    // Series hold prices by the hundred thousand: nothing is made for each but its day and its price.
    let [days, own]: [number[], Decimal[]] = [[], []];
    let isOrdered = true;
    for (const [day, price] of prices) {
      const number = dayNumber(day);
      isOrdered &&= days.length === 0 || number > days.at(-1)!;
      days.push(number);
      own.push(price);
    }
    if (!isOrdered) {
      const last = [...new Map(days.map((day, index) => [day, own[index]!]))].sort((a, b) => a[0] - b[0]);
      [days, own] = [last.map(([day]) => day), last.map(([, price]) => price)];
    }
    this.#days = Int32Array.from(days);
    this.#prices = own;
  }

  /** From a text of days and prices, in order, as databases join them: `2026-11-20 12.5,2026-11-21 12.75`. */
  static fromText(text: string): PriceSeries {
    return new PriceSeries(pricesIn(text));
  }

  /** The price on `day`, or the last one before it. */
  at(day: string): Decimal | undefined {
    return this.#prices[this.placeOf(dayNumber(day))];
  }

  /** The day that the price `at(day)` is of. */
  dayAt(day: string): string | undefined {
    const found = this.#days[this.placeOf(dayNumber(day))];
    return found === undefined ? undefined : dayText(found);
  }

  /** The price on `day` as it counts after splits: one from before a split is a price of old units. */
  afterSplits(day: string, splits: readonly UnitSplit[]): Decimal | undefined {
    return this.inUnitsAfter(this.placeOf(dayNumber(day)), splits);
  }

  /** The price at a place as it counts after splits; undefined before the first. */
  inUnitsAfter(place: number, splits: readonly UnitSplit[]): Decimal | undefined {
    const price = this.#prices[place];
    return price && (splits.length === 0 ? price : inNewUnits(price, dayText(this.#days[place]!), splits));
  }

  /** The day of the price at a place, as `dayNumber` has it; infinite behind the last. */
  dayOf(place: number): number {
    return this.#days[place] ?? Number.POSITIVE_INFINITY;
  }

  /** Index of the last price up to a day, as `dayNumber` has it; −1 before the first. */
  placeOf(day: number): number {
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
    return this.#prices.flatMap((price, index) => ((this.#prices.length - 1 - index) % step === 0 ? [[dayText(this.#days[index]!), price] as [string, Decimal]] : []));
  }
}
