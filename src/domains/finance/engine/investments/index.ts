/** Investments: lots and gains, performance under its several names, risk, allocation, income. */
export { type Activity, compareActivities, inOrder, inPossibleOrder } from './activity.ts';
export { type HoldingProblem, isLongTerm, type Lot, LotBook, type LotMethod, type RealisedGain } from './lots.ts';
export { type CsvKind, type CsvRow, type InvestmentColumn, type InvestmentCsv, readInvestmentCsv } from './read-csv.ts';
export { distinctSplits, inNewUnits, type KnownSplits, PriceSeries, quantityNow, type UnitSplit } from './prices.ts';
export { type GainFigures, gainBetween, type HoldingPerformance, holdingPerformance } from './performance.ts';
export { type ToldActivity, toldAlready } from './duplicate-activities.ts';
export {
  type HeldUnits,
  holdingsOn,
  joinTimeline,
  portfolioTimeline,
  type Timeline,
  timelinePart,
  type TimelinePart,
} from './timeline.ts';
export {
  annualised,
  type Contribution,
  dailyTimeWeightedReturn,
  modifiedDietz,
  moneyWeightedReturn,
  simpleReturn,
  type SubPeriod,
  timeWeightedReturn,
  type ValuedDay,
} from './returns.ts';
export { type DatedFlow, type InternalRate, irr, mirr, npv, xirr, xnfv, xnpv } from './irr.ts';
export {
  type AllocatedHolding,
  allocation,
  type AllocationRow,
  concentration,
  rebalance,
  type RebalancingTrade,
} from './allocation.ts';
export { forwardIncome, incomeByMonth, type IncomeYield, trailingYield } from './income.ts';
export {
  annualReturn,
  calmar,
  cumulative,
  downsideRisk,
  drawdowns,
  expectedShortfall,
  informationRatio,
  marketModel,
  maxDrawdown,
  parametricValueAtRisk,
  quantile,
  sharpe,
  sortino,
  trackingError,
  valueAtRisk,
  volatility,
} from './risk.ts';
