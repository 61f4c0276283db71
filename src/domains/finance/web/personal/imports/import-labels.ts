import type { BankImport, BankImportPreview } from '../../../contract/imports.ts';

export const STATES: Readonly<
  Record<BankImport['state'], { label: string; tone: 'neutral' | 'info' | 'success' | 'danger' }>
> = {
  ready: { label: 'Not taken over yet', tone: 'info' },
  queued: { label: 'Under way', tone: 'info' },
  done: { label: 'Taken over', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  reverting: { label: 'Being taken back', tone: 'info' },
  reverted: { label: 'Taken back', tone: 'neutral' },
};

type Outcome = BankImportPreview['rows'][number]['outcome'];

export const OUTCOMES: Readonly<Record<Outcome, { label: string; tone: 'neutral' | 'info' | 'success' | 'warning' }>> =
  {
    add: { label: 'New', tone: 'success' },
    same: { label: 'Known already', tone: 'neutral' },
    repeated: { label: 'Twice in the file', tone: 'neutral' },
    deleted: { label: 'You deleted it', tone: 'warning' },
    link: { label: 'You entered it', tone: 'info' },
    post: { label: 'Was pending', tone: 'info' },
  };

/** Roles that a column of a CSV can have. */
export const ROLES = [
  { value: 'day', label: 'Day' },
  { value: 'amount', label: 'Amount' },
  { value: 'moneyIn', label: 'Money in' },
  { value: 'moneyOut', label: 'Money out' },
  { value: 'fee', label: 'Fee' },
  { value: 'side', label: 'Debit or credit' },
  { value: 'payee', label: 'Payee' },
  { value: 'memo', label: 'Memo' },
  { value: 'category', label: 'Category' },
  { value: 'currency', label: 'Currency' },
  { value: 'bankId', label: 'Bank’s id' },
  { value: 'checkNumber', label: 'Check number' },
  { value: 'balance', label: 'Balance' },
  { value: 'pending', label: 'State' },
] as const;
export type ColumnRole = (typeof ROLES)[number]['value'];
