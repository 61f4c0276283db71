/** Rows of the sums by month are put together now and then. */
import { query } from '../../../../server/db/index.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';

/** Seconds. */
const TOGETHER_EVERY = 600;

/**
 * Rows of one key add up; now and then they are put together. One statement: whoever reads sees them before or after.
 */
export async function putSumsTogether(): Promise<void> {
  await query(
    `with busy as (
       select workspace_id, account_id, month from finance_month_sums group by workspace_id, account_id, month
       having count(*) > count(distinct (category_id, pending, transfer)) limit 5000
     ), gone as (
       delete from finance_month_sums m using busy b
          where m.workspace_id = b.workspace_id and m.account_id = b.account_id and m.month = b.month returning m.*
     )
     insert into finance_month_sums select workspace_id, ledger_id, account_id, month, category_id, pending, transfer,
        sum(money_in), sum(money_out), sum(lines)
     from gone group by 1, 2, 3, 4, 5, 6, 7 having sum(money_in) <> 0 or sum(money_out) <> 0 or sum(lines) <> 0`,
  );
}

export const monthSumsRecurring = defineRecurring({
  name: 'finance.month_sums',
  title: 'Puts the sums of finance by month together',
  every: TOGETHER_EVERY,
  handler: putSumsTogether,
});
