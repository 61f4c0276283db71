/** What the parts of the page ask for, and what can be done with expenses. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { counted } from '../../../../web/ui/format.ts';
import { type Expense, type ExpenseDecision, expenses, type ManyDone } from '../../contract/expenses.ts';
import { EXPENSES } from '../../paths.ts';
import { attempt } from '../accounts/act.ts';
import { type ExpensesSearch, parseExpensesSearch, writeExpensesSearch } from './search.ts';

export function useExpensesSearch(): [ExpensesSearch, (change: Partial<ExpensesSearch>, options?: { replace?: boolean }) => void] {
  const [search, setRaw] = usePageSearch(parseExpensesSearch);
  return [search, useCallback((change, options) => setRaw(writeExpensesSearch(change) as Partial<ExpensesSearch>, options), [setRaw])];
}

/** How the sheet reads an expense, and the list ahead of it. */
export const expenseRead = (id: string) => ({ ...read(expenses.get, { params: { id } }), meta: { follows: [EXPENSES.list] } });

export function useExpenseSetup() {
  return useQuery({ ...read(expenses.setup), meta: { follows: [EXPENSES.list, EXPENSES.receipts, EXPENSES.reimbursements] } });
}

/** Makes everything about expenses be read again. */
export function useRefreshExpenses(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => typeof path === 'string' && Object.values(EXPENSES).some((one) => path.startsWith(one)) }), [client]);
}

/** Says what became of many: how many were done, and of the others why not. */
function tell({ done, skipped }: ManyDone, what: string): void {
  if (skipped.length === 0) return;
  const whys = [...new Set(skipped.map((one) => one.why))].slice(0, 3).join(' ');
  toast({ type: 'error', title: done.length === 0 ? `Nothing was ${what}` : `${counted(skipped.length, 'expense')} left out`, description: whys });
}

const DONE = { approve: 'approved', return: 'returned', reject: 'rejected', undo: 'put back' } as const;

/** All of it can be taken back. */
export function useExpenseActs() {
  const refresh = useRefreshExpenses();
  return useMemo(() => {
    const run = async (failure: string, work: () => Promise<ManyDone>): Promise<ManyDone | undefined> => {
      const answer = await attempt(failure, work);
      await refresh();
      return answer;
    };
    const withdraw = async (ids: readonly string[]): Promise<boolean> => {
      const answer = await run('Nothing was taken back', () => call(expenses.withdraw, { body: { ids: [...ids] } }));
      if (!answer) return false;
      tell(answer, 'taken back');
      if (answer.done.length > 0) offerUndo({ title: `${counted(answer.done.length, 'expense')} taken back`, undo: () => submit(answer.done) });
      return true;
    };
    const submit = async (ids: readonly string[]): Promise<boolean> => {
      const answer = await run('Nothing was handed in', () => call(expenses.submit, { body: { ids: [...ids] } }));
      if (!answer) return false;
      tell(answer, 'handed in');
      if (answer.done.length > 0) offerUndo({ title: `${counted(answer.done.length, 'expense')} handed in`, undo: () => withdraw(answer.done) });
      return answer.done.length > 0;
    };
    const decide = async (decision: ExpenseDecision): Promise<boolean> => {
      const answer = await run('Nothing was decided', () => call(expenses.decide, { body: decision }));
      if (!answer) return false;
      tell(answer, DONE[decision.act]);
      if (answer.done.length > 0 && decision.act !== 'undo') offerUndo({ title: `${counted(answer.done.length, 'expense')} ${DONE[decision.act]}`, undo: () => decide({ act: 'undo', ids: answer.done }) });
      return true;
    };
    const remove = async (one: Expense): Promise<boolean> => {
      const done = await attempt('The expense was not deleted', async () => { await call(expenses.remove, { params: { id: one.id } }); return true; });
      if (!done) return false;
      await refresh();
      offerUndo({ title: `${one.merchant} deleted`, undo: async () => { await call(expenses.restore, { params: { id: one.id } }); await refresh(); } });
      return true;
    };
    return { refresh, submit, withdraw, decide, remove };
  }, [refresh]);
}
