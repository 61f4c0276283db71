/** Multiples, earnings of the owner, assets, and the methods side by side. */
import { type Decimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';

/** A value with what it may lie between. */
export interface ValueRange {
  low: Decimal;
  mid: Decimal;
  high: Decimal;
}

/** A figure of the business at three multiples; equity is what debt leaves of it. */
export function byMultiple(figure: Decimal, multiples: ValueRange, netDebt: Decimal = ZERO): ValueRange {
  return {
    low: figure.times(multiples.low).minus(netDebt),
    mid: figure.times(multiples.mid).minus(netDebt),
    high: figure.times(multiples.high).minus(netDebt),
  };
}

export interface Adjustment {
  label: string;
  /** Added when positive; a subsidy or a one-off gain is negative. */
  amount: Decimal;
}

export interface OwnerEarningsInput {
  /** Profit before tax of the business. */
  profitBeforeTax: Decimal;
  interest: Decimal;
  depreciation: Decimal;
  /** Pay and benefits of one owner who works in the business. */
  ownerPay: Decimal;
  /** One-off, private and otherwise unusual items. */
  adjustments: readonly Adjustment[];
}

/** EBITDA after adjustments; seller's discretionary earnings add one owner's pay (IBBA definition). */
export function ownerEarnings({ profitBeforeTax, interest, depreciation, ownerPay, adjustments }: OwnerEarningsInput): {
  ebitda: Decimal;
  sellersDiscretionaryEarnings: Decimal;
} {
  const ebitda = profitBeforeTax
    .plus(interest)
    .plus(depreciation)
    .plus(sumOf(adjustments, (one) => one.amount));
  return { ebitda, sellersDiscretionaryEarnings: ebitda.plus(ownerPay) };
}

export interface ValuedItem {
  label: string;
  bookValue: Decimal;
  /** Market value; the book value if absent. */
  marketValue?: Decimal;
}

/** Adjusted net assets: what is owned at market value less what is owed. */
export function assetValue(
  assets: readonly ValuedItem[],
  liabilities: readonly ValuedItem[],
): { book: Decimal; adjusted: Decimal } {
  const book = sumOf(assets, (one) => one.bookValue).minus(sumOf(liabilities, (one) => one.bookValue));
  const market = (one: ValuedItem): Decimal => one.marketValue ?? one.bookValue;
  return { book, adjusted: sumOf(assets, market).minus(sumOf(liabilities, market)) };
}

export interface MethodResult extends ValueRange {
  method: string;
  /** Weight in the conclusion. */
  weight: Decimal;
}

/** The methods side by side (a “football field”), and their weighted middle. Undefined without any weight. */
export function conclude(methods: readonly MethodResult[]): ValueRange | undefined {
  const weight = sumOf(methods, (one) => one.weight);
  if (!weight.gt(0n)) return undefined;
  const mean = (of: (one: MethodResult) => Decimal): Decimal =>
    sumOf(methods, (one) => of(one).times(one.weight)).div(weight);
  return { low: mean((one) => one.low), mid: mean((one) => one.mid), high: mean((one) => one.high) };
}
