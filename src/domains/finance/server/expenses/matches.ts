/** Matching expenses and reimbursements with bank transactions: suggested with reasons, set by a person. */
import { addDays } from '../../../../kernel/days.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Expense, TransactionMatch } from '../../contract.ts';
import { DAYS_AROUND, type MatchWanted, matchTransactions } from '../../engine/expenses/matching.ts';
import { requireVersion } from '../ledgers/access.ts';
import { requireNotOwedThere } from './books.ts';
import { EXPENSES_CHANGED, lockExpense, readExpense, shownExpense } from './rows.ts';
import { viewer } from './people.ts';

const LOOKED = 2_000;
const SHOWN = 8;

interface Row {
  id: string;
  ledgerId: string;
  day: string;
  amount: string;
  currency: string;
  payee: string;
  account: string;
}

/** Of ledgers that the caller sees; what is matched with something else already is left out. */
export async function suggestMatches(wanted: MatchWanted, own: string | null): Promise<{ items: TransactionMatch[] }> {
  const rows = await query<Row>(
    `select t.id, t.ledger_id as "ledgerId", t.day, t.amount, a.currency,
      coalesce(nullif(t.payee, ''), t.bank_payee) as payee, a.name as account
     from finance_transactions t join finance_accounts a on a.id = t.account_id and a.workspace_id = t.workspace_id
     join finance_ledger_members m on m.workspace_id = t.workspace_id and m.ledger_id = t.ledger_id and m.user_id = $2
     where t.workspace_id = $1 and t.deleted_at is null and t.transfer_id is null and t.amount < 0
        and t.day between $3::date and $4::date and a.currency = $5
       and not exists (select 1 from expenses e where e.workspace_id = $1 and e.transaction_id = t.id
          and e.deleted_at is null and e.id is distinct from $6)
       and not exists (select 1 from expense_reimbursements b where b.workspace_id = $1 and b.transaction_id = t.id
          and b.undone_at is null and b.id is distinct from $6)
     order by t.day desc, t.id desc limit ${LOOKED}`,
    [
      currentWorkspaceId(),
      currentUserId(),
      addDays(wanted.day, -1),
      addDays(wanted.day, DAYS_AROUND),
      wanted.currency,
      own,
    ],
  );
  return {
    items: matchTransactions(wanted, rows)
      .slice(0, SHOWN)
      .map(({ transaction: one, ...match }) => ({
        ...match,
        transaction: { ...one, amount: decimal(one.amount).toFixed() },
      })),
  };
}

/** @throws AppError `not_found` */
export async function expenseMatches(id: string): Promise<{ items: TransactionMatch[] }> {
  const { amount, currency, day, merchant } = await readExpense(id, await viewer());
  return suggestMatches({ amount, currency, day, merchant }, id);
}

/** Whether an expense or a reimbursement other than `own` is matched with it. */
export async function isMatched(transactionId: string, own: string): Promise<boolean> {
  const rows = await query(
    `select 1 from expenses e where e.workspace_id = $1 and e.transaction_id = $2 and e.deleted_at is null
      and e.id <> $3
     union all select 1 from expense_reimbursements b
        where b.workspace_id = $1 and b.transaction_id = $2 and b.undone_at is null and b.id <> $3`,
    [currentWorkspaceId(), transactionId, own],
  );
  return rows.length > 0;
}

/**
 * @throws AppError `not_found` for a transaction that the caller does not see, `conflict` for one that is matched
 *   already
 */
export async function requireFree(transactionId: string, own: string): Promise<void> {
  const rows = await query(
    `select 1 from finance_transactions t join finance_ledger_members m on m.workspace_id = t.workspace_id
      and m.ledger_id = t.ledger_id and m.user_id = $3
     where t.workspace_id = $1 and t.id = $2 and t.deleted_at is null for update of t`,
    [currentWorkspaceId(), transactionId, currentUserId()],
  );
  if (rows.length === 0) throw notFound('The transaction');
  // Asked once it is locked: who matched it a moment ago is seen.
  if (await isMatched(transactionId, own))
    throw new AppError('conflict', 'This transaction is matched with something else already.');
}

/** @throws AppError `not_found`, `conflict`, `stale` */
export function matchExpense(
  id: string,
  { version, transactionId }: { version: number; transactionId: string | null },
): Promise<Expense> {
  return transaction(async () => {
    const row = await lockExpense(id, await viewer());
    requireVersion(row, version, 'this expense');
    if (transactionId) {
      await requireFree(transactionId, id);
      await requireNotOwedThere(row, transactionId);
    }
    await query(
      'update expenses set transaction_id = $3, version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), transactionId],
    );
    await emit({
      type: transactionId ? 'expense.matched' : 'expense.unmatched',
      subject: { type: 'expense', id },
      data: { transactionId },
      paths: EXPENSES_CHANGED,
    });
    return shownExpense(id);
  });
}
