/** Payments of invoices and bills: lines of the bank, or entered by hand. */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { decimal, type Decimal, min, minorUnits, roundMoney, ZERO } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { BusinessDocument, NewPayment } from '../../contract.ts';
import { ROLES } from '../../engine/ledger/index.ts';
import { openDay, requireOpenFrom } from '../ledgers/closed-periods.ts';
import { requireVersion } from '../ledgers/access.ts';
import { ensureBooks } from '../books/books.ts';
import { bookAccountFor, chartOf } from '../books/chart.ts';
import { line, postEntry, reverseEntry } from '../books/post.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { bookRate } from './issue.ts';
import { isReceivable, type DocumentRow, dueOf, LIVE_PAYMENT, nounOf } from './rows.ts';
import { lockDocument, emitAndReload } from './service.ts';

/** @throws AppError `validation`, `not_found`, `forbidden`, `conflict`, `stale` */
export function payDocument(id: string, { version, ...input }: NewPayment): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    if (version !== undefined) requireVersion(row, version, `this ${nounOf(row)}`);
    requireOwed(row);
    if (input.transactionId) await matchTransaction(row, input.transactionId, input.amount);
    else await payByHand(row, input);
    await query(
      'update finance_documents set version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id],
    );
    return emitAndReload(id, 'paid');
  });
}

/** @throws AppError `conflict` where nothing of it is due */
export function requireOwed(row: DocumentRow): void {
  if (row.state !== 'open')
    throw new AppError(
      'conflict',
      row.state === 'draft' ? `Issue the ${nounOf(row)} first.` : `This ${nounOf(row)} is void.`,
    );
  if (dueOf(row).isZero())
    throw new AppError(
      'conflict',
      row.credit ? 'Nothing of this credit note is left.' : `Nothing of this ${row.kind} is due any more.`,
    );
}

/** @throws AppError `validation` */
export function requireAmount(row: DocumentRow, amount: Decimal, most: Decimal): Decimal {
  if (!amount.gt(0n)) throw new AppError('validation', 'Enter an amount above zero.', { field: 'amount' });
  if (amount.decimalPlaces() > minorUnits(row.currency))
    throw new AppError('validation', `${row.currency} has ${minorUnits(row.currency)} decimals.`, { field: 'amount' });
  if (amount.gt(most))
    throw new AppError(
      'validation',
      `At most ${most.toFixed()} ${row.currency} of it is ${row.credit ? 'left' : 'due'}.`,
      { field: 'amount' },
    );
  return amount;
}

/**
 * The part of a receivable that a payment settles, in the ledger's currency. The last payment settles the exact rest.
 */
async function settledBy(row: DocumentRow, amount: Decimal, base: string): Promise<Decimal> {
  const share = roundMoney(amount.times(row.rate!), base);
  const [before] = await query<{ sum: string }>(
    `select coalesce(sum(p.book_amount), 0) as sum from finance_payments p
      where p.workspace_id = $1 and p.document_id = $2 and ${LIVE_PAYMENT}`,
    [currentWorkspaceId(), row.id],
  );
  const left = decimal(row.book_total!).minus(before!.sum);
  return amount.eq(dueOf(row)) ? left : min(share, left);
}

interface BankLine {
  id: string;
  day: string;
  amount: string;
  currency: string;
  ledger_id: string;
  pending: boolean;
  transfer_id: string | null;
  settled: string;
}

async function matchTransaction(row: DocumentRow, transactionId: string, wanted: string | undefined): Promise<void> {
  const workspace = currentWorkspaceId();
  await query('select 1 from finance_transactions where workspace_id = $1 and id = $2 for update', [
    workspace,
    transactionId,
  ]);
  const [bank] = await query<BankLine>(
    `select t.id, t.day, t.amount, a.currency, t.ledger_id, t.pending, t.transfer_id,
      coalesce((select sum(p.amount) from finance_payments p where p.transaction_id = t.id and p.removed_at is null), 0)
      as settled
     from finance_transactions t join finance_accounts a on a.id = t.account_id
        where t.workspace_id = $1 and t.id = $2 and t.ledger_id = $3 and t.deleted_at is null`,
    [workspace, transactionId, row.ledger_id],
  );
  const refuse = (message: string): never => {
    throw new AppError('validation', message, { field: 'transactionId' });
  };
  if (!bank) return refuse('This bank transaction is not in the ledger.');
  if (bank.pending) refuse('The bank has not booked it yet.');
  if (bank.transfer_id) refuse('It is a transfer between your own accounts.');
  if (bank.currency !== row.currency)
    refuse(
      `The account is in ${bank.currency}, and the ${nounOf(row)} in ${row.currency}. Record this payment manually.`,
    );
  if (decimal(bank.amount).gt(0n) !== isReceivable(row))
    refuse(isReceivable(row) ? 'This is money that went out.' : 'This is money that came in.');
  const left = decimal(bank.amount).abs().minus(bank.settled);
  if (!left.gt(0n)) refuse('All of it belongs to other documents already.');
  await requireOpenFrom(row.ledger_id, [bank.day]);
  const most = min(left, dueOf(row));
  await writePayment(row, {
    day: bank.day,
    amount: requireAmount(row, wanted ? decimal(wanted) : most, most),
    transactionId,
    note: '',
  });
  await query('select finance_post_transactions($1, array[$2::uuid])', [row.ledger_id, transactionId]);
}

async function payByHand(
  row: DocumentRow,
  { amount, day, accountId, note }: Omit<NewPayment, 'version'>,
): Promise<void> {
  const on = day ?? (await todayHere());
  if (on < row.day)
    throw new AppError('validation', `A payment cannot come before the ${nounOf(row)} of ${dayWords(row.day)}.`, {
      field: 'day',
    });
  const money = accountId ?? (await bookAccountFor(row.ledger_id, { system: 'cash' }));
  await requireMoneyAccount(row.ledger_id, money);
  const paid = requireAmount(row, amount ? decimal(amount) : dueOf(row), dueOf(row));
  const { id, accountId: owed, book, base } = await writePayment(row, { day: on, amount: paid, note });
  const value = roundMoney(paid.times(await bookRate(row.currency, base, on)), base);
  const sign = (one: Decimal): Decimal => (isReceivable(row) ? one : one.negated());
  const lines = [
    ...line(money, sign(value)),
    ...line(owed, sign(book).negated(), { memo: row.party_name }),
    ...line(await bookAccountFor(row.ledger_id, { system: 'exchange' }), sign(book.minus(value))),
  ];
  // Of an amount that the ledger's currency is too coarse for nothing is posted.
  await requireOpenFrom(row.ledger_id, [on]);
  if (lines.length === 0) return;
  const memo = row.credit
    ? `Paid back ${isReceivable(row) ? 'by' : 'to'} ${row.party_name}`
    : `Payment ${row.kind === 'invoice' ? `of ${row.number} from` : 'to'} ${row.party_name}`;
  const entryId = await postEntry({ ledgerId: row.ledger_id, day: on, memo, source: { kind: 'payment', id }, lines });
  await query('update finance_payments set entry_id = $3 where workspace_id = $1 and id = $2', [
    currentWorkspaceId(),
    id,
    entryId,
  ]);
}

/** @throws AppError `validation` */
async function requireMoneyAccount(ledgerId: string, id: string): Promise<void> {
  const account = (await chartOf(ledgerId)).get(id);
  const refuse = (message: string): never => {
    throw new AppError('validation', message, { field: 'accountId' });
  };
  if (!account || account.archived) return refuse('This account is not in the chart.');
  const type = ROLES[account.role].type;
  if (type === 'income' || type === 'expense' || account.role === 'receivable' || account.role === 'payable')
    refuse('Choose the account that the money is on: cash, a card, or the owner’s capital.');
  const [own] = await query<{ account_id: string | null }>(
    'select account_id from finance_book_accounts where workspace_id = $1 and id = $2',
    [currentWorkspaceId(), id],
  );
  if (own?.account_id)
    refuse('The lines of this account come from the bank: match the line instead, or it would count twice.');
}

interface Written {
  day: string;
  amount: Decimal;
  transactionId?: string;
  note: string;
  credit?: { number: string; reason: string };
  application?: { id: string; againstId: string };
}

export async function writePayment(
  row: DocumentRow,
  { day, amount, transactionId, note, credit, application }: Written,
): Promise<{ id: string; accountId: string; book: Decimal; base: string }> {
  const { currency: base } = await ensureBooks(row.ledger_id);
  const id = newId();
  const accountId = await bookAccountFor(row.ledger_id, { system: row.kind === 'invoice' ? 'receivable' : 'payable' });
  const book = await settledBy(row, amount, base);
  await query(
    'insert into finance_payments (id, workspace_id, ledger_id, document_id, transaction_id, account_id, direction, day, amount, book_amount, note, created_by, credit_number, credit_reason, application_id, against_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)',
    [
      id,
      currentWorkspaceId(),
      row.ledger_id,
      row.id,
      transactionId ?? null,
      accountId,
      isReceivable(row) ? 'in' : 'out',
      day,
      amount.toFixed(),
      (book.lt(0n) ? ZERO : book).toFixed(),
      note,
      currentUserId() ?? null,
      credit?.number ?? null,
      credit?.reason ?? '',
      application?.id ?? null,
      application?.againstId ?? null,
    ],
  );
  return { id, accountId, book: book.lt(0n) ? ZERO : book, base };
}

/**
 * A manual payment in a closed period is undone on an open day; a bank transaction cannot be.
 * @throws AppError `not_found`, `forbidden`, `conflict` for a bank transaction in a closed period
 */
export function unpayDocument(id: string, paymentId: string): Promise<void> {
  return transaction(async () => {
    const row = await lockDocument(id);
    const [payment] = await query<{
      id: string;
      transaction_id: string | null;
      entry_id: string | null;
      day: string;
      application_id: string | null;
      against_id: string | null;
    }>(
      'select id, transaction_id, entry_id, day, application_id, against_id from finance_payments where workspace_id = $1 and document_id = $2 and id = $3 and removed_at is null for update',
      [currentWorkspaceId(), id, paymentId],
    );
    if (!payment) throw notFound('The payment');
    if (payment.transaction_id) await requireOpenFrom(row.ledger_id, [payment.day]);
    const back = await openDay(row.ledger_id, payment.day);
    await query(
      'update finance_payments set removed_at = now(), removed_on = $3 where workspace_id = $1 and (id = $2 or application_id = $4)',
      [currentWorkspaceId(), paymentId, back, payment.application_id],
    );
    if (payment.transaction_id)
      await query('select finance_post_transactions($1, array[$2::uuid])', [row.ledger_id, payment.transaction_id]);
    if (payment.entry_id) await reverseEntry(payment.entry_id, back);
    await query(
      'update finance_documents set version = version + 1, updated_at = now() where workspace_id = $1 and id = any($2)',
      [currentWorkspaceId(), [id, payment.against_id].filter((one) => one !== null)],
    );
    await emitAndReload(id, 'payment_removed');
  });
}
