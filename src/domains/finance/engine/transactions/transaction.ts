/** A movement on an account as the engines see it. */
import type { Decimal } from '../../../../kernel/money/index.ts';

export interface Transaction {
  id: string;
  accountId: string;
  day: string;
  /** Money in is positive, out negative, in the account's currency. */
  amount: Decimal;
  currency: string;
  payee?: string;
  notes?: string;
  categoryId?: string;
  tags?: readonly string[];
  pending?: boolean;
}
