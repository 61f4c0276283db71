import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseDecimal } from '../../../../kernel/money/index.ts';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { plainDecimal } from '../../../../web/form/typed-decimal.ts';
import { useDiscard } from '../../../../web/form/unsaved.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { type Account, type Reconciliation, reconciliations } from '../../contract/accounts.ts';
import { FINANCE } from '../../paths.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';

/** A stated balance on a day, the balance from transactions, and earlier statements. */
export function useStatedBalance(account: Account) {
  const { today } = useFinance();
  const client = useQueryClient();
  const [day, setDay] = useState(today);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const mayClose = useDiscard(typed, busy);
  const params = { id: account.id };
  const { data: known, isPlaceholderData: ofAnotherDay } = useQuery({
    ...read(reconciliations.balance, { params, query: { day } }),
    enabled: day !== '',
    meta: { follows: [FINANCE.transactions] },
    placeholderData: (previous) => previous,
  });
  const { data: past } = useQuery(read(reconciliations.list, { params }));
  const plain = plainDecimal(typed).trim();
  const stated = parseDecimal(plain);
  const refresh = () =>
    Promise.all(
      [FINANCE.accounts, FINANCE.transactions, FINANCE.reports].map((path) =>
        client.invalidateQueries({
          predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith(path),
        }),
      ),
    );
  const remove = async (reconciliationId: string) => {
    await call(reconciliations.remove, { params: { ...params, reconciliationId } });
    await refresh();
  };
  /** @param said what the person is told, with the way back; @returns whether it was saved */
  const save = async (
    adjust: boolean,
    said: (made: Reconciliation) => { title: string; description?: string | undefined },
  ): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const made = await call(reconciliations.create, { params, body: { day, balance: plain, adjust } });
      await refresh();
      offerUndo({ ...said(made), undo: () => remove(made.id) });
      return true;
    } catch (error) {
      setProblem(messageFor(error, 'It could not be saved. Try again.'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    today,
    day,
    setDay,
    typed,
    setTyped,
    problem,
    busy,
    mayClose,
    save,
    known,
    past: past?.items ?? [],
    /** The input is not an amount. */
    wrong: plain !== '' && !stated ? 'Enter an amount, such as 1250.50.' : undefined,
    // A difference from the balance of another day would be saved as what it is not.
    difference: stated && known && !ofAnotherDay ? stated.minus(known.balance) : undefined,
    takeBack: (id: string) => void attempt('Couldn’t undo', () => remove(id)),
  };
}
