import { type Account, isValued } from '../../contract/accounts.ts';

/** Kinds of accounts as people call them. */
export const ACCOUNT_KINDS: readonly { value: Account['kind']; label: string }[] = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
  { value: 'card', label: 'Credit card' },
  { value: 'cash', label: 'Cash' },
  { value: 'loan', label: 'Loan' },
  { value: 'investment', label: 'Investment' },
  { value: 'property', label: 'Property' },
  { value: 'vehicle', label: 'Vehicle' },
  { value: 'valuables', label: 'Valuables' },
  { value: 'other', label: 'Other' },
];

/** Accounts that hold money, as banks have them. */
export const MONEY_KINDS = ACCOUNT_KINDS.filter((one) => !isValued(one.value));
/** Things that are worth something. */
export const THING_KINDS = ACCOUNT_KINDS.filter((one) => isValued(one.value));

export const accountKind = (kind: Account['kind']): string =>
  ACCOUNT_KINDS.find((one) => one.value === kind)?.label ?? kind;
