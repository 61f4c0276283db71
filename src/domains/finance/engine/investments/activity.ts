/** Activities of holdings as brokers report them. Prices and amounts are in the security's currency. */
import { type Decimal, notNegative, ZERO } from '../../../../kernel/money/index.ts';

/** Below this a quantity is the residue of rounded fractions (1/3 + 2/3 − 1) and counts as nothing. */
export const DUST = '0.000000001';

interface Common {
  id: string;
  day: string;
  securityId: string;
  currency: string;
}

export interface Buy extends Common {
  kind: 'buy';
  quantity: Decimal;
  price: Decimal;
  /** Commission; part of the cost for tax, kept apart for performance. */
  fee?: Decimal;
  /** Duties on the trade: part of the cost of a purchase, taken from what a sale brings. */
  tax?: Decimal;
}

export interface Sell extends Common {
  kind: 'sell';
  quantity: Decimal;
  price: Decimal;
  fee?: Decimal;
  tax?: Decimal;
  /** Lots chosen by the seller (specific identification), by the id of the activity that opened them. */
  lots?: readonly { lotId: string; quantity: Decimal }[];
}

/** Sells what is borrowed: opens a short position. */
export interface SellShort extends Common {
  kind: 'sellShort';
  quantity: Decimal;
  price: Decimal;
  fee?: Decimal;
  tax?: Decimal;
}

/** Buys back what was sold short. */
export interface BuyToCover extends Common {
  kind: 'buyToCover';
  quantity: Decimal;
  price: Decimal;
  fee?: Decimal;
  tax?: Decimal;
}

/** Moved in from elsewhere with the cost and the day on which it was bought. */
export interface TransferIn extends Common {
  kind: 'transferIn';
  quantity: Decimal;
  cost: Decimal;
  acquired?: string;
}

export interface TransferOut extends Common {
  kind: 'transferOut';
  quantity: Decimal;
}

/** `2:1` gives two for each one held; a reverse split is `1:10`. Cost stays. */
export interface Split extends Common {
  kind: 'split';
  newUnits: Decimal;
  oldUnits: Decimal;
}

/** Cash paid on what is held: dividends, interest, distributions of gains. */
export interface Income extends Common {
  kind: 'income';
  incomeType: 'dividend' | 'interest' | 'capitalGain' | 'other';
  amount: Decimal;
  /** Withheld at source. */
  tax?: Decimal;
  /** The broker's fee for the payment. */
  fee?: Decimal;
}

export interface Fee extends Common {
  kind: 'fee';
  amount: Decimal;
}

/** A distribution that gives back cost instead of being income; beyond the cost it is a gain. */
export interface ReturnOfCapital extends Common {
  kind: 'returnOfCapital';
  amount: Decimal;
}

/**
 * Part of a company becomes one of its own: `unitsPerUnit` new units for each held, and the share of the cost that goes
 * with them.
 */
export interface SpinOff extends Common {
  kind: 'spinOff';
  newSecurityId: string;
  unitsPerUnit: Decimal;
  costShare: Decimal;
}

/** Units are exchanged for those of another security, perhaps with cash besides. */
export interface Merger extends Common {
  kind: 'merger';
  newSecurityId: string;
  unitsPerUnit: Decimal;
  cashPerUnit?: Decimal;
  /** Market price of the new security; needed where cash comes with it. */
  newPrice?: Decimal;
}

/** Delisted or bankrupt: everything held is gone for nothing. */
export interface Worthless extends Common {
  kind: 'worthless';
}

export type Activity =
  | Buy
  | Sell
  | SellShort
  | BuyToCover
  | TransferIn
  | TransferOut
  | Split
  | Income
  | Fee
  | ReturnOfCapital
  | SpinOff
  | Merger
  | Worthless;

/** Changes of what a unit is come before the day's trades, which use units of that day; what ends a security, last. */
const RANK: Partial<Readonly<Record<Activity['kind'], number>>> = { split: 0, spinOff: 1, merger: 1, worthless: 3 };
const rankOf = ({ kind }: Activity): number => RANK[kind] ?? 2;

/** By day, and within a day in the order given, which is the order of entry. */
export function inOrder(activities: Iterable<Activity>): Activity[] {
  return [...activities].sort(compareActivities);
}

/** By day, corporate actions before the day's trades; zero where the order of entry decides. */
export function compareActivities(a: Activity, b: Activity): number {
  return a.day < b.day ? -1 : a.day > b.day ? 1 : rankOf(a) - rankOf(b);
}

type GoesOut = Sell | TransferOut | BuyToCover;

const goesOut = (activity: Activity): activity is GoesOut =>
  activity.kind === 'sell' || activity.kind === 'transferOut' || activity.kind === 'buyToCover';

/** Whether one brings what the other takes: units for a sale, a short sale for what covers it. */
function brings(one: Activity, { kind, securityId }: GoesOut): boolean {
  if (one.securityId !== securityId) return false;
  return kind === 'buyToCover' ? one.kind === 'sellShort' : one.kind === 'buy' || one.kind === 'transferIn';
}

/**
 * In the order of days and of entry. Nothing goes out of what comes in later, unless more goes out than is held: what
 * is lacking then follows the last activity of the same day that brings it, since sources list a day's trades in any
 * order.
 */
export function inPossibleOrder(activities: Iterable<Activity>): Activity[] {
  const sorted = inOrder(activities);
  const held = new Quantities();
  const result: Activity[] = [];
  const add = (activity: Activity): void => {
    held.follow(activity);
    result.push(activity);
  };
  const waiting = new Map<number, Activity[]>();
  for (const [index, activity] of sorted.entries()) {
    const later = goesOut(activity) && held.isLacking(activity) ? lastThatBrings(sorted, index) : undefined;
    if (later === undefined) add(activity);
    else {
      const { now, rest } = divided(activity as GoesOut, held.available(activity as GoesOut));
      if (now) add(now);
      waiting.set(later, [...(waiting.get(later) ?? []), rest]);
    }
    for (const rest of waiting.get(index) ?? []) add(rest);
  }
  return result;
}

function lastThatBrings(sorted: readonly Activity[], index: number): number | undefined {
  const taking = sorted[index] as GoesOut;
  let last: number | undefined;
  for (let at = index + 1; at < sorted.length && sorted[at]!.day === taking.day; at++)
    if (brings(sorted[at]!, taking)) last = at;
  return last;
}

/**
 * Splits an outgoing activity into the part covered by the holdings and the excess, each with its share of fee and tax.
 */
function divided(activity: GoesOut, available: Decimal): { now: Activity | undefined; rest: Activity } {
  if (available.isZero() || (activity.kind === 'sell' && activity.lots)) return { now: undefined, rest: activity };
  return { now: partOf(activity, available), rest: partOf(activity, activity.quantity.minus(available)) };
}

function partOf(activity: GoesOut, quantity: Decimal): Activity {
  if (activity.kind === 'transferOut') return { ...activity, quantity };
  const share = (value: Decimal | undefined): Decimal | undefined => value?.times(quantity).div(activity.quantity);
  const [fee, tax] = [share(activity.fee), share(activity.tax)];
  return { ...activity, quantity, ...(fee && { fee }), ...(tax && { tax }) };
}

/** Units held and sold short, followed as far as the order of a day needs them. */
class Quantities {
  readonly #long = new Map<string, Decimal>();
  readonly #short = new Map<string, Decimal>();

  available({ kind, securityId }: GoesOut): Decimal {
    return (kind === 'buyToCover' ? this.#short : this.#long).get(securityId) ?? ZERO;
  }

  isLacking(activity: GoesOut): boolean {
    return activity.quantity.minus(this.available(activity)).gt(DUST);
  }

  follow(activity: Activity): void {
    const { securityId, kind } = activity;
    switch (kind) {
      case 'buy':
      case 'transferIn':
        this.#change(this.#long, securityId, activity.quantity);
        break;
      case 'sell':
      case 'transferOut':
        this.#change(this.#long, securityId, activity.quantity.negated());
        break;
      case 'sellShort':
        this.#change(this.#short, securityId, activity.quantity);
        break;
      case 'buyToCover':
        this.#change(this.#short, securityId, activity.quantity.negated());
        break;
      case 'split':
        for (const all of [this.#long, this.#short])
          all.set(securityId, (all.get(securityId) ?? ZERO).times(activity.newUnits).div(activity.oldUnits));
        break;
      case 'spinOff':
      case 'merger':
        for (const all of [this.#long, this.#short]) {
          this.#change(all, activity.newSecurityId, (all.get(securityId) ?? ZERO).times(activity.unitsPerUnit));
          if (kind === 'merger') all.delete(securityId);
        }
        break;
      case 'worthless':
        for (const all of [this.#long, this.#short]) all.delete(securityId);
    }
  }

  #change(all: Map<string, Decimal>, securityId: string, by: Decimal): void {
    all.set(securityId, notNegative((all.get(securityId) ?? ZERO).plus(by)));
  }
}
