/** Words that the sections of the business page share. */
import type { DocumentKind, DocumentStatus } from '../../contract/documents.ts';
import type { BookRole, BookType } from '../../contract/journal.ts';
import { ROLES } from '../../engine/ledger/accounts.ts';

export const PAGE = '/business-finance';

export const STATUS_LABELS: Readonly<Record<DocumentStatus, string>> = {
  draft: 'Draft',
  open: 'Open',
  partlyPaid: 'Partially paid',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Void',
};
export const STATUS_TONES: Readonly<Record<DocumentStatus, 'neutral' | 'info' | 'warning' | 'danger' | 'success'>> = {
  draft: 'neutral',
  open: 'info',
  partlyPaid: 'warning',
  overdue: 'danger',
  paid: 'success',
  void: 'neutral',
};
/** A credit note is used or paid back, not paid. */
export const CREDIT_LABELS: Readonly<Partial<Record<DocumentStatus, string>>> = {
  draft: 'Draft',
  open: 'Open',
  partlyPaid: 'Partially applied',
  paid: 'Applied',
  void: 'Void',
};
/** A document settled by credit only was not paid. */
export function statusLabel({
  status,
  credit,
  credited,
  paid,
}: {
  status: DocumentStatus;
  credit: boolean;
  credited: string;
  paid: string;
}): string {
  if (credit) return CREDIT_LABELS[status]!;
  const isCredited = credited !== '0' && credited === paid;
  return isCredited && status === 'paid'
    ? 'Credited'
    : isCredited && status === 'partlyPaid'
      ? 'Partially credited'
      : STATUS_LABELS[status];
}
export const KIND_WORDS: Readonly<Record<DocumentKind, { one: string; many: string; party: string }>> = {
  invoice: { one: 'invoice', many: 'Invoices', party: 'Customer' },
  bill: { one: 'bill', many: 'Bills', party: 'Vendor' },
};
/** Words of what is listed: documents of a kind, or the credit notes on them. */
export function wordsOf(kind: DocumentKind, credit: boolean): { one: string; many: string; party: string } {
  return credit ? { one: 'credit note', many: 'Credit notes', party: KIND_WORDS[kind].party } : KIND_WORDS[kind];
}
export const TYPE_LABELS: Readonly<Record<BookType, string>> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
};
export const SOURCE_LABELS: Readonly<Record<string, string>> = {
  manual: 'Manual',
  transaction: 'Bank',
  opening: 'Opening balance',
  invoice: 'Invoice',
  bill: 'Bill',
  payment: 'Payment',
  credit: 'Credit note',
  expense: 'Expense claim',
  reimbursement: 'Reimbursement',
  openings: 'Opening balances',
  revaluation: 'Revaluation',
};
export const ROLE_OPTIONS = (Object.keys(ROLES) as BookRole[]).map((value) => ({
  value,
  label: `${TYPE_LABELS[ROLES[value].type]}: ${ROLES[value].label}`,
}));

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** How a document is called: by its number, or as what it is. */
export function documentName(one: { kind: DocumentKind; credit: boolean; number: string; reference: string }): string {
  return one.kind === 'invoice' ? one.number || 'Draft' : one.reference || (one.credit ? 'Credit note' : 'Bill');
}
