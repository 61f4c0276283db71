/** Prices of one security by day; a day without one has the last before it. */
import { Decimal, plainDecimal } from '../../../../kernel/money/index.ts';

const DAY_LENGTH = '2026-11-21'.length;
const DAY_MS = 86_400_000;

export interface UnitSplit {
  day: string;
  newUnits: Decimal;
  oldUnits: Decimal;
}

/** Splits by security, each once and in the order of their days. */
export type KnownSplits = ReadonlyMap<string, readonly UnitSplit[]>;

/** Brokers carry a split out within so many days of each other. */
const SAME_SPLIT_MS = 30 * 86_400_000;

/**
 * Each split once, in the order of their days: it is entered in each account that holds the security, perhaps on
 * another day.
 */
export function distinctSplits(splits: Iterable<UnitSplit>): UnitSplit[] {
  const distinct: UnitSplit[] = [];
  const isSame = (a: UnitSplit, b: UnitSplit): boolean =>
    a.newUnits.times(b.oldUnits).eq(b.newUnits.times(a.oldUnits)) &&
    Date.parse(b.day) - Date.parse(a.day) <= SAME_SPLIT_MS;
  for (const split of [...splits].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))))
    if (!distinct.some((one) => isSame(one, split))) distinct.push(split);
  return distinct;
}

/** A price of `day` in the units that hold after later splits. */
export function inNewUnits(price: Decimal, day: string, splits: readonly UnitSplit[]): Decimal {
  return splits.reduce(
    (value, split) => (split.day > day ? value.times(split.oldUnits).div(split.newUnits) : value),
    price,
  );
}

/** A quantity of `day` in the units that hold after later splits. */
export function quantityNow(quantity: Decimal, day: string, splits: readonly UnitSplit[]): Decimal {
  return splits.reduce(
    (value, split) => (split.day > day ? value.times(split.newUnits).div(split.oldUnits) : value),
    quantity,
  );
}

/** Days before each month of a year that begins in March, when what a leap year adds comes last. */
const BEFORE_MONTH = [306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275];
/** From 1 March of the year 0 to 1 January 1970. */
const BEFORE_1970 = 719_468;

/**
 * Days from 1 January 1970 to a day that stands at a place of a text: texts by the hundred thousand are read without a
 * calendar (Gregorian, proleptic).
 */
export function dayNumber(text: string, at = 0): number {
  const digit = (place: number): number => text.charCodeAt(at + place) - 48;
  const month = digit(5) * 10 + digit(6);
  const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3) - Number(month < 3);
  return (
    year * 365 +
    Math.floor(year / 4) -
    Math.floor(year / 100) +
    Math.floor(year / 400) +
    BEFORE_MONTH[month - 1]! +
    digit(8) * 10 +
    digit(9) -
    1 -
    BEFORE_1970
  );
}

function dayText(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, DAY_LENGTH);
}

/**
 * Days as `dayNumber` has them, in order, each with its price: as a whole number with `places` digits after the point,
 * or where a double does not hold one of them, as decimals.
 */
interface Columns {
  days: Int32Array;
  places: number;
  units: Float64Array | undefined;
  prices: readonly Decimal[];
}

function columnsOf(prices: Iterable<readonly [day: string, price: Decimal]>): Columns {
  // Of several on one day the last counts.
  const told = [...new Map([...prices].map(([day, price]) => [dayNumber(day), price]))].sort((a, b) => a[0] - b[0]);
  const own = told.map(([, price]) => price);
  const places = own.reduce((most, price) => Math.max(most, price.places), 0);
  const units = Float64Array.from(own, (price) => price.units * 10 ** (places - price.places));
  const isExact = units.every(Number.isSafeInteger);
  return {
    days: Int32Array.from(told, ([day]) => day),
    places,
    units: isExact ? units : undefined,
    prices: isExact ? [] : own,
  };
}

const ZERO_SIGN = '0'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
/** As a digit is counted. */
const POINT = '.'.charCodeAt(0) - ZERO_SIGN;
/** Up to so many digits a double is exact whatever they are. */
const MAX_DIGITS = 15;

/**
 * Reads `2026-11-20 12.5,2026-11-21 12.75` by its characters: nothing is made for each price.
 * @returns undefined where one is longer than a double holds, or no plain number
 */
function columnsIn(text: string): Columns | undefined {
  const [days, units, places]: [number[], number[], number[]] = [[], [], []];
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    days.push(dayNumber(text, at));
    let [whole, digits, after] = [0, 0, -1];
    for (at += DAY_LENGTH + 1; at < text.length && text.charCodeAt(at) !== COMMA; at++) {
      const digit = text.charCodeAt(at) - ZERO_SIGN;
      if (digit >= 0 && digit <= 9) {
        whole = whole * 10 + digit;
        digits++;
        if (after >= 0) after++;
      } else if (digit === POINT && after < 0) after = 0;
      else return undefined;
    }
    if (digits > MAX_DIGITS) return undefined;
    units.push(whole);
    places.push(Math.max(0, after));
    most = Math.max(most, after);
  }
  const exact = Float64Array.from(units, (whole, index) => whole * 10 ** (most - places[index]!));
  return exact.every(Number.isSafeInteger)
    ? { days: Int32Array.from(days), places: most, units: exact, prices: [] }
    : undefined;
}

function* pricesIn(text: string): Generator<readonly [day: string, price: Decimal]> {
  for (const one of text.split(',')) yield [one.slice(0, DAY_LENGTH), plainDecimal(one, DAY_LENGTH + 1)];
}

export class PriceSeries {
  readonly #days: Int32Array;
  readonly #units: Float64Array | undefined;
  readonly #prices: readonly Decimal[];
  /** Digits after the point of what `unitsAt` says. */
  readonly places: number;

  constructor(prices: Iterable<readonly [day: string, price: Decimal]> = [], columns = columnsOf(prices)) {
    this.#days = columns.days;
    this.#units = columns.units;
    this.#prices = columns.prices;
    this.places = columns.places;
  }

  /** From a text of days and prices, in order, as databases join them: `2026-11-20 12.5,2026-11-21 12.75`. */
  static fromText(text: string): PriceSeries {
    const columns = columnsIn(text);
    return columns ? new PriceSeries([], columns) : new PriceSeries(pricesIn(text));
  }

  /** The price on `day`, or the last one before it. */
  at(day: string): Decimal | undefined {
    return this.#priceAt(this.placeOf(dayNumber(day)));
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
    const price = this.#priceAt(place);
    return price && (splits.length === 0 ? price : inNewUnits(price, dayText(this.#days[place]!), splits));
  }

  /** The price at a place × 10^`places`, NaN where a double does not hold it or there is none. */
  unitsAt(place: number): number {
    return this.#units?.[place] ?? Number.NaN;
  }

  #priceAt(place: number): Decimal | undefined {
    const units = this.#units?.[place];
    return units === undefined ? this.#prices[place] : Decimal.fromUnits(units, this.places);
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
    const count = this.#days.length;
    const step = Math.max(1, Math.ceil(count / most));
    const chosen = Array.from({ length: count }, (_, place) => place).filter(
      (place) => (count - 1 - place) % step === 0,
    );
    return chosen.map((place) => [dayText(this.#days[place]!), this.#priceAt(place)!]);
  }
}
