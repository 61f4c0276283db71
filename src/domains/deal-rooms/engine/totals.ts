/**
 * Totals of a proposal, in exact decimals. Each line is rounded once, half away from zero, to the currency's smallest
 * unit, so that the lines add up to the total.
 */
import { type Decimal, decimal, minorUnits, roundMoney, sumOf } from '../../../kernel/money/index.ts';

export interface PricedLine {
  id: string;
  /** Decimal texts; discount and tax are percentages, tax on what is left after the discount. */
  quantity: string;
  unitPrice: string;
  discount: string;
  tax: string;
  /** The buyer may leave it out. */
  optional: boolean;
}

export interface ProposalTotals {
  /** After discounts, before tax. */
  net: string;
  tax: string;
  /** Net and tax: what the buyer pays. */
  total: string;
}

const HUNDRED = decimal(100n);

function amountsOf(line: Omit<PricedLine, 'id' | 'optional'>, currency: string): { net: Decimal; tax: Decimal } {
  const list = decimal(line.quantity).times(line.unitPrice);
  const net = roundMoney(list.times(HUNDRED.minus(line.discount)).div(HUNDRED), currency, 'half-up');
  return { net, tax: roundMoney(net.times(line.tax).div(HUNDRED), currency, 'half-up') };
}

/** A line's amount after the discount, before tax. */
export const lineNet = (line: Omit<PricedLine, 'id' | 'optional'>, currency: string): string =>
  amountsOf(line, currency).net.toFixed(minorUnits(currency));

/** Lines that count: those that are not optional, and the chosen ones. */
export const chosenLines = <Line extends Pick<PricedLine, 'id' | 'optional'>>(
  lines: readonly Line[],
  chosen: ReadonlySet<string>,
): Line[] => lines.filter(({ id, optional }) => !optional || chosen.has(id));

/** The sum of the lines that are not optional, and of the chosen ones. */
export function proposalTotals(
  lines: readonly PricedLine[],
  chosen: ReadonlySet<string>,
  currency: string,
): ProposalTotals {
  const amounts = chosenLines(lines, chosen).map((line) => amountsOf(line, currency));
  const net = sumOf(amounts, (one) => one.net);
  const tax = sumOf(amounts, (one) => one.tax);
  const text = (value: Decimal) => value.toFixed(minorUnits(currency));
  return { net: text(net), tax: text(tax), total: text(net.plus(tax)) };
}
