import type { Account } from '../../contract/accounts.ts';

/** Kinds of accounts as people call them. */
export const ACCOUNT_KINDS: readonly { value: Account['kind']; label: string }[] = [
  { value: 'checking', label: 'Checking' }, { value: 'savings', label: 'Savings' }, { value: 'card', label: 'Credit card' }, { value: 'cash', label: 'Cash' }, { value: 'loan', label: 'Loan' },
  { value: 'investment', label: 'Investment' }, { value: 'other', label: 'Other' },
];

export const accountKind = (kind: Account['kind']): string => ACCOUNT_KINDS.find((one) => one.value === kind)?.label ?? kind;
