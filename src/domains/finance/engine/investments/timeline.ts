/** Quantities, values and contributions of a portfolio day by day. */
import { addDays } from '../../../../kernel/days.ts';
import { type Decimal, type RateTable, ZERO } from '../../../../kernel/money/index.ts';
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

/** Walks through the days once; what is worked out on a day is what changed on it: activities and new prices. */
export function portfolioTimeline({ activities, prices, baseCurrency, rates, from, to, bySecurity = true }: TimelineInput): Timeline {
  const sorted = inOrder(activities);
  const held = new Map<string, Held>();
  const timeline: Timeline = { values: [], contributions: [], bySecurity: new Map() };
  const worth = new Worth(prices, baseCurrency, rates);
  let next = 0;
  const start = sorted[0] && sorted[0].day < from ? sorted[0].day : from;
  while (next < sorted.length && sorted[next]!.day < from) follow(held, sorted[next++]!, prices);
  for (let day = from; day <= to; day = addDays(day, 1)) {
    let contribution = ZERO;
    for (; next < sorted.length && sorted[next]!.day === day; next++) {
      const flow = follow(held, sorted[next]!, prices);
      const { currency } = sorted[next]!;
      if (!flow.isZero()) contribution = contribution.plus(currency === baseCurrency ? flow : rates.convert(flow, currency, baseCurrency, day));
    }
    if (!contribution.isZero()) timeline.contributions.push({ day, amount: contribution });
    timeline.values.push({ day, value: worth.on(day, held, bySecurity ? timeline.bySecurity : undefined) });
  }
  return start <= to ? timeline : { values: [], contributions: [], bySecurity: new Map() };
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

/** What is held at the end of each of `days`, which are in order. More sold than was held counts as nothing. Cost is activities + days × securities held. */
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

/** What everything held is worth, kept from day to day: a security is multiplied out when its quantity or price changes, a currency converted once a day. */
class Worth {
  readonly #prices: TimelineInput['prices'];
  readonly #base: string;
  readonly #rates: RateTable;
  readonly #local = new Map<string, Decimal>();
  #all: [string, Held][] = [];

  constructor(prices: TimelineInput['prices'], base: string, rates: RateTable) {
    this.#prices = prices;
    this.#base = base;
    this.#rates = rates;
  }

  on(day: string, held: ReadonlyMap<string, Held>, bySecurity: Timeline['bySecurity'] | undefined): Decimal {
    const today = dayNumber(day);
    if (this.#all.length < held.size) this.#all = [...held];
    // Asked of every security on every day: an array is walked faster than a map.
    for (let index = 0; index < this.#all.length; index++) {
      const [id, one] = this.#all[index]!;
      if (one.changed || one.nextPrice <= today) this.#refresh(id, one, today);
    }
    if (bySecurity) this.#tell(day, held, bySecurity);
    let total = ZERO;
    for (const [currency, amount] of this.#local) if (!amount.isZero()) total = total.plus(this.#inBase(amount, currency, day));
    return total;
  }

  #refresh(id: string, one: Held, today: number): void {
    const series = this.#prices.get(id);
    if (series && one.nextPrice <= today) {
      one.place = series.placeOf(today);
      one.nextPrice = series.dayOf(one.place + 1);
    } else if (!series) one.nextPrice = Number.POSITIVE_INFINITY;
    one.changed = false;
    const value = one.quantity.isZero() ? ZERO : one.quantity.times(series?.inUnitsAfter(one.place, one.splits ?? NO_SPLITS) ?? one.lastPrice);
    const before = this.#local.get(one.currency) ?? ZERO;
    this.#local.set(one.currency, one.value.isZero() ? before.plus(value) : before.plus(value.minus(one.value)));
    one.value = value;
  }

  #tell(day: string, held: ReadonlyMap<string, Held>, bySecurity: Timeline['bySecurity']): void {
    for (const [id, { value, currency }] of held) {
      const series = bySecurity.get(id) ?? [];
      series.push({ day, value: value.isZero() ? ZERO : this.#inBase(value, currency, day) });
      bySecurity.set(id, series);
    }
  }

  #inBase(amount: Decimal, currency: string, day: string): Decimal {
    return currency === this.#base ? amount : this.#rates.convert(amount, currency, this.#base, day);
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
      one.quantity = withoutDust(one.quantity.minus(activity.quantity));
      tradedAt(one, activity.price, activity.day);
      return (activity.fee ?? ZERO).minus(activity.quantity.times(activity.price));
    }
    case 'transferIn': {
      one.quantity = one.quantity.plus(activity.quantity);
      const price = prices.get(activity.securityId)?.at(activity.day);
      tradedAt(one, price ?? activity.cost.div(activity.quantity), activity.day);
      return price ? activity.quantity.times(price) : activity.cost;
    }
    case 'transferOut': {
      one.quantity = withoutDust(one.quantity.minus(activity.quantity));
      return ZERO.minus(activity.quantity.times(prices.get(activity.securityId)?.at(activity.day) ?? one.lastPrice));
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

function withoutDust(quantity: Decimal): Decimal {
  return quantity.abs().lt('0.000000001') ? ZERO : quantity;
}
