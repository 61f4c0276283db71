/** Changing transactions on screen: at once, put right by the server's answer, and with a way back. */
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../../../../../web/api/request.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { counted } from '../../../../../web/ui/format.ts';
import {
  type BulkTransactions,
  type Transaction,
  type TransactionUpdate,
  transactions,
} from '../../../contract/transactions.ts';
import { FINANCE } from '../../../paths.ts';
import { attempt } from '../../accounts/run-action.ts';

type Pages = InfiniteData<{ items: Transaction[] }>;

/** Responses that depend on transactions. */
const RESTS = [
  FINANCE.transactions,
  FINANCE.accounts,
  FINANCE.reports,
  FINANCE.budgets,
  FINANCE.goals,
  FINANCE.recurring,
  FINANCE.transfers,
];

export function useTransactionActs() {
  const client = useQueryClient();
  const refresh = useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && RESTS.some((one) => path === one || path.startsWith(`${one}/`)),
      }),
    [client],
  );
  const show = useCallback(
    (changed: Transaction) => {
      client.setQueriesData<Pages>({ queryKey: [FINANCE.transactions] }, (data) =>
        data && 'pages' in data
          ? {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                items: page.items.map((one) => (one.id === changed.id ? changed : one)),
              })),
            }
          : data,
      );
      client.setQueryData([`${FINANCE.transactions}/${changed.id}`], changed);
    },
    [client],
  );

  return useMemo(() => {
    const update = async (
      one: Transaction,
      change: Omit<TransactionUpdate, 'version'>,
    ): Promise<Transaction | undefined> => {
      const { splits: _, ...plain } = change;
      show({ ...one, ...plain });
      const answer = await attempt('Couldn’t update the transaction', () =>
        call(transactions.update, { params: { id: one.id }, body: { version: one.version, ...change } }),
      );
      if (answer) show(answer);
      void refresh();
      return answer;
    };
    /** With a way back to what it was, by the keyboard. */
    const setCategory = async (one: Transaction, categoryId: string | null): Promise<Transaction | undefined> => {
      const answer = await update(one, { categoryId });
      if (answer)
        offerUndo({
          quiet: true,
          title: 'Category set',
          undo: async () => (await update(answer, { categoryId: one.categoryId })) !== undefined,
        });
      return answer;
    };
    const remove = async (one: Transaction): Promise<boolean> => {
      const done = await attempt('Couldn’t delete the transaction', async () => {
        await call(transactions.remove, { params: { id: one.id } });
        return true;
      });
      if (!done) return false;
      offerUndo({
        title: `${one.payee || 'Transaction'} deleted`,
        undo: async () => {
          await call(transactions.restore, { params: { id: one.id } });
          await refresh();
        },
      });
      void refresh();
      return true;
    };
    const restore = async (one: Transaction): Promise<void> => {
      await attempt('Couldn’t restore the transaction', () => call(transactions.restore, { params: { id: one.id } }));
      void refresh();
    };
    const changeMany = async (body: BulkTransactions, what: string): Promise<boolean> => {
      const answer = await attempt('No changes were saved', () => call(transactions.bulk, { body }));
      if (!answer) return false;
      offerUndo({
        title: `${counted(answer.changed, 'transaction')} ${what}`,
        undo: async () => {
          await call(transactions.undoBulk, { params: { id: answer.id } });
          await refresh();
        },
      });
      void refresh();
      return true;
    };
    return { refresh, update, setCategory, remove, restore, changeMany };
  }, [show, refresh]);
}
