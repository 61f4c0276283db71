/** The journal as people read and write it. */
import { csvRow } from '../../../../kernel/csv.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../../../kernel/endpoint.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { journal, JournalEntry, JournalFilter, NewJournalEntry } from '../../contract.ts';
import { requireRecord } from '../ledgers/access.ts';
import { requireBooks } from './books.ts';
import { requireFree } from './chart.ts';
import { postEntry, reverseEntry } from './post.ts';

interface Row {
  id: string;
  ledger_id: string;
  day: string;
  memo: string;
  kind: JournalEntry['kind'];
  source: string;
  source_id: string | null;
  reverses: string | null;
  reversed_by: string | null;
  created_at: string;
  created_by: string | null;
}
interface LineRow {
  entry_id: string;
  account_id: string;
  code: string;
  name: string;
  amount: string;
  memo: string;
  foreign_amount: string | null;
  foreign_currency: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NOUN = 'The entry';
const EXPORT_PAGE = 500;
// Entries of the bank speak with the words of their transaction, which may change.
const MEMO = `case when e.memo <> '' then e.memo
  else coalesce((select coalesce(nullif(t.payee, ''), nullif(t.bank_payee, ''), 'Bank transaction')
  from finance_transactions t
  where t.workspace_id = e.workspace_id and t.id = e.source_id and e.source = 'transaction'), '') end`;
const SELECT = `select e.id, e.ledger_id, e.day, ${MEMO} as memo, e.kind, e.source, e.source_id, e.reverses,
  e.reversed_by, e.created_at,
    (select p.name from workspace_people p where p.id = e.created_by) as created_by
  from finance_book_entries e where e.workspace_id = $1`;

async function toEntries(rows: readonly Row[]): Promise<JournalEntry[]> {
  if (rows.length === 0) return [];
  const lines = await query<LineRow>(
    `select l.entry_id, l.account_id, a.code, a.name, l.amount, l.memo, l.foreign_amount, l.foreign_currency
      from finance_book_lines l join finance_book_accounts a on a.id = l.account_id and a.workspace_id = l.workspace_id
     where l.workspace_id = $1 and l.entry_id = any($2) order by l.entry_id, l.amount < 0, l.position`,
    [currentWorkspaceId(), rows.map((row) => row.id)],
  );
  const byEntry = Map.groupBy(lines, (one) => one.entry_id);
  return rows.map((row) => {
    const own = byEntry.get(row.id) ?? [];
    return {
      id: row.id,
      ledgerId: row.ledger_id,
      day: row.day,
      memo: row.memo,
      kind: row.kind,
      source: row.source,
      sourceId: row.source_id,
      reverses: row.reverses,
      reversedBy: row.reversed_by,
      createdBy: row.created_by,
      createdAt: row.created_at,
      amount: own
        .reduce((sum, one) => (decimal(one.amount).gt(0n) ? sum.plus(one.amount) : sum), decimal(0n))
        .toFixed(),
      lines: own.map((one) => ({
        accountId: one.account_id,
        code: one.code,
        name: one.name,
        amount: decimal(one.amount).toFixed(),
        memo: one.memo,
        foreign:
          one.foreign_amount === null
            ? null
            : { amount: decimal(one.foreign_amount).toFixed(), currency: one.foreign_currency! },
      })),
    };
  });
}

function conditionsOf({ ledgerId, from, to, accountId, roles, source, search }: JournalFilter): {
  where: string;
  values: unknown[];
} {
  const values: unknown[] = [currentWorkspaceId(), ledgerId];
  const place = (value: unknown): string => `$${values.push(value)}`;
  let where = ' and e.ledger_id = $2';
  if (from) where += ` and e.day >= ${place(from)}::date`;
  if (to) where += ` and e.day <= ${place(to)}::date`;
  if (source) where += ` and e.source = ${place(source)}`;
  if (accountId)
    where += ` and exists (select 1 from finance_book_lines l where l.workspace_id = e.workspace_id
      and l.entry_id = e.id and l.account_id = ${place(accountId)})`;
  if (roles)
    where += ` and exists (select 1 from finance_book_lines l join finance_book_accounts a on a.id = l.account_id
      where l.workspace_id = e.workspace_id and l.entry_id = e.id and a.role = any(${place(roles)}))`;
  if (search) where += ` and strpos(lower(${MEMO}), lower(${place(search)})) > 0`;
  return { where, values };
}

async function readPage(filter: JournalFilter, cursor: readonly string[] | undefined, limit: number): Promise<Row[]> {
  const { where, values } = conditionsOf(filter);
  const after = cursor ? ` and (e.day, e.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
  return query<Row>(`${SELECT}${where}${after} order by e.day desc, e.id desc limit ${limit}`, [
    ...values,
    ...(cursor ?? []),
  ]);
}

/** @throws AppError `not_found`, `conflict`, `bad_request` */
export async function listJournal({
  cursor,
  limit,
  ...filter
}: QueryOf<typeof journal.list>): Promise<ResponseOf<typeof journal.list>> {
  await requireBooks(filter.ledgerId);
  const page = pageFrom(await readPage(filter, unpackCursor(cursor, DAY, UUID), limit + 1), limit, (row) =>
    packCursor(row.day, row.id),
  );
  return { items: await toEntries(page.items), next: page.next };
}

/** Pieces of a CSV file, a row for each line. @throws AppError `not_found`, `conflict` */
export async function exportJournal(filter: JournalFilter): Promise<AsyncGenerator<string>> {
  await requireBooks(filter.ledgerId);
  return rowsOf(filter);
}

async function* rowsOf(filter: JournalFilter): AsyncGenerator<string> {
  yield `\uFEFF${csvRow(['Entry', 'Day', 'Description', 'Source', 'Account', 'Name', 'Debit', 'Credit', 'Note'])}`;
  let cursor: string[] | undefined;
  for (;;) {
    const rows = await readPage(filter, cursor, EXPORT_PAGE);
    for (const entry of await toEntries(rows)) {
      yield entry.lines
        .map((one) => {
          const amount = decimal(one.amount);
          return csvRow([
            entry.id,
            entry.day,
            entry.memo,
            entry.source,
            one.code,
            one.name,
            amount.gt(0n) ? amount.toFixed() : '',
            amount.lt(0n) ? amount.abs().toFixed() : '',
            one.memo,
          ]);
        })
        .join('');
    }
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    cursor = [last.day, last.id];
  }
}

/** @throws AppError `not_found` */
export async function getEntry(id: string): Promise<JournalEntry> {
  const [row] = await query<Row>(`${SELECT} and e.id = $2`, [currentWorkspaceId(), id]);
  const [entry] = await toEntries([await requireRecord(row, 'viewer', NOUN)]);
  return entry!;
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict` */
export function createEntry({ ledgerId, day, memo, lines }: NewJournalEntry): Promise<JournalEntry> {
  return transaction(async () => {
    await requireBooks(ledgerId, 'editor');
    await requireFree(
      ledgerId,
      lines.map((one, index) => ({ field: `lines.${index}.accountId`, id: one.accountId })),
    );
    const id = await postEntry({
      ledgerId,
      day,
      memo,
      source: { kind: 'manual' },
      lines: lines.map((one) => ({
        accountId: one.accountId,
        amount: decimal(one.amount),
        ...(one.memo ? { memo: one.memo } : {}),
      })),
    });
    return getEntry(id);
  });
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
export function reverseByHand(id: string, { day }: BodyOf<typeof journal.reverse>): Promise<JournalEntry> {
  return transaction(async () => {
    const [row] = await query<Row>(`${SELECT} and e.id = $2`, [currentWorkspaceId(), id]);
    const entry = await requireRecord(row, 'editor', NOUN);
    if (!['manual', 'transaction', 'opening'].includes(entry.source))
      throw new AppError(
        'conflict',
        'This entry belongs to a document or an expense. Take that back, and the entry is reversed with it.',
      );
    return getEntry(await reverseEntry(id, day));
  });
}
