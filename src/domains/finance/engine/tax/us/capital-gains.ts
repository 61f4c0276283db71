/** Long-term gains and qualified dividends, netting of gains and losses. */
import { type Decimal, max, min, notNegative, round, ZERO } from '../../../../../kernel/money/index.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

export interface CapitalGainsTax {
  atZero: Decimal;
  atFifteen: Decimal;
  atTwenty: Decimal;
  tax: Decimal;
}

/**
 * Tax on long-term gains and qualified dividends (Qualified Dividends and Capital Gain Tax Worksheet): they lie on top
 * of the ordinary taxable income, and each part is taxed by where it lies.
 */
export function capitalGainsTax(
  ordinaryTaxable: Decimal,
  gains: Decimal,
  status: FilingStatus,
  year: UsTaxYear,
): CapitalGainsTax {
  const [zero, fifteen] = year.capitalGains[status];
  const top = ordinaryTaxable.plus(gains);
  const between = (lower: Decimal, upper: Decimal | undefined): Decimal =>
    notNegative((upper ? min(top, upper) : top).minus(max(lower, ordinaryTaxable)));
  const [atZero, atFifteen, atTwenty] = [
    between(ZERO, dollars(zero)),
    between(dollars(zero), dollars(fifteen)),
    between(dollars(fifteen), undefined),
  ];
  return {
    atZero,
    atFifteen,
    atTwenty,
    tax: round(atFifteen.times(rate('0.15')).plus(atTwenty.times(rate('0.2'))), 2),
  };
}

/** The rate that one more dollar of long-term gain meets. */
export function marginalGainsRate(
  ordinaryTaxable: Decimal,
  gains: Decimal,
  status: FilingStatus,
  year: UsTaxYear,
): Decimal {
  const [zero, fifteen] = year.capitalGains[status];
  const top = ordinaryTaxable.plus(gains);
  return rate(top.lt(dollars(zero)) ? '0' : top.lt(dollars(fifteen)) ? '0.15' : '0.2');
}

export interface CapitalNetting {
  /** Net short-term gain, taxed as ordinary income; never below zero. */
  shortTermGain: Decimal;
  /** Net long-term gain, taxed at its own rates; never below zero. */
  longTermGain: Decimal;
  /** Loss that lowers other income this year. */
  lossDeducted: Decimal;
  /** Net losses of each kind, of which it is a part. */
  losses: { shortTerm: Decimal; longTerm: Decimal };
  carryforward: { shortTerm: Decimal; longTerm: Decimal };
}

/**
 * Nets gains and losses of the year with those carried over (Schedule D): short with short, long with long, then with
 * each other; of a loss that is left, up to 3,000 (1,500 for spouses who file apart) lowers other income, short-term
 * losses first (IRC §1211(b), §1212(b)).
 * @param carried losses of earlier years, as positive amounts
 */
export function netCapitalGains(
  shortTerm: Decimal,
  longTerm: Decimal,
  carried: { shortTerm: Decimal; longTerm: Decimal },
  status: FilingStatus,
  year: UsTaxYear,
): CapitalNetting {
  let short = shortTerm.minus(carried.shortTerm);
  let long = longTerm.minus(carried.longTerm);
  if (short.lt(0n) !== long.lt(0n)) {
    const both = short.plus(long);
    // The larger side keeps what is left, and its kind.
    [short, long] = short.abs().gt(long.abs()) ? [both, ZERO] : [ZERO, both];
  }
  const losses = { shortTerm: notNegative(ZERO.minus(short)), longTerm: notNegative(ZERO.minus(long)) };
  const lossDeducted = min(losses.shortTerm.plus(losses.longTerm), dollars(year.fixed.capitalLossLimit[status]));
  return {
    shortTermGain: notNegative(short),
    longTermGain: notNegative(long),
    lossDeducted,
    losses,
    carryforward: lossesLeft(losses, lossDeducted),
  };
}

/** Short-term losses are used up first. */
function lossesLeft(losses: CapitalNetting['losses'], used: Decimal): CapitalNetting['carryforward'] {
  const fromShort = min(used, losses.shortTerm);
  return { shortTerm: losses.shortTerm.minus(fromShort), longTerm: losses.longTerm.minus(used.minus(fromShort)) };
}

/**
 * The same with the carryforward of someone whose deductions leave nothing to tax: what of the loss lowered no taxable
 * income is not used up (IRC §1212(b)(2), Capital Loss Carryover Worksheet).
 * @param taxable income less deductions, below zero where they are more
 */
export function withUnusedLoss(netting: CapitalNetting, taxable: Decimal): CapitalNetting {
  const used = min(netting.lossDeducted, notNegative(taxable.plus(netting.lossDeducted)));
  return { ...netting, carryforward: lossesLeft(netting.losses, used) };
}
