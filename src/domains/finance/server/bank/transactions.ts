/**
 * Imports a bank's transactions: adds new ones, updates changed ones, replaces pending ones with booked ones, and
 * removes retracted ones. People's edits (payee, category, notes, tags, parts) stay, deleted ones stay deleted, and
 * manual entries are linked. Changes to a closed period are held back.
 */
import { addDays } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import {
  applyRules,
  type IncomingLine,
  planImport,
  type PlannedAction,
  type StoredLine,
} from '../../engine/transactions/index.ts';
import { closedUntil } from '../ledgers/closed-periods.ts';
import { moveCashInto } from '../investments/cash.ts';
import { settleParts } from '../transactions/parts.ts';
import { activeRules, toEngineTransaction } from '../transactions/rules.ts';
import { searchText } from '../transactions/rows.ts';
import type { FedAccount } from './accounts.ts';
import { categoryFor } from './categories.ts';
import { type Held, hold, letGo } from './held-back.ts';
import type { BankTransactionData } from './port.ts';

export interface Changes {
  added: number;
  changed: number;
  removed: number;
  /** Kept aside, because its day lies in a closed period. */
  held: number;
}

export const NO_CHANGES: Readonly<Changes> = { added: 0, changed: 0, removed: 0, held: 0 };

/** Days around what is told within which something may have been entered by hand. */
const MARGIN = 15;

const fingerprintOf = (externalId: string): string => `bank:${externalId}`;

/** Brings one page into the ledger, inside the caller's transaction. */
export async function keepTransactions(
  ledgerId: string,
  fed: ReadonlyMap<string, FedAccount>,
  told: readonly BankTransactionData[],
  removed: readonly string[],
): Promise<Changes> {
  const changes: Changes = { ...NO_CHANGES };
  const closed = await closedUntil(ledgerId);
  const waiting = new Set<string>();
  const [rules, categories] = [await activeRules(ledgerId), await categoriesByName(ledgerId)];
  for (const [externalId, lines] of Map.groupBy(told, (one) => one.accountId)) {
    const account = fed.get(externalId);
    // Of an account that is not money of this ledger.
    if (!account) continue;
    const { actions, stored } = await plan(account, lines);
    const held =
      closed === null
        ? []
        : lines.flatMap((line, index) => heldBack(line, actions[index]!, stored, closed, account) ?? []);
    const aside = new Set(held.map((one) => one.externalId));
    const isIn = (line: BankTransactionData): boolean => !aside.has(line.externalId);
    const added = lines
      .filter((line, index) => actions[index]!.kind === 'add' && isIn(line))
      .map((line) => toRow(line, account, rules, categories));
    await insert(ledgerId, account.accountId, added);
    changes.added += added.length;
    changes.changed += await change(
      lines.flatMap((line, index) => {
        const action = actions[index]!;
        return isIn(line) && (action.kind === 'same' || action.kind === 'post' || action.kind === 'link')
          ? [{ id: action.id, line }]
          : [];
      }),
    );
    await letGo(
      [account],
      lines.filter(isIn).map((line) => line.externalId),
    );
    await hold(ledgerId, held);
    for (const { transactionId } of held) if (transactionId) waiting.add(transactionId);
    changes.held += held.length;
  }
  const gone = await takenBack([...fed.values()], removed, closed, waiting);
  await letGo(fed.values(), removed);
  await hold(ledgerId, gone.held);
  return { ...changes, removed: gone.removed, held: changes.held + gone.held.length };
}

/** A change of what counts that would reach into the closed days. */
function heldBack(
  line: BankTransactionData,
  action: PlannedAction,
  stored: ReadonlyMap<string, StoredLine>,
  closed: string,
  account: FedAccount,
): Held | undefined {
  const common = { accountId: account.accountId, externalId: line.externalId, line, isOlder: account.isOlder };
  if (action.kind === 'add')
    return line.day <= closed ? { ...common, kind: 'add', day: line.day, transactionId: null } : undefined;
  if (action.kind === 'repeated' || action.kind === 'deleted') return undefined;
  const before = stored.get(action.id);
  if (!before) return undefined;
  const day = before.day < line.day ? before.day : line.day;
  const isSame = before.day === line.day && before.amount.eq(line.amount) && (before.pending ?? false) === line.pending;
  return day <= closed && !isSame ? { ...common, kind: 'change', day, transactionId: action.id } : undefined;
}

async function categoriesByName(ledgerId: string): Promise<Map<string, string>> {
  const rows = await query<{ id: string; name: string }>(
    'select id, name from finance_categories where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  return new Map(rows.map((row) => [row.name.toLowerCase(), row.id]));
}

async function plan(
  { accountId }: FedAccount,
  lines: readonly BankTransactionData[],
): Promise<{ actions: PlannedAction[]; stored: Map<string, StoredLine> }> {
  const incoming = lines.map((line): IncomingLine => ({
    fingerprint: fingerprintOf(line.externalId),
    day: line.day,
    amount: decimal(line.amount),
    payee: line.payee,
    bankId: line.externalId,
    pending: line.pending,
    ...(line.pendingId ? { pendingBankId: line.pendingId } : {}),
  }));
  const days = lines.map(({ day }) => day).sort();
  const ids = lines.flatMap(({ externalId, pendingId }) => (pendingId ? [externalId, pendingId] : [externalId]));
  const rows = await query<{
    id: string;
    day: string;
    amount: string;
    payee: string;
    fingerprint: string | null;
    bank_id: string | null;
    pending: boolean;
    deleted: boolean;
    elsewhere: boolean;
  }>(
    `select id, day, amount, payee, fingerprint, bank_id, pending, deleted_at is not null as deleted,
       fingerprint is not null and (fingerprint not like 'bank:%' or created_at <
          (select max(b.linked_at) from bank_accounts b where b.workspace_id = $1 and b.account_id = $2)) as elsewhere
     from finance_transactions
        where workspace_id = $1 and account_id = $2
        and (bank_id = any($3) or (day between $4::date and $5::date and deleted_at is null))`,
    [currentWorkspaceId(), accountId, ids, addDays(days[0]!, -MARGIN), addDays(days.at(-1)!, MARGIN)],
  );
  const stored = rows.map((row): StoredLine => ({
    id: row.id,
    day: row.day,
    amount: decimal(row.amount),
    payee: row.payee,
    pending: row.pending,
    deleted: row.deleted,
    ...(row.fingerprint ? { fingerprint: row.fingerprint } : {}),
    ...(row.bank_id ? { bankId: row.bank_id } : {}),
  }));
  // A correction may change day and amount both: the bank's id decides, whatever else differs.
  const byBankId = new Map(stored.flatMap((one) => (one.bankId ? [[one.bankId, one] as const] : [])));
  // The account may hold the same movements from files, or from a connection before this one, under other names.
  const elsewhere = new Set(rows.filter((row) => row.elsewhere).map(({ id }) => id));
  const planned = planImport(stored, incoming, { elsewhere: ({ id }) => elsewhere.has(id) });
  const actions = planned.map((action, index): PlannedAction => {
    const known = byBankId.get(lines[index]!.externalId);
    return known && action.kind === 'add' ? { kind: known.deleted ? 'deleted' : 'same', id: known.id } : action;
  });
  return { actions, stored: new Map(stored.map((one) => [one.id, one])) };
}

function toRow(
  line: BankTransactionData,
  account: FedAccount,
  rules: Parameters<typeof applyRules>[1],
  categories: ReadonlyMap<string, string>,
): { id: string } {
  const id = newId();
  const { transaction: after, applied } = applyRules(
    toEngineTransaction({
      id,
      account_id: account.accountId,
      day: line.day,
      amount: line.amount,
      currency: account.currency,
      payee: line.payee,
      notes: '',
      category_id: categoryFor(line.category, categories) ?? null,
      tags: [],
    }),
    rules,
  );
  const row = {
    id,
    day: line.day,
    amount: line.amount,
    payee: (after.payee ?? '').slice(0, 200),
    notes: after.notes ?? '',
    category_id: after.categoryId ?? null,
    tags: after.tags ?? [],
    pending: line.pending,
    check_number: line.checkNumber,
    bank_payee: line.payee.slice(0, 500),
    bank_memo: line.memo.slice(0, 2000),
    bank_id: line.externalId,
    fingerprint: fingerprintOf(line.externalId),
    rule_ids: applied.map(({ ruleId }) => ruleId),
  };
  return Object.assign(row, { search_text: searchText(row.payee, row.notes, row.bank_payee, row.bank_memo, row.tags) });
}

async function insert(ledgerId: string, accountId: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await query(
    `insert into finance_transactions (id, workspace_id, ledger_id, account_id, created_by, day, amount, payee, notes,
      category_id, tags, pending, check_number, bank_payee, bank_memo, bank_id, fingerprint, rule_ids, search_text)
     select t.id, $1, $2, $3, $4, t.day, t.amount, t.payee, t.notes, t.category_id,
        array(select jsonb_array_elements_text(t.tags)), t.pending, t.check_number, t.bank_payee, t.bank_memo,
        t.bank_id, t.fingerprint,
       array(select jsonb_array_elements_text(t.rule_ids)::uuid), t.search_text
     from json_to_recordset($5::json) as t(id uuid, day date, amount numeric, payee text, notes text, category_id uuid,
        tags jsonb, pending boolean, check_number text, bank_payee text, bank_memo text, bank_id text,
       fingerprint text, rule_ids jsonb, search_text text)
     on conflict (workspace_id, account_id, fingerprint) where fingerprint is not null do nothing`,
    [currentWorkspaceId(), ledgerId, accountId, currentUserId(), storableJson(rows)],
  );
}

/**
 * The bank's part of transactions that are there. A payee that no one changed follows the bank's.
 * @returns how many really changed
 */
async function change(changes: readonly { id: string; line: BankTransactionData }[]): Promise<number> {
  if (changes.length === 0) return 0;
  const rows = changes.map(({ id, line }) => ({
    id,
    day: line.day,
    amount: line.amount,
    pending: line.pending,
    bank_payee: line.payee.slice(0, 500),
    bank_memo: line.memo.slice(0, 2000),
    bank_id: line.externalId,
    fingerprint: fingerprintOf(line.externalId),
    check_number: line.checkNumber,
  }));
  const changed = await query<{ id: string }>(
    `update finance_transactions t
      set day = c.day, amount = c.amount, pending = c.pending, bank_payee = c.bank_payee, bank_memo = c.bank_memo,
      bank_id = c.bank_id, fingerprint = c.fingerprint,
       payee = case when t.payee = t.bank_payee and c.bank_payee <> '' then left(c.bank_payee, 200) else t.payee end,
       check_number = case when c.check_number = '' then t.check_number else c.check_number end,
          version = t.version + 1, updated_at = now()
     from json_to_recordset($2::json) as c(id uuid, day date, amount numeric, pending boolean, bank_payee text,
        bank_memo text, bank_id text, fingerprint text, check_number text)
     where t.workspace_id = $1 and t.id = c.id
       and (t.day, t.amount, t.pending, t.bank_payee, t.bank_memo, coalesce(t.bank_id, ''), coalesce(t.fingerprint, ''))
          is distinct from (c.day, c.amount, c.pending, c.bank_payee, c.bank_memo, c.bank_id, c.fingerprint)
     returning t.id`,
    [currentWorkspaceId(), storableJson(rows)],
  );
  await settleParts(changed.map(({ id }) => id));
  return changed.length;
}

/**
 * Retracted transactions, except those waiting to be replaced. A booked one already has the new id and is not found.
 */
async function takenBack(
  accounts: readonly FedAccount[],
  externalIds: readonly string[],
  closed: string | null,
  waiting: ReadonlySet<string>,
): Promise<{ removed: number; held: Held[] }> {
  if (externalIds.length === 0) return { removed: 0, held: [] };
  const rows = await query<{ id: string; account_id: string; bank_id: string; day: string }>(
    'select id, account_id, bank_id, day from finance_transactions where workspace_id = $1 and account_id = any($2) and bank_id = any($3) and deleted_at is null',
    [currentWorkspaceId(), accounts.map(({ accountId }) => accountId), externalIds],
  );
  const free = rows.filter((row) => !waiting.has(row.id));
  const isClosed = (row: { day: string }): boolean => closed !== null && row.day <= closed;
  // The other side of a transfer stays, and is income or spending again until it finds another.
  await query(
    'delete from finance_transfers where workspace_id = $1 and id in (select transfer_id from finance_transactions where workspace_id = $1 and id = any($2))',
    [currentWorkspaceId(), free.filter((row) => !isClosed(row)).map(({ id }) => id)],
  );
  const gone = await query(
    'update finance_transactions set deleted_at = now(), version = version + 1, updated_at = now() where workspace_id = $1 and id = any($2) and deleted_at is null returning id',
    [currentWorkspaceId(), free.filter((row) => !isClosed(row)).map(({ id }) => id)],
  );
  if (gone.length > 0) await moveCashInto(accounts.map(({ accountId }) => accountId));
  return {
    removed: gone.length,
    held: free
      .filter(isClosed)
      .map((row) => ({
        kind: 'remove',
        accountId: row.account_id,
        externalId: row.bank_id,
        day: row.day,
        line: null,
        transactionId: row.id,
        isOlder: false,
      })),
  };
}
