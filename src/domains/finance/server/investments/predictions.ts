/** Where a portfolio may stand in years to come, under assumptions that are told with the answer. */
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { decimal, estimated, roundMoney } from '../../../../kernel/money/index.ts';
import type { portfolio, Prediction } from '../../contract.ts';
import { volatility } from '../../engine/investments/index.ts';
import { BANDS } from '../../engine/simulation/index.ts';
import { runSimulation } from '../simulation/run.ts';
import { valuedPortfolio } from './holdings.ts';
import { historyOf } from './performance.ts';
import { dailyReturns, LEAST_RETURNS } from './risk.ts';
import { type PortfolioScope, portfolioScope } from './scope.ts';

/**
 * Where neither a person nor the portfolio says anything: starting points to be changed, in percent a year. A past
 * return is no forecast, so it is never taken for one.
 */
const ASSUMED = { expectedReturn: 5, volatility: 15 };

/** @param signal given up by the caller. @throws AppError `not_found`, `unavailable` */
export async function predictions(
  question: QueryOf<typeof portfolio.predictions>,
  signal: AbortSignal,
): Promise<Prediction> {
  const scope = await portfolioScope(question);
  const nothing = (reason: string): Prediction => ({
    ledgerId: scope?.ledgerId ?? null,
    currency: scope?.currency ?? 'USD',
    reason,
    startValue: '0',
    assumptions: null,
    bands: [...BANDS],
    years: [],
    goal: null,
    lasting: null,
  });
  if (!scope) return nothing('There is no ledger yet.');
  const { value } = await valuedPortfolio(scope);
  const monthly = decimal(question.monthly ?? '0');
  if (!value.gt(0n) && !monthly.gt(0n))
    return nothing('There is nothing invested that could grow. Enter what you hold, or a monthly amount.');
  const measured = question.volatility === undefined ? await measuredVolatility(scope) : undefined;
  const [expectedReturn, deviation] = [
    question.expectedReturn ?? ASSUMED.expectedReturn,
    question.volatility ?? measured ?? ASSUMED.volatility,
  ];
  const result = await runSimulation(
    {
      startValue: value.toNumber(),
      years: question.years,
      expectedReturn: expectedReturn / 100,
      volatility: deviation / 100,
      inflation: question.inflation / 100,
      fees: question.fees / 100,
      seed: question.seed,
      flows: monthly.isZero()
        ? []
        : [{ fromMonth: 1, toMonth: question.years * 12, amount: monthly.toNumber(), growsWithInflation: true }],
      ...(question.goal ? { goal: decimal(question.goal).toNumber() } : {}),
    },
    signal,
  );
  const money = (amount: number): string => roundMoney(estimated(amount), scope.currency).toFixed();
  return {
    ledgerId: scope.ledgerId,
    currency: scope.currency,
    reason: null,
    startValue: roundMoney(value, scope.currency).toFixed(),
    bands: [...BANDS],
    assumptions: {
      expectedReturn,
      volatility: deviation,
      inflation: question.inflation,
      fees: question.fees,
      paths: result.assumptions.paths,
      seed: result.assumptions.seed,
      freedom: result.assumptions.freedom,
      origin: {
        expectedReturn: question.expectedReturn === undefined ? 'assumed' : 'given',
        volatility: question.volatility !== undefined ? 'given' : measured === undefined ? 'assumed' : 'measured',
      },
    },
    years: result.years.map((year) => ({ year: year.year, values: year.bands.map(money), ruined: year.ruined })),
    goal: result.goal ?? null,
    lasting: monthly.lt(0n) ? result.lasting : null,
  };
}

/** In percent, to one place; undefined where the portfolio is too young to tell. */
async function measuredVolatility(scope: PortfolioScope): Promise<number | undefined> {
  const history = await historyOf(scope, {});
  const returns = history ? dailyReturns(history).map((one) => one.value) : [];
  const sigma = returns.length < LEAST_RETURNS ? null : volatility(returns);
  return sigma === null ? undefined : Math.round(sigma * 1000) / 10;
}
