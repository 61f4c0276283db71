/** Logic of transactions: rules, splits, transfers, recurring payments, budgets, forecasts, and imports. */
export type { Transaction } from './transaction.ts';
export { addMonths, daysBetween, fallsOn, nextAfter, occurrences, type Recurrence } from './recurrence.ts';
export { merchantKey } from './merchant.ts';
export { compilePattern, type Condition, meets } from './conditions.ts';
export {
  type Action,
  applyRules,
  type CategorySuggestion,
  type Rule,
  ruleApplies,
  type RuleOutcome,
  type SplitPart,
  suggestCategories,
} from './rules.ts';
export { split, type SplitResult, type SplitShare } from './splits.ts';
export { matchTransfers, type TransferPair } from './transfers.ts';
export {
  type ImportPlanOptions,
  type IncomingLine,
  planImport,
  type PlannedAction,
  type StoredLine,
} from './import-plan.ts';
export { findRecurring, settledDays, type RecurringFrequency, type RecurringStream } from './recurring.ts';
export {
  type Forecast,
  forecastBalance,
  type ForecastDay,
  type ForecastInput,
  type KnownFlow,
  type ScheduledFlow,
} from './forecast.ts';
export { type BudgetedCategory, type BudgetKind, type BudgetMonth, budgetMonth } from './budget.ts';
