/**
 * Tax on ordinary taxable income by the year's schedules (Form 1040 instructions, Tax Computation), or by the Tax
 * Table.
 */
import { type Decimal, min, ONE, round, ZERO } from '../../../../../kernel/money/index.ts';
import { dollars, type FilingStatus, rate, type UsTaxYear } from './tax-year.ts';

export interface BracketPart {
  rate: Decimal;
  /** Income within the bracket, and the tax on it. */
  income: Decimal;
  tax: Decimal;
}

/** Tax to the cent. @param taxable after all deductions */
export function ordinaryTax(taxable: Decimal, status: FilingStatus, year: UsTaxYear): Decimal {
  return round(
    bracketParts(taxable, status, year).reduce((total, part) => total.plus(part.tax), ZERO),
    2,
  );
}

/** The income cut into brackets, lowest first; only those that something lies in. */
export function bracketParts(taxable: Decimal, status: FilingStatus, year: UsTaxYear): BracketPart[] {
  const parts: BracketPart[] = [];
  let lower = ZERO;
  for (const [index, text] of year.rates.entries()) {
    const upper = year.brackets[status][index];
    const income = (upper === undefined ? taxable : min(taxable, dollars(upper))).minus(lower);
    if (!income.gt(0n)) break;
    parts.push({ rate: rate(text), income, tax: income.times(rate(text)) });
    if (upper !== undefined) lower = dollars(upper);
  }
  return parts;
}

/** Rate on the last dollar; zero without taxable income. */
export function marginalRate(taxable: Decimal, status: FilingStatus, year: UsTaxYear): Decimal {
  return bracketParts(taxable, status, year).at(-1)?.rate ?? ZERO;
}

/** Income that still fits into the bracket of the last dollar; undefined in the highest. */
export function roomInBracket(taxable: Decimal, status: FilingStatus, year: UsTaxYear): Decimal | undefined {
  const upper = year.brackets[status].find((one) => taxable.lt(dollars(one)));
  return upper === undefined ? undefined : dollars(upper).minus(taxable);
}

/**
 * Tax as the printed table has it for income under 100,000: on the middle of the row, in whole dollars. Rows are 5,
 * then 10, 25 and 50 dollars wide. The computation of software is `ordinaryTax`; a paper return shows this one.
 */
export function tableTax(taxable: Decimal, status: FilingStatus, year: UsTaxYear): Decimal {
  if (taxable.lt(5n)) return ZERO;
  if (taxable.gte(100_000n)) return ordinaryTax(taxable, status, year);
  const [from, width] = taxable.lt(25n) ? [5n, 10n] : taxable.lt(3000n) ? [25n, 25n] : [3000n, 50n];
  const row = taxable.minus(from).div(width).floor().times(width).plus(from);
  return round(ordinaryTax(row.plus(ONE.times(width).div(2n)), status, year), 0);
}
