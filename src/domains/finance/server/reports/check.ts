/**
 * Whether every figure follows from the entries: stored sums against the transactions that they are of, parts against
 * their whole, transfers against both sides. Account by account and year by year, so that no statement reads more than
 * one account's year: an installation of millions is checked beside its daily work.
 */
import * as z from 'zod';
import { CURRENCIES, minorUnits } from '../../../../kernel/money/index.ts';
import { asSystem, query, transaction } from '../../../../server/db/index.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import type { LedgerCheck, LedgerCheckRun } from '../../contract.ts';

const SHOWN = 100;

type Problem = LedgerCheck['problems'][number];

interface Account {
  id: string;
  workspace_id: string;
  first: number | null;
  last: number | null;
}

/** Reads every transaction of the installation. @param heard after each account; throws to give up */
export async function checkLedgers(
  heard: (done: number, total: number) => void = () => undefined,
): Promise<LedgerCheck> {
  const accounts = await asSystem(() =>
    query<Account>(
      `select a.id, a.workspace_id,
        extract(year from least((select min(day) from finance_transactions t where t.workspace_id = a.workspace_id
        and t.account_id = a.id and t.deleted_at is null),
        (select min(month) from finance_month_sums m where m.workspace_id = a.workspace_id
        and m.account_id = a.id)))::int as first,
       extract(year from greatest((select max(day) from finance_transactions t where t.workspace_id = a.workspace_id
          and t.account_id = a.id and t.deleted_at is null),
          (select max(month) from finance_month_sums m where m.workspace_id = a.workspace_id
          and m.account_id = a.id)))::int as last
     from finance_accounts a order by a.id`,
    ),
  );
  const [counts] = await asSystem(() =>
    query<{ ledgers: number }>('select count(*)::int as ledgers from finance_ledgers'),
  );
  const found: LedgerCheck = { ledgers: counts!.ledgers, accounts: accounts.length, transactions: 0, problems: [] };
  for (const [index, account] of accounts.entries()) {
    heard(index, accounts.length);
    for (let year = account.first; year !== null && year <= account.last!; year++) {
      const { transactions, problems } = await checkYear(account, year, () => heard(index, accounts.length));
      found.transactions += transactions;
      found.problems.push(...problems);
    }
  }
  found.problems.push(
    ...(await asSystem(wrongTransfers)),
    ...(await asSystem(wrongCash)),
    ...(await asSystem(wrongPaid)),
    ...(await asSystem(wrongApplications)),
  );
  found.problems.splice(SHOWN);
  heard(accounts.length, accounts.length);
  return found;
}

async function checkYear(
  account: Account,
  year: number,
  heard: () => void,
): Promise<{ transactions: number; problems: Problem[] }> {
  heard();
  const values = [account.workspace_id, account.id, `${year}-01-01`, `${year}-12-31`];
  return asSystem(async () => {
    const [counted] = await query<{ count: number }>(
      `select count(*)::int as count from finance_transactions t where ${OF_YEAR}`,
      values,
    );
    return { transactions: counted!.count, problems: [...(await wrongSums(values)), ...(await wrongParts(values))] };
  });
}

const OF_YEAR =
  't.workspace_id = $1 and t.account_id = $2 and t.day between $3::date and $4::date and t.deleted_at is null';

async function wrongSums(values: readonly string[]): Promise<Problem[]> {
  const rows = await query<{
    workspace_id: string;
    account_id: string;
    month: string;
    stored: string;
    entries: string;
  }>(
    `with parts as (
       select t.id, date_trunc('month', t.day)::date as month, t.pending, t.transfer_id is not null as transfer,
          t.category_id as whole_category, s.category_id, s.amount
       from finance_transactions t join finance_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
          where ${OF_YEAR}
     ), lines as (
       select date_trunc('month', t.day)::date as month, t.category_id, t.pending,
          t.transfer_id is not null as transfer, t.amount, 1 as sign from finance_transactions t where ${OF_YEAR}
       union all select month, category_id, pending, transfer, amount, 1 from parts
       union all select month, whole_category, pending, transfer, amount, -1 from parts
     ), both_sides as (
       select month, category_id, pending, transfer, sum(sign * greatest(amount, 0)) as money_in,
          sum(sign * least(amount, 0)) as money_out, 1 as side from lines group by 1, 2, 3, 4
       union all select month, category_id, pending, transfer, sum(money_in), sum(money_out), -1 from finance_month_sums
          where workspace_id = $1 and account_id = $2 and month between $3::date and $4::date group by 1, 2, 3, 4
     )
     select $1::uuid as workspace_id, $2::uuid as account_id, month,
        (coalesce(sum(money_in + money_out) filter (where side = -1), 0))::text as stored,
        (coalesce(sum(money_in + money_out) filter (where side = 1), 0))::text as entries
     from both_sides group by month, category_id, pending, transfer having sum(side * money_in) <> 0
        or sum(side * money_out) <> 0 order by month limit ${SHOWN}`,
    [...values],
  );
  return rows.map((row) => ({
    kind: 'sum',
    workspaceId: row.workspace_id,
    id: row.account_id,
    message: `The sum of ${row.month.slice(0, 7)} is kept as ${row.stored}, and its transactions give ${row.entries}.`,
  }));
}

async function wrongParts(values: readonly string[]): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; id: string; amount: string; parts: string }>(
    `select t.workspace_id, t.id, t.amount::text as amount, sum(s.amount)::text as parts from finance_transactions t
      join finance_splits s on s.transaction_id = t.id and s.workspace_id = t.workspace_id
     where ${OF_YEAR} group by t.workspace_id, t.id, t.amount having sum(s.amount) <> t.amount limit ${SHOWN}`,
    [...values],
  );
  return rows.map((row) => ({
    kind: 'parts',
    workspaceId: row.workspace_id,
    id: row.id,
    message: `The parts sum to ${row.parts}, and the transaction is ${row.amount}.`,
  }));
}

async function wrongTransfers(): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; id: string }>(
    `select f.workspace_id, f.id from finance_transfers f
      left join finance_transactions t on t.transfer_id = f.id and t.id in (f.out_id, f.in_id) and t.deleted_at is null
     where f.state = 'accepted'
        group by f.workspace_id, f.id having count(t.id) <> case when f.activity_id is null then 2 else 1 end
        limit ${SHOWN}`,
  );
  return rows.map((row) => ({
    kind: 'transfer',
    workspaceId: row.workspace_id,
    id: row.id,
    message: 'A transfer has lost one of its sides.',
  }));
}

const MINOR_UNITS = JSON.stringify(CURRENCIES.map((code) => ({ code, digits: minorUnits(code) })));

/**
 * Where activities move cash, each does so once, and in its own currency by as much as it says; the others move none.
 */
async function wrongCash(): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; id: string; moved: string | null; should: string | null }>(
    `select * from (
       select a.workspace_id, a.id, t.amount::text as moved, a.currency = c.currency as same, t.id is not null as has,
         case when a.deleted_at is null and a.source <> 'bank' and a.day >= i.cash_from
           then round(case when a.kind in ('buy', 'buyToCover') then -(a.quantity * a.price + a.fee + a.tax)
             when a.kind in ('sell', 'sellShort') then a.quantity * a.price - a.fee - a.tax
             when a.kind = 'returnOfCapital' then a.amount when a.kind = 'fee' then -a.amount
             when a.kind in ('dividend', 'interest', 'capitalGain') then a.amount - a.tax - a.fee end, m.digits)
             end as should, t.amount
       from finance_investment_accounts i
          join finance_activities a on a.workspace_id = i.workspace_id and a.account_id = i.account_id
       left join finance_accounts c on c.id = i.cash_account_id
          left join json_to_recordset($1::json) as m(code text, digits int) on m.code = c.currency
       left join finance_transfers f on f.activity_id = a.id
          left join finance_transactions t on t.id = coalesce(f.out_id, f.in_id) and t.deleted_at is null
       where (i.cash_account_id is not null or f.id is not null) and not exists
          (select 1 from bank_accounts b where b.account_id = i.account_id and b.account_id = i.cash_account_id
          and b.type = 'investment')
     ) y where case when should is null then has when same then coalesce(amount, 0) <> should
        else (should <> 0 and not has) end limit ${SHOWN}`,
    [MINOR_UNITS],
  );
  return rows.map((row) => ({
    kind: 'transfer',
    workspaceId: row.workspace_id,
    id: row.id,
    message: `An activity should move ${row.should ?? 'no'} cash, and moved ${row.moved ?? 'none'}.`,
  }));
}

async function wrongPaid(): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; id: string; number: string; kept: string; paid: string }>(
    `select d.workspace_id, d.id, d.number, d.paid::text as kept, coalesce(p.paid, 0)::text as paid
      from finance_documents d
     left join (
       select y.document_id, sum(y.amount) as paid, sum(y.book_amount) as book_paid from finance_payments y
          left join finance_transactions t on t.id = y.transaction_id
       where y.document_id is not null and y.removed_at is null
          and (y.transaction_id is null or (t.deleted_at is null and not t.pending)) group by 1
     ) p on p.document_id = d.id
     where d.paid <> coalesce(p.paid, 0) or d.book_paid <> coalesce(p.book_paid, 0) limit ${SHOWN}`,
  );
  return rows.map((row) => ({
    kind: 'paid',
    workspaceId: row.workspace_id,
    id: row.id,
    message: `${row.number || 'A document'} is kept as paid with ${row.kept}, and its payments give ${row.paid}.`,
  }));
}

/** A credit settles as much of what it was put against as of itself, or nothing of either. */
async function wrongApplications(): Promise<Problem[]> {
  const rows = await query<{ workspace_id: string; id: string }>(
    `select workspace_id, application_id as id from finance_payments
      where application_id is not null and removed_at is null
      group by 1, 2 having count(*) <> 2 or count(distinct document_id) <> 2 or min(amount) <> max(amount)
      limit ${SHOWN}`,
  );
  return rows.map((row) => ({
    kind: 'paid',
    workspaceId: row.workspace_id,
    id: row.id,
    message: 'A credit was put against a document, and one of the two does not know.',
  }));
}

export const checkJob = defineJob<Record<string, never>, never, LedgerCheck>({
  name: 'finance.check',
  payload: z.record(z.string(), z.never()),
  title: 'Check of every balance',
  handler: ({ progress, signal }) =>
    checkLedgers((done, total) => {
      signal.throwIfAborted();
      progress(done, total);
    }),
});

interface RunRow {
  id: string;
  state: NonNullable<LedgerCheckRun['run']>['state'];
  done: number;
  total: number | null;
  result: LedgerCheck | null;
  error: string | null;
  created_at: string;
  finished_at: string | null;
}

/** The latest check's result, or the progress of a running one. */
export function latestCheck(): Promise<LedgerCheckRun> {
  return asSystem(async () => {
    const rows = (where: string): Promise<RunRow[]> =>
      query<RunRow>(
        `select id, state, done::int as done, total::int as total, result, error, created_at, finished_at from jobs
          where kind = $1${where} order by id desc limit 1`,
        [checkJob.name],
      );
    const [[run], [whole]] = [await rows(''), await rows(` and state = 'succeeded'`)];
    return {
      run: run
        ? {
            jobId: run.id,
            state: run.state,
            done: run.done,
            of: run.total,
            startedAt: run.created_at,
            finishedAt: run.finished_at,
            error: run.error,
          }
        : null,
      check: whole?.result ?? null,
      checkedAt: whole?.finished_at ?? null,
    };
  });
}

/** Serializes the start of checks. */
const START_LOCK = 5_105;

/** Starts a check unless one is under way. */
export async function startCheck(): Promise<LedgerCheckRun> {
  await transaction(async () => {
    await query(`select pg_advisory_xact_lock(${START_LOCK})`);
    const { run } = await latestCheck();
    if (run?.state !== 'queued' && run?.state !== 'running') await enqueue(checkJob, {});
  });
  return latestCheck();
}
