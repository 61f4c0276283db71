/** Sums of flows by category, booked and without transfers, in one currency: the sums by month where there is nothing to convert, day by day where there is. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal, type Decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { isValued } from '../../contract.ts';
import { rateTable } from '../rates.ts';
import { accountBases } from './balances.ts';

/** What came in and went out in a month, of one category. */
export interface Flow {
  /** First day of the month. */
  month: string;
  categoryId: string | null;
  in: Decimal;
  out: Decimal;
  count: number;
}

interface Row { account_id: string; at: string; category_id: string | null; money_in: string; money_out: string; lines: number }


function byDay(ledgerId: string, accounts: readonly string[], from: string, to: string): Promise<Row[]> {
  if (accounts.length === 0 || from > to) return Promise.resolve([]);
  return query<Row>(
    // Parts of a transaction count instead of as much of the whole.
    `with moved as (
       select t.id, t.account_id, t.day, t.category_id, t.amount from finance_transactions t
       where t.workspace_id = $1 and t.ledger_id = $2 and t.account_id = any($3) and t.deleted_at is null and not t.pending and t.transfer_id is null and t.day >= $4::date and t.day <= $5::date
     ), parts as (
       select m.account_id, m.day, m.category_id as whole, s.category_id as part, s.amount from moved m join finance_splits s on s.workspace_id = $1 and s.transaction_id = m.id
     ), lines as (
       select account_id, day, category_id, amount, 1 as sign from moved
       union all select account_id, day, part, amount, 1 from parts
       union all select account_id, day, whole, amount, -1 from parts
     )
     select account_id, day as at, category_id, sum(sign * greatest(amount, 0)) as money_in, sum(sign * least(amount, 0)) as money_out, sum(sign)::int as lines from lines group by 1, 2, 3`,
    [currentWorkspaceId(), ledgerId, accounts, from, to],
  );
}

function byMonth(ledgerId: string, accounts: readonly string[], from: string, before: string): Promise<Row[]> {
  if (accounts.length === 0 || from >= before) return Promise.resolve([]);
  return query<Row>(
    `select null::uuid as account_id, month as at, category_id, sum(money_in) as money_in, sum(money_out) as money_out, sum(lines)::int as lines from finance_month_sums
     where workspace_id = $1 and ledger_id = $2 and account_id = any($3) and not pending and not transfer and month >= $4::date and month < $5::date group by 2, 3`,
    [currentWorkspaceId(), ledgerId, accounts, from, before],
  );
}

/** Whether no transaction of the ledger lies between a day and the end of its month. */
async function isLastOfItsMonth(ledgerId: string, day: string): Promise<boolean> {
  const [later] = await query(
    'select 1 from finance_transactions where workspace_id = $1 and ledger_id = $2 and deleted_at is null and day > $3::date and day < $4::date limit 1', [currentWorkspaceId(), ledgerId, day, monthStart(day, 1)],
  );
  return later === undefined;
}

const EARLIEST = '0001-01-01';

/** @param from null: from the beginning */
export async function flowsOf(ledgerId: string, from: string | null, to: string, currency: string): Promise<{ flows: Flow[]; missing: string[] }> {
  // What a house gains is nobody's income.
  const accounts = (await accountBases(ledgerId)).filter((account) => !isValued(account.kind));
  const same = accounts.filter((account) => account.currency === currency).map((account) => account.id);
  const others = new Map(accounts.filter((account) => account.currency !== currency).map((account) => [account.id, account.currency]));
  const start = from ?? EARLIEST;
  // Whole months between the first and the last day; what is left of both by day.
  const firstWhole = from === null || from === monthStart(from) ? start : monthStart(from, 1);
  // Where nothing lies behind the last day, its month is whole, too: as a rule it is today's.
  const endWhole = (await isLastOfItsMonth(ledgerId, to)) ? monthStart(to, 1) : monthStart(addDays(to, 1));
  const rows = firstWhole < endWhole
    ? [...(await byDay(ledgerId, same, start, addDays(firstWhole, -1))), ...(await byMonth(ledgerId, same, firstWhole, endWhole)), ...(await byDay(ledgerId, same, endWhole, to))]
    : await byDay(ledgerId, same, start, to);
  const foreign = others.size === 0 ? [] : await byDay(ledgerId, [...others.keys()], start, to);
  const rates = await rateTable([currency, ...others.values()], from ?? foreign.map((row) => row.at).sort()[0] ?? to);
  const flows = new Map<string, Flow>();
  const missing = new Set<string>();
  const add = (row: Row, rate: Decimal | undefined): void => {
    const month = monthStart(row.at);
    const key = `${month}/${row.category_id ?? ''}`;
    const flow = flows.get(key) ?? { month, categoryId: row.category_id, in: decimal(0n), out: decimal(0n), count: 0 };
    const [into, out] = [decimal(row.money_in), decimal(row.money_out)];
    flows.set(key, { ...flow, in: flow.in.plus(rate ? into.times(rate) : into), out: flow.out.plus(rate ? out.times(rate) : out), count: flow.count + row.lines });
  };
  for (const row of rows) add(row, undefined);
  for (const row of foreign) {
    const own = others.get(row.account_id)!;
    const rate = rates.rate(own, currency, row.at);
    if (rate) add(row, rate);
    else missing.add(own);
  }
  return { flows: [...flows.values()].filter((flow) => flow.count !== 0 || !flow.in.isZero() || !flow.out.isZero()), missing: [...missing].sort() };
}
