/** Quantities, values and contributions of a portfolio day by day. */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, min, type RateTable, ZERO } from '../../../../kernel/money/index.ts';
import { type Activity, inOrder } from './activity.ts';
import { dayNumber, type PriceSeries, type UnitSplit } from './prices.ts';
import type { Contribution, ValuedDay } from './returns.ts';

export interface TimelineInput {
  activities: readonly Activity[];
  /** Prices by security; one without any is valued at its last trade. */
  prices: ReadonlyMap<string, PriceSeries>;
  baseCurrency: string;
  rates: RateTable;
  from: string;
  to: string;
  /** Whether values by security are wanted, too; as they are where absent. */
  bySecurity?: boolean;
}

export interface Timeline {
  /** Value of everything held at the end of each day, in the base currency. */
  values: ValuedDay[];
  /** What purchases took and sales, transfers and income gave, at the rate of the day. */
  contributions: Contribution[];
  /** Values by security and day. */
  bySecurity: Map<string, ValuedDay[]>;
}

interface Held {
  quantity: Decimal;
  currency: string;
  lastPrice: Decimal;
  /** Day of `lastPrice`; absent before any trade. */
  lastDay?: string;
  /** So far: the last known price may be one of old units. */
  splits?: UnitSplit[];
  /** Whether quantity, last price or units are others than when `value` was worked out. */
  changed: boolean;
  /** In `currency`. */
  value: Decimal;
  /** Of its price in the series, and the day of the next one, as `dayNumber` has it. */
  place: number;
  nextPrice: number;
}

function nothingHeld(currency: string, lastPrice = ZERO): Held {
  return { quantity: ZERO, currency, lastPrice, changed: true, value: ZERO, place: -1, nextPrice: 0 };
}

/** By currency: an amount for each day. */
type ByCurrency = ReadonlyMap<string, readonly Decimal[]>;

/** The days of some of a portfolio's securities, not yet converted: those of all of them add up to the portfolio's. */
export interface TimelinePart {
  /** What is held at the end of the day. */
  held: ByCurrency;
  /** What was put in on the day. */
  flows: ByCurrency;
}

type Span = Pick<TimelineInput, 'from' | 'to'>;

/** @param activities of securities of which no other part has any, with those that spin-offs and mergers tie to them */
export function timelinePart({ activities, prices, from, to }: Span & Pick<TimelineInput, 'activities' | 'prices'>): TimelinePart {
  const [held, flows] = [new Map<string, Decimal[]>(), new Map<string, Decimal[]>()];
  let days = 0;
  const note = (series: Map<string, Decimal[]>, currency: string, amount: Decimal): void => {
    const own = series.get(currency) ?? [];
    while (own.length < days) own.push(ZERO);
    own.push(amount);
    series.set(currency, own);
  };
  eachDay({ activities, prices, from, to }, (_day, worth, flowed) => {
    for (const [currency, { amount }] of worth.local) note(held, currency, amount);
    for (const [currency, amount] of flowed) note(flows, currency, amount);
    days++;
  });
  return { held, flows };
}

/** The whole of its parts, each currency converted once a day. */
export function joinTimeline(parts: readonly TimelinePart[], { from, to, baseCurrency, rates }: Span & Pick<TimelineInput, 'baseCurrency' | 'rates'>): Omit<Timeline, 'bySecurity'> {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const inBase = (amount: Decimal, currency: string, day: string): Decimal => (amount.isZero() || currency === baseCurrency ? amount : rates.convert(amount, currency, baseCurrency, day));
  const joined = (read: (part: TimelinePart) => ByCurrency): Decimal[] => {
    const whole = days.map(() => ZERO);
    for (const currency of new Set(parts.flatMap((part) => [...read(part).keys()]))) {
      const local = days.map(() => ZERO);
      for (const part of parts) for (const [index, amount] of (read(part).get(currency) ?? []).entries()) if (!amount.isZero()) local[index] = local[index]!.plus(amount);
      for (const [index, amount] of local.entries()) whole[index] = whole[index]!.plus(inBase(amount, currency, days[index]!));
    }
    return whole;
  };
  return {
    values: joined((part) => part.held).map((value, index) => ({ day: days[index]!, value })),
    contributions: joined((part) => part.flows).flatMap((amount, index) => (amount.isZero() ? [] : [{ day: days[index]!, amount }])),
  };
}

/** Walks through the days once; what is worked out on a day is what changed on it: activities and new prices. */
function eachDay({ activities, prices, from, to }: Span & Pick<TimelineInput, 'activities' | 'prices'>, tell: (day: string, worth: Worth, flows: Map<string, Decimal>, held: ReadonlyMap<string, Held>) => void): void {
  const sorted = inOrder(activities);
  const held = new Map<string, Held>();
  const worth = new Worth(prices);
  let next = 0;
  while (next < sorted.length && sorted[next]!.day < from) follow(held, sorted[next++]!, prices);
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const flows = new Map<string, Decimal>();
    for (; next < sorted.length && sorted[next]!.day === day; next++) {
      const flow = follow(held, sorted[next]!, prices);
      const { currency } = sorted[next]!;
      if (!flow.isZero()) flows.set(currency, (flows.get(currency) ?? ZERO).plus(flow));
    }
    worth.passTo(day, held);
    tell(day, worth, flows, held);
  }
}

/** The days of a whole portfolio, with the values of each security where they are wanted. */
export function portfolioTimeline({ activities, prices, baseCurrency, rates, from, to, bySecurity = true }: TimelineInput): Timeline {
  const whole = joinTimeline([timelinePart({ activities, prices, from, to })], { from, to, baseCurrency, rates });
  const single = new Map<string, ValuedDay[]>();
  if (bySecurity) {
    eachDay({ activities, prices, from, to }, (day, _worth, _flows, held) => {
      for (const [id, { value, currency }] of held) {
        const series = single.get(id) ?? [];
        series.push({ day, value: value.isZero() || currency === baseCurrency ? value : rates.convert(value, currency, baseCurrency, day) });
        single.set(id, series);
      }
    });
  }
  return { ...whole, bySecurity: single };
}

const NO_SPLITS: readonly UnitSplit[] = [];

/** What is held of a security at the end of a day, and what a unit is worth as far as is known. */
export interface HeldUnits {
  securityId: string;
  quantity: Decimal;
  currency: string;
  /** In `currency`: of that day or the last one before it, of the last trade where there is no other; absent where nothing is known. */
  price?: Decimal;
  /** The day that the price is of. */
  priceDay?: string;
}

/** What is held at the end of each of `days`, which are in order. More sold than was held counts nothing. Cost is activities + days × securities held. */
export function holdingsOn(activities: readonly Activity[], prices: TimelineInput['prices'], days: readonly string[]): HeldUnits[][] {
  const sorted = inOrder(activities);
  const held = new Map<string, Held>();
  let next = 0;
  return days.map((day) => {
    while (next < sorted.length && sorted[next]!.day <= day) follow(held, sorted[next++]!, prices);
    return [...held].flatMap(([securityId, one]) => (one.quantity.gt(0n) ? [{ securityId, quantity: one.quantity, currency: one.currency, ...pricedOn(day, one, prices.get(securityId)) }] : []));
  });
}

function pricedOn(day: string, { lastPrice, lastDay, splits }: Held, series: PriceSeries | undefined): Pick<HeldUnits, 'price' | 'priceDay'> {
  const price = series?.afterSplits(day, splits ?? NO_SPLITS);
  if (price) return { price, priceDay: series!.dayAt(day)! };
  return lastDay === undefined ? {} : { price: lastPrice, priceDay: lastDay };
}

/** What everything held is worth, kept from day to day: a security is multiplied out when its quantity or price changes. */
class Worth {
  /** By currency. */
  readonly local = new Map<string, { amount: Decimal }>();
  readonly #prices: TimelineInput['prices'];
  #all: [string, Held][] = [];

  constructor(prices: TimelineInput['prices']) {
    this.#prices = prices;
  }

  passTo(day: string, held: ReadonlyMap<string, Held>): void {
    const today = dayNumber(day);
    if (this.#all.length < held.size) this.#all = [...held];
    // Asked of every security on every day: an array is walked faster than a map.
    for (let index = 0; index < this.#all.length; index++) {
      const [id, one] = this.#all[index]!;
      if (one.changed || one.nextPrice <= today) this.#refresh(id, one, today);
    }
  }

  #refresh(id: string, one: Held, today: number): void {
    const series = this.#prices.get(id);
    if (series && one.nextPrice <= today) {
      one.place = series.placeOf(today);
      one.nextPrice = series.dayOf(one.place + 1);
    } else if (!series) one.nextPrice = Number.POSITIVE_INFINITY;
    one.changed = false;
    const value = one.quantity.isZero() ? ZERO : one.quantity.times(series?.inUnitsAfter(one.place, one.splits ?? NO_SPLITS) ?? one.lastPrice);
    const sum = this.#sumIn(one.currency);
    sum.amount = one.value.isZero() ? sum.amount.plus(value) : sum.amount.plus(value.minus(one.value));
    one.value = value;
  }

  #sumIn(currency: string): { amount: Decimal } {
    const known = this.local.get(currency);
    if (known) return known;
    const made = { amount: ZERO };
    this.local.set(currency, made);
    return made;
  }
}

/**
 * Changes what is held; returns what the investor put in, in the activity's currency. What is moved in or out counts at
 * the market's price of the day: at its cost, a return would be made or lost by the move alone.
 */
function follow(held: Map<string, Held>, activity: Activity, prices: TimelineInput['prices']): Decimal {
  const one = held.get(activity.securityId) ?? nothingHeld(activity.currency);
  held.set(activity.securityId, one);
  one.changed = true;
  switch (activity.kind) {
    case 'buy': {
      one.quantity = one.quantity.plus(activity.quantity);
      tradedAt(one, activity.price, activity.day);
      return activity.quantity.times(activity.price).plus(activity.fee ?? ZERO);
    }
    case 'sell': {
      const sold = goesOut(one, activity.quantity);
      tradedAt(one, activity.price, activity.day);
      return (activity.fee ?? ZERO).minus(sold.times(activity.price));
    }
    case 'transferIn': {
      one.quantity = one.quantity.plus(activity.quantity);
      const price = prices.get(activity.securityId)?.at(activity.day);
      tradedAt(one, price ?? activity.cost.div(activity.quantity), activity.day);
      return price ? activity.quantity.times(price) : activity.cost;
    }
    case 'transferOut': {
      return ZERO.minus(goesOut(one, activity.quantity).times(prices.get(activity.securityId)?.at(activity.day) ?? one.lastPrice));
    }
    case 'split': {
      one.quantity = one.quantity.times(activity.newUnits).div(activity.oldUnits);
      (one.splits ??= []).push(activity);
      one.lastPrice = one.lastPrice.times(activity.oldUnits).div(activity.newUnits);
      return ZERO;
    }
    case 'income': return ZERO.minus(activity.amount.minus(activity.tax ?? ZERO));
    case 'fee': return activity.amount;
    case 'returnOfCapital': return ZERO.minus(activity.amount);
    case 'worthless': one.quantity = ZERO; return ZERO;
    case 'spinOff': add(held, activity.newSecurityId, activity.currency, one.quantity.times(activity.unitsPerUnit)); return ZERO;
    case 'merger': {
      add(held, activity.newSecurityId, activity.currency, one.quantity.times(activity.unitsPerUnit), activity.newPrice?.gt(0n) ? { price: activity.newPrice, day: activity.day } : undefined);
      const cash = one.quantity.times(activity.cashPerUnit ?? ZERO);
      one.quantity = ZERO;
      return ZERO.minus(cash);
    }
  }
}

function tradedAt(one: Held, price: Decimal, day: string): void {
  one.lastPrice = price;
  one.lastDay = day;
}

function add(held: Map<string, Held>, securityId: string, currency: string, quantity: Decimal, told?: { price: Decimal; day: string }): void {
  const one = held.get(securityId) ?? { ...nothingHeld(currency, told?.price), ...(told && { lastDay: told.day }) };
  one.changed = true;
  one.quantity = one.quantity.plus(quantity);
  held.set(securityId, one);
}

/** Takes out what is held at most, as lots do: beyond it a purchase is missing. @returns how much */
function goesOut(one: Held, quantity: Decimal): Decimal {
  const out = min(quantity, one.quantity);
  const left = one.quantity.minus(out);
  one.quantity = left.lt('0.000000001') ? ZERO : left;
  return out;
}
