/** What happens to holdings, as brokers report it. Prices and amounts are in the security's currency. */
import type { Decimal } from '../../../../kernel/money/index.ts';

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
  /** Commission and taxes; part of the cost for tax, kept apart for performance. */
  fee?: Decimal;
}

export interface Sell extends Common {
  kind: 'sell';
  quantity: Decimal;
  price: Decimal;
  fee?: Decimal;
  /** Lots chosen by the seller (specific identification), by the id of the activity that opened them. */
  lots?: readonly { lotId: string; quantity: Decimal }[];
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
  | TransferIn
  | TransferOut
  | Split
  | Income
  | Fee
  | ReturnOfCapital
  | SpinOff
  | Merger
  | Worthless;

/** What comes first on one day: changes of what a unit is, then what comes in, then what goes out. */
const RANK: Readonly<Record<Activity['kind'], number>> = {
  split: 0,
  spinOff: 1,
  merger: 1,
  buy: 2,
  transferIn: 2,
  income: 3,
  fee: 3,
  returnOfCapital: 3,
  sell: 4,
  transferOut: 4,
  worthless: 5,
};

/** By day; on one day what is bought comes before what is sold; else the order given. */
export function inOrder(activities: Iterable<Activity>): Activity[] {
  return [...activities].sort(compareActivities);
}

/** By day, and on one day by what comes first on it. */
export function compareActivities(a: Activity, b: Activity): number {
  return a.day < b.day ? -1 : a.day > b.day ? 1 : RANK[a.kind] - RANK[b.kind];
}
