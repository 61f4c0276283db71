/** Balances at the end of a day: sums of whole months, and the days since the last of them. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal, type Decimal, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/remember.ts';
import { FINANCE } from '../../paths.ts';

export interface AccountBase {
  id: string;
  kind: string;
  currency: string;
  opening: Decimal;
  /** From when on the opening balance counts; null: always. */
  openingDay: string | null;
  archived: boolean;
}

export async function accountBases(ledgerId: string): Promise<AccountBase[]> {
  const rows = await query<{ id: string; kind: string; currency: string; opening_balance: string; opening_day: string | null; archived: boolean }>(
    'select id, kind, currency, opening_balance, opening_day, archived_at is not null as archived from finance_accounts where workspace_id = $1 and ledger_id = $2 order by created_at, id', [currentWorkspaceId(), ledgerId],
  );
  return rows.map((row) => ({ id: row.id, kind: row.kind, currency: row.currency, opening: decimal(row.opening_balance), openingDay: row.opening_day, archived: row.archived }));
}

interface MonthMove { account_id: string; month: string; net: string }

/** Every balance of every day rests on them: they are read once for each change of the ledger. */
const movesByMonth = new Memory({ paths: [FINANCE.transactions, FINANCE.accounts], longest: 3_600_000 });

/** What moved on each account, booked, by account and month, up to before the month of `day`. */
async function monthlyMoves(ledgerId: string, before: string): Promise<MonthMove[]> {
  const all = await movesByMonth.read(currentWorkspaceId(), ledgerId, () => query<MonthMove>(
    'select account_id, month, sum(money_in + money_out) as net from finance_month_sums where workspace_id = $1 and ledger_id = $2 and not pending group by 1, 2 order by 2', [currentWorkspaceId(), ledgerId],
  ));
  return all.filter(({ month }) => month < before);
}

/** By account, whose index has the amounts. */
async function dailyMoves(accountIds: readonly string[], from: string, to: string): Promise<{ account_id: string; day: string; net: string }[]> {
  return query(
    `select t.account_id, t.day, t.net from unnest($2::uuid[]) as a(id)
     cross join lateral (select account_id, day, sum(amount) as net from finance_transactions where workspace_id = $1 and account_id = a.id and deleted_at is null and not pending and day >= $3::date and day <= $4::date group by 1, 2) t
     order by t.day`,
    [currentWorkspaceId(), accountIds, from, to],
  );
}

/** Balances of each account at the end of each of `days`, which are in order. */
export async function balancesAt(ledgerId: string, accounts: readonly AccountBase[], days: readonly string[]): Promise<Map<string, Decimal[]>> {
  const last = days.at(-1);
  if (last === undefined) return new Map(accounts.map((account) => [account.id, []]));
  // Days are read one by one from the month of the first day that is no month's end.
  const broken = days.find((day) => !isMonthEnd(day)) ?? monthStart(last, 1);
  const whole = monthStart(broken);
  const monthly = await monthlyMoves(ledgerId, whole);
  const daily = whole <= last ? await dailyMoves(accounts.map((account) => account.id), whole, last) : [];
  const moves = Map.groupBy([...monthly.map((one) => ({ account: one.account_id, day: one.month, net: one.net })), ...daily.map((one) => ({ account: one.account_id, day: one.day, net: one.net }))], (one) => one.account);
  return new Map(accounts.map((account) => {
    const own = moves.get(account.id) ?? [];
    let at = 0;
    let moved = ZERO;
    return [account.id, days.map((day) => {
      for (; at < own.length && own[at]!.day <= day; at++) moved = moved.plus(own[at]!.net);
      return account.openingDay === null || account.openingDay <= day ? moved.plus(account.opening) : moved;
    })];
  }));
}

function isMonthEnd(day: string): boolean {
  return monthStart(day, 1) === addDays(day, 1);
}

/** The first day on which anything is known of the ledger. */
export async function firstDay(ledgerId: string, accounts: readonly AccountBase[]): Promise<string | undefined> {
  const [row] = await query<{ month: string | null }>('select min(month) as month from finance_month_sums where workspace_id = $1 and ledger_id = $2', [currentWorkspaceId(), ledgerId]);
  const days = [row?.month, ...accounts.map((account) => account.openingDay)].filter((day) => day !== null && day !== undefined);
  return days.sort()[0];
}
