/**
 * Bank data for closed periods. The books stay as reported; the data is held back and shown. If an owner reopens the
 * period, it goes into the ledger (release.ts); dismissed items can be restored.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import type { QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { storableJson } from '../../../../server/db/storable.ts';
import { emit } from '../../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { bank } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger } from '../ledgers/access.ts';
import type { BankTransactionData } from './port.ts';

export interface Held {
  kind: 'add' | 'change' | 'remove';
  accountId: string;
  externalId: string;
  day: string;
  line: BankTransactionData | null;
  transactionId: string | null;
  isOlder: boolean;
}

/** Keeps aside. What was left out before stays left out, unless the bank tells something else of it by now. */
export async function hold(ledgerId: string, changes: readonly Held[]): Promise<void> {
  if (changes.length === 0) return;
  await query(
    `insert into bank_held_changes as h (id, workspace_id, ledger_id, account_id, external_id, kind, day, line,
      transaction_id, is_older)
     select r.id, $1, $2, r.account_id, r.external_id, r.kind, r.day, r.line, r.transaction_id, r.is_older
     from json_to_recordset($3::json) as r(id uuid, account_id uuid, external_id text, kind text, day date, line jsonb,
        transaction_id uuid, is_older boolean)
     on conflict (workspace_id, account_id, external_id) do update
        set kind = excluded.kind, day = excluded.day, line = excluded.line, transaction_id = excluded.transaction_id,
        told_at = now(),
       left_out_at = case when (h.kind, h.line->>'day', h.line->>'amount') is not distinct
          from (excluded.kind, excluded.line->>'day', excluded.line->>'amount') then h.left_out_at end`,
    [
      currentWorkspaceId(),
      ledgerId,
      storableJson(
        changes.map((one) => ({
          id: newId(),
          account_id: one.accountId,
          external_id: one.externalId,
          kind: one.kind,
          day: one.day,
          line: one.line,
          transaction_id: one.transactionId,
          is_older: one.isOlder,
        })),
      ),
    ],
  );
}

/** Forgets what was kept aside of transactions that are in the ledger now, or that the bank took back. */
export async function letGo(accounts: Iterable<{ accountId: string }>, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await query(
    'delete from bank_held_changes where workspace_id = $1 and account_id = any($2) and external_id = any($3)',
    [currentWorkspaceId(), [...accounts].map(({ accountId }) => accountId), externalIds],
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Row {
  id: string;
  account_id: string;
  account: string;
  currency: string;
  kind: Held['kind'];
  day: string;
  line: BankTransactionData | null;
  transaction_id: string | null;
  old_day: string | null;
  old_amount: string | null;
  old_payee: string | null;
}

/** Held-back data of a ledger, earliest first. @throws AppError `not_found`, `bad_request` */
export async function listHeld({
  ledgerId,
  cursor,
  limit,
}: QueryOf<typeof bank.held>): Promise<ResponseOf<typeof bank.held>> {
  await requireLedger(ledgerId);
  const after = unpackCursor(cursor, DAY, UUID);
  const rows = await query<Row>(
    `select h.id, h.account_id, a.name as account, a.currency, h.kind, h.day, h.line, h.transaction_id,
      t.day as old_day, t.amount as old_amount, t.payee as old_payee
     from bank_held_changes h join finance_accounts a on a.id = h.account_id and a.workspace_id = h.workspace_id
        left join finance_transactions t on t.id = h.transaction_id and t.workspace_id = h.workspace_id
     where h.workspace_id = $1 and h.ledger_id = $2 and h.left_out_at is null
        and ($3::date is null or (h.day, h.id) > ($3, $4::uuid)) order by h.day, h.id limit ${limit + 1}`,
    [currentWorkspaceId(), ledgerId, after?.[0] ?? null, after?.[1] ?? null],
  );
  const [all] = await query<{ count: number; first: string | null }>(
    'select count(*)::int as count, min(day) as first from bank_held_changes where workspace_id = $1 and ledger_id = $2 and left_out_at is null',
    [currentWorkspaceId(), ledgerId],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.day, row.id));
  return {
    count: all!.count,
    firstDay: all!.first,
    next: page.next,
    items: page.items.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      account: row.account,
      currency: row.currency,
      kind: row.kind,
      day: row.line?.day ?? row.old_day ?? row.day,
      amount: row.line ? decimal(row.line.amount).toFixed() : row.old_amount ? decimal(row.old_amount).toFixed() : null,
      payee: row.line?.payee ?? row.old_payee ?? '',
      before:
        row.kind === 'change' && row.old_day && row.old_amount
          ? { day: row.old_day, amount: decimal(row.old_amount).toFixed() }
          : null,
      transactionId: row.transaction_id,
    })),
  };
}

/**
 * Leaves what was kept aside out of the books for good, or takes that back.
 * @throws AppError `not_found`, `forbidden`
 */
export function setLeftOut(ids: readonly string[], isLeftOut: boolean): Promise<{ count: number }> {
  return transaction(async () => {
    const rows = await query<{ ledger_id: string }>(
      'select distinct ledger_id from bank_held_changes where workspace_id = $1 and id = any($2)',
      [currentWorkspaceId(), ids],
    );
    if (rows.length === 0) throw new AppError('not_found', 'These transactions are not held back any more.');
    for (const { ledger_id: ledgerId } of rows) await requireLedger(ledgerId, 'editor', 'The transaction');
    const changed = await query(
      `update bank_held_changes set left_out_at = ${isLeftOut ? 'now()' : 'null'}
        where workspace_id = $1 and id = any($2) and (left_out_at is null) = $3 returning id`,
      [currentWorkspaceId(), ids, isLeftOut],
    );
    await emit({
      type: `finance.bank.${isLeftOut ? 'held-left-out' : 'held-taken-back'}`,
      subject: { type: 'ledger', id: rows[0]!.ledger_id },
      data: { count: changed.length },
      paths: [FINANCE.bank],
    });
    return { count: changed.length };
  });
}
