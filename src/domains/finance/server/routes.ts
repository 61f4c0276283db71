import { type BoundRoute, route } from '../../../server/http/route.ts';
import { accounts, bankImports, categories, ledgers, rates, rules, transactions } from '../contract.ts';
import { createAccount, getAccount, listAccounts, updateAccount } from './accounts.ts';
import { bankRoutes } from './bank/routes.ts';
import { createCategory, listCategories, removeCategory, renameCategory } from './categories.ts';
import { previewImport, revertImport, setImportOptions, startImport, uploadBankFile } from './imports/service.ts';
import { listImports, readImport, toImport } from './imports/store.ts';
import { investmentRoutes } from './investments/routes.ts';
import { liabilityRoutes } from './liabilities/routes.ts';
import { createLedger, listLedgers, listMembers, shareLedger, updateLedger } from './ledgers.ts';
import { importRates, listRateCurrencies, listRates, putRate, removeRate } from './rates.ts';
import { applyRule, createRule, listRules, previewRule, removeRule, updateRule } from './rules.ts';
import { listTransactions } from './transactions/list.ts';
import { createTransaction, getTransaction, removeTransaction, restoreTransaction, updateTransaction } from './transactions/service.ts';

export const financeRoutes: readonly BoundRoute[] = [
  ...bankRoutes,
  route(ledgers.list, () => listLedgers()),
  route(ledgers.create, ({ body }) => createLedger(body)),
  route(ledgers.update, ({ params, body }) => updateLedger(params.id, body)),
  route(ledgers.members, ({ params }) => listMembers(params.id)),
  route(ledgers.share, ({ params, body }) => shareLedger(params.id, body)),
  route(accounts.list, ({ query }) => listAccounts(query.ledgerId)),
  route(accounts.create, ({ body }) => createAccount(body)),
  route(accounts.get, ({ params }) => getAccount(params.id)),
  route(accounts.update, ({ params, body }) => updateAccount(params.id, body)),
  route(categories.list, ({ query }) => listCategories(query.ledgerId)),
  route(categories.create, ({ body }) => createCategory(body)),
  route(categories.rename, ({ params, body }) => renameCategory(params.id, body)),
  route(categories.remove, ({ params }) => removeCategory(params.id)),
  route(transactions.list, ({ query }) => listTransactions(query)),
  route(transactions.create, ({ body }) => createTransaction(body)),
  route(transactions.get, ({ params }) => getTransaction(params.id)),
  route(transactions.update, ({ params, body }) => updateTransaction(params.id, body)),
  route(transactions.remove, ({ params }) => removeTransaction(params.id)),
  route(transactions.restore, ({ params }) => restoreTransaction(params.id)),
  route(rules.list, ({ query }) => listRules(query.ledgerId)),
  route(rules.create, ({ body }) => createRule(body)),
  route(rules.update, ({ params, body }) => updateRule(params.id, body)),
  route(rules.remove, ({ params }) => removeRule(params.id)),
  route(rules.preview, ({ params }) => previewRule(params.id)),
  route(rules.apply, ({ params }) => applyRule(params.id)),
  route(bankImports.list, ({ query }) => listImports(query)),
  route(bankImports.upload, ({ params, request }) => uploadBankFile(params.id, request)),
  route(bankImports.get, async ({ params }) => toImport(await readImport(params.id))),
  route(bankImports.preview, ({ params }) => previewImport(params.id)),
  route(bankImports.setOptions, ({ params, body }) => setImportOptions(params.id, body)),
  route(bankImports.start, ({ params }) => startImport(params.id)),
  route(bankImports.revert, ({ params }) => revertImport(params.id)),
  route(rates.list, ({ query }) => listRates(query)),
  route(rates.currencies, () => listRateCurrencies()),
  route(rates.put, ({ body }) => putRate(body)),
  route(rates.importFile, ({ body }) => importRates(body)),
  route(rates.remove, ({ params }) => removeRate(params.id)),
  ...investmentRoutes,
  ...liabilityRoutes,
];
