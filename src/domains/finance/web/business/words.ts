/** Words that the sections of the business page share. */
import type { DocumentKind, DocumentStatus } from '../../contract/documents.ts';
import type { BookRole, BookType } from '../../contract/journal.ts';
import { ROLES } from '../../engine/ledger/accounts.ts';

export const PAGE = '/business-finance';

export const STATUS_LABELS: Readonly<Record<DocumentStatus, string>> = { draft: 'Draft', open: 'Open', partlyPaid: 'Partly paid', overdue: 'Overdue', paid: 'Paid', void: 'Void' };
export const STATUS_TONES: Readonly<Record<DocumentStatus, 'neutral' | 'info' | 'warning' | 'danger' | 'success'>> = { draft: 'neutral', open: 'info', partlyPaid: 'warning', overdue: 'danger', paid: 'success', void: 'neutral' };
/** What was credited alone was not paid. */
export function statusLabel({ status, credited, paid }: { status: DocumentStatus; credited: string; paid: string }): string {
  const isCredited = credited !== '0' && credited === paid;
  return isCredited && status === 'paid' ? 'Credited' : isCredited && status === 'partlyPaid' ? 'Partly credited' : STATUS_LABELS[status];
}
export const KIND_WORDS: Readonly<Record<DocumentKind, { one: string; many: string; party: string }>> = { invoice: { one: 'invoice', many: 'Invoices', party: 'Customer' }, bill: { one: 'bill', many: 'Bills', party: 'Supplier' } };
export const TYPE_LABELS: Readonly<Record<BookType, string>> = { asset: 'Assets', liability: 'Liabilities', equity: 'Equity', income: 'Income', expense: 'Expenses' };
export const SOURCE_LABELS: Readonly<Record<string, string>> = { manual: 'By hand', transaction: 'Bank', opening: 'Opening balance', invoice: 'Invoice', bill: 'Bill', payment: 'Payment', credit: 'Credit note', expense: 'Expense claim', reimbursement: 'Reimbursement', openings: 'Opening balances', revaluation: 'Revaluation' };
export const ROLE_OPTIONS = (Object.keys(ROLES) as BookRole[]).map((value) => ({ value, label: `${TYPE_LABELS[ROLES[value].type]}: ${ROLES[value].label}` }));

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** How a document is called: by its number, or as what it is. */
export function documentName(one: { kind: DocumentKind; number: string; reference: string }): string {
  return one.kind === 'invoice' ? one.number || 'Draft' : one.reference || 'Bill';
}
