/** The latest transactions of a ledger, as engines look at them. */
import { addDays } from '../../../../kernel/days.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Transaction as EngineTransaction } from '../../engine/transactions/index.ts';
import { toEngineTransaction } from './rules.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import type { TransactionRow } from './rows.ts';
import { VALUED_KINDS_SQL } from '../accounts/valued-kinds.ts';

/** Days and transactions that are looked at. A year and a quarter holds two of whatever comes once a year. */
const DAYS = 460;
const MOST = 20_000;

type Row = Pick<
  TransactionRow,
  'id' | 'account_id' | 'day' | 'amount' | 'currency' | 'payee' | 'notes' | 'category_id' | 'tags' | 'pending'
>;

/** Of accounts that hold money. @param where condition on `t`, with values from `$4` on */
export async function recentTransactions(
  ledgerId: string,
  where = '',
  values: readonly unknown[] = [],
): Promise<EngineTransaction[]> {
  const rows = await query<Row>(
    `select t.id, t.account_id, t.day, t.amount, a.currency, t.payee, '' as notes, t.category_id, '{}'::text[] as tags,
      t.pending
     from finance_transactions t join finance_accounts a on a.id = t.account_id and a.workspace_id = t.workspace_id
     where t.workspace_id = $1 and t.ledger_id = $2 and t.deleted_at is null and t.day >= $3::date
        and a.kind not in ${VALUED_KINDS_SQL} ${where} order by t.day desc, t.id desc limit ${MOST}`,
    [currentWorkspaceId(), ledgerId, addDays(await todayHere(), -DAYS), ...values],
  );
  return rows.map((row) => ({ ...toEngineTransaction(row), ...(row.pending ? { pending: true } : {}) }));
}
