/**
 * How one holding has done: gain before and after fees, with and without what exchange rates did, and the return on the
 * mean amount invested (gain over the amount invested, weighted by days). Sales use mean cost; income is not counted.
 * Spin-offs and mergers concern two holdings: they end or begin one at its cost, and make no gain here.
 */
import { type Decimal, min, ONE, type RateTable, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { daysBetween } from '../transactions/recurrence.ts';
import { type Activity, compareActivities, DUST, inPossibleOrder } from './activity.ts';
import type { PriceSeries, UnitSplit } from './prices.ts';

export interface PerformanceInput {
  /** Of each account by itself: a split is entered in each, and concerns what that one holds. */
  accounts: readonly (readonly Activity[])[];
  prices: PriceSeries;
  /** Of the security, in whichever account they were entered; those of the account itself where absent. */
  splits?: readonly UnitSplit[];
  currency: string;
  baseCurrency: string;
  rates: RateTable;
  asOf: string;
}

/** Amounts in one currency view. */
export interface GainFigures {
  /** Mean cost of what is held. */
  investment: Decimal;
  marketValue: Decimal;
  fees: Decimal;
  grossPerformance: Decimal;
  netPerformance: Decimal;
  /** Amount invested, averaged over the days on which something was held. */
  averageInvestment: Decimal;
  /** Fractions; undefined where nothing was invested for a day. */
  grossReturn: Decimal | undefined;
  netReturn: Decimal | undefined;
}

export interface HoldingPerformance {
  quantity: Decimal;
  /** Mean cost of a unit in the security's currency. */
  averagePrice: Decimal;
  /** In the security's currency: what the market did. */
  local: GainFigures;
  /** In the base currency, each flow at the rate of its own day: what the investor has. */
  base: GainFigures;
  /** Amount invested after each day with a trade, in the security's currency. */
  investmentByDay: { day: string; investment: Decimal }[];
}

/** Running totals in one currency view. */
class Running {
  static sum(all: readonly Running[]): Running {
    const whole = new Running();
    for (const key of ['investment', 'short', 'fees', 'realised', 'weighted'] as const)
      whole[key] = sumOf(all, (one) => one[key]);
    return whole;
  }

  investment = ZERO;
  /** Proceeds of open short sales. */
  short = ZERO;
  fees = ZERO;
  realised = ZERO;
  /** Investment times days. */
  weighted = ZERO;

  /** @param share of the holding that is sold */
  sell(proceeds: Decimal, share: Decimal): void {
    const cost = this.investment.times(share);
    this.realised = this.realised.plus(proceeds).minus(cost);
    this.investment = this.investment.minus(cost);
  }

  /** @param share of what is sold short that is bought back */
  cover(paid: Decimal, share: Decimal): void {
    const proceeds = this.short.times(share);
    this.realised = this.realised.plus(proceeds).minus(paid);
    this.short = this.short.minus(proceeds);
  }

  figures(marketValue: Decimal, days: number): GainFigures {
    const investment = this.investment.minus(this.short);
    const grossPerformance = this.realised.plus(marketValue).minus(investment);
    const netPerformance = grossPerformance.minus(this.fees);
    const averageInvestment = days > 0 ? this.weighted.div(BigInt(days)) : this.investment.plus(this.short);
    const over = (gain: Decimal): Decimal | undefined =>
      averageInvestment.gt(0n) ? gain.div(averageInvestment) : undefined;
    return {
      investment,
      marketValue,
      fees: this.fees,
      grossPerformance,
      netPerformance,
      averageInvestment,
      grossReturn: over(grossPerformance),
      netReturn: over(netPerformance),
    };
  }
}

/** Holdings of one account while its activities are processed. */
class Position {
  readonly local = new Running();
  readonly base = new Running();
  readonly #rateOn: (day: string) => Decimal;
  readonly splits: UnitSplit[] = [];
  /** Units held, without those sold short. */
  long = ZERO;
  short = ZERO;
  lastPrice = ZERO;
  #day: string | undefined;

  get quantity(): Decimal {
    return this.long.minus(this.short);
  }

  get isOpen(): boolean {
    return !this.long.isZero() || !this.short.isZero();
  }

  constructor(rateOn: (day: string) => Decimal) {
    this.#rateOn = rateOn;
  }

  /** Counts the days up to `day` with what is held. */
  passTo(day: string): void {
    if (this.#day !== undefined && this.isOpen) {
      const days = daysBetween(this.#day, day);
      for (const view of [this.local, this.base])
        view.weighted = view.weighted.plus(view.investment.plus(view.short).times(BigInt(days)));
    }
    this.#day = day;
  }

  follow(activity: Activity): void {
    this.passTo(activity.day);
    switch (activity.kind) {
      case 'buy':
        this.#add(activity.day, activity.quantity, activity.quantity.times(activity.price), activity.price);
        break;
      case 'transferIn':
        this.#add(activity.day, activity.quantity, activity.cost, activity.cost.div(activity.quantity));
        break;
      case 'sell':
        this.#remove(activity.day, activity.quantity, min(activity.quantity, this.long).times(activity.price));
        this.lastPrice = activity.price;
        break;
      case 'sellShort': {
        const proceeds = activity.quantity.times(activity.price);
        this.local.short = this.local.short.plus(proceeds);
        this.base.short = this.base.short.plus(proceeds.times(this.#rateOn(activity.day)));
        this.short = this.short.plus(activity.quantity);
        this.lastPrice = activity.price;
        break;
      }
      case 'buyToCover':
        this.#cover(activity.day, min(activity.quantity, this.short), activity.price);
        this.lastPrice = activity.price;
        break;
      case 'worthless':
        this.#remove(activity.day, this.long, ZERO);
        this.#cover(activity.day, this.short, ZERO);
        break;
      case 'transferOut':
        this.#removeAtCost(activity.quantity);
        break;
      case 'merger':
        this.#removeAtCost(this.long);
        for (const view of [this.local, this.base]) view.short = ZERO;
        this.short = ZERO;
        break;
      case 'split': {
        this.long = this.long.times(activity.newUnits).div(activity.oldUnits);
        this.short = this.short.times(activity.newUnits).div(activity.oldUnits);
        this.lastPrice = this.lastPrice.times(activity.oldUnits).div(activity.newUnits);
        this.splits.push(activity);
        break;
      }
      case 'spinOff':
        for (const view of [this.local, this.base])
          view.investment = view.investment.times(ONE.minus(activity.costShare));
        break;
      case 'returnOfCapital':
        this.#giveBack(activity.day, activity.amount);
        break;
      case 'income':
        break;
      case 'fee':
        this.#charge(activity.day, activity.amount);
    }
    if ('fee' in activity && activity.fee) this.#charge(activity.day, activity.fee);
    // Taxes on income are no costs of holding it.
    if (activity.kind !== 'income' && 'tax' in activity && activity.tax) this.#charge(activity.day, activity.tax);
  }

  #charge(day: string, fee: Decimal): void {
    this.local.fees = this.local.fees.plus(fee);
    this.base.fees = this.base.fees.plus(fee.times(this.#rateOn(day)));
  }

  #add(day: string, quantity: Decimal, amount: Decimal, price: Decimal): void {
    this.local.investment = this.local.investment.plus(amount);
    this.base.investment = this.base.investment.plus(amount.times(this.#rateOn(day)));
    this.long = this.long.plus(quantity);
    this.lastPrice = price;
  }

  #remove(day: string, quantity: Decimal, proceeds: Decimal): void {
    if (this.long.isZero()) return;
    const share = this.#takeShare(quantity);
    this.local.sell(proceeds, share);
    this.base.sell(proceeds.times(this.#rateOn(day)), share);
  }

  #cover(day: string, quantity: Decimal, price: Decimal): void {
    if (this.short.isZero()) return;
    const share = quantity.div(this.short);
    const left = this.short.minus(quantity);
    this.short = left.lt(DUST) ? ZERO : left;
    const paid = quantity.times(price);
    this.local.cover(paid, share);
    this.base.cover(paid.times(this.#rateOn(day)), share);
  }

  #removeAtCost(quantity: Decimal): void {
    if (this.long.isZero()) return;
    const share = this.#takeShare(quantity);
    for (const view of [this.local, this.base]) view.sell(view.investment.times(share), share);
  }

  /** Lowers the quantity, and says which share of it went: all, where no more than dust would stay. */
  #takeShare(quantity: Decimal): Decimal {
    const left = this.long.minus(quantity);
    const share = left.lt(DUST) ? ONE : quantity.div(this.long);
    this.long = left.lt(DUST) ? ZERO : left;
    return share;
  }

  #giveBack(day: string, amount: Decimal): void {
    this.local.investment = this.local.investment.minus(amount);
    this.base.investment = this.base.investment.minus(amount.times(this.#rateOn(day)));
  }
}

export function holdingPerformance({
  accounts,
  prices,
  splits,
  currency,
  baseCurrency,
  rates,
  asOf,
}: PerformanceInput): HoldingPerformance {
  const rateOn = (day: string): Decimal => rates.convert(ONE, currency, baseCurrency, day);
  const positions = accounts.map(() => new Position(rateOn));
  const investmentByDay = new Map<string, Decimal>();
  let [heldDays, before] = [0, asOf];
  const passTo = (day: string): void => {
    if (positions.some((one) => one.isOpen)) heldDays += daysBetween(before, day);
    before = day;
    for (const one of positions) one.passTo(day);
  };
  const all = accounts
    .flatMap((own, index) => inPossibleOrder(own).map((activity) => ({ activity, position: positions[index]! })))
    .sort((a, b) => compareActivities(a.activity, b.activity));
  for (const { activity, position } of all) {
    if (activity.day > asOf) break;
    passTo(activity.day);
    position.follow(activity);
    investmentByDay.set(
      activity.day,
      sumOf(positions, (one) => one.local.investment.minus(one.local.short)),
    );
  }
  passTo(asOf);
  const quantity = sumOf(positions, (one) => one.quantity);
  const [local, base] = [Running.sum(positions.map((one) => one.local)), Running.sum(positions.map((one) => one.base))];
  const marketValue = sumOf(positions, (one) =>
    one.quantity.times(
      prices.afterSplits(asOf, splits?.filter((split) => split.day <= asOf) ?? one.splits) ?? one.lastPrice,
    ),
  );
  return {
    quantity,
    averagePrice: quantity.isZero() ? ZERO : local.investment.minus(local.short).div(quantity),
    local: local.figures(marketValue, heldDays),
    base: base.figures(quantity.isZero() ? ZERO : marketValue.times(rateOn(asOf)), heldDays),
    investmentByDay: [...investmentByDay].map(([day, investment]) => ({ day, investment })),
  };
}

/** Net gain between two days: a fee counts only when its day lies after the first. In the security's currency. */
export function gainBetween(input: Omit<PerformanceInput, 'asOf'>, from: string, to: string): Decimal {
  const until = (asOf: string): Decimal => holdingPerformance({ ...input, asOf }).local.netPerformance;
  return until(to).minus(until(from));
}
