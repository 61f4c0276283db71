import { type BoundRoute, route } from '../../../server/http/route.ts';
import { sendDownload, sendFile } from '../../../server/http/download.ts';
import {
  accounts,
  bankImports,
  budgets,
  categories,
  financeReports,
  goals,
  ledgers,
  rates,
  reconciliations,
  recurring,
  rules,
  transactions,
  transfers,
} from '../contract.ts';
import { createAccount, getAccount, listAccounts, updateAccount } from './accounts/accounts.ts';
import { bankRoutes } from './bank/routes.ts';
import { bookRoutes } from './books/routes.ts';
import { createCategory, listCategories, removeCategory, renameCategory } from './transactions/categories.ts';
import { previewImport, revertImport, setImportOptions, startImport, uploadBankFile } from './imports/service.ts';
import { listImports, readImport, toImport } from './imports/store.ts';
import { expenseRoutes } from './expenses/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { investmentRoutes } from './investments/routes.ts';
import { liabilityRoutes } from './liabilities/routes.ts';
import { inOpenPeriod } from './ledgers/closed-periods.ts';
import { operationsRoutes } from './operations/routes.ts';
import { closeLedger, createLedger, listLedgers, listMembers, shareLedger, updateLedger } from './ledgers/ledgers.ts';
import { getBudget, setBudget, setBudgetKind, takeBudgetBack } from './plans/budgets.ts';
import {
  contribute,
  createGoal,
  listContributions,
  listGoals,
  removeContribution,
  removeGoal,
  restoreGoal,
  updateGoal,
} from './plans/goals.ts';
import { balanceAt, listReconciliations, reconcile, removeReconciliation } from './accounts/reconcile.ts';
import {
  createRecurring,
  dismissRecurring,
  listRecurring,
  removeRecurring,
  suggestRecurring,
  updateRecurring,
} from './transactions/recurring.ts';
import { cashFlow } from './reports/cash-flow.ts';
import { latestCheck, startCheck } from './reports/check.ts';
import './ledgers/orphaned-ledgers.ts';
import './reports/month-sums.ts';
import { forecast } from './reports/forecast.ts';
import { netWorth } from './reports/net-worth.ts';
import { cashFlowPdf, netWorthPdf } from './reports/pdf.ts';
import { importRates, listRateCurrencies, listRates, putRate, removeRate } from './rates/rates.ts';
import { applyRule, createRule, listRules, previewRule, removeRule, updateRule } from './transactions/rules.ts';
import { taxRoutes } from './tax/routes.ts';
import { valuationRoutes } from './valuation/routes.ts';
import { linkTransfer, refuseTransfer, removeTransfer, suggestTransfers } from './transactions/transfers.ts';
import { changeMany, undoMany } from './transactions/bulk.ts';
import { transactionHistory } from './transactions/history.ts';
import { exportTransactions, listTransactions } from './transactions/list.ts';
import { attachReceipt, listReceipts, removeReceipt, sendReceipt } from './transactions/receipts.ts';
import {
  createTransaction,
  getTransaction,
  removeTransaction,
  restoreTransaction,
  updateTransaction,
} from './transactions/service.ts';

export const financeRoutes: readonly BoundRoute[] = [
  ...bankRoutes,
  route(ledgers.list, () => listLedgers()),
  route(ledgers.create, ({ body }) => createLedger(body)),
  route(ledgers.update, ({ params, body }) => updateLedger(params.id, body)),
  route(ledgers.close, ({ params, body }) => closeLedger(params.id, body)),
  route(ledgers.members, ({ params }) => listMembers(params.id)),
  route(ledgers.share, ({ params, body }) => shareLedger(params.id, body)),
  route(accounts.list, ({ query }) => listAccounts(query.ledgerId)),
  route(accounts.create, ({ body }) => createAccount(body)),
  route(accounts.get, ({ params }) => getAccount(params.id)),
  route(
    accounts.update,
    inOpenPeriod(({ params, body }) => updateAccount(params.id, body)),
  ),
  route(categories.list, ({ query }) => listCategories(query.ledgerId)),
  route(categories.create, ({ body }) => createCategory(body)),
  route(categories.rename, ({ params, body }) => renameCategory(params.id, body)),
  route(
    categories.remove,
    inOpenPeriod(({ params }) => removeCategory(params.id)),
  ),
  route(transactions.list, ({ query }) => listTransactions(query)),
  route(
    transactions.create,
    inOpenPeriod(({ body }) => createTransaction(body)),
  ),
  route(transactions.exportFile, async ({ query, reply }) =>
    sendDownload(reply, await exportTransactions(query), 'text/csv; charset=utf-8', 'transactions.csv'),
  ),
  route(
    transactions.bulk,
    inOpenPeriod(({ body }) => changeMany(body)),
  ),
  route(
    transactions.undoBulk,
    inOpenPeriod(({ params }) => undoMany(params.id)),
  ),
  route(transactions.history, ({ params }) => transactionHistory(params.id)),
  route(transactions.receipts, ({ params }) => listReceipts(params.id)),
  route(transactions.attachReceipt, ({ params, request }) => attachReceipt(params.id, request)),
  route(transactions.downloadReceipt, ({ params, reply }) => sendReceipt(params.id, params.receiptId, reply)),
  route(transactions.removeReceipt, ({ params }) => removeReceipt(params.id, params.receiptId)),
  route(transactions.get, ({ params }) => getTransaction(params.id)),
  route(
    transactions.update,
    inOpenPeriod(({ params, body }) => updateTransaction(params.id, body)),
  ),
  route(
    transactions.remove,
    inOpenPeriod(({ params }) => removeTransaction(params.id)),
  ),
  route(
    transactions.restore,
    inOpenPeriod(({ params }) => restoreTransaction(params.id)),
  ),
  route(rules.list, ({ query }) => listRules(query.ledgerId)),
  route(rules.create, ({ body }) => createRule(body)),
  route(rules.update, ({ params, body }) => updateRule(params.id, body)),
  route(rules.remove, ({ params }) => removeRule(params.id)),
  route(rules.preview, ({ params }) => previewRule(params.id)),
  route(
    rules.apply,
    inOpenPeriod(({ params }) => applyRule(params.id)),
  ),
  route(bankImports.list, ({ query }) => listImports(query)),
  route(bankImports.upload, ({ params, request }) => uploadBankFile(params.id, request)),
  route(bankImports.get, async ({ params }) => toImport(await readImport(params.id))),
  route(bankImports.preview, ({ params }) => previewImport(params.id)),
  route(bankImports.setOptions, ({ params, body }) => setImportOptions(params.id, body)),
  route(bankImports.start, ({ params }) => startImport(params.id)),
  route(
    bankImports.revert,
    inOpenPeriod(({ params }) => revertImport(params.id)),
  ),
  route(rates.list, ({ query }) => listRates(query)),
  route(rates.currencies, () => listRateCurrencies()),
  route(rates.put, ({ body }) => putRate(body)),
  route(rates.importFile, ({ body }) => importRates(body)),
  route(rates.remove, ({ params }) => removeRate(params.id)),
  ...expenseRoutes,
  ...investmentRoutes,
  ...liabilityRoutes,
  ...operationsRoutes,
  ...bookRoutes,
  ...taxRoutes,
  ...documentRoutes,
  ...valuationRoutes,
  route(reconciliations.list, ({ params }) => listReconciliations(params.id)),
  route(reconciliations.balance, ({ params, query }) => balanceAt(params.id, query.day)),
  route(
    reconciliations.create,
    inOpenPeriod(({ params, body }) => reconcile(params.id, body)),
  ),
  route(
    reconciliations.remove,
    inOpenPeriod(({ params }) => removeReconciliation(params.id, params.reconciliationId)),
  ),
  route(transfers.suggestions, ({ query }) => suggestTransfers(query.ledgerId)),
  route(
    transfers.link,
    inOpenPeriod(({ body }) => linkTransfer(body)),
  ),
  route(transfers.refuse, ({ body }) => refuseTransfer(body)),
  route(
    transfers.remove,
    inOpenPeriod(({ params }) => removeTransfer(params.id)),
  ),
  route(recurring.list, ({ query }) => listRecurring(query.ledgerId)),
  route(recurring.suggestions, ({ query }) => suggestRecurring(query.ledgerId)),
  route(recurring.create, ({ body }) => createRecurring(body)),
  route(recurring.update, ({ params, body }) => updateRecurring(params.id, body)),
  route(recurring.remove, ({ params }) => removeRecurring(params.id)),
  route(recurring.dismiss, ({ body }) => dismissRecurring(body)),
  route(budgets.get, ({ query }) => getBudget(query)),
  route(budgets.set, ({ body }) => setBudget(body)),
  route(budgets.takeBack, ({ body }) => takeBudgetBack(body)),
  route(budgets.setKind, ({ body }) => setBudgetKind(body)),
  route(goals.list, ({ query }) => listGoals(query.ledgerId)),
  route(goals.create, ({ body }) => createGoal(body)),
  route(goals.update, ({ params, body }) => updateGoal(params.id, body)),
  route(goals.remove, ({ params }) => removeGoal(params.id)),
  route(goals.restore, ({ params }) => restoreGoal(params.id)),
  route(goals.contributions, ({ params }) => listContributions(params.id)),
  route(goals.contribute, ({ params, body }) => contribute(params.id, body)),
  route(goals.removeContribution, ({ params }) => removeContribution(params.id, params.contributionId)),
  route(financeReports.netWorth, ({ query }) => netWorth(query)),
  route(financeReports.cashFlow, ({ query }) => cashFlow(query)),
  route(financeReports.netWorthPdf, async ({ query, reply }) =>
    sendFile(reply, await netWorthPdf(query), 'application/pdf', `net-worth-${query.to}.pdf`),
  ),
  route(financeReports.cashFlowPdf, async ({ query, reply }) =>
    sendFile(reply, await cashFlowPdf(query), 'application/pdf', `cash-flow-${query.to}.pdf`),
  ),
  route(financeReports.forecast, ({ query }) => forecast(query)),
  route(financeReports.check, () => latestCheck()),
  route(financeReports.startCheck, () => startCheck()),
];
