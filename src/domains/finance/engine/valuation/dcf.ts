/**
 * Discounted cash flow (Damodaran, “Investment Valuation”, 3rd ed., ch. 12). Rates are fractions; amounts are not
 * rounded.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { type Decimal, ONE, sumOf, ZERO } from '../../../../kernel/money/index.ts';

/** Terminal value after the planned years: perpetual growth (Gordon), or a multiple of a figure of the last year. */
export type Terminal = { type: 'growth'; rate: Decimal } | { type: 'multiple'; multiple: Decimal; figure: Decimal };

export interface DcfInput {
  /** Free cash flow of each planned year. */
  flows: readonly Decimal[];
  discountRate: Decimal;
  terminal: Terminal;
  /**
   * Whether the cash of a year comes at its end, or evenly over it (discounted from the middle, the Gordon value too).
   */
  timing?: 'endOfYear' | 'midYear';
  /** Debt less cash; what owners get is the rest. */
  netDebt?: Decimal;
}

export interface DcfYear {
  year: number;
  flow: Decimal;
  factor: Decimal;
  presentValue: Decimal;
}

export interface DcfResult {
  years: DcfYear[];
  presentValueOfFlows: Decimal;
  /** At the end of the last planned year, and today. */
  terminalValue: Decimal;
  presentValueOfTerminal: Decimal;
  enterpriseValue: Decimal;
  equityValue: Decimal;
  /** Share of the enterprise value that lies beyond the planned years; a high one rests on the terminal assumption. */
  terminalShare: Decimal | undefined;
}

/** @throws AppError `validation` when growth is not below the discount rate, or nothing is planned */
export function discountedCashFlow({
  flows,
  discountRate,
  terminal,
  timing = 'endOfYear',
  netDebt = ZERO,
}: DcfInput): DcfResult {
  if (flows.length === 0) throw new AppError('validation', 'Plan at least one year.', { field: 'flows' });
  if (!discountRate.gt('-1'))
    throw new AppError('validation', 'Enter a discount rate above −100%.', { field: 'discountRate' });
  if (terminal.type === 'growth' && terminal.rate.gte(discountRate))
    throw new AppError('validation', 'Growth for ever must be below the discount rate.', { field: 'terminal' });
  const growth = discountRate.plus(ONE);
  const half = timing === 'midYear' ? growth.sqrt() : ONE;
  const years = flows.map((flow, index): DcfYear => {
    const factor = half.div(growth.pow(BigInt(index + 1)));
    return { year: index + 1, flow, factor, presentValue: flow.times(factor) };
  });
  const last = flows.at(-1)!;
  const terminalValue =
    terminal.type === 'growth'
      ? last.times(terminal.rate.plus(ONE)).div(discountRate.minus(terminal.rate))
      : terminal.multiple.times(terminal.figure);
  // A sale at a multiple happens on a day, the end of the last year; growth for ever flows evenly like the years
  // before.
  const terminalFactor = (terminal.type === 'growth' ? half : ONE).div(growth.pow(BigInt(flows.length)));
  const presentValueOfFlows = sumOf(years, (year) => year.presentValue);
  const presentValueOfTerminal = terminalValue.times(terminalFactor);
  const enterpriseValue = presentValueOfFlows.plus(presentValueOfTerminal);
  return {
    years,
    presentValueOfFlows,
    terminalValue,
    presentValueOfTerminal,
    enterpriseValue,
    equityValue: enterpriseValue.minus(netDebt),
    terminalShare: enterpriseValue.isZero() ? undefined : presentValueOfTerminal.div(enterpriseValue),
  };
}

/**
 * Enterprise value for each discount rate (rows) and growth rate (columns); null where growth is not below the discount
 * rate.
 */
export function sensitivityGrid(
  input: DcfInput,
  discountRates: readonly Decimal[],
  growthRates: readonly Decimal[],
): (Decimal | null)[][] {
  return discountRates.map((discountRate) =>
    growthRates.map((rate) =>
      rate.gte(discountRate)
        ? null
        : discountedCashFlow({ ...input, discountRate, terminal: { type: 'growth', rate } }).enterpriseValue,
    ),
  );
}

/**
 * Cost of equity by the capital asset pricing model: risk-free + β × market premium, plus what is added for size or
 * risk of the company.
 */
export function costOfEquity(
  riskFree: Decimal,
  beta: Decimal,
  marketPremium: Decimal,
  companyPremium: Decimal = ZERO,
): Decimal {
  return riskFree.plus(beta.times(marketPremium)).plus(companyPremium);
}

/** Weighted average cost of capital; interest lowers tax. @throws AppError `validation` without any capital */
export function weightedCostOfCapital(
  equity: Decimal,
  debt: Decimal,
  equityCost: Decimal,
  debtCost: Decimal,
  taxRate: Decimal,
): Decimal {
  const capital = equity.plus(debt);
  if (!capital.gt(0n))
    throw new AppError('validation', 'Equity and debt must come to more than nothing.', { field: 'equity' });
  return equity
    .times(equityCost)
    .plus(debt.times(debtCost).times(ONE.minus(taxRate)))
    .div(capital);
}
