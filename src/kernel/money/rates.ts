/** Exchange rates by day. A flow is converted at the rate of its own day, never at today's. */
import { type Decimal, ONE } from './decimal.ts';

/** One unit of `from` is worth `rate` units of `to`, from `day` on until the next rate is known. */
export interface DatedRate {
  from: string;
  to: string;
  /** `2026-11-21` */
  day: string;
  rate: Decimal;
}

interface Series {
  days: string[];
  rates: Decimal[];
}

/**
 * Rates by pair and day. A day without a rate (weekends, holidays) uses the last one before it; a day before the first
 * has none. A pair without a quote uses its inverse, or two legs through a currency quoted for both.
 */
export class RateTable {
  readonly #series = new Map<string, Series>();
  readonly #currencies = new Set<string>();

  constructor(rates: Iterable<DatedRate> = []) {
    const sorted = [...rates].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
    for (const { from, to, day, rate } of sorted) {
      if (!rate.gt(0n)) throw new RangeError(`The rate ${from}/${to} of ${day} must be above zero.`);
      this.#currencies.add(from).add(to);
      const series = this.#series.get(`${from}/${to}`) ?? { days: [], rates: [] };
      if (series.days.at(-1) === day) series.rates[series.rates.length - 1] = rate;
      else {
        series.days.push(day);
        series.rates.push(rate);
      }
      this.#series.set(`${from}/${to}`, series);
    }
  }

  /** The value of one unit of `from` in `to` on `day`; undefined when unknown. */
  rate(from: string, to: string, day: string): Decimal | undefined {
    if (from === to) return ONE;
    const direct = this.#quoted(from, to, day);
    if (direct) return direct;
    for (const middle of this.#currencies) {
      const first = middle === to ? undefined : this.#quoted(from, middle, day);
      const second = first && this.#quoted(middle, to, day);
      if (second) return first.times(second);
    }
    return undefined;
  }

  /** The amount in `to` at the day's rate, unrounded. @throws RangeError when no rate is known. */
  convert(amount: Decimal, from: string, to: string, day: string): Decimal {
    const rate = this.rate(from, to, day);
    if (!rate) throw new RangeError(`No exchange rate from ${from} to ${to} is known for ${day}.`);
    return amount.times(rate);
  }

  /** The days on which a rate may change, sorted. */
  get days(): string[] {
    return [...new Set([...this.#series.values()].flatMap((series) => series.days))].sort();
  }

  #quoted(from: string, to: string, day: string): Decimal | undefined {
    const direct = lastOnOrBefore(this.#series.get(`${from}/${to}`), day);
    if (direct) return direct;
    const inverse = lastOnOrBefore(this.#series.get(`${to}/${from}`), day);
    return inverse && ONE.div(inverse);
  }
}

function lastOnOrBefore(series: Series | undefined, day: string): Decimal | undefined {
  if (!series) return undefined;
  let low = 0;
  let high = series.days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (series.days[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  return series.rates[low - 1];
}
