import type { BankImport, BankImportPreview } from '../../../contract/imports.ts';

export const STATES: Readonly<
  Record<BankImport['state'], { label: string; tone: 'neutral' | 'info' | 'success' | 'danger' }>
> = {
  ready: { label: 'Not imported yet', tone: 'info' },
  queued: { label: 'Importing', tone: 'info' },
  done: { label: 'Imported', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  reverting: { label: 'Undoing', tone: 'info' },
  reverted: { label: 'Undone', tone: 'neutral' },
};

type Outcome = BankImportPreview['rows'][number]['outcome'];

export const OUTCOMES: Readonly<Record<Outcome, { label: string; tone: 'neutral' | 'info' | 'success' | 'warning' }>> =
  {
    add: { label: 'New', tone: 'success' },
    same: { label: 'Already here', tone: 'neutral' },
    repeated: { label: 'Twice in the file', tone: 'neutral' },
    deleted: { label: 'Deleted here', tone: 'warning' },
    link: { label: 'Linked', tone: 'info' },
    post: { label: 'Was pending', tone: 'info' },
  };

/** Roles that a column of a CSV can have. */
export const ROLES = [
  { value: 'day', label: 'Day' },
  { value: 'valueDay', label: 'Value date' },
  { value: 'amount', label: 'Amount' },
  { value: 'moneyIn', label: 'Money in' },
  { value: 'moneyOut', label: 'Money out' },
  { value: 'fee', label: 'Fee' },
  { value: 'side', label: 'Debit or credit' },
  { value: 'payee', label: 'Payee' },
  { value: 'memo', label: 'Memo' },
  { value: 'category', label: 'Category' },
  { value: 'currency', label: 'Currency' },
  { value: 'bankId', label: 'Bank ID' },
  { value: 'checkNumber', label: 'Check number' },
  { value: 'balance', label: 'Balance' },
  { value: 'pending', label: 'State' },
  { value: 'originalAmount', label: 'Original amount' },
  { value: 'originalCurrency', label: 'Original currency' },
] as const;
export type ColumnRole = (typeof ROLES)[number]['value'];
