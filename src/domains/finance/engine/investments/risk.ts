/**
 * Risk of a series of returns, in double precision: these are statistics. Conventions: sample deviation (n − 1), 252
 * periods a year for days, 52 for weeks, 12 for months; missing values (null) are dropped. Formulas as in Bacon,
 * “Practical Portfolio Performance Measurement and Attribution”, 2nd ed., and as empyrical computes them.
 */

export type Returns = readonly (number | null)[];

export interface RiskOptions {
  /** Periods in a year. */
  periods?: number;
  /** Risk-free return of a period. */
  riskFree?: number;
}

const DAYS = 252;

function known(returns: Returns): number[] {
  return returns.filter((one): one is number => one !== null && !Number.isNaN(one));
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Sample standard deviation; null for fewer than two values. */
export function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  return Math.sqrt(values.reduce((total, value) => total + (value - centre) ** 2, 0) / (values.length - 1));
}

/** Growth after each period, starting from `start`; a missing return leaves it as it was. */
export function cumulative(returns: Returns, start = 1): number[] {
  let value = start;
  return returns.map((one) => (value *= 1 + (one ?? 0)));
}

/**
 * Geometric mean return a year: (∏(1+r))^(P/n) − 1. Null where more than everything was lost: there is no such rate.
 */
export function annualReturn(returns: Returns, { periods = DAYS }: RiskOptions = {}): number | null {
  const values = known(returns);
  if (values.length === 0) return null;
  const growth = values.reduce((total, one) => total * (1 + one), 1);
  return growth < 0 ? null : growth ** (periods / values.length) - 1;
}

/** Standard deviation a year: σ·√P. */
export function volatility(returns: Returns, { periods = DAYS }: RiskOptions = {}): number | null {
  const sigma = deviation(known(returns));
  return sigma === null ? null : sigma * Math.sqrt(periods);
}

/** (mean excess return ÷ σ)·√P. Null without variation or for fewer than two returns. */
export function sharpe(returns: Returns, { periods = DAYS, riskFree = 0 }: RiskOptions = {}): number | null {
  const excess = known(returns).map((one) => one - riskFree);
  const sigma = deviation(excess);
  return sigma === null || sigma < Number.EPSILON * Math.max(1, Math.abs(mean(excess)))
    ? null
    : (mean(excess) / sigma) * Math.sqrt(periods);
}

/** Deviation below what is required: √mean(min(0, r − required)²)·√P. */
export function downsideRisk(returns: Returns, required = 0, { periods = DAYS }: RiskOptions = {}): number | null {
  const values = known(returns);
  if (values.length === 0) return null;
  return Math.sqrt(mean(values.map((one) => Math.min(0, one - required) ** 2))) * Math.sqrt(periods);
}

/** Mean excess return a year over downside risk; infinite where nothing fell short. */
export function sortino(returns: Returns, required = 0, { periods = DAYS }: RiskOptions = {}): number | null {
  const values = known(returns);
  const risk = downsideRisk(values, required, { periods });
  if (values.length < 2 || risk === null) return null;
  const excess = mean(values.map((one) => one - required)) * periods;
  return risk === 0 ? (excess === 0 ? null : Math.sign(excess) * Number.POSITIVE_INFINITY) : excess / risk;
}

export interface Drawdown {
  /** Deepest fall from a peak, as a fraction below zero; zero when there was none. */
  depth: number;
  /** Indexes into the returns: the peak (−1 before the first), the lowest point, the recovery. */
  peak: number;
  trough: number;
  recovered?: number;
}

/** The deepest fall from the highest value so far, the value before the first return included. */
export function maxDrawdown(returns: Returns): Drawdown {
  const values = cumulative(returns);
  let high = { value: 1, index: -1 };
  let worst: Drawdown = { depth: 0, peak: -1, trough: -1 };
  let level = 1;
  for (const [index, value] of values.entries()) {
    if (value > high.value) high = { value, index };
    const depth = value / high.value - 1;
    if (depth < worst.depth) {
      worst = { depth, peak: high.index, trough: index };
      level = high.value;
    } else if (worst.depth < 0 && worst.recovered === undefined && value >= level) worst.recovered = index;
  }
  return worst;
}

/** How far each value lies below the highest before it. */
export function drawdowns(returns: Returns): number[] {
  let high = 1;
  return cumulative(returns).map((value) => {
    high = Math.max(high, value);
    return value / high - 1;
  });
}

/** Annual return over the deepest drawdown; null without one. */
export function calmar(returns: Returns, options: RiskOptions = {}): number | null {
  const { depth } = maxDrawdown(returns);
  const growth = annualReturn(returns, options);
  return depth === 0 || growth === null ? null : growth / Math.abs(depth);
}

export interface MarketModel {
  /**
   * Slope and intercept of the least-squares line of excess returns on the benchmark's; alpha a year is intercept·P.
   */
  beta: number;
  alpha: number;
  /** Share of the variance that the benchmark explains. */
  rSquared: number;
  periods: number;
}

/**
 * Beta and alpha against a benchmark, paired by index; pairs with a missing side are dropped. Null for fewer than two,
 * or a benchmark that never moves.
 */
export function marketModel(
  returns: Returns,
  benchmark: Returns,
  { periods = DAYS, riskFree = 0 }: RiskOptions = {},
): MarketModel | null {
  const pairs = returns.flatMap((one, index) => {
    const other = benchmark[index];
    return one === null || other === null || other === undefined ? [] : [[one - riskFree, other - riskFree] as const];
  });
  if (pairs.length < 2) return null;
  const [own, market] = [mean(pairs.map(([a]) => a)), mean(pairs.map(([, b]) => b))];
  let covariance = 0;
  let variance = 0;
  let total = 0;
  for (const [a, b] of pairs) {
    covariance += (a - own) * (b - market);
    variance += (b - market) ** 2;
    total += (a - own) ** 2;
  }
  if (variance === 0) return null;
  const beta = covariance / variance;
  return {
    beta,
    alpha: (own - beta * market) * periods,
    rSquared: total === 0 ? 0 : covariance ** 2 / (variance * total),
    periods: pairs.length,
  };
}

/** Returns above the benchmark's, paired by index; pairs with a missing side are dropped. */
function activeReturns(returns: Returns, benchmark: Returns): number[] {
  return returns.flatMap((one, index) => {
    const other = benchmark[index];
    return one === null || other === null || other === undefined ? [] : [one - other];
  });
}

/** Mean of the returns above the benchmark's over their deviation, not made annual. */
export function informationRatio(returns: Returns, benchmark: Returns): number | null {
  const active = activeReturns(returns, benchmark);
  const sigma = deviation(active);
  return sigma === null || sigma === 0 ? null : mean(active) / sigma;
}

/** Deviation of the difference to the benchmark a year. */
export function trackingError(
  returns: Returns,
  benchmark: Returns,
  { periods = DAYS }: RiskOptions = {},
): number | null {
  const sigma = deviation(activeReturns(returns, benchmark));
  return sigma === null ? null : sigma * Math.sqrt(periods);
}

/**
 * The value below which the share `p` of the values lies, interpolated between neighbors (Hyndman–Fan type 7, as
 * spreadsheets do).
 */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * p;
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low);
}

/**
 * Historical value at risk: the loss of a period that is not exceeded with the given confidence, as a positive
 * fraction.
 */
export function valueAtRisk(returns: Returns, confidence = 0.95): number | null {
  const values = known(returns).sort((a, b) => a - b);
  return values.length === 0 ? null : Math.max(0, -quantile(values, 1 - confidence));
}

/** Expected shortfall: the mean loss of the periods beyond the value at risk. */
export function expectedShortfall(returns: Returns, confidence = 0.95): number | null {
  const values = known(returns).sort((a, b) => a - b);
  if (values.length === 0) return null;
  const limit = quantile(values, 1 - confidence);
  return Math.max(0, -mean(values.filter((one) => one <= limit)));
}

/** Value at risk of a normal distribution with the returns' mean and deviation. @param z quantile, 1.645 for 95 % */
export function parametricValueAtRisk(returns: Returns, z = 1.6448536269514722): number | null {
  const values = known(returns);
  const sigma = deviation(values);
  return sigma === null ? null : Math.max(0, z * sigma - mean(values));
}
