/**
 * An opportunity's amount, in exact decimals. Each figure is rounded once, half away from zero, to the currency's
 * smallest unit. Lines are rounded one by one, so that they add up to the total.
 */
import {
  type Decimal,
  decimal,
  minorUnits,
  round,
  roundMoney,
  sum,
  sumOf,
  ZERO,
} from '../../../../kernel/money/index.ts';

/** Decimal text, such as `12500.0000`. */
export type DecimalText = string;

export interface LineAmounts {
  quantity: DecimalText;
  unitPrice: DecimalText;
  /** Percent taken off. */
  discount: DecimalText;
  /** Percent added for tax, on what is left after the discount. */
  tax: DecimalText;
}

export interface LineTotals {
  /** After the discount, before tax. */
  net: DecimalText;
  tax: DecimalText;
}

export interface Totals extends LineTotals {
  /** Quantity times price, before discounts. */
  list: DecimalText;
  discount: DecimalText;
  /** Net and tax. */
  gross: DecimalText;
}

interface Amounts {
  list: Decimal;
  net: Decimal;
  tax: Decimal;
}

function amountsOf(line: LineAmounts, currency: string): Amounts {
  const list = decimal(line.quantity).times(line.unitPrice);
  const net = roundMoney(list.times(decimal(100n).minus(line.discount)).div(100n), currency, 'half-up');
  return {
    list: roundMoney(list, currency, 'half-up'),
    net,
    tax: roundMoney(net.times(line.tax).div(100n), currency, 'half-up'),
  };
}

export function lineTotals(line: LineAmounts, currency: string): LineTotals {
  const { net, tax } = amountsOf(line, currency);
  return { net: net.toFixed(minorUnits(currency)), tax: tax.toFixed(minorUnits(currency)) };
}

/** The sum of all lines. The amount of an opportunity is `net`: tax is not revenue. */
export function totalsOf(lines: readonly LineAmounts[], currency: string): Totals {
  const amounts = lines.map((line) => amountsOf(line, currency));
  const [list, net, tax] = [
    sumOf(amounts, (one) => one.list),
    sumOf(amounts, (one) => one.net),
    sumOf(amounts, (one) => one.tax),
  ];
  const text = (value: Decimal) => value.toFixed(minorUnits(currency));
  return {
    list: text(list),
    discount: text(list.minus(net)),
    net: text(net),
    tax: text(tax),
    gross: text(net.plus(tax)),
  };
}

export interface MoneyAmount {
  /** ISO 4217. */
  currency: string;
  amount: DecimalText;
}

/** An amount with a rate of its own into the reporting currency, such as that of a past day. */
export interface DatedAmount extends MoneyAmount {
  rate?: DecimalText | null;
}

/** Units of the reporting currency that one unit of a currency is worth; the reporting currency itself is 1. */
export type Rates = ReadonlyMap<string, DecimalText>;

export interface ConvertedSum extends MoneyAmount {
  /** Currencies without a rate: their amounts are not in the sum. */
  missing: string[];
}

/** Adds amounts of several currencies up in `currency`; what has no rate is named, never taken as it stands. */
export function sumIn(currency: string, amounts: readonly DatedAmount[], rates: Rates): ConvertedSum {
  let total = ZERO;
  const missing = new Set<string>();
  for (const one of amounts) {
    const rate = one.currency === currency ? '1' : (one.rate ?? rates.get(one.currency));
    if (rate !== undefined) total = total.plus(decimal(one.amount).times(rate));
    else if (!decimal(one.amount).isZero()) missing.add(one.currency);
  }
  return {
    currency,
    amount: roundMoney(total, currency, 'half-up').toFixed(minorUnits(currency)),
    missing: [...missing].sort(),
  };
}

/** Adds decimal texts exactly. */
export function addUp(amounts: Iterable<DecimalText>): DecimalText {
  return sum([...amounts].map(decimal)).toFixed();
}

/** How much of `whole` `part` is, in whole percent; null where there is no whole. */
export function percentOf(part: DecimalText, whole: DecimalText): number | null {
  const divisor = decimal(whole);
  return divisor.isZero() ? null : round(decimal(part).times(100n).div(divisor), 0, 'half-up').toNumber();
}
