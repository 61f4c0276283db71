import type { Expense, Reimbursement } from '../../contract/expenses.ts';

export const STATE_LABELS: Readonly<Record<Expense['state'], string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  returned: 'Returned',
  rejected: 'Rejected',
  reimbursed: 'Reimbursed',
};
export const STATE_TONES = {
  draft: 'neutral',
  submitted: 'info',
  approved: 'success',
  returned: 'warning',
  rejected: 'danger',
  reimbursed: 'accent',
} as const;
export const KIND_LABELS: Readonly<Record<Expense['kind'], string>> = {
  purchase: 'Purchase',
  mileage: 'Mileage',
  per_diem: 'Per diem',
};
export const PAID_LABELS: Readonly<Record<Expense['paidWith'], string>> = {
  own: 'Personal funds',
  company_card: 'Company card',
};
export const METHOD_LABELS: Readonly<Record<Reimbursement['method'], string>> = {
  bank_transfer: 'Bank transfer',
  payroll: 'Payroll',
  cash: 'Cash',
  other: 'Other',
};
