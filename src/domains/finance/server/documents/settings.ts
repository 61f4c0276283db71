/** How a ledger's invoices are numbered, printed and reminded of. */
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { mailProvider } from '../../../../server/providers/mail/index.ts';
import type { DocumentSettings, DocumentSettingsUpdate } from '../../contract.ts';
import { formatNumber, seriesOf } from '../../engine/invoices/index.ts';
import { requireVersion } from '../ledgers/access.ts';
import { requireBooks } from '../books/books.ts';
import { BOOKS_CHANGED } from '../books/post.ts';
import { todayHere } from '../ledgers/workspace-day.ts';

interface SettingsRow {
  version: number;
  invoice_pattern: string;
  terms_days: number;
  sender: string;
  payment_details: string;
  tax_percent: string;
  discount_when: 'beforeTax' | 'afterTax';
  recover_tax: boolean;
  remind: boolean;
  remind_days: number[];
}

/** Of a ledger with books. Does not ask who calls. */
export async function readSettings(ledgerId: string, lock = ''): Promise<SettingsRow> {
  const [row] = await query<SettingsRow>(
    `select version, invoice_pattern, terms_days, sender, payment_details, tax_percent, discount_when, recover_tax,
      remind, remind_days from finance_books where workspace_id = $1 and ledger_id = $2 ${lock}`,
    [currentWorkspaceId(), ledgerId],
  );
  return row!;
}

/** @throws AppError `not_found`, `conflict` */
export async function getSettings(ledgerId: string): Promise<DocumentSettings> {
  await requireBooks(ledgerId);
  const row = await readSettings(ledgerId);
  const today = await todayHere();
  const [series] = await query<{ counter: number }>(
    'select counter from finance_document_series where workspace_id = $1 and ledger_id = $2 and series = $3',
    [currentWorkspaceId(), ledgerId, seriesOf(row.invoice_pattern, today)],
  );
  return {
    version: row.version,
    invoicePattern: row.invoice_pattern,
    nextNumber: formatNumber(row.invoice_pattern, (series?.counter ?? 0) + 1, today),
    termsDays: row.terms_days,
    sender: row.sender,
    paymentDetails: row.payment_details,
    taxPercent: decimal(row.tax_percent).toFixed(),
    discountWhen: row.discount_when,
    recoverTax: row.recover_tax,
    remind: row.remind,
    remindDays: row.remind_days,
    mailLeaves: mailProvider().delivers,
  };
}

/**
 * Changes them, and answers them as they are then.
 * @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict`
 */
export function updateSettings(ledgerId: string, update: DocumentSettingsUpdate): Promise<DocumentSettings> {
  return transaction(async () => {
    await changeSettings(ledgerId, update);
    return getSettings(ledgerId);
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict` */
export function changeSettings(ledgerId: string, { version, ...input }: DocumentSettingsUpdate): Promise<void> {
  return transaction(async () => {
    await requireBooks(ledgerId, 'owner');
    const row = await readSettings(ledgerId, 'for update');
    requireVersion(row, version, 'these settings');
    const {
      invoicePattern = row.invoice_pattern,
      termsDays = row.terms_days,
      sender = row.sender,
      paymentDetails = row.payment_details,
      taxPercent = row.tax_percent,
      discountWhen = row.discount_when,
      recoverTax = row.recover_tax,
      remind = row.remind,
      remindDays = row.remind_days,
    } = input;
    // A pattern without a counter is refused here, not at the first invoice.
    formatNumber(invoicePattern, 1, '2000-01-01');
    await query(
      `update finance_books set invoice_pattern = $3, terms_days = $4, sender = $5, payment_details = $6,
        tax_percent = $7, discount_when = $8, recover_tax = $9, remind = $10, remind_days = $11, version = version + 1
        where workspace_id = $1 and ledger_id = $2`,
      [
        currentWorkspaceId(),
        ledgerId,
        invoicePattern,
        termsDays,
        sender,
        paymentDetails,
        taxPercent,
        discountWhen,
        recoverTax,
        remind,
        [...new Set(remindDays)].sort((a, b) => a - b),
      ],
    );
    await emit({
      type: 'finance.books.updated',
      subject: { type: 'ledger', id: ledgerId },
      data: Object.fromEntries(Object.keys(input).map((key) => [key, true])),
      paths: BOOKS_CHANGED,
    });
  });
}
