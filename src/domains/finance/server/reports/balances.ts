/** Balances at the end of a day: sums of whole months, and the days since the last of them. */
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { decimal, type Decimal, plainDecimal, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
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
  const rows = await query<{
    id: string;
    kind: string;
    currency: string;
    opening_balance: string;
    opening_day: string | null;
    archived: boolean;
  }>(
    'select id, kind, currency, opening_balance, opening_day, archived_at is not null as archived from finance_accounts where workspace_id = $1 and ledger_id = $2 order by created_at, id',
    [currentWorkspaceId(), ledgerId],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    currency: row.currency,
    opening: decimal(row.opening_balance),
    openingDay: row.opening_day,
    archived: row.archived,
  }));
}

/** Booked changes by day; a month is represented by its first day. */
interface Move {
  day: string;
  net: Decimal;
}
type Moves = ReadonlyMap<string, readonly Move[]>;

/** Every balance of every day rests on them: they are read once for each change of the ledger. */
const movesKnown = new Memory({ paths: [FINANCE.transactions, FINANCE.accounts], longest: 3_600_000, most: 300 });

async function movesOf(sql: string, values: readonly unknown[]): Promise<Moves> {
  const rows = await query<{ account_id: string; day: string; net: string }>(sql, [...values]);
  const moves = new Map<string, Move[]>();
  for (const { account_id, day, net } of rows) {
    const own = moves.get(account_id) ?? [];
    own.push({ day, net: plainDecimal(net) });
    moves.set(account_id, own);
  }
  return moves;
}

/** The cached value of `key`, or a fresh one for decisions that cannot wait for invalidation. */
function known(key: string, fresh: boolean, make: () => Promise<Moves>): Promise<Moves> {
  return fresh ? make() : movesKnown.read(currentWorkspaceId(), key, make);
}

/** By account and month. */
function monthlyMoves(ledgerId: string, fresh: boolean): Promise<Moves> {
  return known(ledgerId, fresh, () =>
    movesOf(
      'select account_id, month as day, sum(money_in + money_out) as net from finance_month_sums where workspace_id = $1 and ledger_id = $2 and not pending group by 1, 2 order by 2',
      [currentWorkspaceId(), ledgerId],
    ),
  );
}

/** By account and day, by account, whose index has the amounts. */
function dailyMoves(
  ledgerId: string,
  accountIds: readonly string[],
  from: string,
  to: string,
  fresh: boolean,
): Promise<Moves> {
  return known(`${ledgerId} ${from} ${to} ${accountIds.join(' ')}`, fresh, () =>
    movesOf(
      `select t.account_id, t.day, t.net from unnest($2::uuid[]) as a(id)
     cross join lateral (select account_id, day, sum(amount) as net from finance_transactions where workspace_id = $1
        and account_id = a.id and deleted_at is null and not pending and day >= $3::date and day <= $4::date
        group by 1, 2) t
     order by t.day`,
      [currentWorkspaceId(), accountIds, from, to],
    ),
  );
}

/**
 * By how much the bank's word of an account's cash changed, and when: the opening balance holds it all, and days before
 * do not.
 */
function toldCash(ledgerId: string, fresh: boolean): Promise<Moves> {
  return known(`${ledgerId} told`, fresh, () =>
    movesOf(
      'select account_id, day, change as net from finance_told_cash where workspace_id = $1 and ledger_id = $2 and change <> 0 order by day',
      [currentWorkspaceId(), ledgerId],
    ),
  );
}

/**
 * Balances of each account at the end of each of `days`, which are in order.
 * @param fresh for who decides by them under a lock: what another process has just changed is in them
 */
export async function balancesAt(
  ledgerId: string,
  accounts: readonly AccountBase[],
  days: readonly string[],
  fresh = false,
): Promise<Map<string, Decimal[]>> {
  const last = days.at(-1);
  if (last === undefined) return new Map(accounts.map((account) => [account.id, []]));
  // Days are read one by one from the month of the first day that is no month's end.
  const broken = days.find((day) => !isMonthEnd(day)) ?? monthStart(last, 1);
  const whole = monthStart(broken);
  const monthly = await monthlyMoves(ledgerId, fresh);
  const daily: Moves =
    whole <= last
      ? await dailyMoves(
          ledgerId,
          accounts.map((account) => account.id),
          whole,
          last,
          fresh,
        )
      : new Map();
  const told = await toldCash(ledgerId, fresh);
  return new Map(
    accounts.map((account) => {
      const changes = told.get(account.id) ?? [];
      const own = [
        ...(monthly.get(account.id) ?? []).filter(({ day }) => day < whole),
        ...(daily.get(account.id) ?? []),
      ];
      let at = 0;
      let moved = ZERO;
      return [
        account.id,
        days.map((day) => {
          for (; at < own.length && own[at]!.day <= day; at++) moved = moved.plus(own[at]!.net);
          const later = changes.filter((one) => one.day > day);
          const opening = later.length === 0 ? account.opening : account.opening.minus(sumOf(later, (one) => one.net));
          return account.openingDay === null || account.openingDay <= day ? moved.plus(opening) : moved;
        }),
      ];
    }),
  );
}

function isMonthEnd(day: string): boolean {
  return monthStart(day, 1) === addDays(day, 1);
}

/** The first day on which anything is known of the ledger. */
export async function firstDay(ledgerId: string, accounts: readonly AccountBase[]): Promise<string | undefined> {
  const [row] = await query<{ month: string | null }>(
    'select min(month) as month from finance_month_sums where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  const days = [row?.month, ...accounts.map((account) => account.openingDay)].filter(
    (day) => day !== null && day !== undefined,
  );
  return days.sort()[0];
}
