/**
 * Posting to the journal of a business. Other parts of finance call these inside of the transaction of the act that
 * they post; none of them asks who calls.
 */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import type { Decimal } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { assertPostable, type EntryLine } from '../../engine/ledger/index.ts';
import { FINANCE } from '../../paths.ts';
import { requireOpenFrom } from '../ledgers/closed-periods.ts';
import { ensureBooks } from './books.ts';
import { chartOf } from './chart.ts';

export interface Posting {
  ledgerId: string;
  day: string;
  memo: string;
  /**
   * The entry's source: `{ kind: 'expense', id: claimId }`. A source has one entry at a time: a second is rejected
   * until the first is reversed.
   */
  source: { kind: string; id?: string };
  /** In the ledger's currency, debits positive and credits negative; they must balance. */
  lines: readonly EntryLine[];
  /** `closing` entries stay out of the profit and loss statement. */
  kind?: 'closing';
}

export const BOOKS_CHANGED = [FINANCE.books];

/**
 * Posts an entry, and begins the books of the ledger when there are none.
 * @returns the entry's id
 * @throws AppError `validation` naming the line when it does not balance or an account is not in the chart; `conflict`
 *   in a closed period, for a personal ledger, or when the source was posted already
 */
export function postEntry({ ledgerId, day, memo, source, lines, kind }: Posting): Promise<string> {
  return transaction(async () => {
    const { currency } = await ensureBooks(ledgerId);
    const id = newId();
    assertPostable(
      { id, day, description: memo, lines },
      { currency, accounts: await chartOf(ledgerId), periods: { yearStartsIn: 1 } },
    );
    await requireOpenFrom(ledgerId, [day]);
    await writeEntry({ id, ledgerId, day, memo, source, lines, ...(kind ? { kind } : {}) });
    await emit({
      type: 'finance.entry.posted',
      subject: { type: 'book_entry', id },
      data: { day, source: source.kind },
      paths: BOOKS_CHANGED,
    });
    return id;
  });
}

async function writeEntry({
  id,
  ledgerId,
  day,
  memo,
  source,
  lines,
  kind = 'entry',
  reverses,
}: Omit<Posting, 'kind'> & { id: string; kind?: string; reverses?: string }): Promise<void> {
  const workspace = currentWorkspaceId();
  if (source.id && !reverses) {
    // Two at once: the second waits for the first, and finds it.
    await query('select pg_advisory_xact_lock(7293, hashtext($1::text || $2::text))', [source.kind, source.id]);
    const [there] = await query(
      'select 1 from finance_book_entries where workspace_id = $1 and source = $2 and source_id = $3 and reverses is null and reversed_by is null',
      [workspace, source.kind, source.id],
    );
    if (there) throw new AppError('conflict', 'This is in the books already.');
  }
  await query(
    'insert into finance_book_entries (id, workspace_id, ledger_id, day, memo, kind, source, source_id, reverses, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      id,
      workspace,
      ledgerId,
      day,
      memo,
      kind,
      source.kind,
      source.id ?? null,
      reverses ?? null,
      currentUserId() ?? null,
    ],
  );
  await query(
    `insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, memo,
      foreign_amount, foreign_currency, day, closing)
     select $1, $2, $3, l.position, l.account_id, l.amount, l.memo, l.foreign_amount, l.foreign_currency, $4, $5
     from json_to_recordset($6::json) as l(position integer, account_id uuid, amount numeric, memo text,
        foreign_amount numeric, foreign_currency text)`,
    [
      workspace,
      ledgerId,
      id,
      day,
      kind === 'closing',
      JSON.stringify(
        lines.map((line, position) => ({
          position,
          account_id: line.accountId,
          amount: line.amount.toFixed(),
          memo: line.memo ?? '',
          foreign_amount: line.foreign?.amount.toFixed() ?? null,
          foreign_currency: line.foreign?.currency ?? null,
        })),
      ),
    ],
  );
}

interface EntryRow {
  id: string;
  ledger_id: string;
  memo: string;
  kind: string;
  source: string;
  source_id: string | null;
  reverses: string | null;
  reversed_by: string | null;
}

/**
 * Posts the opposite of an entry, on a day of its own. Nothing posted is ever rewritten or deleted.
 * @returns the id of the opposite
 * @throws AppError `not_found`; `conflict` when it was reversed already, is itself a reversal, lies with the bank, or
 *   `day` is closed
 */
export function reverseEntry(entryId: string, day: string): Promise<string> {
  return transaction(async () => {
    const workspace = currentWorkspaceId();
    const [entry] = await query<EntryRow>(
      'select id, ledger_id, memo, kind, source, source_id, reverses, reversed_by from finance_book_entries where workspace_id = $1 and id = $2 for update',
      [workspace, entryId],
    );
    if (!entry) throw notFound('The entry');
    if (entry.reversed_by) throw new AppError('conflict', 'This entry was reversed already.');
    if (entry.reverses) throw new AppError('conflict', 'This is a reversal. Post a new entry instead.');
    if (entry.source === 'transaction' || entry.source === 'opening')
      throw new AppError(
        'conflict',
        'This entry follows the bank: change the transaction or the account, and the entry changes with it.',
      );
    await requireOpenFrom(entry.ledger_id, [day]);
    const id = newId();
    await query(
      `insert into finance_book_entries (id, workspace_id, ledger_id, day, memo, kind, source, source_id, reverses,
        created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        workspace,
        entry.ledger_id,
        day,
        `Reversal: ${entry.memo}`,
        entry.kind,
        entry.source,
        entry.source_id,
        entryId,
        currentUserId() ?? null,
      ],
    );
    await query(
      `insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, memo,
        foreign_amount, foreign_currency, day, closing)
       select workspace_id, ledger_id, $2, position, account_id, -amount, memo, -foreign_amount, foreign_currency, $4,
          closing from finance_book_lines where workspace_id = $1 and entry_id = $3`,
      [workspace, id, entryId, day],
    );
    await query('update finance_book_entries set reversed_by = $3 where workspace_id = $1 and id = $2', [
      workspace,
      entryId,
      id,
    ]);
    await emit({
      type: 'finance.entry.reversed',
      subject: { type: 'book_entry', id: entryId },
      data: { by: id, day },
      paths: BOOKS_CHANGED,
    });
    return id;
  });
}

/** Lines with a zero amount are left out. */
export function line(
  accountId: string,
  amount: Decimal,
  more: Omit<EntryLine, 'accountId' | 'amount'> = {},
): EntryLine[] {
  return amount.isZero() ? [] : [{ accountId, amount, ...more }];
}
