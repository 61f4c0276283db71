/** Quantities, values and contributions of a portfolio day by day. */
import { addDays } from '../../../../kernel/days.ts';
import { decimal, Decimal, min, type RateTable, ZERO } from '../../../../kernel/money/index.ts';
import { type Activity, inPossibleOrder, type Merger, type SpinOff } from './activity.ts';
import { DaySums } from './day-sums.ts';
import { dayNumber, type KnownSplits, type PriceSeries, type UnitSplit } from './prices.ts';
import type { Contribution, ValuedDay } from './returns.ts';

export interface TimelineInput {
  activities: readonly Activity[];
  /** Prices by security; one without any is valued at its last trade. */
  prices: ReadonlyMap<string, PriceSeries>;
  /** Splits known from any account: purchases in another account are in the units of their day. */
  splits?: KnownSplits | undefined;
  baseCurrency: string;
  rates: RateTable;
  from: string;
  to: string;
}

export interface Timeline {
  /** Value of everything held at the end of each day, in the base currency. */
  values: ValuedDay[];
  /** Money invested by purchases, and returned by sales, transfers, and income, at the rate of the day. */
  contributions: Contribution[];
}

interface Held {
  /** Units held, less those sold short. */
  quantity: Decimal;
  /** Units sold short. */
  short?: Decimal;
  currency: string;
  lastPrice: Decimal;
  /** Day of `lastPrice`; absent before any trade. */
  lastDay?: string;
  /** So far: the last known price may be one of old units. */
  splits?: UnitSplit[];
}

function nothingHeld(currency: string, lastPrice = ZERO): Held {
  return { quantity: ZERO, currency, lastPrice };
}

/** By currency: amounts by day. */
type ByCurrency = ReadonlyMap<string, DaySums>;

/** The days of some of a portfolio's securities, not yet converted: those of all of them add up to the portfolio's. */
export interface TimelinePart {
  /** By how much what is held became worth more on each day. */
  growth: ByCurrency;
  /** Deposits of the day. */
  flows: ByCurrency;
}

type Span = Pick<TimelineInput, 'from' | 'to'>;
type Known = Pick<TimelineInput, 'prices' | 'splits'>;

/**
 * @param sets activities of securities, in sets that no spin-off or merger ties to another, of which no other part has
 *   any
 */
export function timelinePart({
  sets,
  prices,
  splits,
  from,
  to,
}: Span & Pick<TimelineInput, 'prices' | 'splits'> & { sets: readonly (readonly Activity[])[] }): TimelinePart {
  const first = dayNumber(from);
  const days = dayNumber(to) - first + 1;
  const part = { growth: new Map<string, DaySums>(), flows: new Map<string, DaySums>() };
  for (const activities of sets) followSet(inPossibleOrder(activities), { prices, splits }, { first, days }, part);
  return part;
}

function sumsIn(all: Map<string, DaySums>, currency: string, days: number): DaySums {
  const known = all.get(currency);
  if (known) return known;
  const made = new DaySums(days);
  all.set(currency, made);
  return made;
}

/**
 * Walks through the activities once. Between two of them only prices change what a security is worth, so that each of
 * its spans is told when it ends: by how much its worth changed on the day it began, and on each day with a new price.
 */
function followSet(
  sorted: readonly Activity[],
  known: Known,
  { first, days }: { first: number; days: number },
  part: { growth: Map<string, DaySums>; flows: Map<string, DaySums> },
): void {
  const held = new Map<string, Held>();
  const worth = new Map<string, Worth>();
  const concerned = (activity: Activity): string[] =>
    'newSecurityId' in activity ? [activity.securityId, activity.newSecurityId] : [activity.securityId];
  for (const activity of sorted) {
    const day = dayNumber(activity.day) - first;
    if (day >= days) break;
    for (const id of concerned(activity)) worth.get(id)?.passTo(day);
    const flow = follow(held, activity, known);
    if (day >= 0 && !flow.isZero()) sumsIn(part.flows, activity.currency, days).add(day, flow);
    for (const id of concerned(activity)) {
      const one = held.get(id);
      if (one && !worth.has(id))
        worth.set(
          id,
          new Worth(one, known.prices.get(id), first, Math.max(0, day), sumsIn(part.growth, one.currency, days)),
        );
    }
  }
  for (const one of worth.values()) one.passTo(days);
}

/** Daily value of one security in its currency; days are counted from the start of the timeline. */
class Worth {
  readonly #held: Held;
  readonly #series: PriceSeries | undefined;
  readonly #first: number;
  readonly #sums: DaySums;
  /** The day up to which it has been told. */
  #day: number;
  /**
   * Its worth on the day before: as a whole number with so many digits after the point, or as a decimal where a double
   * does not hold it.
   */
  #units = 0;
  #places = 0;
  #amount: Decimal | undefined;

  constructor(held: Held, series: PriceSeries | undefined, first: number, day: number, sums: DaySums) {
    this.#held = held;
    this.#series = series;
    this.#first = first;
    this.#day = day;
    this.#sums = sums;
  }

  /** Skips the days before `day`, on which only prices changed. */
  passTo(day: number): void {
    if (day <= this.#day) return;
    const { quantity, lastPrice } = this.#held;
    const series = this.#series;
    let place = quantity.isZero() || !series ? -1 : series.placeOf(this.#first + this.#day);
    for (
      let at = this.#day;
      at < day;
      place++, at = quantity.isZero() || !series ? day : series.dayOf(place) - this.#first
    ) {
      if (quantity.isZero()) this.#becomes(at, 0, this.#places);
      else if (place < 0) this.#becomesDecimal(at, quantity.times(lastPrice));
      else this.#becomesPriced(at, quantity, series!, place);
    }
    this.#day = day;
  }

  #becomesPriced(day: number, quantity: Decimal, series: PriceSeries, place: number): void {
    const { splits, lastPrice } = this.#held;
    const units = splits ? Number.NaN : quantity.units * series.unitsAt(place);
    if (Number.isSafeInteger(units)) this.#becomes(day, units, quantity.places + series.places);
    else this.#becomesDecimal(day, quantity.times(series.inUnitsAfter(place, splits ?? NO_SPLITS) ?? lastPrice));
  }

  #becomes(day: number, units: number, places: number): void {
    if (this.#amount || this.#places !== places) {
      this.#sums.add(day, this.#amount?.negated() ?? Decimal.fromUnits(-this.#units, this.#places));
      this.#sums.addUnits(day, units, places);
    } else if (units !== this.#units) this.#sums.addUnits(day, units - this.#units, places);
    this.#amount = undefined;
    this.#units = units;
    this.#places = places;
  }

  #becomesDecimal(day: number, amount: Decimal): void {
    if (Number.isNaN(amount.units)) {
      this.#sums.add(day, amount.minus(this.#amount ?? Decimal.fromUnits(this.#units, this.#places)));
      this.#amount = amount;
    } else this.#becomes(day, amount.units, amount.places);
  }
}

/** The whole of its parts, each currency converted once a day. */
export function joinTimeline(
  parts: readonly TimelinePart[],
  { from, to, baseCurrency, rates }: Span & Pick<TimelineInput, 'baseCurrency' | 'rates'>,
): Timeline {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const inBase = (amount: Decimal, currency: string, day: string): Decimal =>
    amount.isZero() || currency === baseCurrency ? amount : rates.convert(amount, currency, baseCurrency, day);
  const joined = (
    read: (part: TimelinePart) => ByCurrency,
    amountsOf: (sums: DaySums) => readonly Decimal[],
  ): Decimal[] => {
    let whole = days.map(() => ZERO);
    for (const currency of new Set(parts.flatMap((part) => [...read(part).keys()]))) {
      const sums = new DaySums(days.length);
      for (const part of parts) sums.addAll(read(part).get(currency) ?? NO_SUMS);
      const amounts = amountsOf(sums);
      whole = whole.map((sum, index) => sum.plus(inBase(amounts[index]!, currency, days[index]!)));
    }
    return whole;
  };
  return {
    values: joined(
      (part) => part.growth,
      (sums) => sums.running(),
    ).map((value, index) => ({ day: days[index]!, value })),
    contributions: joined(
      (part) => part.flows,
      (sums) => sums.amounts(),
    ).flatMap((amount, index) => (amount.isZero() ? [] : [{ day: days[index]!, amount }])),
  };
}

const NO_SUMS = new DaySums(0);

/** The days of a whole portfolio. */
export function portfolioTimeline({ activities, prices, splits, ...span }: TimelineInput): Timeline {
  return joinTimeline([timelinePart({ sets: [activities], prices, splits, ...span })], span);
}

const NO_SPLITS: readonly UnitSplit[] = [];

/** Units of a security held at the end of a day, and their known price. */
export interface HeldUnits {
  securityId: string;
  quantity: Decimal;
  currency: string;
  /**
   * In `currency`: of that day or the last one before it, of the last trade where there is no other; absent where
   * nothing is known.
   */
  price?: Decimal;
  /** The day that the price is of. */
  priceDay?: string;
}

/**
 * Holdings at the end of each of `days`, which are sorted. Units sold beyond the holdings do not count. The cost is
 * activities + days × securities held.
 */
export function holdingsOn(
  activities: readonly Activity[],
  prices: TimelineInput['prices'],
  days: readonly string[],
  splits?: KnownSplits,
): HeldUnits[][] {
  const sorted = inPossibleOrder(activities);
  const held = new Map<string, Held>();
  let next = 0;
  return days.map((day) => {
    while (next < sorted.length && sorted[next]!.day <= day) follow(held, sorted[next++]!, { prices, splits });
    return [...held].flatMap(([securityId, one]) =>
      !one.quantity.isZero()
        ? [
            {
              securityId,
              quantity: one.quantity,
              currency: one.currency,
              ...pricedOn(day, one, prices.get(securityId)),
            },
          ]
        : [],
    );
  });
}

function pricedOn(
  day: string,
  { lastPrice, lastDay, splits }: Held,
  series: PriceSeries | undefined,
): Pick<HeldUnits, 'price' | 'priceDay'> {
  const price = series?.afterSplits(day, splits ?? NO_SPLITS);
  if (price) return { price, priceDay: series!.dayAt(day)! };
  return lastDay === undefined ? {} : { price: lastPrice, priceDay: lastDay };
}

/**
 * Changes what is held; returns what the investor put in, in the activity's currency. What is moved in or out counts at
 * the market's price of the day: at its cost, a return would be made or lost by the move alone.
 */
function follow(held: Map<string, Held>, activity: Activity, { prices, splits }: Known): Decimal {
  const one = held.get(activity.securityId) ?? nothingHeld(activity.currency);
  held.set(activity.securityId, one);
  if (activity.kind !== 'split') inUnitsOf(one, splits?.get(activity.securityId), activity.day);
  switch (activity.kind) {
    case 'buy': {
      one.quantity = one.quantity.plus(activity.quantity);
      tradedAt(one, activity.price, activity.day);
      return activity.quantity.times(activity.price).plus(chargesOf(activity));
    }
    case 'sellShort': {
      one.short = (one.short ?? ZERO).plus(activity.quantity);
      one.quantity = one.quantity.minus(activity.quantity);
      tradedAt(one, activity.price, activity.day);
      return chargesOf(activity).minus(activity.quantity.times(activity.price));
    }
    case 'buyToCover': {
      const covered = min(activity.quantity, one.short ?? ZERO);
      one.short = (one.short ?? ZERO).minus(covered);
      one.quantity = one.quantity.plus(covered);
      tradedAt(one, activity.price, activity.day);
      return covered.times(activity.price).plus(chargesOf(activity));
    }
    case 'sell': {
      const sold = goesOut(one, activity.quantity);
      tradedAt(one, activity.price, activity.day);
      return chargesOf(activity).minus(sold.times(activity.price));
    }
    case 'transferIn': {
      one.quantity = one.quantity.plus(activity.quantity);
      const price = prices.get(activity.securityId)?.afterSplits(activity.day, one.splits ?? NO_SPLITS);
      tradedAt(one, price ?? activity.cost.div(activity.quantity), activity.day);
      return price ? activity.quantity.times(price) : activity.cost;
    }
    case 'transferOut': {
      return ZERO.minus(
        goesOut(one, activity.quantity).times(
          prices.get(activity.securityId)?.afterSplits(activity.day, one.splits ?? NO_SPLITS) ?? one.lastPrice,
        ),
      );
    }
    case 'split': {
      one.quantity = one.quantity.times(activity.newUnits).div(activity.oldUnits);
      if (one.short) one.short = one.short.times(activity.newUnits).div(activity.oldUnits);
      (one.splits ??= []).push(activity);
      one.lastPrice = one.lastPrice.times(activity.oldUnits).div(activity.newUnits);
      return ZERO;
    }
    case 'income':
      return chargesOf(activity).minus(activity.amount);
    case 'fee':
      return activity.amount;
    case 'returnOfCapital':
      return ZERO.minus(activity.amount);
    case 'worthless':
      one.quantity = ZERO;
      delete one.short;
      return ZERO;
    case 'spinOff':
      add(held, activity, one, splits);
      return ZERO;
    case 'merger': {
      add(
        held,
        activity,
        one,
        splits,
        activity.newPrice?.gt(0n) ? { price: activity.newPrice, day: activity.day } : undefined,
      );
      const cash = one.quantity.times(activity.cashPerUnit ?? ZERO);
      one.quantity = ZERO;
      delete one.short;
      return ZERO.minus(cash);
    }
  }
}

/**
 * New holdings are in units of their day. Prices from before a split refer to old units, even if another account
 * reports the split.
 */
function inUnitsOf(one: Held, splits: readonly UnitSplit[] | undefined, day: string): void {
  const past = one.quantity.isZero() ? splits?.filter((split) => split.day <= day) : undefined;
  if (past && past.length > 0) one.splits = past;
}

const chargesOf = ({ fee = ZERO, tax = ZERO }: { fee?: Decimal; tax?: Decimal }): Decimal => fee.plus(tax);

function tradedAt(one: Held, price: Decimal, day: string): void {
  one.lastPrice = price;
  one.lastDay = day;
}

/** Units of another security that a spin-off or merger brings. */
function add(
  held: Map<string, Held>,
  { newSecurityId: securityId, currency, day, unitsPerUnit }: SpinOff | Merger,
  from: Held,
  splits: KnownSplits | undefined,
  told?: { price: Decimal; day: string },
): void {
  const one = held.get(securityId) ?? { ...nothingHeld(currency, told?.price), ...(told && { lastDay: told.day }) };
  inUnitsOf(one, splits?.get(securityId), day);
  one.quantity = one.quantity.plus(from.quantity.times(unitsPerUnit));
  if (from.short) one.short = (one.short ?? ZERO).plus(from.short.times(unitsPerUnit));
  held.set(securityId, one);
}

/** Below this a quantity is the residue of rounded fractions. */
const DUST = decimal('0.000000001');

/** Takes out what is held at most, as lots do: beyond it a purchase is missing. @returns how much */
function goesOut(one: Held, quantity: Decimal): Decimal {
  const short = one.short ?? ZERO;
  const long = one.quantity.plus(short);
  const out = min(quantity, long);
  const left = long.minus(out);
  one.quantity = (left.lt(DUST) ? ZERO : left).minus(short);
  return out;
}
