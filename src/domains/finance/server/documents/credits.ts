/**
 * Credit notes. On an open document: what is due becomes less because less is owed, not because money came. Like a
 * payment it settles a part of the receivable; its entry takes back income (of a bill: cost) and tax in the proportion
 * in which the document's own entry made them. One that stands on its own is a document itself, issued as others are
 * (issue.ts), and is put against others here.
 */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, min } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { BusinessDocument, NewApplication, NewCredit, Payment } from '../../contract.ts';
import { creditShares } from '../../engine/invoices/index.ts';
import type { EntryLine } from '../../engine/ledger/index.ts';
import { bookAccountFor } from '../books/chart.ts';
import { line, postEntry } from '../books/post.ts';
import { requireOpenFrom } from '../ledgers/closed-periods.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { CREDIT_PATTERN, leftToCredit, nextNumber } from './issue.ts';
import { requireAmount, requireOwed, writePayment } from './payments.ts';
import { type DocumentRow, dueOf, nameOf } from './rows.ts';
import { getDocument, lockDocument, emitAndReload } from './service.ts';

/**
 * @throws AppError `validation`, `not_found`, `forbidden`; `conflict` for what is no longer due, and in a closed period
 */
export function creditDocument(
  id: string,
  { day, amount, reason, number: told }: NewCredit,
): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    if (row.credit) throw new AppError('conflict', 'This is a credit note. Void it instead.');
    requireOwed(row);
    const on = day ?? (await todayHere());
    if (on < row.day)
      throw new AppError('validation', `A credit note cannot come before the ${row.kind} of ${dayWords(row.day)}.`, {
        field: 'day',
      });
    const most = min(dueOf(row), await leftToCredit(row));
    const credited = requireAmount(row, amount ? decimal(amount) : most, most);
    const number = row.kind === 'invoice' ? await nextNumber(row.ledger_id, CREDIT_PATTERN, on) : told;
    const {
      id: paymentId,
      accountId: owed,
      book,
      base,
    } = await writePayment(row, { day: on, amount: credited, note: '', credit: { number, reason } });
    const sign = (one: Decimal): Decimal => (row.kind === 'invoice' ? one : one.negated());
    const lines = [
      ...line(owed, sign(book).negated(), { memo: row.party_name }),
      ...(await takenBack(row, book, base)),
    ];
    await requireOpenFrom(row.ledger_id, [on]);
    const memo =
      row.kind === 'invoice'
        ? `Credit note ${number} on ${row.number}, ${row.party_name}`
        : `Credit note${number ? ` ${number}` : ''} of ${row.party_name}`;
    // A part may be less than the ledger's currency can say.
    if (lines.length > 0) {
      const entryId = await postEntry({
        ledgerId: row.ledger_id,
        day: on,
        memo,
        source: { kind: 'credit', id: paymentId },
        lines,
      });
      await query('update finance_payments set entry_id = $3 where workspace_id = $1 and id = $2', [
        currentWorkspaceId(),
        paymentId,
        entryId,
      ]);
    }
    // A search for the number finds the documents it is applied to.
    await query(
      'update finance_documents set version = version + 1, updated_at = now(), search_text = search_text || $3 where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id, number ? ` ${fold(number)}` : ''],
    );
    return emitAndReload(id, 'credited', { number, reason });
  });
}

/** The other side of the document's entry, turned, and cut to what is credited. */
async function takenBack(row: DocumentRow, book: Decimal, base: string): Promise<EntryLine[]> {
  // The first line of an entry is the receivable or payable (`linesOf`).
  const made = await query<{ account_id: string; amount: string; is_tax: boolean }>(
    `select l.account_id, l.amount, coalesce(a.system in ('taxCollected', 'taxPaid'), false) as is_tax
      from finance_book_lines l join finance_book_accounts a on a.id = l.account_id and a.workspace_id = l.workspace_id
     where l.workspace_id = $1 and l.entry_id = $2 and l.position > 0 order by l.position`,
    [currentWorkspaceId(), row.entry_id],
  );
  const turned = (amount: Decimal): Decimal => (row.kind === 'invoice' ? amount.negated() : amount);
  const [taxes, nets] = [made.filter((one) => one.is_tax), made.filter((one) => !one.is_tax)];
  const amounts = (lines: typeof made): Decimal[] => lines.map((one) => turned(decimal(one.amount)));
  const shares = creditShares(book, { nets: amounts(nets), taxes: amounts(taxes) }, base);
  return [
    ...nets.map((one, index) => ({ one, share: shares.nets[index]! })),
    ...taxes.map((one, index) => ({ one, share: shares.taxes[index]! })),
  ].flatMap(({ one, share }) => line(one.account_id, turned(share).negated()));
}

/**
 * Puts a credit note against an invoice or bill of the same party: as much of both is settled, and no money moves. What
 * their rates make different in the ledger's currency is an exchange difference.
 * @throws AppError `validation`, `not_found`, `forbidden`; `conflict` for what is not open, and in a closed period
 */
export function applyCredit(id: string, { documentId, amount, day }: NewApplication): Promise<BusinessDocument> {
  return transaction(async () => {
    // Both in one order, so that two at once wait for each other instead of failing.
    const locked = new Map<string, DocumentRow>();
    for (const one of [id, documentId].sort()) locked.set(one, await lockDocument(one));
    const [credit, owed] = [locked.get(id)!, locked.get(documentId)!];
    requireFit(credit, owed);
    requireOwed(credit);
    requireOwed(owed);
    const on = day ?? (await todayHere());
    const first = credit.day > owed.day ? credit.day : owed.day;
    if (on < first) throw new AppError('validation', `It cannot be used before ${dayWords(first)}.`, { field: 'day' });
    const most = min(dueOf(credit), dueOf(owed));
    const used = requireAmount(owed, amount ? decimal(amount) : most, most);
    const applicationId = newId();
    const here = await writePayment(credit, {
      day: on,
      amount: used,
      note: '',
      application: { id: applicationId, againstId: owed.id },
    });
    const there = await writePayment(owed, {
      day: on,
      amount: used,
      note: '',
      application: { id: applicationId, againstId: credit.id },
    });
    const sign = (one: Decimal): Decimal => (owed.kind === 'invoice' ? one : one.negated());
    const lines = [
      ...line(there.accountId, sign(there.book).negated(), { memo: nameOf(owed) }),
      ...line(here.accountId, sign(here.book), { memo: nameOf(credit) }),
      ...line(await bookAccountFor(owed.ledger_id, { system: 'exchange' }), sign(there.book.minus(here.book))),
    ];
    await requireOpenFrom(owed.ledger_id, [on]);
    if (lines.length > 0) {
      const entryId = await postEntry({
        ledgerId: owed.ledger_id,
        day: on,
        memo: `${nameOf(credit)} put against ${nameOf(owed)}, ${owed.party_name}`,
        source: { kind: 'credit', id: applicationId },
        lines,
      });
      await query('update finance_payments set entry_id = $3 where workspace_id = $1 and application_id = $2', [
        currentWorkspaceId(),
        applicationId,
        entryId,
      ]);
    }
    await query(
      'update finance_documents set version = version + 1, updated_at = now() where workspace_id = $1 and id = any($2)',
      [currentWorkspaceId(), [id, documentId]],
    );
    await emitAndReload(documentId, 'credited', { by: nameOf(credit) });
    return emitAndReload(id, 'used', { on: nameOf(owed) });
  });
}

/** @throws AppError `validation` for what a credit note cannot be put against */
function requireFit(credit: DocumentRow, owed: DocumentRow): void {
  const refuse = (message: string): never => {
    throw new AppError('validation', message, { field: 'documentId' });
  };
  if (!credit.credit) refuse('Only a credit note can be put against something.');
  if (owed.credit || owed.kind !== credit.kind || owed.ledger_id !== credit.ledger_id)
    refuse(`Choose ${credit.kind === 'invoice' ? 'an invoice' : 'a bill'} of this ledger.`);
  if (owed.party_key !== credit.party_key)
    refuse(`It is ${credit.party_name}’s credit, and the ${owed.kind} is ${owed.party_name}’s.`);
  if (owed.currency !== credit.currency)
    refuse(`The credit is in ${credit.currency}, and the ${owed.kind} in ${owed.currency}.`);
}

/** A credit note that counts, with its document. @throws AppError `not_found` */
export async function creditOf(
  id: string,
  paymentId: string,
): Promise<{ document: BusinessDocument; credit: Payment & { credit: NonNullable<Payment['credit']> } }> {
  const document = await getDocument(id);
  const found = document.payments.find((one) => one.id === paymentId);
  if (!found?.credit) throw notFound('The credit note');
  return { document, credit: { ...found, credit: found.credit } };
}
