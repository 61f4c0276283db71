/** Debts that connected banks tell of and that have no terms in the ledger yet: suggested, never entered by themselves. */
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { liabilities } from '../../contract.ts';
import { termsTold } from '../../engine/loans/index.ts';
import { bankAccounts, bankLiabilities } from '../bank/reads.ts';

/** @throws AppError `not_found` */
export async function toldLiabilities(ledgerId: string): Promise<ResponseOf<typeof liabilities.told>> {
  const { items } = await bankLiabilities(ledgerId);
  if (items.length === 0) return { items: [] };
  const entered = await query<{ account_id: string }>('select account_id from finance_liabilities where workspace_id = $1 and ledger_id = $2 and deleted_at is null', [currentWorkspaceId(), ledgerId]);
  const own = await query<{ id: string; kind: string }>('select id, kind from finance_accounts where workspace_id = $1 and id = any($2) and archived_at is null', [currentWorkspaceId(), items.map((one) => one.accountId)]);
  const accounts = new Map((await bankAccounts(ledgerId)).items.map((account) => [account.id, account]));
  const taken = new Set(entered.map((row) => row.account_id));
  return {
    items: items.flatMap((told) => {
      const terms = termsTold(told, accounts.get(told.accountId)?.limit ?? null);
      // The account's kind decides which terms it can have.
      const fits = own.some(({ id, kind }) => id === told.accountId && kind === (terms.kind === 'card' ? 'card' : 'loan'));
      const { accountId, name, currency, owed, nextPayment, nextDueDay } = told;
      return fits && !taken.has(accountId) ? [{ accountId, name, currency, owed, nextPayment, nextDueDay, lender: accounts.get(accountId)?.institutionName ?? '', isReal: accounts.get(accountId)?.isReal ?? true, ...terms }] : [];
    }),
  };
}
