/** How much a portfolio moves: statistics of its daily time-weighted returns. */
import { type Decimal, decimal, estimated, ONE, roundMoney } from '../../../../kernel/money/index.ts';
import type { Analytics, InvestmentSettings } from '../../contract.ts';
import {
  annualReturn,
  expectedShortfall,
  marketModel,
  maxDrawdown,
  sharpe,
  sortino,
  trackingError,
  valueAtRisk,
  volatility,
} from '../../engine/investments/index.ts';
import { type Benchmark, benchmarkOf, type History, historyOf } from './performance.ts';
import type { PortfolioScope } from './scope.ts';

/** Fewer daily returns than this say more about chance than about the portfolio. */
export const LEAST_RETURNS = 60;
const PER_YEAR = 252;

export interface DailyReturn {
  day: string;
  value: number;
}

/**
 * Returns of working days; what happens on a weekend counts with the Monday after, or for itself where the series ends
 * with it.
 */
export function dailyReturns({ growth }: Pick<History, 'growth'>): DailyReturn[] {
  let before = ONE;
  return growth.flatMap(({ day, growth: since }, index) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const level = since.plus(ONE);
    if ((weekday === 0 || weekday === 6) && (index < growth.length - 1 || level.eq(before))) return [];
    const value = before.gt(0n) ? level.div(before).minus(ONE).toNumber() : 0;
    before = level;
    return [{ day, value }];
  });
}

/** The benchmark's returns on the same days; null where it has no price. */
function benchmarkReturns(benchmark: Benchmark, days: readonly DailyReturn[], start: string): (number | null)[] {
  let before: Decimal | undefined = benchmark.valueOn(start);
  return days.map(({ day }) => {
    const value = benchmark.valueOn(day);
    const result = value && before?.gt(0n) ? value.div(before).minus(ONE).toNumber() : null;
    before = value;
    return result;
  });
}

/** Infinite where nothing ever fell short: that is no figure. */
const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

export async function riskOf(
  scope: PortfolioScope,
  span: { from?: string | undefined; to?: string | undefined },
  settings: InvestmentSettings,
  value: Decimal,
): Promise<Analytics['risk']> {
  const history = await historyOf(scope, span);
  const returns = history ? dailyReturns(history) : [];
  const known = returns.map((one) => one.value);
  const base: Analytics['risk'] = {
    reason: null,
    days: returns.length,
    from: history?.from ?? null,
    to: history?.to ?? null,
    riskFreePercent: settings.riskFreePercent,
    annualReturn: null,
    volatility: null,
    sharpe: null,
    sortino: null,
    maxDrawdown: null,
    valueAtRisk: null,
    valueAtRiskAmount: null,
    expectedShortfall: null,
    benchmark: null,
  };
  if (!history || returns.length < LEAST_RETURNS)
    return {
      ...base,
      reason: `Risk is told from ${LEAST_RETURNS} working days on; so far there are ${returns.length}.`,
    };
  const riskFree = decimal(settings.riskFreePercent).toNumber() / 100 / PER_YEAR;
  const fall = maxDrawdown(known);
  const loss = valueAtRisk(known);
  const benchmark = await benchmarkOf(scope, settings.benchmarkId, history.timeline.values[0]!.day, history.to);
  const dayAt = (index: number): string | null =>
    index < 0 ? history.timeline.values[0]!.day : (returns[index]?.day ?? null);
  return {
    ...base,
    annualReturn: annualReturn(known),
    volatility: volatility(known),
    sharpe: finite(sharpe(known, { riskFree })),
    sortino: finite(sortino(known, riskFree)),
    maxDrawdown: {
      depth: fall.depth,
      peak: fall.depth === 0 ? null : dayAt(fall.peak),
      trough: fall.depth === 0 ? null : dayAt(fall.trough),
      recovered: fall.recovered === undefined ? null : dayAt(fall.recovered),
    },
    valueAtRisk: loss,
    valueAtRiskAmount: loss === null ? null : roundMoney(value.times(estimated(loss)), scope.currency).toFixed(),
    expectedShortfall: expectedShortfall(known),
    benchmark: benchmark && againstBenchmark(benchmark, returns, history, riskFree),
  };
}

function againstBenchmark(
  benchmark: Benchmark,
  returns: readonly DailyReturn[],
  history: History,
  riskFree: number,
): NonNullable<Analytics['risk']['benchmark']> {
  const other = benchmarkReturns(benchmark, returns, history.timeline.values[0]!.day);
  const pairs = returns.flatMap((one, index) => (other[index] === null ? [] : [[one.value, other[index]!] as const]));
  const enough = pairs.length >= LEAST_RETURNS;
  const model = enough
    ? marketModel(
        pairs.map(([own]) => own),
        pairs.map(([, market]) => market),
        { riskFree },
      )
    : null;
  return {
    name: benchmark.name,
    beta: model?.beta ?? null,
    alpha: model?.alpha ?? null,
    rSquared: model?.rSquared ?? null,
    trackingError: enough
      ? trackingError(
          pairs.map(([own]) => own),
          pairs.map(([, market]) => market),
        )
      : null,
  };
}
