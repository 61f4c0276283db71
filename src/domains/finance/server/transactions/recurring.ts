/** Recurring payments that a person confirmed or added. */
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, roundMoney } from '../../../../kernel/money/index.ts';
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { Frequency, NewRecurring, Recurring, recurring, RecurringUpdate } from '../../contract.ts';
import {
  findRecurring,
  merchantKey,
  nextAfter,
  type Recurrence,
  type RecurringStream,
  settledDays,
  type Transaction as EngineTransaction,
} from '../../engine/transactions/index.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { editableAccount } from '../accounts/accounts.ts';
import { requireCategories } from './categories.ts';
import { recentTransactions } from './recent.ts';
import { todayHere } from '../ledgers/workspace-day.ts';

interface Row {
  id: string;
  version: number;
  ledger_id: string;
  account_id: string;
  name: string;
  merchant: string;
  amount: string;
  currency: string;
  frequency: Frequency;
  anchor_day: string;
  category_id: string | null;
  state: 'active' | 'ended' | 'dismissed';
  /** Of the account: nothing moves in it any more. */
  archived: boolean;
}

const NOUN = 'The recurring payment';
const CHANGED = [FINANCE.recurring, FINANCE.reports];
const SELECT = `select r.id, r.version, r.ledger_id, r.account_id, r.name, r.merchant, r.amount, a.currency,
  r.frequency, r.anchor_day, r.category_id, r.state, a.archived_at is not null as archived
  from finance_recurring r join finance_accounts a on a.id = r.account_id and a.workspace_id = r.workspace_id
    where r.workspace_id = $1`;
/** A price is another one when it differs by more than this share. */
const SAME_PRICE = '0.02';

/** The days on which it falls, as a schedule. */
export function recurrenceOf(frequency: Frequency, anchorDay: string): Recurrence {
  switch (frequency) {
    case 'weekly':
      return { start: anchorDay, frequency: 'weekly' };
    case 'biweekly':
      return { start: anchorDay, frequency: 'weekly', interval: 2 };
    case 'semimonthly': {
      const day = Number(anchorDay.slice(8));
      return {
        start: anchorDay,
        frequency: 'monthly',
        daysOfMonth: day <= 15 ? [day, Math.min(day + 15, 31)] : [day - 15, day],
      };
    }
    case 'monthly':
      return { start: anchorDay, frequency: 'monthly' };
    case 'quarterly':
      return { start: anchorDay, frequency: 'monthly', interval: 3 };
    case 'semiannual':
      return { start: anchorDay, frequency: 'monthly', interval: 6 };
    case 'annual':
      return { start: anchorDay, frequency: 'yearly' };
  }
}

/** Days back in which a movement may stand for one that is still to come. */
const MAY_SETTLE = 31;

/**
 * The latest transaction of each account, direction and merchant, and those of the last days.
 * @param transactions the latest first
 */
function latestOfMerchants(
  transactions: readonly EngineTransaction[],
  today: string,
): Map<string, EngineTransaction[]> {
  const since = addDays(today, -MAY_SETTLE);
  const latest = new Map<string, EngineTransaction[]>();
  const merchants = new Map<string, string>();
  for (const one of transactions) {
    const payee = one.payee ?? '';
    const merchant = merchants.get(payee) ?? merchantKey(payee);
    merchants.set(payee, merchant);
    const name = merchantOf(one.accountId, one.amount, merchant);
    const own = latest.get(name);
    if (!own) latest.set(name, [one]);
    else if (one.day >= since) own.push(one);
  }
  return latest;
}

const lastOnes = new Memory({ paths: [FINANCE.transactions, FINANCE.accounts], longest: 3_600_000 });

function merchantOf(accountId: string, amount: Decimal, merchant: string): string {
  return `${accountId}|${amount.lt(0n) ? 'out' : 'in'}|${merchant}`;
}

/** The first day after today on which it is still to come. */
function nextDayOf(row: Row, movements: readonly EngineTransaction[], today: string): string | null {
  if (row.state !== 'active' || row.archived) return null;
  const recurrence = recurrenceOf(row.frequency, row.anchor_day);
  const settled = settledOf(row, movements);
  let day = nextAfter(recurrence, today);
  while (day && settled.has(day)) day = nextAfter(recurrence, day);
  return day ?? null;
}

function settledOf(row: Row, movements: readonly EngineTransaction[]): Set<string> {
  return settledDays(
    { frequency: row.frequency, recurrence: recurrenceOf(row.frequency, row.anchor_day), amount: decimal(row.amount) },
    movements,
  );
}

type Known = ReadonlyMap<string, readonly EngineTransaction[]>;
const movementsOf = (row: Row, known: Known): readonly EngineTransaction[] =>
  (row.merchant && known.get(merchantOf(row.account_id, decimal(row.amount), row.merchant))) || [];

function toRecurring(row: Row, known: Known, today: string): Recurring {
  const amount = decimal(row.amount);
  const movements = movementsOf(row, known);
  const last = movements[0];
  const change = last ? last.amount.minus(amount) : undefined;
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    accountId: row.account_id,
    name: row.name,
    amount: amount.toFixed(),
    currency: row.currency,
    frequency: row.frequency,
    anchorDay: row.anchor_day,
    categoryId: row.category_id,
    state: row.state === 'ended' ? 'ended' : 'active',
    nextDay: nextDayOf(row, movements, today),
    last: last ? { transactionId: last.id, day: last.day, amount: last.amount.toFixed() } : null,
    priceChange: change && change.abs().gt(amount.abs().times(SAME_PRICE)) ? change.toFixed() : null,
  };
}

async function readAll(ledgerId: string): Promise<Row[]> {
  return query<Row>(`${SELECT} and r.ledger_id = $2 order by r.state, r.name, r.id`, [currentWorkspaceId(), ledgerId]);
}

/** @throws AppError `not_found` */
export async function listRecurring(ledgerId: string): Promise<{ items: Recurring[] }> {
  await requireLedger(ledgerId);
  const rows = (await readAll(ledgerId)).filter((row) => row.state !== 'dismissed');
  const today = await todayHere();
  const known = await latestIn(ledgerId, rows, today);
  return { items: rows.map((row) => toRecurring(row, known, today)) };
}

function latestIn(ledgerId: string, rows: readonly Row[], today: string): Promise<Known> {
  return rows.length === 0
    ? Promise.resolve(new Map())
    : lastOnes.read(currentWorkspaceId(), `${ledgerId} ${today}`, async () =>
        latestOfMerchants(await recentTransactions(ledgerId), today),
      );
}

/** Active recurring payments for forecasts, with the days already covered. The caller has checked access. */
export async function activeRecurring(
  ledgerId: string,
  today: string,
): Promise<(Row & { settled: ReadonlySet<string> })[]> {
  const rows = (await readAll(ledgerId)).filter((row) => row.state === 'active');
  const known = await latestIn(ledgerId, rows, today);
  return rows.map((row) => ({ ...row, settled: settledOf(row, movementsOf(row, known)) }));
}

/** Recurring payments found in the latest transactions, cached until these change. */
const streamsFound = new Memory({
  paths: [FINANCE.transactions, FINANCE.accounts, FINANCE.categories],
  longest: 3_600_000,
});

async function findStreams(
  ledgerId: string,
  today: string,
): Promise<{ looked: number; streams: { stream: RecurringStream; categoryId: string | null }[] }> {
  const looked = await recentTransactions(ledgerId, 'and t.transfer_id is null');
  const byId = new Map(looked.map((one) => [one.id, one]));
  const streams = findRecurring(looked, today).map((stream) => ({
    stream,
    categoryId: byId.get(stream.transactionIds.at(-1)!)?.categoryId ?? null,
  }));
  return { looked: looked.length, streams };
}

/** @throws AppError `not_found` */
export async function suggestRecurring(ledgerId: string): Promise<ResponseOf<typeof recurring.suggestions>> {
  await requireLedger(ledgerId);
  const rows = await readAll(ledgerId);
  const taken = new Set(rows.map((row) => `${row.account_id}|${row.merchant}`));
  const today = await todayHere();
  const { looked, streams } = await streamsFound.read(currentWorkspaceId(), `${ledgerId} ${today}`, () =>
    findStreams(ledgerId, today),
  );
  const items = streams.flatMap(({ stream, categoryId }) => {
    if (stream.status === 'ended' || taken.has(`${stream.accountId}|${stream.merchant}`)) return [];
    return [
      {
        accountId: stream.accountId,
        merchant: stream.merchant,
        payee: stream.payee,
        currency: stream.currency,
        frequency: stream.frequency,
        averageAmount: roundMoney(stream.averageAmount, stream.currency).toFixed(),
        lastAmount: stream.lastAmount.toFixed(),
        fixed: stream.fixed,
        firstDay: stream.firstDay,
        lastDay: stream.lastDay,
        anchorDay: stream.anchorDay,
        nextDay: stream.nextDay,
        status: stream.status,
        times: stream.transactionIds.length,
        categoryId,
      },
    ];
  });
  // Most certain and most expensive first.
  items.sort(
    (a, b) =>
      Number(a.status === 'early') - Number(b.status === 'early') ||
      decimal(b.averageAmount).abs().cmp(decimal(a.averageAmount).abs()),
  );
  return { looked, items: items.slice(0, 100) };
}

async function readOne(id: string): Promise<Recurring> {
  const [row] = await query<Row>(`${SELECT} and r.id = $2`, [currentWorkspaceId(), id]);
  const today = await todayHere();
  return toRecurring(
    row!,
    latestOfMerchants(await recentTransactions(row!.ledger_id, 'and t.account_id = $4', [row!.account_id]), today),
    today,
  );
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createRecurring({
  ledgerId,
  accountId,
  name,
  amount,
  frequency,
  anchorDay,
  categoryId,
  merchant,
}: NewRecurring): Promise<Recurring> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    await requireRecord(
      [await editableAccount(accountId)].find((account) => account.ledger_id === ledgerId),
      'editor',
      'The account',
    );
    await requireCategories(ledgerId, [{ field: 'categoryId', id: categoryId }]);
    const id = newId();
    await query(
      'insert into finance_recurring (id, workspace_id, ledger_id, account_id, name, merchant, amount, frequency, anchor_day, category_id, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [
        id,
        currentWorkspaceId(),
        ledgerId,
        accountId,
        name,
        merchant ?? merchantKey(name),
        amount,
        frequency,
        anchorDay,
        categoryId ?? null,
        currentUserId(),
      ],
    );
    await emit({ type: 'finance.recurring.created', subject: { type: 'recurring', id }, paths: CHANGED });
    return readOne(id);
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateRecurring(id: string, { version, ...fields }: RecurringUpdate): Promise<Recurring> {
  return transaction(async () => {
    const [row] = await query<Row>(`${SELECT} and r.id = $2 and r.state <> 'dismissed' for update of r`, [
      currentWorkspaceId(),
      id,
    ]);
    requireVersion(await requireRecord(row, 'editor', NOUN), version, 'this recurring payment');
    await requireCategories(row!.ledger_id, [{ field: 'categoryId', id: fields.categoryId }]);
    await query(
      `update finance_recurring
        set name = coalesce($3, name), amount = coalesce($4, amount), frequency = coalesce($5, frequency),
        anchor_day = coalesce($6, anchor_day),
         category_id = case when $7 then $8::uuid else category_id end, state = coalesce($9, state),
            version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        fields.name ?? null,
        fields.amount ?? null,
        fields.frequency ?? null,
        fields.anchorDay ?? null,
        fields.categoryId !== undefined,
        fields.categoryId ?? null,
        fields.state ?? null,
      ],
    );
    await emit({ type: 'finance.recurring.updated', subject: { type: 'recurring', id }, paths: CHANGED });
    return readOne(id);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeRecurring(id: string): Promise<void> {
  return transaction(async () => {
    const [row] = await query<Row>(`${SELECT} and r.id = $2 for update of r`, [currentWorkspaceId(), id]);
    await requireRecord(row, 'editor', NOUN);
    await query('delete from finance_recurring where workspace_id = $1 and id = $2', [currentWorkspaceId(), id]);
    await emit({ type: 'finance.recurring.deleted', subject: { type: 'recurring', id }, paths: CHANGED });
  });
}

/** Keeps that it is none, so that it is not suggested again. @throws AppError `validation`, `not_found`, `forbidden` */
export function dismissRecurring({
  ledgerId,
  accountId,
  merchant,
}: {
  ledgerId: string;
  accountId: string;
  merchant: string;
}): Promise<{ id: string }> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    await requireRecord(
      [await editableAccount(accountId)].find((account) => account.ledger_id === ledgerId),
      'editor',
      'The account',
    );
    const id = newId();
    await query(
      `insert into finance_recurring (id, workspace_id, ledger_id, account_id, name, merchant, amount, frequency,
        anchor_day, state, created_by) values ($1, $2, $3, $4, $5, $5, 0, 'monthly', current_date, 'dismissed', $6)`,
      [id, currentWorkspaceId(), ledgerId, accountId, merchant, currentUserId()],
    );
    await emit({ type: 'finance.recurring.dismissed', subject: { type: 'recurring', id }, paths: [FINANCE.recurring] });
    return { id };
  });
}
