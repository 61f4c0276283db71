/** A record's values from a row of a file. */
import type { CustomValues } from '../../../../records/contract/field-values.ts';

/** Values of a row that all kinds have. */
export interface Entry {
  ownerId: string | null;
  source: string;
  tags: string[];
  custom: CustomValues;
  /** Whether only the owner and the importer see what it becomes; absent where the row does not say so. */
  private?: boolean;
}

export interface ImportedRow<E extends Entry = Entry> {
  entry: E;
  /** Name or email address of the owner, as the file says it. */
  ownerText: string;
  note: string;
  /** ISO 3166 code of the country whose numbers without a prefix are in the row. */
  country: string;
  /** Why the row cannot be imported; none: it can. */
  errors: string[];
}

/** Reads one cell into the row. */
export type CellReader<E extends Entry> = (cell: string, row: ImportedRow<E>) => void;
