/** Queries and actions of the page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { NotUndone, offerUndo } from '../../../../web/shell/undo.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { counted } from '../../../../web/ui/format.ts';
import { type Expense, type ExpenseDecision, expenses, type ManyDone } from '../../contract/expenses.ts';
import { EXPENSES } from '../../paths.ts';
import { attempt } from '../accounts/run-action.ts';
import { type ExpensesSearch, parseExpensesSearch, writeExpensesSearch } from './search.ts';

export function useExpensesSearch(): [
  ExpensesSearch,
  (change: Partial<ExpensesSearch>, options?: { replace?: boolean }) => void,
] {
  const [search, setRaw] = usePageSearch(parseExpensesSearch);
  return [
    search,
    useCallback((change, options) => setRaw(writeExpensesSearch(change) as Partial<ExpensesSearch>, options), [setRaw]),
  ];
}

/** How the sheet reads an expense, and the list ahead of it. */
export const expenseRead = (id: string) => ({
  ...read(expenses.get, { params: { id } }),
  meta: { follows: [EXPENSES.list] },
});

export function useExpenseSetup() {
  return useQuery({
    ...read(expenses.setup),
    meta: { follows: [EXPENSES.list, EXPENSES.receipts, EXPENSES.reimbursements] },
  });
}

/** Makes everything about expenses be read again. */
export function useRefreshExpenses(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && Object.values(EXPENSES).some((one) => path.startsWith(one)),
      }),
    [client],
  );
}

/** Skipped items with reasons; undefined if there are none. */
function leftOut({ skipped }: ManyDone): string | undefined {
  if (skipped.length === 0) return undefined;
  return `${counted(skipped.length, 'expense')} skipped: ${[...new Set(skipped.map((one) => one.why))].slice(0, 3).join(' ')}`;
}

const DONE = { approve: 'approved', return: 'returned', reject: 'rejected' } as const;

/** All of it can be taken back. */
export function useExpenseActs() {
  const refresh = useRefreshExpenses();
  return useMemo(() => {
    const run = async (failure: string, work: () => Promise<ManyDone>): Promise<ManyDone | undefined> => {
      const answer = await attempt(failure, work);
      await refresh();
      return answer;
    };
    /** The way back is no act of its own: the next step back leads to what was done before. */
    const back = (failure: string, work: (ids: string[]) => Promise<ManyDone>, ids: readonly string[]) => async () => {
      const answer = await run(failure, () => work([...ids]));
      if (!answer) return false;
      const why = leftOut(answer);
      if (why && answer.done.length === 0) throw new NotUndone(why);
      return why;
    };
    /**
     * Does it, and offers the way back together with what was left out: of two messages only the last would be seen.
     */
    const act = async (
      failure: string,
      what: string,
      work: () => Promise<ManyDone>,
      undo: (ids: readonly string[]) => () => Promise<unknown>,
    ): Promise<boolean> => {
      const answer = await run(failure, work);
      if (!answer) return false;
      const why = leftOut(answer);
      if (answer.done.length > 0)
        offerUndo({
          title: `${counted(answer.done.length, 'expense')} ${what}`,
          ...(why && { description: why }),
          undo: undo(answer.done),
        });
      else if (why) toast({ type: 'error', title: `No expenses were ${what}`, description: why });
      return answer.done.length > 0;
    };
    const calls = {
      submit: (ids: string[]) => call(expenses.submit, { body: { ids } }),
      withdraw: (ids: string[]) => call(expenses.withdraw, { body: { ids } }),
      undo: (ids: string[]) => call(expenses.decide, { body: { act: 'undo', ids } }),
    };
    const withdraw = (ids: readonly string[]) =>
      act(
        'Couldn’t withdraw',
        'withdrawn',
        () => calls.withdraw([...ids]),
        (done) => back('Couldn’t submit', calls.submit, done),
      );
    const submit = (ids: readonly string[]) =>
      act(
        'Couldn’t submit',
        'submitted',
        () => calls.submit([...ids]),
        (done) => back('Couldn’t withdraw', calls.withdraw, done),
      );
    const decide = (decision: Exclude<ExpenseDecision, { act: 'undo' }>) =>
      act(
        'Couldn’t save the decision',
        DONE[decision.act],
        () => call(expenses.decide, { body: decision }),
        (done) => back('Couldn’t undo', calls.undo, done),
      );
    const remove = async (one: Expense): Promise<boolean> => {
      const done = await attempt('Couldn’t delete the expense', async () => {
        await call(expenses.remove, { params: { id: one.id } });
        return true;
      });
      if (!done) return false;
      await refresh();
      offerUndo({
        title: `${one.merchant} deleted`,
        undo: async () => {
          await call(expenses.restore, { params: { id: one.id } });
          await refresh();
        },
      });
      return true;
    };
    return { refresh, submit, withdraw, decide, remove };
  }, [refresh]);
}
