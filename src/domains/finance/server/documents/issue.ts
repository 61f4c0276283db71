/** Issuing a document gives it its number and its entry, both in one transaction; voiding it reverses the entry. */
import { dayWords } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import {
  allocateMoney,
  type Decimal,
  decimal,
  notNegative,
  ONE,
  roundMoney,
  sumOf,
  ZERO,
} from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import type { BusinessDocument, documents } from '../../contract.ts';
import { divideAs, formatNumber, type InvoiceTotals, seriesOf } from '../../engine/invoices/index.ts';
import type { EntryLine } from '../../engine/ledger/index.ts';
import { requireVersion } from '../ledgers/access.ts';
import { ensureBooks } from '../books/books.ts';
import { bookAccountFor } from '../books/chart.ts';
import { line, postEntry, reverseEntry } from '../books/post.ts';
import { rateTable } from '../rates/rates.ts';
import { isReceivable, type DocumentRow, nameOf, nounOf, totalsOfRow } from './rows.ts';
import { lockDocument, emitAndReload } from './service.ts';
import { readSettings } from './settings.ts';

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict` */
export function issueDocument(id: string, { version }: BodyOf<typeof documents.issue>): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    requireVersion(row, version, `this ${nounOf(row)}`);
    await issue(row);
    return emitAndReload(id, 'issued');
  });
}

/** Numbers of all credit notes that a business issues. */
export const CREDIT_PATTERN = 'CN-{YYYY}-{####}';

/**
 * The next number of a series of the ledger. The counter's row is locked until the transaction ends: no number is given
 * twice, and none is lost. One that another pattern made before (`INV-{##}` of what was `INV-1{#}`) is passed over.
 */
export async function nextNumber(ledgerId: string, pattern: string, day: string): Promise<string> {
  const series = seriesOf(pattern, day);
  for (;;) {
    const [row] = await query<{ counter: number }>(
      `insert into finance_document_series (workspace_id, ledger_id, series, counter) values ($1, $2, $3, 1)
       on conflict (ledger_id, series) do update set counter = finance_document_series.counter + 1 returning counter`,
      [currentWorkspaceId(), ledgerId, series],
    );
    const number = formatNumber(pattern, row!.counter, day);
    const [taken] = await query(
      `select 1 from finance_documents where workspace_id = $1 and ledger_id = $2 and kind = 'invoice' and number = $3
       union all select 1 from finance_payments where workspace_id = $1 and ledger_id = $2 and direction = 'in'
          and credit_number = $3 limit 1`,
      [currentWorkspaceId(), ledgerId, number],
    );
    if (!taken) return number;
  }
}

/**
 * Exchange rate of a document's currency into the ledger's on a day.
 * @throws AppError `validation` if it is unknown
 */
export async function bookRate(currency: string, base: string, day: string): Promise<Decimal> {
  if (currency === base) return ONE;
  const rate = (await rateTable([currency, base], day)).rate(currency, base, day);
  if (!rate)
    throw new AppError(
      'validation',
      `No exchange rate from ${currency} to ${base} is known for ${dayWords(day)}. Enter one under “Exchange rates” in the menu of the ledger.`,
      { field: 'currency' },
    );
  return rate;
}

/** Issues a locked draft. @throws AppError `conflict`, `validation` */
export async function issue(row: DocumentRow): Promise<void> {
  if (row.state !== 'draft')
    throw new AppError(
      'conflict',
      row.kind === 'invoice'
        ? `This ${nounOf(row)} was issued already.`
        : row.credit
          ? 'This credit note is in the books already.'
          : 'This bill is in the books already.',
    );
  if (decimal(row.total).isZero())
    throw new AppError('validation', 'It comes to nothing: there is nothing to issue.', { field: 'lines' });
  const { currency: base } = await ensureBooks(row.ledger_id);
  const rate = row.credits_id ? await rateOfCredited(row, row.credits_id) : await bookRate(row.currency, base, row.day);
  const pattern = async (): Promise<string> =>
    row.credit ? CREDIT_PATTERN : (await readSettings(row.ledger_id)).invoice_pattern;
  const number = row.kind === 'invoice' ? await nextNumber(row.ledger_id, await pattern(), row.day) : row.number;
  const { lines, total } = await linesOf(row, base, rate);
  const entryId = await postEntry({
    ledgerId: row.ledger_id,
    day: row.day,
    memo: memoOf(row, number),
    source: { kind: row.credit ? 'credit' : row.kind, id: row.id },
    lines,
  });
  await query(
    `update finance_documents
      set state = 'open', number = $3, rate = $4, book_total = $5, entry_id = $6, issued_at = now(),
      version = version + 1, updated_at = now(), search_text = search_text || $7 where workspace_id = $1 and id = $2`,
    [currentWorkspaceId(), row.id, number, rate.toFixed(), total.toFixed(), entryId, number ? ` ${fold(number)}` : ''],
  );
}

function memoOf(row: DocumentRow, number: string): string {
  if (row.credit)
    return `Credit note ${row.kind === 'invoice' ? `${number} for` : `${row.reference} of`.trim()} ${row.party_name}`;
  return row.kind === 'invoice'
    ? `Invoice ${number}, ${row.party_name}`
    : `Bill${row.reference ? ` ${row.reference}` : ''}, ${row.party_name}`;
}

/** The part of an issued document that is not credited yet. */
export async function leftToCredit(row: DocumentRow): Promise<Decimal> {
  return notNegative(
    decimal(row.total)
      .minus(row.credited)
      .minus(await creditedBy(row.id)),
  );
}

/** Total of a document's issued credit notes. */
async function creditedBy(id: string): Promise<Decimal> {
  const [row] = await query<{ sum: string }>(
    `select coalesce(sum(total), 0) as sum from finance_documents
      where workspace_id = $1 and credits_id = $2 and state = 'open' and deleted_at is null`,
    [currentWorkspaceId(), id],
  );
  return decimal(row!.sum);
}

/**
 * Takes back at the rate at which it was posted.
 * @throws AppError `validation` for more than the document, `conflict` when it is void by now
 */
async function rateOfCredited(row: DocumentRow, id: string): Promise<Decimal> {
  const of = await lockDocument(id);
  if (of.state !== 'open') throw new AppError('conflict', `${nameOf(of)} is void: there is nothing to credit.`);
  if (row.day < of.day)
    throw new AppError('validation', `A credit note cannot come before the ${of.kind} of ${dayWords(of.day)}.`, {
      field: 'day',
    });
  const left = await leftToCredit(of);
  if (decimal(row.total).gt(left))
    throw new AppError(
      'validation',
      left.isZero()
        ? `${nameOf(of)} is credited whole already.`
        : `Of ${nameOf(of)} at most ${left.toFixed()} ${of.currency} is left to credit.`,
      { field: 'lines' },
    );
  return decimal(of.rate!);
}

/**
 * The lines of a document's entry in the ledger's currency. An invoice debits the receivable and credits income and
 * tax; a bill is its mirror, and so is a credit note of what it takes back.
 */
async function linesOf(row: DocumentRow, base: string, rate: Decimal): Promise<{ lines: EntryLine[]; total: Decimal }> {
  const invoice = row.kind === 'invoice';
  const totals = totalsOfRow(row);
  const account = (system: Parameters<typeof bookAccountFor>[1]): Promise<string> =>
    bookAccountFor(row.ledger_id, system);
  const usual = await account({ system: invoice ? 'sales' : 'otherExpense' });
  const counter = await account({ system: invoice ? 'receivable' : 'payable' });
  let nets = row.discount_when === 'afterTax' ? withoutLateDiscount(row, totals) : totals.nets;
  let tax = totals.tax.plus(totals.overallTax);
  if (!invoice && !tax.isZero() && !(await readSettings(row.ledger_id)).recover_tax) {
    // Tax that does not come back belongs to what was bought: to each line by its own rate.
    const parts = taxByLines(row, totals, tax);
    nets = nets.map((amount, index) => amount.plus(parts[index]!));
    tax = ZERO;
  }
  const book = (amount: Decimal): Decimal => roundMoney(amount.times(rate), base);
  const side = (amount: Decimal): Decimal => (isReceivable(row) ? amount : amount.negated());
  const total = book(totals.total);
  const foreign = row.currency === base ? {} : { foreign: { amount: side(totals.total), currency: row.currency } };
  const byAccount = Map.groupBy(
    nets.map((net, index) => ({ account: row.lines[index]!.accountId ?? usual, net })),
    (one) => one.account,
  );
  const lines = [
    ...line(counter, side(total), { memo: row.party_name, ...foreign }),
    ...[...byAccount.entries()].flatMap(([id, own]) => line(id, side(book(sumOf(own, (one) => one.net))).negated())),
    ...line(await account({ system: invoice ? 'taxCollected' : 'taxPaid' }), side(book(tax)).negated()),
  ];
  // Rounded line by line at a rate, the parts may miss the whole by cents.
  const rest = sumOf(lines, (one) => one.amount);
  return { lines: [...lines, ...line(await account({ system: 'exchange' }), rest.negated())], total };
}

/** A discount that comes after tax lowers the lines by their shares all the same: income or cost is what is left. */
function withoutLateDiscount(row: DocumentRow, { nets, discount }: InvoiceTotals): Decimal[] {
  if (discount.isZero()) return nets;
  const shares = allocateMoney(
    discount,
    nets.map((amount) => notNegative(amount)),
    row.currency,
  );
  return nets.map((amount, index) => amount.minus(shares[index]!));
}

/** The tax by the lines that made it, as `invoiceTotals` works it out. */
function taxByLines(row: DocumentRow, { nets }: InvoiceTotals, tax: Decimal): Decimal[] {
  return divideAs(
    tax,
    nets.map((net, index) => {
      const { taxPercent = '0', secondTaxPercent = '0' } = row.lines[index]!;
      return net.times(decimal(taxPercent).plus(secondTaxPercent));
    }),
    row.currency,
  );
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict` */
export function voidDocument(
  id: string,
  { version, day, reason }: BodyOf<typeof documents.void>,
): Promise<BusinessDocument> {
  return transaction(async () => {
    // A line of the bank that comes back at this moment brings its payment first, or finds that it settles nothing any
    // more.
    await query(
      'select 1 from finance_transactions where workspace_id = $1 and id in (select transaction_id from finance_payments where workspace_id = $1 and document_id = $2 and removed_at is null) order by id for update',
      [currentWorkspaceId(), id],
    );
    const row = await lockDocument(id);
    requireVersion(row, version, `this ${nounOf(row)}`);
    if (row.state !== 'open')
      throw new AppError('conflict', row.state === 'draft' ? 'A draft is deleted, not voided.' : 'It is void already.');
    if (decimal(row.paid).gt(0n))
      throw new AppError(
        'conflict',
        row.credit
          ? 'It was used or paid back. Take that back first.'
          : 'It has payments or credit notes. Take them back first.',
      );
    if ((await creditedBy(id)).gt(0n))
      throw new AppError('conflict', 'It was credited with a credit note of its own. Void that first.');
    if (day < row.day) throw new AppError('validation', 'It cannot be void before its own day.', { field: 'day' });
    await reverseEntry(row.entry_id!, day);
    // Of lines that were deleted: they never counted.
    await query(
      'update finance_payments set removed_at = now(), removed_on = day where workspace_id = $1 and document_id = $2 and removed_at is null',
      [currentWorkspaceId(), id],
    );
    await query(
      `update finance_documents
        set state = 'void', voided_on = $3, void_reason = $4, version = version + 1, updated_at = now()
        where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), id, day, reason],
    );
    return emitAndReload(id, 'voided', { reason });
  });
}
