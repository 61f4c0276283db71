/** Whether every figure follows from the entries: stored sums against the transactions that they are of, parts against their whole, transfers against both sides. */
import { asSystem, query } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import type { LedgerCheck } from '../../contract.ts';

const SHOWN = 100;

/** Reads every transaction of the installation. */
export function checkLedgers(): Promise<LedgerCheck> {
  return asSystem(async () => {
    const [counts] = await query<{ ledgers: number; accounts: number; transactions: number }>(
      'select (select count(*) from finance_ledgers)::int as ledgers, (select count(*) from finance_accounts)::int as accounts, (select count(*) from finance_transactions where deleted_at is null)::int as transactions',
    );
    return { ...counts!, problems: [...(await wrongSums()), ...(await wrongParts()), ...(await wrongTransfers())].slice(0, SHOWN) };
  });
}

type Problem = LedgerCheck['problems'][number];

async function wrongSums(): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; account_id: string; month: string; stored: string; entries: string }>(
    `with entries as (
       select t.workspace_id, t.account_id, date_trunc('month', t.day)::date as month, l.category_id, t.pending, t.transfer_id is not null as transfer, sum(l.sign * greatest(l.amount, 0)) as money_in, sum(l.sign * least(l.amount, 0)) as money_out
       from finance_transactions t cross join lateral (
         select t.category_id, t.amount, 1 as sign
         union all select s.category_id, s.amount, 1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id
         union all select t.category_id, s.amount, -1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id) l
       where t.deleted_at is null group by 1, 2, 3, 4, 5, 6
     ), both_sides as (
       select workspace_id, account_id, month, category_id, pending, transfer, money_in, money_out, 1 as side from entries
       union all select workspace_id, account_id, month, category_id, pending, transfer, sum(money_in), sum(money_out), -1 from finance_month_sums group by 1, 2, 3, 4, 5, 6
     )
     select workspace_id, account_id, month, (coalesce(sum(money_in + money_out) filter (where side = -1), 0))::text as stored, (coalesce(sum(money_in + money_out) filter (where side = 1), 0))::text as entries
     from both_sides group by workspace_id, account_id, month, category_id, pending, transfer having sum(side * money_in) <> 0 or sum(side * money_out) <> 0 limit ${SHOWN}`,
  );
  return rows.map((row) => ({ kind: 'sum', workspaceId: row.workspace_id, id: row.account_id, message: `The sum of ${row.month.slice(0, 7)} is kept as ${row.stored}, and its transactions give ${row.entries}.` }));
}

async function wrongParts(): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; id: string; amount: string; parts: string }>(
    `select t.workspace_id, t.id, t.amount::text as amount, sum(s.amount)::text as parts from finance_transactions t join finance_splits s on s.transaction_id = t.id and s.workspace_id = t.workspace_id
     group by t.workspace_id, t.id, t.amount having sum(s.amount) <> t.amount limit ${SHOWN}`,
  );
  return rows.map((row) => ({ kind: 'parts', workspaceId: row.workspace_id, id: row.id, message: `The parts sum to ${row.parts}, and the transaction is ${row.amount}.` }));
}

async function wrongTransfers(): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; id: string }>(
    `select f.workspace_id, f.id from finance_transfers f left join finance_transactions t on t.transfer_id = f.id and t.id in (f.out_id, f.in_id) and t.deleted_at is null
     where f.state = 'accepted' group by f.workspace_id, f.id having count(t.id) <> 2 limit ${SHOWN}`,
  );
  return rows.map((row) => ({ kind: 'transfer', workspaceId: row.workspace_id, id: row.id, message: 'A transfer has lost one of its sides.' }));
}

/** Seconds. */
const TOGETHER_EVERY = 600;

/** Rows of one key add up; now and then they are put together. One statement: whoever reads sees them before or after. */
export async function putSumsTogether(): Promise<void> {
  await query(
    `with busy as (
       select workspace_id, account_id, month from finance_month_sums group by workspace_id, account_id, month
       having count(*) > count(distinct (category_id, pending, transfer)) limit 5000
     ), gone as (
       delete from finance_month_sums m using busy b where m.workspace_id = b.workspace_id and m.account_id = b.account_id and m.month = b.month returning m.*
     )
     insert into finance_month_sums select workspace_id, ledger_id, account_id, month, category_id, pending, transfer, sum(money_in), sum(money_out), sum(lines)
     from gone group by 1, 2, 3, 4, 5, 6, 7 having sum(money_in) <> 0 or sum(money_out) <> 0 or sum(lines) <> 0`,
  );
}

defineRecurring({ name: 'finance.month_sums', title: 'Puts the sums of finance by month together', every: TOGETHER_EVERY, handler: putSumsTogether });
