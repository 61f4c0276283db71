/** Balances that a business brings from its books before: one entry, which can be entered again. */
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { OpeningBalances, OpeningBalancesInput } from '../../contract.ts';
import { openDay, requireOpenFrom } from '../ledgers/closed-periods.ts';
import { requireBooks } from './books.ts';
import { bookAccountFor } from './chart.ts';
import { line, postEntry, reverseEntry } from './post.ts';

const SOURCE = 'openings';

interface Entry {
  id: string;
  day: string;
}

async function entryOf(ledgerId: string): Promise<Entry | undefined> {
  const [row] = await query<Entry>(
    'select id, day from finance_book_entries where workspace_id = $1 and source = $2 and source_id = $3 and reverses is null and reversed_by is null',
    [currentWorkspaceId(), SOURCE, ledgerId],
  );
  return row;
}

/** @throws AppError `not_found`, `conflict` */
export async function getOpening(ledgerId: string): Promise<OpeningBalances> {
  await requireBooks(ledgerId);
  return readOpening(ledgerId);
}

async function readOpening(ledgerId: string): Promise<OpeningBalances> {
  const entry = await entryOf(ledgerId);
  if (!entry) return { day: null, entryId: null, lines: [] };
  const lines = await query<{ accountId: string; amount: string }>(
    `select l.account_id as "accountId", l.amount from finance_book_lines l
      join finance_book_accounts a on a.id = l.account_id
      where l.workspace_id = $1 and l.entry_id = $2 and a.system is distinct from 'opening' order by l.position`,
    [currentWorkspaceId(), entry.id],
  );
  return {
    day: entry.day,
    entryId: entry.id,
    lines: lines.map((one) => ({ accountId: one.accountId, amount: decimal(one.amount).toFixed() })),
  };
}

/**
 * A difference is posted to “Opening balances”. Earlier opening entries are reversed on their own day.
 * @throws AppError `validation`, `not_found`, `forbidden`, `conflict` in a closed period
 */
export function setOpening(ledgerId: string, { day, lines }: OpeningBalancesInput): Promise<OpeningBalances> {
  return transaction(async () => {
    await requireBooks(ledgerId, 'editor');
    await query('select pg_advisory_xact_lock(7294, hashtext($1::text))', [ledgerId]);
    await requireEnterable(ledgerId, lines);
    const before = await entryOf(ledgerId);
    if (before) await reverseEntry(before.id, await openDay(ledgerId, before.day));
    const counted = lines.filter((one) => !decimal(one.amount).isZero());
    if (counted.length === 0) return readOpening(ledgerId);
    await requireOpenFrom(ledgerId, [day]);
    const rest = sumOf(counted, (one) => decimal(one.amount)).negated();
    await postEntry({
      ledgerId,
      day,
      memo: 'Opening balances',
      source: { kind: SOURCE, id: ledgerId },
      lines: [
        ...counted.flatMap((one) => line(one.accountId, decimal(one.amount))),
        ...line(await bookAccountFor(ledgerId, { system: 'opening' }), rest),
      ],
    });
    return readOpening(ledgerId);
  });
}

/** Banks bring their own opening balance, and open invoices and bills are entered themselves. */
async function requireEnterable(ledgerId: string, lines: OpeningBalancesInput['lines']): Promise<void> {
  const rows = await query<{ id: string; name: string; system: string | null; account_id: string | null }>(
    'select id, name, system, account_id from finance_book_accounts where workspace_id = $1 and ledger_id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  const chart = new Map(rows.map((row) => [row.id, row]));
  lines.forEach(({ accountId }, at) => {
    const field = `lines.${at}.amount`;
    const account = chart.get(accountId);
    if (!account) throw new AppError('validation', 'This account is not in the chart.', { field });
    if (account.account_id)
      throw invalid(field, `${account.name} is opened with its bank account: change the opening balance there.`);
    if (account.system === 'receivable' || account.system === 'payable')
      throw invalid(
        field,
        'Enter the open invoices and bills themselves, with their own days: they make this balance.',
      );
    if (account.system === 'opening') throw invalid(field, 'This is where the rest goes by itself.');
  });
  if (new Set(lines.map((one) => one.accountId)).size < lines.length) throw invalid('lines', 'Each account once.');
}
