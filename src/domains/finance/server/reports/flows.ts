/**
 * Sums of flows by category, booked and without transfers but for what these cost, in one currency: the sums by month
 * where one rate holds for all of it, from its transactions where the rate changes within.
 */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal, type Decimal, type RateTable } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { isValued } from '../../contract.ts';
import { rateTable } from '../rates/rates.ts';
import { accountBases } from './balances.ts';

/** Money in and out of one category in a month. */
export interface Flow {
  /** First day of the month. */
  month: string;
  categoryId: string | null;
  in: Decimal;
  out: Decimal;
  count: number;
}

/** @param at a day whose rates are those of all that is in the row */
interface Row {
  at: string;
  category_id: string | null;
  money_in: string;
  money_out: string;
  lines: number;
}

interface Span {
  first: string;
  last: string;
}

/**
 * From the transactions of some days.
 * @param changes days on which a rate changes, in order: what lies between two of them is put together
 */
function byDay(
  ledgerId: string,
  accounts: readonly string[],
  spans: readonly Span[],
  changes: readonly string[] = [],
): Promise<Row[]> {
  const wanted = spans.filter(({ first, last }) => first <= last);
  if (accounts.length === 0 || wanted.length === 0) return Promise.resolve([]);
  return query<Row>(
    // Parts of a transaction count instead of as much of the whole.
    `with moved as (
       select t.id, t.day, t.category_id, t.amount from unnest($4::date[], $5::date[]) as span(first, last)
       join finance_transactions t on t.workspace_id = $1 and t.ledger_id = $2 and t.account_id = any($3)
          and t.deleted_at is null and not t.pending and t.transfer_id is null and t.day >= span.first
          and t.day <= span.last
     ), parts as (
       select m.day, m.category_id as whole, s.category_id as part, s.amount from moved m
          join finance_splits s on s.workspace_id = $1 and s.transaction_id = m.id
     ), lines as (
       select day, category_id, amount, 1 as sign from moved
       union all select day, part, amount, 1 from parts
       union all select day, whole, amount, -1 from parts
     )
     select min(day) as at, category_id, sum(sign * greatest(amount, 0)) as money_in,
        sum(sign * least(amount, 0)) as money_out, sum(sign)::int as lines
     from lines group by date_trunc('month', day::timestamp), width_bucket(day, $6::date[]), category_id`,
    [
      currentWorkspaceId(),
      ledgerId,
      accounts,
      wanted.map(({ first }) => first),
      wanted.map(({ last }) => last),
      changes,
    ],
  );
}

/** @param without first days of months that are left out */
function byMonth(
  ledgerId: string,
  accounts: readonly string[],
  from: string,
  before: string,
  without: readonly string[] = [],
): Promise<Row[]> {
  if (accounts.length === 0 || from >= before) return Promise.resolve([]);
  return query<Row>(
    `select month as at, category_id, sum(money_in) as money_in, sum(money_out) as money_out, sum(lines)::int as lines
      from finance_month_sums
     where workspace_id = $1 and ledger_id = $2 and account_id = any($3) and not pending and not transfer
        and month >= $4::date and month < $5::date and not month = any($6) group by month, category_id`,
    [currentWorkspaceId(), ledgerId, accounts, from, before, without],
  );
}

/** Whether no transaction of the ledger lies between a day and the end of its month. */
async function isLastOfItsMonth(ledgerId: string, day: string): Promise<boolean> {
  const [later] = await query(
    'select 1 from finance_transactions where workspace_id = $1 and ledger_id = $2 and deleted_at is null and day > $3::date and day < $4::date limit 1',
    [currentWorkspaceId(), ledgerId, day, monthStart(day, 1)],
  );
  return later === undefined;
}

const EARLIEST = '0001-01-01';

/** The month of the first transaction. */
async function firstMonth(ledgerId: string): Promise<string | undefined> {
  const [row] = await query<{ month: string | null }>(
    'select min(month) as month from finance_month_sums where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return row?.month ?? undefined;
}

/** Of the days on which any rate changes those on which this one does. */
function changesBetween(rates: RateTable, from: string, to: string, days: readonly string[]): string[] {
  let before: string | undefined;
  return days.filter((day, index) => {
    const rate = rates.rate(from, to, day)?.toFixed();
    const isChange = index === 0 || rate !== before;
    before = rate;
    return isChange;
  });
}

/**
 * A whole month in which the rate stays comes from its sums; the others, and what is left of the first and the last,
 * from their transactions.
 */
async function foreignRows(
  ledgerId: string,
  accounts: readonly string[],
  { from, before, rest }: { from: string; before: string; rest: readonly Span[] },
  changes: readonly string[],
): Promise<Row[]> {
  const within = new Set(
    changes.filter((day) => day >= from && day < before && day !== monthStart(day)).map((day) => monthStart(day)),
  );
  const spans = [...within].map((month) => ({ first: month, last: addDays(monthStart(month, 1), -1) }));
  return [
    ...(await byDay(ledgerId, accounts, joined([...rest, ...spans]), changes)),
    ...(await byMonth(ledgerId, accounts, from, before, [...within])),
  ];
}

/**
 * Spans that follow upon each other become one: a join for each month of many years would take longer than reading
 * through.
 */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.filter(({ first, last }) => first <= last).sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const last = all.at(-1);
    if (last && addDays(last.last, 1) >= span.first) last.last = span.last > last.last ? span.last : last.last;
    else all.push({ ...span });
  }
  return all;
}

/**
 * Differences between the two sides of transfers in one currency, on the day of arrival, in the category of the
 * outgoing side.
 */
function unevenTransfers(
  ledgerId: string,
  accounts: readonly string[],
  from: string,
  to: string,
): Promise<(Row & { currency: string })[]> {
  return query<Row & { currency: string }>(
    `select i.day as at, coalesce(o.category_id, i.category_id) as category_id, greatest(f.difference, 0) as money_in,
      least(f.difference, 0) as money_out, 0 as lines, a.currency
     from finance_transfers f join finance_transactions o on o.id = f.out_id and o.transfer_id = f.id
        and o.deleted_at is null and not o.pending
     join finance_transactions i on i.id = f.in_id and i.transfer_id = f.id and i.deleted_at is null and not i.pending
        and i.account_id = any($3) join finance_accounts a on a.id = i.account_id
     where f.workspace_id = $1 and f.ledger_id = $2 and f.difference <> 0 and i.day >= $4::date and i.day <= $5::date`,
    [currentWorkspaceId(), ledgerId, accounts, from, to],
  );
}

/** @param from null: from the beginning */
export async function flowsOf(
  ledgerId: string,
  from: string | null,
  to: string,
  currency: string,
): Promise<{ flows: Flow[]; missing: string[] }> {
  // Changes in the value of a house are not income.
  const accounts = (await accountBases(ledgerId)).filter((account) => !isValued(account.kind));
  const same = accounts.filter((account) => account.currency === currency).map((account) => account.id);
  const others = new Map(
    accounts.filter((account) => account.currency !== currency).map((account) => [account.id, account.currency]),
  );
  const start = from ?? EARLIEST;
  // Whole months between the first and the last day; what is left of both by day.
  const firstWhole = from === null || from === monthStart(from) ? start : monthStart(from, 1);
  // Where nothing lies behind the last day, its month is whole, too: as a rule it is today's.
  const endWhole = (await isLastOfItsMonth(ledgerId, to)) ? monthStart(to, 1) : monthStart(addDays(to, 1));
  const parts =
    firstWhole < endWhole
      ? {
          from: firstWhole,
          before: endWhole,
          rest: [
            { first: start, last: addDays(firstWhole, -1) },
            { first: endWhole, last: to },
          ],
        }
      : { from: to, before: to, rest: [{ first: start, last: to }] };
  const rows = [
    ...(await byDay(ledgerId, same, parts.rest)),
    ...(await byMonth(ledgerId, same, parts.from, parts.before)),
  ];
  const rates = await rateTable([currency, ...others.values()], from ?? (await firstMonth(ledgerId)) ?? to);
  const changes = others.size === 0 ? [] : rates.days.filter((day) => day > start && day <= to);
  const flows = new Map<string, Flow>();
  const missing = new Set<string>();
  const add = (row: Row, rate: Decimal | undefined): void => {
    const month = monthStart(row.at);
    const key = `${month}/${row.category_id ?? ''}`;
    const flow = flows.get(key) ?? { month, categoryId: row.category_id, in: decimal(0n), out: decimal(0n), count: 0 };
    const [into, out] = [decimal(row.money_in), decimal(row.money_out)];
    flows.set(key, {
      ...flow,
      in: flow.in.plus(rate ? into.times(rate) : into),
      out: flow.out.plus(rate ? out.times(rate) : out),
      count: flow.count + row.lines,
    });
  };
  for (const row of rows) add(row, undefined);
  for (const row of await unevenTransfers(
    ledgerId,
    accounts.map(({ id }) => id),
    start,
    to,
  )) {
    const rate = rates.rate(row.currency, currency, row.at);
    if (rate) add(row, row.currency === currency ? undefined : rate);
    else missing.add(row.currency);
  }
  for (const own of new Set(others.values())) {
    const ids = [...others].flatMap(([id, one]) => (one === own ? [id] : []));
    for (const row of await foreignRows(ledgerId, ids, parts, changesBetween(rates, own, currency, changes))) {
      const rate = rates.rate(own, currency, row.at);
      if (rate) add(row, rate);
      else missing.add(own);
    }
  }
  return {
    flows: [...flows.values()].filter((flow) => flow.count !== 0 || !flow.in.isZero() || !flow.out.isZero()),
    missing: [...missing].sort(),
  };
}
