import { sendDownload } from '../../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { expenseReceipts, expenses, reimbursements } from '../../contract.ts';
import { decideOnExpenses, submitExpenses, withdrawExpenses } from './decide.ts';
import { expenseSetup, exportExpenses, listExpenses } from './list.ts';
import { expenseMatches, matchExpense } from './matches.ts';
import { setPolicy } from './set-policy.ts';
import {
  cancelReading,
  getExpenseReceipt,
  keepReceipt,
  listExpenseReceipts,
  readReceiptAgain,
  removeExpenseReceipt,
  sendExpenseReceipt,
  uploadExpenseReceipt,
} from './receipts.ts';
import {
  createReimbursement,
  exportReimbursement,
  listReimbursements,
  matchReimbursement,
  owedToPeople,
  reimbursementMatches,
  undoReimbursement,
} from './reimbursements.ts';
import { createExpense, getExpense, removeExpense, restoreExpense, updateExpense } from './write.ts';

const CSV = 'text/csv; charset=utf-8';

export const expenseRoutes: readonly BoundRoute[] = [
  route(expenses.list, ({ query }) => listExpenses(query)),
  route(expenses.create, ({ body }) => createExpense(body)),
  route(expenses.setup, () => expenseSetup()),
  route(expenses.setPolicy, ({ body }) => setPolicy(body)),
  route(expenses.submit, ({ body }) => submitExpenses(body.ids)),
  route(expenses.withdraw, ({ body }) => withdrawExpenses(body.ids)),
  route(expenses.decide, ({ body }) => decideOnExpenses(body)),
  route(expenses.exportFile, async ({ query, reply }) =>
    sendDownload(reply, await exportExpenses(query), CSV, 'expenses.csv'),
  ),
  route(expenses.get, ({ params }) => getExpense(params.id)),
  route(expenses.update, ({ params, body }) => updateExpense(params.id, body)),
  route(expenses.remove, ({ params }) => removeExpense(params.id)),
  route(expenses.restore, ({ params }) => restoreExpense(params.id)),
  route(expenses.matches, ({ params }) => expenseMatches(params.id)),
  route(expenses.match, ({ params, body }) => matchExpense(params.id, body)),
  route(expenseReceipts.list, ({ query }) => listExpenseReceipts(query)),
  route(expenseReceipts.upload, ({ request }) => uploadExpenseReceipt(request)),
  route(expenseReceipts.get, ({ params }) => getExpenseReceipt(params.id)),
  route(expenseReceipts.file, ({ params, reply }) => sendExpenseReceipt(params.id, reply)),
  route(expenseReceipts.read, ({ params }) => readReceiptAgain(params.id)),
  route(expenseReceipts.keep, ({ params, body }) => keepReceipt(params.id, body)),
  route(expenseReceipts.cancel, ({ params }) => cancelReading(params.id)),
  route(expenseReceipts.remove, ({ params }) => removeExpenseReceipt(params.id)),
  route(reimbursements.list, ({ query }) => listReimbursements(query)),
  route(reimbursements.owed, () => owedToPeople()),
  route(reimbursements.create, ({ body }) => createReimbursement(body)),
  route(reimbursements.undo, ({ params }) => undoReimbursement(params.id)),
  route(reimbursements.matches, ({ params }) => reimbursementMatches(params.id)),
  route(reimbursements.match, ({ params, body }) => matchReimbursement(params.id, body)),
  route(reimbursements.exportFile, async ({ params, reply }) =>
    sendDownload(reply, await exportReimbursement(params.id), CSV, 'reimbursement.csv'),
  ),
];
