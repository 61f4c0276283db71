/** A ledger's amounts of a year and their tax lines. */
import type { Decimal } from '../../../../kernel/money/index.ts';
import type { TaxLine } from '../../engine/tax/us/index.ts';
import type { SourceLedger } from './profiles.ts';

/** A category of a ledger, or, of a business with books, an account of its chart. */
export interface PlacedCategory {
  categoryId: string | null;
  accountId: string | null;
  name: string;
  kind: 'income' | 'expense';
  source: SourceLedger;
  /** In dollars; money out is below zero. */
  amount: Decimal;
  line: TaxLine | null;
  confirmed: boolean;
  /** The line suggested by the name. */
  proposed: TaxLine | null;
}

export interface YearOfLedger {
  placed: PlacedCategory[];
  /** Uncategorized amount. */
  unsorted: Decimal;
  missingRates: string[];
}
