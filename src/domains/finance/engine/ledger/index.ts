/** Double entry: accounts, entries that balance, periods that close, statements as data. */
export { plannedBetween } from './budget.ts';
export {
  type AccountRole,
  type AccountType,
  type CashFlowSection,
  isDebitNormal,
  isNominal,
  type LedgerAccount,
  ROLES,
  typeOf,
} from './accounts.ts';
export { assertPostable, type Entry, type EntryLine, imbalance, type Ledger, reversal } from './entries.ts';
export { assertMovable, assertOpen, businessYear, closeThrough, type Periods, reopenAfter } from './periods.ts';
export { type Balances, balances, closingEntry, type DayRange, type TrialBalance, trialBalance } from './balances.ts';
export {
  balanceSheet,
  type FinancialStatement,
  profitAndLoss,
  type StatementLine,
  type StatementSection,
} from './statements.ts';
export { cashFlow } from './cash-flow.ts';
export { type Ageing, ageing, AGEING_LABELS, ageingBucket, daysSalesOutstanding, type OpenDocument } from './aging.ts';
