/**
 * Exact numbers for money, quantities, prices, and rates, stored as a whole number and a count of decimals. Sums and
 * products are exact up to 34 digits after the point; quotients are rounded there, half to even. The type accepts no
 * `number`, so a floating-point value cannot enter a calculation with money. Whole counts are written as bigint (`12n`)
 * or made with `whole()`; everything else is decimal text.
 */
import { Decimal as Transcendental } from 'decimal.js';

/** Valid operands: a decimal, decimal text (`'12.50'`), or a whole number (`12n`). */
export type Exact = Decimal | string | bigint;

/** Digits after the point that are kept. */
const MOST_PLACES = 34;
const POWERS: bigint[] = Array.from({ length: 2 * MOST_PLACES + 1 }, (_, power) => 10n ** BigInt(power));

function tenTo(power: number): bigint {
  return POWERS[power] ?? 10n ** BigInt(power);
}

/** Roots, logarithms, and fractional powers come from decimal.js, to 40 digits. */
const Library = Transcendental.clone({
  precision: 40,
  rounding: Transcendental.ROUND_HALF_EVEN,
  toExpNeg: -100,
  toExpPos: 100,
});

/** Quotient rounded half to even. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  if (rest === 0n) return quotient;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const against = divisor < 0n ? -divisor : divisor;
  if (twice < against || (twice === against && (quotient & 1n) === 0n)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

const ZERO_SIGN = '0'.charCodeAt(0);
const MINUS = '-'.charCodeAt(0);
const POINT = '.'.charCodeAt(0) - ZERO_SIGN;

/** An exact decimal number; immutable. */
export class Decimal {
  /** The value is `units` × 10^−`places`. */
  readonly #units: bigint;
  readonly #places: number;

  static readonly ZERO = new Decimal(0n, 0);

  private constructor(units: bigint, places: number) {
    this.#units = units;
    this.#places = places;
  }

  /** @throws RangeError when `value` is not decimal text */
  static from(value: Exact): Decimal {
    if (value instanceof Decimal) return value;
    if (typeof value === 'bigint') return value === 0n ? Decimal.ZERO : new Decimal(value, 0);
    return Decimal.#fromText(value);
  }

  /** A number as databases write it, `-12.50`: nothing is looked up or cached. Other text is read as usual. */
  static fromPlain(text: string, from = 0, to = text.length): Decimal {
    // A double is exact up to fifteen digits and reads faster than a bigint. It is read by characters, without making
    // text.
    let [units, digits, places] = [0, 0, -1];
    const isNegative = text.charCodeAt(from) === MINUS;
    for (let at = isNegative ? from + 1 : from; at < to; at++) {
      const digit = text.charCodeAt(at) - ZERO_SIGN;
      if (digit >= 0 && digit <= 9) {
        units = units * 10 + digit;
        digits++;
        if (places >= 0) places++;
      } else if (digit === POINT && places < 0 && digits > 0) places = 0;
      else return Decimal.from(text.slice(from, to));
    }
    if (digits === 0 || digits > 15 || places === 0) return Decimal.from(text.slice(from, to));
    if (units === 0 && places < 0) return Decimal.ZERO;
    return new Decimal(BigInt(isNegative ? -units : units), Math.max(0, places));
  }

  /**
   * `units` × 10^−`places`, the inverse of `units`.
   * @throws RangeError when it is not a whole number that a double holds exactly
   */
  static fromUnits(units: number, places: number): Decimal {
    if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole number that is exact.`);
    return units === 0 ? Decimal.ZERO : new Decimal(BigInt(units), places);
  }

  static #fromText(text: string): Decimal {
    const known = literals.get(text);
    if (known) return known;
    const plain = /^([+-]?)(\d*)\.?(\d*)$/.exec(text);
    const made =
      plain && (plain[2] || plain[3]) && plain[3]!.length <= MOST_PLACES
        ? new Decimal(BigInt(`${plain[1] === '-' ? '-' : ''}${plain[2]!}${plain[3]!}`), plain[3]!.length)
        : Decimal.#fromLibrary(text);
    // Constants in the code repeat; amounts in data do not, so the cache is cleared.
    if (literals.size >= MOST_LITERALS) literals.clear();
    literals.set(text, made);
    return made;
  }

  static #fromLibrary(value: string | Transcendental): Decimal {
    const number = ((): Transcendental | undefined => {
      try {
        return new Library(value);
      } catch {
        return undefined;
      }
    })();
    if (!number?.isFinite()) throw new RangeError(`“${String(value)}” is not a decimal number.`);
    const [whole, fraction = ''] = number.toDecimalPlaces(MOST_PLACES).toFixed().split('.') as [string, string?];
    return new Decimal(BigInt(whole + fraction), fraction.length);
  }

  /**
   * The value × 10^`places` as a whole number, NaN where a double does not hold it exactly. For sums of hundreds of
   * thousands, which must stay within a double, too.
   */
  get units(): number {
    const units = Number(this.#units);
    return Number.isSafeInteger(units) ? units : Number.NaN;
  }

  /** Number of stored digits after the point, including trailing zeros. */
  get places(): number {
    return this.#places;
  }

  /** The units at a greater number of places. */
  #at(places: number): bigint {
    return places === this.#places ? this.#units : this.#units * tenTo(places - this.#places);
  }

  plus(other: Exact): Decimal {
    const that = Decimal.from(other);
    const places = Math.max(this.#places, that.#places);
    return new Decimal(this.#at(places) + that.#at(places), places);
  }

  minus(other: Exact): Decimal {
    const that = Decimal.from(other);
    const places = Math.max(this.#places, that.#places);
    return new Decimal(this.#at(places) - that.#at(places), places);
  }

  times(other: Exact): Decimal {
    const that = Decimal.from(other);
    const places = this.#places + that.#places;
    const units = this.#units * that.#units;
    return places <= MOST_PLACES
      ? new Decimal(units, places)
      : new Decimal(divideRounded(units, tenTo(places - MOST_PLACES)), MOST_PLACES).#stripped();
  }

  /** @throws RangeError for division by zero */
  div(other: Exact): Decimal {
    const that = Decimal.from(other);
    if (that.#units === 0n) throw new RangeError('Division by zero.');
    const shift = MOST_PLACES + that.#places - this.#places;
    return new Decimal(divideRounded(this.#units * tenTo(shift), that.#units), MOST_PLACES).#stripped();
  }

  /** Without trailing zeros, which keeps later arithmetic short. */
  #stripped(): Decimal {
    let units = this.#units;
    let places = this.#places;
    if (units === 0n) return Decimal.ZERO;
    // Most quotients never end, so they have nothing to strip.
    if (units % 10n !== 0n) return this;
    for (const step of [16, 8, 4, 2, 1]) {
      while (places >= step && units % tenTo(step) === 0n) {
        units /= tenTo(step);
        places -= step;
      }
    }
    return places === this.#places ? this : new Decimal(units, places);
  }

  /** Remainder with the sign of the dividend. */
  mod(other: Exact): Decimal {
    const that = Decimal.from(other);
    const places = Math.max(this.#places, that.#places);
    return new Decimal(this.#at(places) % that.#at(places), places);
  }

  /** Power. Whole exponents are multiplied out; others use decimal.js. */
  pow(exponent: Exact): Decimal {
    const power = Decimal.from(exponent);
    if (!power.isInteger()) return Decimal.#fromLibrary(new Library(this.toString()).pow(power.toString()));
    let left = BigInt(power.toFixed(0));
    if (left < 0n) return ONE.div(this.pow(-left));
    let result = ONE;
    for (let square: Decimal = this.#stripped(); left > 0n; left >>= 1n) {
      if (left & 1n) result = result.times(square);
      if (left > 1n) square = square.times(square);
    }
    return result;
  }

  sqrt(): Decimal {
    return Decimal.#fromLibrary(new Library(this.toString()).sqrt());
  }

  /** Natural logarithm. */
  ln(): Decimal {
    return Decimal.#fromLibrary(new Library(this.toString()).ln());
  }

  abs(): Decimal {
    return this.#units < 0n ? this.negated() : this;
  }

  negated(): Decimal {
    return new Decimal(-this.#units, this.#places);
  }

  /** Toward zero. */
  trunc(): Decimal {
    return this.#places === 0 ? this : new Decimal(this.#units / tenTo(this.#places), 0);
  }

  /** Toward minus infinity. */
  floor(): Decimal {
    const whole = this.trunc();
    return this.#units < 0n && !whole.eq(this) ? whole.minus(1n) : whole;
  }

  /** Toward plus infinity. */
  ceil(): Decimal {
    const whole = this.trunc();
    return this.#units > 0n && !whole.eq(this) ? whole.plus(1n) : whole;
  }

  /** −1, 0 or 1. */
  cmp(other: Exact): number {
    const that = Decimal.from(other);
    const places = Math.max(this.#places, that.#places);
    const [a, b] = [this.#at(places), that.#at(places)];
    return a < b ? -1 : Number(a > b);
  }

  eq(other: Exact): boolean {
    return this.cmp(other) === 0;
  }

  lt(other: Exact): boolean {
    return other === 0n ? this.#units < 0n : this.cmp(other) < 0;
  }

  lte(other: Exact): boolean {
    return other === 0n ? this.#units <= 0n : this.cmp(other) <= 0;
  }

  gt(other: Exact): boolean {
    return other === 0n ? this.#units > 0n : this.cmp(other) > 0;
  }

  gte(other: Exact): boolean {
    return other === 0n ? this.#units >= 0n : this.cmp(other) >= 0;
  }

  isZero(): boolean {
    return this.#units === 0n;
  }

  isInteger(): boolean {
    return this.#places === 0 || this.#units % tenTo(this.#places) === 0n;
  }

  /** Digits after the point, without trailing zeros. */
  decimalPlaces(): number {
    return this.#places === 0 ? 0 : this.#stripped().#places;
  }

  /**
   * Plain decimal text without exponent, with `places` digits after the point (half away from zero) or with its own.
   */
  toFixed(places?: number): string {
    const shown = places === undefined ? this.#stripped() : this.#rounded(places);
    const digits = (shown.#units < 0n ? -shown.#units : shown.#units).toString().padStart(shown.#places + 1, '0');
    const sign = shown.#units < 0n ? '-' : '';
    return shown.#places === 0
      ? sign + digits
      : `${sign}${digits.slice(0, -shown.#places)}.${digits.slice(-shown.#places)}`;
  }

  #rounded(places: number): Decimal {
    if (places >= this.#places) return new Decimal(this.#at(places), places);
    const unit = tenTo(this.#places - places);
    const half = this.#units < 0n ? -unit / 2n : unit / 2n;
    return new Decimal((this.#units + half) / unit, places);
  }

  toString(): string {
    return this.toFixed();
  }

  toJSON(): string {
    return this.toFixed();
  }

  /** For statistics and charts only; never convert it back to money. */
  toNumber(): number {
    return Number(this.toFixed());
  }
}

const MOST_LITERALS = 1000;
const literals = new Map<string, Decimal>();

export const ZERO: Decimal = Decimal.ZERO;
export const ONE: Decimal = Decimal.from(1n);

/** @throws RangeError when `value` is not decimal text */
export function decimal(value: Exact): Decimal {
  return Decimal.from(value);
}

/**
 * Like `decimal`, for number columns written by a database; of a longer text, the part between two positions.
 * @throws RangeError when that is not a decimal number
 */
export function plainDecimal(text: string, from?: number, to?: number): Decimal {
  return Decimal.fromPlain(text, from, to);
}

/** A count as an exact number. @throws RangeError when `count` is not a safe integer: fractions are given as text. */
export function whole(count: number): Decimal {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a whole number.`);
  return Decimal.from(BigInt(count));
}

/**
 * A statistical result (a return, a simulated value) as a decimal, to 15 significant digits. Not for money that was
 * stated exactly.
 */
export function estimated(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a number that can be estimated.`);
  return Decimal.from(value.toPrecision(15));
}

/** Decimal text as people and files write it (`-12.50`, `+3`, `.5`), or undefined. */
export function parseDecimal(text: string): Decimal | undefined {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Decimal.from(text) : undefined;
}

export function sum(values: Iterable<Decimal>): Decimal {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

/** Sum of `of` over all items. */
export function sumOf<T>(items: Iterable<T>, of: (item: T) => Decimal): Decimal {
  let total = ZERO;
  for (const item of items) total = total.plus(of(item));
  return total;
}

export function min(first: Exact, ...others: Exact[]): Decimal {
  return others.reduce<Decimal>((least, other) => (least.gt(other) ? decimal(other) : least), decimal(first));
}

export function max(first: Exact, ...others: Exact[]): Decimal {
  return others.reduce<Decimal>((most, other) => (most.lt(other) ? decimal(other) : most), decimal(first));
}

/** The value, or zero when it is negative: tax forms' "if zero or less, enter 0". */
export function notNegative(value: Decimal): Decimal {
  return value.lt(0n) ? ZERO : value;
}
