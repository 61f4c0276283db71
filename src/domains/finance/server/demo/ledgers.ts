/** The services by which the example's ledgers are made: the same that a person's calls go through. */
import { readReceipt } from '../../engine/expenses/receipt-text.ts';
import { createAccount } from '../accounts/accounts.ts';
import { booksDemo } from './books.ts';
import { submitExpenses } from '../expenses/decide.ts';
import { createReimbursement } from '../expenses/reimbursements.ts';
import { readPolicy } from '../expenses/policy.ts';
import { setPolicy } from '../expenses/set-policy.ts';
import { createExpense } from '../expenses/write.ts';
import { listCategories } from '../transactions/categories.ts';
import { createLedger } from '../ledgers/ledgers.ts';
import { setBudget } from '../plans/budgets.ts';
import { contribute, createGoal } from '../plans/goals.ts';
import { reconcile } from '../accounts/reconcile.ts';
import { createRecurring } from '../transactions/recurring.ts';
import { createRule } from '../transactions/rules.ts';

export const financeDemo = {
  ...booksDemo,
  createAccount,
  listCategories,
  createLedger,
  contribute,
  createGoal,
  createRecurring,
  createRule,
  createExpense,
  submitExpenses,
  readReceipt,
  createReimbursement,
  reconcile,
  /** Approved expenses are posted to this ledger. */
  postExpensesTo: async (ledgerId: string): Promise<void> => {
    const { version, categories, receiptOver, secondApproverOver, maxAgeDays, mileageRates } = await readPolicy();
    await setPolicy({ version, categories, receiptOver, secondApproverOver, maxAgeDays, mileageRates, ledgerId });
  },
  planBudget: (plan: { ledgerId: string; month: string; categoryId: string; amount: string }) =>
    setBudget({ ...plan, onlyThisMonth: false }),
};
