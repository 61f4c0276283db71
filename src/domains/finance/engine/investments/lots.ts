/**
 * Holdings as lots: each purchase with its day, quantity and cost, used up by sales after a named method. Quantity and
 * cost are conserved: what was bought equals what was sold and what is left, to the last digit that is carried.
 */
import { type Decimal, min, RateTable, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { type Lot, LotPile, type LotMethod } from './lot-pile.ts';
import type {
  Activity,
  Buy,
  BuyToCover,
  Fee,
  Income,
  Merger,
  ReturnOfCapital,
  Sell,
  SellShort,
  SpinOff,
  Split,
  TransferIn,
  TransferOut,
  Worthless,
} from './activity.ts';

import { DUST, inPossibleOrder } from './activity.ts';

export type { Lot, LotMethod } from './lot-pile.ts';

/** The gain of a sale from one lot. */
export interface RealisedGain {
  activityId: string;
  securityId: string;
  lotId: string;
  acquired: string;
  sold: string;
  quantity: Decimal;
  /** After the sale's fees. */
  proceeds: Decimal;
  /** Fees of the purchase included. */
  cost: Decimal;
  gain: Decimal;
  proceedsBase: Decimal;
  costBase: Decimal;
  gainBase: Decimal;
  /** The part of `gainBase` that the exchange rate made. */
  currencyGainBase: Decimal;
  /** Held for more than one year (IRC §1222). Gains of short sales are short-term. */
  longTerm: boolean;
  /** Of a short sale: `acquired` is the day it was opened, `sold` the day it was covered. */
  short?: true;
}

export interface HoldingProblem {
  activityId: string;
  message: string;
  /** Quantity sold beyond the holdings. */
  missing?: Decimal;
}

export interface BookOptions {
  method: LotMethod;
  baseCurrency: string;
  rates?: RateTable;
}

/** All lots of one account. Activities are applied one after the other, so new ones cost no more than themselves. */
export class LotBook {
  readonly #options: BookOptions & { rates: RateTable };
  readonly #piles = new Map<string, LotPile>();
  /** Short positions: the cost is the proceeds, and fees are negative, so that both add up to the net proceeds. */
  readonly #shorts = new Map<string, LotPile>();
  readonly realised: RealisedGain[] = [];
  readonly income: Income[] = [];
  readonly problems: HoldingProblem[] = [];
  /** Fees that belong to no purchase or sale. */
  readonly fees: Fee[] = [];

  constructor(options: BookOptions) {
    this.#options = { ...options, rates: options.rates ?? new RateTable() };
  }

  /** Securities that are held. */
  get securities(): string[] {
    return [...this.#piles].flatMap(([id, pile]) => (pile.isEmpty ? [] : [id]));
  }

  lots(securityId: string): readonly Lot[] {
    return this.#piles.get(securityId)?.lots ?? [];
  }

  /** Open short positions: quantities are positive, cost and fees add up to the net proceeds. */
  shortLots(securityId: string): readonly Lot[] {
    return this.#shorts.get(securityId)?.lots ?? [];
  }

  /** Units held, less those sold short. */
  quantity(securityId: string): Decimal {
    return this.#held(securityId).minus(this.#shorts.get(securityId)?.quantity ?? ZERO);
  }

  #held(securityId: string): Decimal {
    return this.#piles.get(securityId)?.quantity ?? ZERO;
  }

  /** Applies all activities of an account in the order of their days and of their entry. */
  applyAll(activities: Iterable<Activity>): void {
    for (const activity of inPossibleOrder(activities)) this.apply(activity);
  }

  /** Activities must come in an order that is possible; see `inPossibleOrder`. */
  apply(activity: Activity): void {
    switch (activity.kind) {
      case 'buy':
        this.#buy(activity);
        break;
      case 'transferIn':
        this.#transferIn(activity);
        break;
      case 'sell':
        this.#sell(activity);
        break;
      case 'sellShort':
        this.#sellShort(activity);
        break;
      case 'buyToCover':
        this.#buyToCover(activity);
        break;
      case 'transferOut':
        this.#take(activity, this.#choose(activity, activity.quantity));
        break;
      case 'worthless':
        this.#worthless(activity);
        break;
      case 'split':
        this.#split(activity);
        break;
      case 'spinOff':
        this.#spinOff(activity);
        break;
      case 'merger':
        this.#merger(activity);
        break;
      case 'returnOfCapital':
        this.#returnOfCapital(activity);
        break;
      case 'income':
        this.income.push(activity);
        break;
      case 'fee':
        this.fees.push(activity);
    }
  }

  #buy({ id, day, securityId, currency, quantity, price, fee = ZERO, tax = ZERO }: Buy): void {
    const cost = quantity.times(price);
    const fees = fee.plus(tax);
    this.#pile(securityId).add({
      id,
      acquired: day,
      quantity,
      cost,
      fees,
      costBase: this.#toBase(cost.plus(fees), currency, day),
    });
  }

  #sellShort({ id, day, securityId, currency, quantity, price, fee = ZERO, tax = ZERO }: SellShort): void {
    const cost = quantity.times(price);
    const fees = fee.plus(tax).negated();
    const costBase = this.#toBase(cost.plus(fees), currency, day);
    this.#pile(securityId, this.#shorts).add({ id, acquired: day, quantity, cost, fees, costBase });
  }

  /** Gain of a cover: the sale's proceeds minus the cost of buying back. */
  #buyToCover(cover: BuyToCover): void {
    const { id, day, securityId, currency, quantity, price } = cover;
    const pile = this.#pile(securityId, this.#shorts);
    const { chosen, missing } = inUse(pile, quantity);
    if (missing.gt(DUST))
      this.problems.push({
        activityId: id,
        missing,
        message: `${missing.toFixed()} more were bought back on ${day} than were sold short, and count nothing. Enter the short sale, or enter this as a purchase.`,
      });
    const fee = (cover.fee ?? ZERO).plus(cover.tax ?? ZERO);
    const all = sumOf(chosen, (one) => one.quantity);
    for (const one of chosen) {
      const lot = pile.take(one.lot, one.quantity);
      const cost = lot.quantity.times(price).plus(fee.times(lot.quantity).div(all));
      const proceeds = lot.cost.plus(lot.fees);
      const costBase = this.#toBase(cost, currency, day);
      this.realised.push({
        activityId: id,
        securityId,
        lotId: lot.id,
        acquired: lot.acquired,
        sold: day,
        quantity: lot.quantity,
        proceeds,
        cost,
        gain: proceeds.minus(cost),
        proceedsBase: lot.costBase,
        costBase,
        gainBase: lot.costBase.minus(costBase),
        currencyGainBase: lot.costBase.minus(this.#toBase(proceeds, currency, day)),
        longTerm: false,
        short: true,
      });
    }
  }

  #transferIn({ id, day, securityId, currency, quantity, cost, acquired = day }: TransferIn): void {
    this.#pile(securityId).add({
      id,
      acquired,
      quantity,
      cost,
      fees: ZERO,
      costBase: this.#toBase(cost, currency, acquired),
    });
  }

  #sell(sell: Sell): void {
    const chosen = this.#choose(sell, sell.quantity, sell.lots);
    this.#realise(sell, this.#take(sell, chosen), sell.price, (sell.fee ?? ZERO).plus(sell.tax ?? ZERO));
  }

  #worthless(activity: Worthless): void {
    const all = this.lots(activity.securityId).map((lot) => ({ lot, quantity: lot.quantity }));
    this.#realise(activity, this.#take(activity, all), ZERO, ZERO);
    const { id, day, securityId, currency } = activity;
    const quantity = this.#shorts.get(securityId)?.quantity ?? ZERO;
    if (quantity.gt(0n)) this.#buyToCover({ kind: 'buyToCover', id, day, securityId, currency, quantity, price: ZERO });
  }

  #pile(securityId: string, piles = this.#piles): LotPile {
    const pile = piles.get(securityId) ?? new LotPile(this.#options.method);
    piles.set(securityId, pile);
    return pile;
  }

  /** The lots that a sale uses, and how much of each. */
  #choose(activity: Sell | TransferOut, quantity: Decimal, named?: Sell['lots']): { lot: Lot; quantity: Decimal }[] {
    const pile = this.#pile(activity.securityId);
    if (named && this.#options.method === 'specific') return this.#chooseNamed(activity, quantity, pile.lots, named);
    const { chosen, missing } = inUse(pile, quantity);
    if (missing.gt(DUST))
      this.problems.push({
        activityId: activity.id,
        missing,
        message: `${missing.toFixed()} more went out on ${activity.day} than was held, and count nothing. Enter the missing purchase, or enter this as a short sale.`,
      });
    return chosen;
  }

  #chooseNamed(
    activity: Sell | TransferOut,
    quantity: Decimal,
    lots: readonly Lot[],
    named: NonNullable<Sell['lots']>,
  ): { lot: Lot; quantity: Decimal }[] {
    const chosen = named.flatMap((name) => {
      const lot = lots.find((one) => one.id === name.lotId);
      return lot && name.quantity.minus(lot.quantity).lte(DUST)
        ? [{ lot, quantity: min(name.quantity, lot.quantity) }]
        : [];
    });
    if (
      !sumOf(chosen, (one) => one.quantity)
        .minus(quantity)
        .abs()
        .lte(DUST)
    ) {
      this.problems.push({
        activityId: activity.id,
        message: 'The lots that were named for this sale do not make up its quantity.',
      });
    }
    return chosen;
  }

  #take(activity: Activity, chosen: readonly { lot: Lot; quantity: Decimal }[]): Lot[] {
    const pile = this.#pile(activity.securityId);
    return chosen.map(({ lot, quantity }) => pile.take(lot, quantity));
  }

  #realise(activity: Activity, taken: readonly Lot[], price: Decimal, fee: Decimal): void {
    const { id, day, securityId, currency } = activity;
    const all = sumOf(taken, (lot) => lot.quantity);
    let feeLeft = fee;
    for (const [index, lot] of taken.entries()) {
      const lotFee = index === taken.length - 1 ? feeLeft : fee.times(lot.quantity).div(all);
      feeLeft = feeLeft.minus(lotFee);
      this.#record({ id, day, securityId, currency }, lot, lot.quantity.times(price).minus(lotFee));
    }
  }

  #record(
    { id, day, securityId, currency }: Pick<Activity, 'id' | 'day' | 'securityId' | 'currency'>,
    lot: Lot,
    proceeds: Decimal,
  ): void {
    const cost = lot.cost.plus(lot.fees);
    const proceedsBase = this.#toBase(proceeds, currency, day);
    const costAtSale = this.#toBase(cost, currency, day);
    this.realised.push({
      activityId: id,
      securityId,
      lotId: lot.id,
      acquired: lot.acquired,
      sold: day,
      quantity: lot.quantity,
      proceeds,
      cost,
      gain: proceeds.minus(cost),
      proceedsBase,
      costBase: lot.costBase,
      gainBase: proceedsBase.minus(lot.costBase),
      currencyGainBase: costAtSale.minus(lot.costBase),
      longTerm: isLongTerm(lot.acquired, day),
    });
  }

  #split({ securityId, newUnits, oldUnits }: Split): void {
    for (const pile of [this.#piles.get(securityId), this.#shorts.get(securityId)])
      pile?.change((lot) => ({ ...lot, quantity: lot.quantity.times(newUnits).div(oldUnits) }));
  }

  #spinOff({ id, securityId, newSecurityId, unitsPerUnit, costShare }: SpinOff): void {
    for (const piles of [this.#piles, this.#shorts]) {
      if (piles.has(securityId)) this.#spinOffIn(piles, { id, securityId, newSecurityId, unitsPerUnit, costShare });
    }
  }

  /** A short position owes the new units too. */
  #spinOffIn(
    piles: Map<string, LotPile>,
    {
      id,
      securityId,
      newSecurityId,
      unitsPerUnit,
      costShare,
    }: Pick<SpinOff, 'id' | 'securityId' | 'newSecurityId' | 'unitsPerUnit' | 'costShare'>,
  ): void {
    this.#pile(securityId, piles).change((lot) => {
      const part = {
        cost: lot.cost.times(costShare),
        fees: lot.fees.times(costShare),
        costBase: lot.costBase.times(costShare),
      };
      this.#pile(newSecurityId, piles).add({
        id: `${lot.id}/${id}`,
        acquired: lot.acquired,
        quantity: lot.quantity.times(unitsPerUnit),
        ...part,
      });
      return {
        ...lot,
        cost: lot.cost.minus(part.cost),
        fees: lot.fees.minus(part.fees),
        costBase: lot.costBase.minus(part.costBase),
      };
    });
  }

  /**
   * Shares for shares are no sale; cash besides makes a gain up to the cash, never a loss, and the cost becomes the old
   * cost less the cash plus that gain (IRC §§354, 356(a), 358(a)).
   */
  #merger(merger: Merger): void {
    const { id, day, securityId, currency, newSecurityId, unitsPerUnit, cashPerUnit = ZERO, newPrice = ZERO } = merger;
    this.#pile(securityId).change((lot) => {
      const cash = lot.quantity.times(cashPerUnit);
      const quantity = lot.quantity.times(unitsPerUnit);
      const cost = lot.cost.plus(lot.fees);
      const gain = cash.isZero() ? ZERO : clamp(quantity.times(newPrice).plus(cash).minus(cost), cash);
      const givenUp = cash.minus(gain);
      const costBase = this.#recordPart(merger, lot, cash, givenUp);
      this.#pile(newSecurityId).add({
        id: `${lot.id}/${id}`,
        acquired: lot.acquired,
        quantity,
        cost: cost.minus(givenUp),
        fees: ZERO,
        costBase,
      });
      return undefined;
    });
    this.#mergeShorts(merger);
    if (cashPerUnit.gt(0n) && newPrice.isZero())
      this.problems.push({
        activityId: id,
        message: `The merger of ${day} paid cash (${currency}); without the price of the new shares its gain cannot be told.`,
      });
  }

  /** A short position owes the new units, and pays the cash from its proceeds. */
  #mergeShorts({ id, day, securityId, currency, newSecurityId, unitsPerUnit, cashPerUnit = ZERO }: Merger): void {
    this.#shorts.get(securityId)?.change((lot) => {
      const cash = lot.quantity.times(cashPerUnit);
      this.#pile(newSecurityId, this.#shorts).add({
        id: `${lot.id}/${id}`,
        acquired: lot.acquired,
        quantity: lot.quantity.times(unitsPerUnit),
        cost: lot.cost.minus(cash),
        fees: lot.fees,
        costBase: lot.costBase.minus(this.#toBase(cash, currency, day)),
      });
      return undefined;
    });
  }

  #returnOfCapital(activity: ReturnOfCapital): void {
    const pile = this.#pile(activity.securityId);
    const all = pile.quantity;
    pile.change((lot) => {
      const cash = activity.amount.times(lot.quantity).div(all);
      const cost = lot.cost.plus(lot.fees);
      const givenUp = min(cash, cost);
      const costBase = this.#recordPart(activity, lot, cash, givenUp);
      return { ...lot, cost: cost.minus(givenUp), fees: ZERO, costBase };
    });
  }

  /** Cash for a part of a lot's cost: records the gain, if any, and says what cost in the base currency is left. */
  #recordPart(activity: Merger | ReturnOfCapital, lot: Lot, cash: Decimal, givenUp: Decimal): Decimal {
    const cost = lot.cost.plus(lot.fees);
    const partBase = cost.isZero() ? ZERO : lot.costBase.times(givenUp).div(cost);
    if (cash.gt(givenUp))
      this.#record(activity, { ...lot, quantity: ZERO, cost: givenUp, fees: ZERO, costBase: partBase }, cash);
    return lot.costBase.minus(partBase);
  }

  #toBase(amount: Decimal, currency: string, day: string): Decimal {
    return currency === this.#options.baseCurrency
      ? amount
      : this.#options.rates.convert(amount, currency, this.#options.baseCurrency, day);
  }
}

/** The lots that a quantity takes, in the order of the method, and what is missing. */
function inUse(pile: LotPile, quantity: Decimal): { chosen: { lot: Lot; quantity: Decimal }[]; missing: Decimal } {
  const chosen: { lot: Lot; quantity: Decimal }[] = [];
  let open = quantity;
  for (const lot of pile.inOrder()) {
    if (open.lte(DUST)) break;
    const rest = lot.quantity.minus(open);
    // A tiny remainder from rounding is taken along.
    const taken = rest.abs().lt(DUST) || rest.lt(0n) ? lot.quantity : open;
    chosen.push({ lot, quantity: taken });
    open = open.minus(taken);
  }
  return { chosen, missing: open };
}

/** `value` between zero and `most`. */
function clamp(value: Decimal, most: Decimal): Decimal {
  return value.lt(0n) ? ZERO : min(value, most);
}

/**
 * More than one year, counted from the day after the purchase: bought on 15 January, long-term from 16 January of the
 * next year; bought on the last day of a month, from the first of the month after (Rev. Rul. 66-7).
 */
export function isLongTerm(acquired: string, sold: string): boolean {
  return sold > yearLater(acquired);
}

/**
 * The same day of the next year, by its text: this is asked for every lot of every sale. The end of February is its
 * end.
 */
function yearLater(day: string): string {
  const year = Number(day.slice(0, 4)) + 1;
  const rest = day.slice(4);
  if (rest !== '-02-28' && rest !== '-02-29') return `${year}${rest}`;
  const wasEnd = rest === '-02-29' || !isLeap(year - 1);
  return `${year}${wasEnd && isLeap(year) ? '-02-29' : '-02-28'}`;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
