/** What came and went in a ledger's year, and the lines that it belongs to. */
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
  /** What its name suggests. */
  proposed: TaxLine | null;
}

export interface YearOfLedger {
  placed: PlacedCategory[];
  /** What nobody has sorted. */
  unsorted: Decimal;
  missingRates: string[];
}
