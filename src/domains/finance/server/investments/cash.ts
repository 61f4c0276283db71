/**
 * The cash of activities: what a purchase took or a sale brought is one transaction of the account that was chosen for
 * it, and neither income nor spending. It follows its activity. A line of the bank that tells of the same is taken
 * instead of a second one.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { addDays } from '../../../../kernel/days.ts';
import { decimal, type Decimal, roundMoney } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { forgetHistory } from '../../../../server/events/history.ts';
import type { ActivityKind } from '../../contract.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { rateTable } from '../rates/rates.ts';
import { searchText } from '../transactions/rows.ts';
import { TRANSACTIONS_CHANGED } from '../transactions/service.ts';
import { type ActivityRow, cashOf, SELECT_ACTIVITIES } from './activity-rows.ts';

/**
 * As for what is entered by hand (`planImport`): a line of the bank is the same when it lies this many days from it, at
 * most.
 */
const CLAIM_DAYS = 7;

/** `told`: a broker that was connected later tells of this very cash. */
interface Setting {
  cash_account_id: string | null;
  cash_from: string | null;
  currency: string | null;
  told: boolean;
}
interface Wanted {
  activityId: string;
  day: string;
  amount: Decimal;
  payee: string;
}
interface Moved {
  transfer_id: string;
  activity_id: string;
  id: string;
  account_id: string;
  day: string;
  amount: string;
  payee: string;
  told: boolean;
  tags: string[];
  notes: string;
}

/**
 * Makes the cash of an investment account's activities what it should be, in the ambient transaction.
 * @param only the activities that changed; all of the account where absent
 * @throws AppError `validation` where an exchange rate is missing
 */
export async function moveCash(holding: { id: string }, only?: readonly string[]): Promise<void> {
  const [setting] = await query<Setting>(
    `select i.cash_account_id, i.cash_from, c.currency, exists
      (select 1 from bank_accounts b where b.workspace_id = $1 and b.account_id = i.account_id
      and b.account_id = i.cash_account_id and b.type = 'investment') as told
     from finance_investment_accounts i
        left join finance_accounts c on c.id = i.cash_account_id and c.workspace_id = i.workspace_id
        where i.workspace_id = $1 and i.account_id = $2 for update of i`,
    [currentWorkspaceId(), holding.id],
  );
  const before = await movedNow(holding.id, only);
  const wanted =
    setting?.cash_account_id && !setting.told ? await wantedOf(holding.id, setting, only) : new Map<string, Wanted>();
  const accountId = setting?.cash_account_id ?? '';
  const fits = (row: Moved): boolean => {
    const one = wanted.get(row.activity_id);
    // A line of the bank keeps its own day and name.
    return (
      one !== undefined &&
      row.account_id === accountId &&
      one.amount.eq(row.amount) &&
      (row.told || (row.day === one.day && row.payee === one.payee))
    );
  };
  const stays = new Set(before.filter(fits).map((row) => row.activity_id));
  const others = before.filter((row) => !stays.has(row.activity_id));
  const open = [...wanted.values()].filter((one) => !stays.has(one.activityId));
  if (others.length === 0 && open.length === 0) return;
  const changed = others.filter((row) => !row.told && wanted.has(row.activity_id));
  await takeAway(others.filter((row) => !changed.includes(row)));
  await rewrite(changed, wanted, accountId);
  const known = new Set(changed.map((row) => row.activity_id));
  await add(
    open.filter((one) => !known.has(one.activityId)),
    accountId,
  );
  await emit({
    type: 'finance.activity_cash.moved',
    subject: { type: 'account', id: holding.id },
    paths: TRANSACTIONS_CHANGED,
  });
}

/** For accounts whose cash activities move: after lines of the bank went that had been taken for it. */
export async function moveCashInto(accountIds: readonly string[]): Promise<void> {
  const holdings = await query<{ id: string }>(
    'select account_id as id from finance_investment_accounts where workspace_id = $1 and cash_account_id = any($2) order by account_id',
    [currentWorkspaceId(), accountIds],
  );
  for (const holding of holdings) await moveCash(holding);
}

/** Takes away the cash that activities of an import moved; the lines of the bank among it stay. */
export async function takeCashBack(importId: string): Promise<void> {
  const gone = await query<{ id: string }>(
    `delete from finance_transactions t using finance_transfers f, finance_activities a
     where a.workspace_id = $1 and a.import_id = $2 and f.activity_id = a.id and t.id = coalesce(f.out_id, f.in_id)
        and t.workspace_id = $1 and t.fingerprint is null returning t.id`,
    [currentWorkspaceId(), importId],
  );
  await forgetHistory(gone.map(({ id }) => id));
  await emit({
    type: 'finance.activity_cash.moved',
    subject: { type: 'investment_import', id: importId },
    paths: TRANSACTIONS_CHANGED,
  });
}

function movedNow(holdingId: string, only: readonly string[] | undefined): Promise<Moved[]> {
  return query<Moved>(
    `select f.id as transfer_id, f.activity_id, t.id, t.account_id, t.day, t.amount, t.payee, t.notes, t.tags,
      t.fingerprint is not null as told
     from finance_activities a join finance_transfers f on f.activity_id = a.id
        join finance_transactions t on t.id = coalesce(f.out_id, f.in_id) and t.workspace_id = a.workspace_id
     where a.workspace_id = $1 and a.account_id = $2${only ? ' and a.id = any($3)' : ''} order by t.id for update of t`,
    [currentWorkspaceId(), holdingId, ...(only ? [only] : [])],
  );
}

async function wantedOf(
  holdingId: string,
  { cash_from: from, currency }: Setting,
  only: readonly string[] | undefined,
): Promise<Map<string, Wanted>> {
  const rows = await query<ActivityRow>(
    `${SELECT_ACTIVITIES} and a.account_id = $2 and a.deleted_at is null and a.source <> 'bank'
      and a.day >= $3::date${only ? ' and a.id = any($4)' : ''} order by a.day, a.id`,
    [currentWorkspaceId(), holdingId, from, ...(only ? [only] : [])],
  );
  const rates = await rateTable([currency!, ...rows.map((row) => row.currency)], rows[0]?.day ?? from!);
  const wanted = new Map<string, Wanted>();
  for (const row of rows) {
    const cash = cashOf(row);
    if (cash === null) continue;
    const rate = rates.rate(row.currency, currency!, row.day);
    if (!rate)
      throw new AppError(
        'validation',
        `No exchange rate from ${row.currency} to ${currency!} is known for ${row.day}. Enter it first: the cash is moved at the rate of its day.`,
        { field: 'day' },
      );
    const amount = roundMoney(decimal(cash).times(rate), currency!);
    if (!amount.isZero()) wanted.set(row.id, { activityId: row.id, day: row.day, amount, payee: words(row) });
  }
  return wanted;
}

const WORDS: Partial<Record<ActivityKind, string>> = {
  buy: 'Purchase of',
  sell: 'Sale of',
  dividend: 'Dividend of',
  interest: 'Interest of',
  capitalGain: 'Distributed gain of',
  fee: 'Fee of',
  returnOfCapital: 'Return of capital of',
};

function words(row: ActivityRow): string {
  return `${WORDS[row.kind]!} ${row.security ?? row.account}`.slice(0, 200);
}

/** Our own transactions are deleted; a bank's stay and count as income or spending again. */
async function takeAway(rows: readonly Moved[]): Promise<void> {
  const [own, told] = [rows.filter((row) => !row.told), rows.filter((row) => row.told)];
  if (told.length > 0) {
    await query(
      'update finance_transactions set transfer_id = null, version = version + 1, updated_at = now() where workspace_id = $1 and id = any($2)',
      [currentWorkspaceId(), told.map((row) => row.id)],
    );
    await query('delete from finance_transfers where workspace_id = $1 and id = any($2)', [
      currentWorkspaceId(),
      told.map((row) => row.transfer_id),
    ]);
  }
  if (own.length === 0) return;
  const ids = own.map((row) => row.id);
  await query('delete from finance_transactions where workspace_id = $1 and id = any($2)', [currentWorkspaceId(), ids]);
  await forgetHistory(ids);
}

async function rewrite(rows: readonly Moved[], wanted: ReadonlyMap<string, Wanted>, accountId: string): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map((row) => {
    const { day, amount, payee } = wanted.get(row.activity_id)!;
    return {
      id: row.id,
      transfer_id: row.transfer_id,
      day,
      amount: amount.toFixed(),
      payee,
      search_text: searchText(payee, row.notes, '', '', row.tags),
    };
  });
  const given = JSON.stringify(changes);
  await query(
    `update finance_transactions t
      set account_id = $3, day = c.day, amount = c.amount, payee = c.payee, search_text = c.search_text,
      version = t.version + 1, updated_at = now()
     from json_to_recordset($2::json) as c(id uuid, day date, amount numeric, payee text, search_text text)
        where t.workspace_id = $1 and t.id = c.id`,
    [currentWorkspaceId(), given, accountId],
  );
  await query(
    `update finance_transfers f
      set out_id = case when c.amount < 0 then c.id end, in_id = case when c.amount > 0 then c.id end
     from json_to_recordset($2::json) as c(id uuid, transfer_id uuid, amount numeric)
        where f.workspace_id = $1 and f.id = c.transfer_id`,
    [currentWorkspaceId(), given],
  );
}

async function add(all: readonly Wanted[], accountId: string): Promise<void> {
  if (all.length === 0) return;
  const claimed = await claims(all, accountId);
  const rows = all.map((one) => ({
    id: claimed.get(one.activityId) ?? newId(),
    transfer_id: newId(),
    activity_id: one.activityId,
    day: one.day,
    amount: one.amount.toFixed(),
    payee: one.payee,
    search_text: searchText(one.payee, '', '', '', []),
    own: !claimed.has(one.activityId),
  }));
  const given = JSON.stringify(rows);
  const values = [currentWorkspaceId(), given, accountId];
  const AS_ROWS =
    'json_to_recordset($2::json) as c(id uuid, transfer_id uuid, activity_id uuid, day date, amount numeric, payee text, search_text text, own boolean)';
  await query(
    `insert into finance_transactions (id, workspace_id, ledger_id, account_id, day, amount, payee, search_text,
      created_by)
     select c.id, $1, a.ledger_id, a.id, c.day, c.amount, c.payee, c.search_text, $4 from ${AS_ROWS}
        join finance_accounts a on a.id = $3 and a.workspace_id = $1 where c.own`,
    [...values, currentUserId() ?? null],
  );
  await query(
    `insert into finance_transfers (id, workspace_id, ledger_id, out_id, in_id, state, decided_by, activity_id)
     select c.transfer_id, $1, a.ledger_id, case when c.amount < 0 then c.id end,
        case when c.amount > 0 then c.id end, 'accepted', $4, c.activity_id from ${AS_ROWS}
        join finance_accounts a on a.id = $3 and a.workspace_id = $1`,
    [...values, currentUserId() ?? null],
  );
  await query(
    `update finance_transactions t
      set transfer_id = c.transfer_id, version = t.version + case when c.own then 0 else 1 end, updated_at = now()
      from ${AS_ROWS} where t.workspace_id = $1 and t.id = c.id and $3::uuid is not null`,
    values,
  );
}

/** Lines of the bank that tell of the same: booked, whole, with the same amount, the nearest first, each taken once. */
async function claims(all: readonly Wanted[], accountId: string): Promise<Map<string, string>> {
  const days = all.map((one) => one.day).sort();
  const lines = await query<{ id: string; day: string; amount: string }>(
    `select t.id, t.day, t.amount from finance_transactions t
     where t.workspace_id = $1 and t.account_id = $2 and t.deleted_at is null and not t.pending
        and t.fingerprint is not null and t.transfer_id is null and t.amount = any($3::numeric[])
        and t.day between $4::date and $5::date
       and not exists (select 1 from finance_splits s where s.workspace_id = $1 and s.transaction_id = t.id)
          and not exists (select 1 from finance_payments p where p.transaction_id = t.id and p.removed_at is null)
          order by t.day, t.id`,
    [
      currentWorkspaceId(),
      accountId,
      [...new Set(all.map((one) => one.amount.toFixed()))],
      addDays(days[0]!, -CLAIM_DAYS),
      addDays(days.at(-1)!, CLAIM_DAYS),
    ],
  );
  const byAmount = Map.groupBy(lines, (line) => decimal(line.amount).toFixed());
  const pairs = all
    .flatMap((one) =>
      (byAmount.get(one.amount.toFixed()) ?? []).map((line) => ({
        one,
        line,
        apart: Math.abs(daysBetween(one.day, line.day)),
      })),
    )
    .filter(({ apart }) => apart <= CLAIM_DAYS);
  const claimed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { one, line } of pairs.sort(
    (a, b) => a.apart - b.apart || (a.one.activityId < b.one.activityId ? -1 : 1),
  )) {
    if (claimed.has(one.activityId) || taken.has(line.id)) continue;
    claimed.set(one.activityId, line.id);
    taken.add(line.id);
  }
  return claimed;
}
