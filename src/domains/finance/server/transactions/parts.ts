/** Parts of transactions whose amount is not a person's to say: the bank books another one than it had announced. */
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';

/** Label of the part with the difference. */
const DIFFERENCE = 'Booked with another amount';

/**
 * Lets the parts sum to their transactions again. What people made of the parts stays; the difference is a part of its
 * own without a category, which goes when the amount comes back. Run it after the amounts were changed.
 */
export async function settleParts(transactionIds: readonly string[]): Promise<void> {
  if (transactionIds.length === 0) return;
  const values = [currentWorkspaceId(), transactionIds];
  const off = `select t.id, t.amount - sum(s.amount) as difference, max(s.position) as last
    from finance_transactions t join finance_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
    where t.workspace_id = $1 and t.id = any($2::uuid[]) group by t.id, t.amount having t.amount <> sum(s.amount)`;
  await query(
    `update finance_splits s set amount = s.amount + off.difference from (${off}) off
     where s.workspace_id = $1 and s.transaction_id = off.id and s.position = off.last and s.category_id is null
        and s.notes = '${DIFFERENCE}'`,
    values,
  );
  await query(
    `delete from finance_splits where workspace_id = $1 and transaction_id = any($2::uuid[]) and amount = 0
      and category_id is null and notes = '${DIFFERENCE}'`,
    values,
  );
  const left = await query<{ id: string; difference: string; last: number }>(off, values);
  if (left.length === 0) return;
  await query(
    `insert into finance_splits (id, workspace_id, transaction_id, position, amount, category_id, notes)
     select r.id, $1, r.transaction_id, r.position, r.amount, null, '${DIFFERENCE}'
        from json_to_recordset($2::json) as r(id uuid, transaction_id uuid, position integer, amount numeric)`,
    [
      currentWorkspaceId(),
      JSON.stringify(
        left.map((row) => ({ id: newId(), transaction_id: row.id, position: row.last + 1, amount: row.difference })),
      ),
    ],
  );
}
