/** Forecast of the everyday accounts. */
import { addDays } from '../../../../kernel/days.ts';
import { decimal, type Decimal, roundMoney, sum, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { CashForecast, financeReports } from '../../contract.ts';
import { forecastBalance, merchantKey } from '../../engine/transactions/index.ts';
import { requireLedger } from '../ledgers/access.ts';
import { rateTable } from '../rates/rates.ts';
import { activeRecurring, recurrenceOf } from '../transactions/recurring.ts';
import { accountBases, balancesAt } from './balances.ts';

/** Accounts that bills are paid from. */
const EVERYDAY_KINDS = new Set(['checking', 'savings', 'cash', 'card']);
/** Days of everyday spending that are looked at. */
const PAST_DAYS = 90;

/** @throws AppError `not_found` */
export async function forecast({
  ledgerId,
  today,
  days,
  currency,
}: QueryOf<typeof financeReports.forecast>): Promise<CashForecast> {
  await requireLedger(ledgerId);
  const accounts = (await accountBases(ledgerId)).filter(
    (account) => EVERYDAY_KINDS.has(account.kind) && !account.archived,
  );
  const rates = await rateTable([currency, ...accounts.map((account) => account.currency)], addDays(today, -PAST_DAYS));
  const currencies = new Map(accounts.map((account) => [account.id, account.currency]));
  const missing = new Set<string>();
  const into = (amount: Decimal, accountId: string, day: string): Decimal => {
    const rate = rates.rate(currencies.get(accountId)!, currency, day);
    if (!rate && !amount.isZero()) missing.add(currencies.get(accountId)!);
    return rate ? amount.times(rate) : ZERO;
  };
  const balances = await balancesAt(ledgerId, accounts, [today]);
  const opening = sumOf(accounts, (account) => into(balances.get(account.id)![0]!, account.id, today));
  const streams = (await activeRecurring(ledgerId, today)).filter((row) => currencies.has(row.account_id));
  const until = addDays(today, days);
  const known = await comingTransactions(ledgerId, [...currencies.keys()], today, until);
  const everyday = await everydayOf(
    ledgerId,
    [...currencies.keys()],
    today,
    new Set(streams.map((row) => `${row.account_id}|${row.merchant}`)),
    into,
  );
  const result = forecastBalance({
    today,
    openingBalance: opening,
    until,
    scheduled: streams.map((row) => ({
      id: row.id,
      label: row.name,
      amount: into(decimal(row.amount), row.account_id, today),
      recurrence: recurrenceOf(row.frequency, row.anchor_day),
      settled: row.settled,
    })),
    known: known.map((row) => ({
      id: row.id,
      label: row.payee || 'Pending',
      amount: into(decimal(row.amount), row.account_id, today),
      day: row.day <= today ? addDays(today, 1) : row.day,
    })),
    everyday,
  });
  const text = (value: Decimal): string => roundMoney(value, currency).toFixed();
  return {
    currency,
    today,
    opening: text(opening),
    days: result.days.map((one) => ({
      day: one.day,
      expected: text(one.expected),
      low: text(one.low),
      high: text(one.high),
      flows: one.flows.map((flow) => ({ ...flow, amount: text(flow.amount) })),
    })),
    lowest: { day: result.lowest.day, balance: text(result.lowest.balance) },
    firstBelowZero: result.firstBelowZero ?? null,
    basis: {
      accounts: accounts.length,
      recurring: streams.length,
      pending: known.length,
      days: everyday.length,
      everyday: text(everyday.length > 0 ? sum(everyday).div(BigInt(everyday.length)) : ZERO),
    },
    missing: [...missing].sort(),
  };
}

interface Coming {
  id: string;
  account_id: string;
  day: string;
  amount: string;
  payee: string;
}

/** Pending and future transactions. */
function comingTransactions(
  ledgerId: string,
  accounts: readonly string[],
  today: string,
  until: string,
): Promise<Coming[]> {
  return query<Coming>(
    `select id, account_id, day, amount, payee from finance_transactions
     where workspace_id = $1 and ledger_id = $2 and account_id = any($3) and deleted_at is null
        and day > $4::date - 30 and day <= $5::date and (pending or day > $4::date) and transfer_id is null
        order by day limit 1000`,
    [currentWorkspaceId(), ledgerId, accounts, today, until],
  );
}

/**
 * Net of each past day without what comes again: what everyday life costs. A ledger that is younger has fewer days. The
 * database adds up: a large ledger has tens of thousands of such rows.
 */
async function everydayOf(
  ledgerId: string,
  accounts: readonly string[],
  today: string,
  recurring: ReadonlySet<string>,
  into: (amount: Decimal, accountId: string, day: string) => Decimal,
): Promise<Decimal[]> {
  const from = addDays(today, -PAST_DAYS);
  const again = await payeesOf(ledgerId, from, today, recurring);
  const rows = await query<Pick<Coming, 'account_id' | 'day' | 'amount'>>(
    `select account_id, day, coalesce(sum(amount)
      filter (where (account_id, payee) not in
      (select a.account_id, a.payee from json_to_recordset($6::json) as a(account_id uuid, payee text))), 0)::text as
      amount
     from finance_transactions where ${PAST} group by account_id, day order by day desc`,
    [currentWorkspaceId(), ledgerId, accounts, from, today, JSON.stringify(again)],
  );
  if (rows.length === 0) return [];
  const first = rows.at(-1)!.day > addDays(from, 7) ? rows.at(-1)!.day : addDays(from, 1);
  const days = new Map<string, Decimal>();
  for (let day = first; day <= today; day = addDays(day, 1)) days.set(day, ZERO);
  for (const row of rows)
    days.set(row.day, days.get(row.day)!.plus(into(decimal(row.amount), row.account_id, row.day)));
  return [...days.values()];
}

/** Spending in accounts `$3` after day `$4` and up to `$5`. */
const PAST =
  'workspace_id = $1 and ledger_id = $2 and account_id = any($3) and deleted_at is null and not pending and transfer_id is null and amount < 0 and day > $4::date and day <= $5::date';

/** Payees of what comes again, as they are written. @param recurring accounts with the keys of merchants */
async function payeesOf(
  ledgerId: string,
  from: string,
  today: string,
  recurring: ReadonlySet<string>,
): Promise<{ account_id: string; payee: string }[]> {
  const accounts = [...new Set([...recurring].map((one) => one.slice(0, one.indexOf('|'))))];
  if (accounts.length === 0) return [];
  const rows = await query<{ account_id: string; payee: string }>(
    `select distinct account_id, payee from finance_transactions where ${PAST}`,
    [currentWorkspaceId(), ledgerId, accounts, from, today],
  );
  return rows.filter((row) => recurring.has(`${row.account_id}|${merchantKey(row.payee)}`));
}
