/** Reconciling an account with its statement. A difference is entered as a transaction that everybody sees, or refused. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { decimal } from '../../../kernel/money/index.ts';
import type { BodyOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Reconciliation, reconciliations } from '../contract.ts';
import { FINANCE } from '../paths.ts';
import { requireRecord } from './access.ts';
import { editableAccount, getAccount } from './accounts.ts';
import { balancesAt } from './reports/balances.ts';
import { createTransaction, removeTransaction } from './transactions/service.ts';

const SHOWN = 100;
const CHANGED = [FINANCE.accounts];
const SELECT = 'select id, account_id as "accountId", day, balance, adjustment, adjustment_id as "adjustmentId", created_at as "createdAt" from finance_reconciliations where workspace_id = $1 and account_id = $2';
const toReconciliation = (row: Reconciliation): Reconciliation => ({ ...row, balance: decimal(row.balance).toFixed(), adjustment: decimal(row.adjustment).toFixed() });

/** @throws AppError `not_found` */
export async function listReconciliations(accountId: string): Promise<{ items: Reconciliation[] }> {
  await getAccount(accountId);
  return { items: (await query<Reconciliation>(`${SELECT} order by day desc, id desc limit ${SHOWN}`, [currentWorkspaceId(), accountId])).map(toReconciliation) };
}

/** @throws AppError `not_found` */
export async function balanceAt(accountId: string, day: string, fresh = false): Promise<ResponseOf<typeof reconciliations.balance>> {
  const account = await getAccount(accountId);
  const balances = await balancesAt(account.ledgerId, [{ id: account.id, kind: account.kind, currency: account.currency, opening: decimal(account.openingBalance), openingDay: account.openingDay, archived: false }], [day], fresh);
  const [counted] = await query<{ since: number; pending: string }>(
    `select count(*) filter (where not pending and day > coalesce((select max(r.day) from finance_reconciliations r where r.workspace_id = $1 and r.account_id = $2 and r.day < $3::date), '-infinity'))::int as since,
       coalesce(sum(amount) filter (where pending), 0) as pending
     from finance_transactions where workspace_id = $1 and account_id = $2 and deleted_at is null and day <= $3::date
       and (pending or day > coalesce((select max(r.day) from finance_reconciliations r where r.workspace_id = $1 and r.account_id = $2 and r.day < $3::date), '-infinity'))`,
    [currentWorkspaceId(), accountId, day],
  );
  return { day, balance: balances.get(account.id)![0]!.toFixed(), pending: decimal(counted!.pending).toFixed(), since: counted!.since };
}

/** @throws AppError `validation`, `not_found`, `forbidden`; `conflict` with the difference, or in a closed period */
export function reconcile(accountId: string, { day, balance, adjust }: BodyOf<typeof reconciliations.create>): Promise<Reconciliation> {
  return transaction(async () => {
    const account = await editableAccount(accountId);
    // Two who reconcile at once would both enter the difference.
    await query('select 1 from finance_accounts where workspace_id = $1 and id = $2 for update', [currentWorkspaceId(), accountId]);
    const difference = decimal(balance).minus((await balanceAt(accountId, day, true)).balance);
    if (!difference.isZero() && !adjust) {
      throw new AppError('conflict', `The statement says ${decimal(balance).toFixed()}, and the transactions give ${decimal(balance).minus(difference).toFixed()}: ${difference.toFixed()} is missing.`, { field: 'balance', details: { difference: difference.toFixed() } });
    }
    const entered = difference.isZero() ? null : await createTransaction({ accountId, day, amount: difference.toFixed(), payee: 'Balance adjustment', notes: `Entered when the account was reconciled with its statement of ${day}` });
    const id = newId();
    await query(
      'insert into finance_reconciliations (id, workspace_id, ledger_id, account_id, day, balance, adjustment_id, adjustment, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [id, currentWorkspaceId(), account.ledger_id, accountId, day, balance, entered?.id ?? null, difference.toFixed(), currentUserId()],
    );
    await emit({ type: 'finance.account.reconciled', subject: { type: 'account', id: accountId }, data: { day, balance, adjustment: difference.toFixed() }, paths: CHANGED });
    const [row] = await query<Reconciliation>(`${SELECT} and id = $3`, [currentWorkspaceId(), accountId, id]);
    return toReconciliation(row!);
  });
}

/** @throws AppError `not_found`, `forbidden`, `conflict` in a closed period */
export function removeReconciliation(accountId: string, id: string): Promise<void> {
  return transaction(async () => {
    await requireRecord(await editableAccount(accountId), 'editor', 'The account');
    const [row] = await query<{ adjustment_id: string | null; alive: boolean }>(
      `delete from finance_reconciliations r where r.workspace_id = $1 and r.account_id = $2 and r.id = $3
       returning r.adjustment_id, exists (select 1 from finance_transactions t where t.workspace_id = r.workspace_id and t.id = r.adjustment_id and t.deleted_at is null) as alive`,
      [currentWorkspaceId(), accountId, id],
    );
    if (!row) throw notFound('The reconciliation');
    if (row.adjustment_id && row.alive) await removeTransaction(row.adjustment_id);
    await emit({ type: 'finance.account.reconciliation_removed', subject: { type: 'account', id: accountId }, paths: CHANGED });
  });
}
