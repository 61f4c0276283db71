/**
 * Credit notes: what is due of an invoice or a bill becomes less because less is owed, not because money came. Like a
 * payment it settles a part of the receivable; its entry takes back income (of a bill: cost) and tax in the proportion
 * in which the document's own entry made them.
 */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { decimal, type Decimal, roundMoney, sumOf } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { BusinessDocument, NewCredit, Payment } from '../../contract.ts';
import type { EntryLine } from '../../engine/ledger/index.ts';
import { line, postEntry } from '../books/post.ts';
import { todayHere } from '../today.ts';
import { nextNumber } from './issue.ts';
import { requireAmount, requireOwed, writePayment } from './payments.ts';
import type { DocumentRow } from './rows.ts';
import { dueOf } from './rows.ts';
import { getDocument, lockDocument, settle } from './service.ts';

const PATTERN = 'CN-{YYYY}-{####}';

/** @throws AppError `validation`, `not_found`, `forbidden`; `conflict` for what is no longer due, and in a closed period */
export function creditDocument(id: string, { day, amount, reason, number: told }: NewCredit): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    requireOwed(row);
    const on = day ?? (await todayHere());
    if (on < row.day) throw new AppError('validation', `A credit note cannot come before the ${row.kind} of ${dayWords(row.day)}.`, { field: 'day' });
    const credited = requireAmount(row, amount ? decimal(amount) : dueOf(row), dueOf(row));
    const number = row.kind === 'invoice' ? await nextNumber(row.ledger_id, PATTERN, on) : told;
    const { id: paymentId, accountId: owed, book, base } = await writePayment(row, { day: on, amount: credited, note: '', credit: { number, reason } });
    const sign = (one: Decimal): Decimal => (row.kind === 'invoice' ? one : one.negated());
    const lines = [...line(owed, sign(book).negated(), { memo: row.party_name }), ...(await takenBack(row, book, base))];
    const memo = row.kind === 'invoice' ? `Credit note ${number} on ${row.number}, ${row.party_name}` : `Credit note${number ? ` ${number}` : ''} of ${row.party_name}`;
    const entryId = await postEntry({ ledgerId: row.ledger_id, day: on, memo, source: { kind: 'credit', id: paymentId }, lines });
    await query('update finance_payments set entry_id = $3 where workspace_id = $1 and id = $2', [currentWorkspaceId(), paymentId, entryId]);
    await query('update finance_documents set version = version + 1, updated_at = now() where workspace_id = $1 and id = $2', [currentWorkspaceId(), id]);
    return settle(id, 'credited', { number, reason });
  });
}

/** The other side of the document's entry, turned, and cut to what is credited; what rounding leaves is in the largest of its lines. */
async function takenBack(row: DocumentRow, book: Decimal, base: string): Promise<EntryLine[]> {
  // The first line of an entry is the receivable or payable (`linesOf`).
  const made = await query<{ account_id: string; amount: string }>('select account_id, amount from finance_book_lines where workspace_id = $1 and entry_id = $2 and position > 0 order by position', [currentWorkspaceId(), row.entry_id]);
  const whole = sumOf(made, (one) => decimal(one.amount));
  const wanted = row.kind === 'invoice' ? book : book.negated();
  const parts = made.map((one) => ({ account: one.account_id, amount: roundMoney(decimal(one.amount).times(wanted).div(whole), base) }));
  const rest = wanted.minus(sumOf(parts, (one) => one.amount));
  const largest = parts.reduce((most, one) => (one.amount.abs().gt(most.amount.abs()) ? one : most), parts[0]!);
  largest.amount = largest.amount.plus(rest);
  return parts.flatMap((one) => line(one.account, one.amount));
}

/** A credit note that counts, with its document. @throws AppError `not_found` */
export async function creditOf(id: string, paymentId: string): Promise<{ document: BusinessDocument; credit: Payment & { credit: NonNullable<Payment['credit']> } }> {
  const document = await getDocument(id);
  const found = document.payments.find((one) => one.id === paymentId);
  if (!found?.credit) throw notFound('The credit note');
  return { document, credit: { ...found, credit: found.credit } };
}
