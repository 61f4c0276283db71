/**
 * Reconciling an account with its statement: a difference is entered as a transaction that everyone sees, or refused.
 * Of a thing of value the same says what it is worth on a day; what it was said to be worth on later days stays.
 */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, ZERO } from '../../../../kernel/money/index.ts';
import type { BodyOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { isValued, type Reconciliation, type reconciliations } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireRecord } from '../ledgers/access.ts';
import { editableAccount, getAccount } from './accounts.ts';
import { balancesAt } from '../reports/balances.ts';
import { createTransaction, getTransaction, removeTransaction, updateTransaction } from '../transactions/service.ts';

const SHOWN = 100;
const CHANGED = [FINANCE.accounts];
const SELECT =
  'select id, account_id as "accountId", day, balance, adjustment, adjustment_id as "adjustmentId", created_at as "createdAt" from finance_reconciliations where workspace_id = $1 and account_id = $2';
const toReconciliation = (row: Reconciliation): Reconciliation => ({
  ...row,
  balance: decimal(row.balance).toFixed(),
  adjustment: decimal(row.adjustment).toFixed(),
});

/** @throws AppError `not_found` */
export async function listReconciliations(accountId: string): Promise<{ items: Reconciliation[] }> {
  await getAccount(accountId);
  return {
    items: (
      await query<Reconciliation>(`${SELECT} order by day desc, id desc limit ${SHOWN}`, [
        currentWorkspaceId(),
        accountId,
      ])
    ).map(toReconciliation),
  };
}

/** @throws AppError `not_found` */
export async function balanceAt(
  accountId: string,
  day: string,
  fresh = false,
): Promise<ResponseOf<typeof reconciliations.balance>> {
  const account = await getAccount(accountId);
  const balances = await balancesAt(
    account.ledgerId,
    [
      {
        id: account.id,
        kind: account.kind,
        currency: account.currency,
        opening: decimal(account.openingBalance),
        openingDay: account.openingDay,
        archived: false,
      },
    ],
    [day],
    fresh,
  );
  const [counted] = await query<{ since: number; pending: string }>(
    `select count(*) filter (where not pending
      and day > coalesce((select max(r.day) from finance_reconciliations r where r.workspace_id = $1
      and r.account_id = $2 and r.day < $3::date), '-infinity'))::int as since,
       coalesce(sum(amount) filter (where pending), 0) as pending
     from finance_transactions where workspace_id = $1 and account_id = $2 and deleted_at is null and day <= $3::date
       and (pending or day > coalesce((select max(r.day) from finance_reconciliations r where r.workspace_id = $1
          and r.account_id = $2 and r.day < $3::date), '-infinity'))`,
    [currentWorkspaceId(), accountId, day],
  );
  return {
    day,
    balance: balances.get(account.id)![0]!.toFixed(),
    pending: decimal(counted!.pending).toFixed(),
    since: counted!.since,
  };
}

/** @throws AppError `validation`, `not_found`, `forbidden`; `conflict` with the difference, or in a closed period */
export function reconcile(
  accountId: string,
  { day, balance, adjust }: BodyOf<typeof reconciliations.create>,
): Promise<Reconciliation> {
  return transaction(async () => {
    const account = await editableAccount(accountId);
    // Two who reconcile at once would both enter the difference.
    await query('select 1 from finance_accounts where workspace_id = $1 and id = $2 for update', [
      currentWorkspaceId(),
      accountId,
    ]);
    const isThing = isValued(account.kind);
    if (isThing) await requireSinceOpening(accountId, day);
    const difference = decimal(balance).minus((await balanceAt(accountId, day, true)).balance);
    if (!difference.isZero() && !adjust && !isThing) {
      throw new AppError(
        'conflict',
        `The statement says ${decimal(balance).toFixed()}, and the transactions give ${decimal(balance).minus(difference).toFixed()}: ${difference.toFixed()} is missing.`,
        { field: 'balance', details: { difference: difference.toFixed() } },
      );
    }
    const entered = difference.isZero()
      ? null
      : await createTransaction({
          accountId,
          day,
          amount: difference.toFixed(),
          ...(isThing
            ? CHANGE_IN_VALUE
            : {
                payee: 'Balance adjustment',
                notes: `Entered when the account was reconciled with its statement of ${day}`,
              }),
        });
    const id = newId();
    await query(
      'insert into finance_reconciliations (id, workspace_id, ledger_id, account_id, day, balance, adjustment_id, adjustment, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        id,
        currentWorkspaceId(),
        account.ledger_id,
        accountId,
        day,
        balance,
        entered?.id ?? null,
        difference.toFixed(),
        currentUserId(),
      ],
    );
    if (isThing) await keepNextValue(accountId, { day, id }, difference);
    await emit({
      type: 'finance.account.reconciled',
      subject: { type: 'account', id: accountId },
      data: { day, balance, adjustment: difference.toFixed() },
      paths: CHANGED,
    });
    const [row] = await query<Reconciliation>(`${SELECT} and id = $3`, [currentWorkspaceId(), accountId, id]);
    return toReconciliation(row!);
  });
}

/** @throws AppError `validation` */
async function requireSinceOpening(accountId: string, day: string): Promise<void> {
  const { openingDay } = await getAccount(accountId);
  if (openingDay !== null && day < openingDay)
    throw new AppError(
      'validation',
      `It is owned since ${dayWords(openingDay)}. Change that day first if it was yours before.`,
      { field: 'day' },
    );
}

const CHANGE_IN_VALUE = { payee: 'Change in value', notes: '' };

/**
 * Takes what was added before a value that was said back where that value was entered, so that it stays.
 * @throws AppError `conflict` in a closed period
 */
async function keepNextValue(accountId: string, after: { day: string; id: string }, added: Decimal): Promise<void> {
  if (added.isZero()) return;
  const [next] = await query<{
    id: string;
    day: string;
    adjustment: string;
    adjustment_id: string | null;
    alive: boolean;
  }>(
    `select r.id, r.day, r.adjustment, r.adjustment_id, exists
      (select 1 from finance_transactions t where t.workspace_id = r.workspace_id and t.id = r.adjustment_id
      and t.deleted_at is null) as alive
     from finance_reconciliations r
        where r.workspace_id = $1 and r.account_id = $2 and (r.day, r.id) > ($3::date, $4::uuid)
        order by r.day, r.id limit 1`,
    [currentWorkspaceId(), accountId, after.day, after.id],
  );
  if (!next) return;
  const change = (next.alive ? decimal(next.adjustment) : ZERO).minus(added);
  const entered = await changeAdjustment(accountId, next.day, next.alive ? next.adjustment_id : null, change);
  await query(
    'update finance_reconciliations set adjustment = $3, adjustment_id = $4 where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), next.id, change.toFixed(), entered],
  );
}

/** @returns the transaction that now says the change; null where nothing changes */
async function changeAdjustment(
  accountId: string,
  day: string,
  id: string | null,
  change: Decimal,
): Promise<string | null> {
  if (id === null)
    return change.isZero()
      ? null
      : (await createTransaction({ accountId, day, amount: change.toFixed(), ...CHANGE_IN_VALUE })).id;
  if (!change.isZero())
    return (await updateTransaction(id, { version: (await getTransaction(id)).version, amount: change.toFixed() })).id;
  await removeTransaction(id);
  return null;
}

/** @throws AppError `not_found`, `forbidden`, `conflict` in a closed period */
export function removeReconciliation(accountId: string, id: string): Promise<void> {
  return transaction(async () => {
    const account = await requireRecord(await editableAccount(accountId), 'editor', 'The account');
    await query('select 1 from finance_accounts where workspace_id = $1 and id = $2 for update', [
      currentWorkspaceId(),
      accountId,
    ]);
    const [row] = await query<{ day: string; adjustment: string; adjustment_id: string | null; alive: boolean }>(
      `delete from finance_reconciliations r where r.workspace_id = $1 and r.account_id = $2 and r.id = $3
       returning r.day, r.adjustment, r.adjustment_id, exists
          (select 1 from finance_transactions t where t.workspace_id = r.workspace_id and t.id = r.adjustment_id
          and t.deleted_at is null) as alive`,
      [currentWorkspaceId(), accountId, id],
    );
    if (!row) throw notFound('The reconciliation');
    if (row.adjustment_id && row.alive) {
      await removeTransaction(row.adjustment_id);
      if (isValued(account.kind))
        await keepNextValue(accountId, { day: row.day, id }, decimal(row.adjustment).negated());
    }
    await emit({
      type: 'finance.account.reconciliation_removed',
      subject: { type: 'account', id: accountId },
      paths: CHANGED,
    });
  });
}
