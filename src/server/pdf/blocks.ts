/** Content of a document: plain values, which can be sent to another thread. */

/** Text of a cell. */
export type PdfCell = string;

export interface PdfTable {
  type: 'table';
  /** Widths are shares of the whole; money is right-aligned. If all labels are blank, there is no header row. */
  columns: readonly { label: string; align?: 'right'; weight?: number }[];
  rows: readonly {
    cells: readonly PdfCell[];
    /** A total. */ strong?: boolean;
    /** Indentation steps of the first cell. */ indent?: number;
  }[];
}

/** Ranges with midpoints on one scale; their figures belong in a table. */
export interface PdfRanges {
  type: 'ranges';
  rows: readonly {
    label: string;
    low: number;
    mid: number;
    high: number;
    /** Excluded from the total. */ pale?: boolean;
  }[];
  /** A line through all of them. */
  mark?: number;
}

export type PdfBlock =
  | { type: 'heading'; text: string }
  | { type: 'paragraph'; text: string; small?: boolean }
  /** Columns of lines with a label each: from, to, dates. */
  | { type: 'parties'; columns: readonly { label: string; lines: readonly string[] }[] }
  /** Key figures, four in a row. */
  | { type: 'figures'; items: readonly { label: string; value: string; note?: string }[] }
  | PdfTable
  | PdfRanges
  | { type: 'space'; height?: number };

export interface PdfOptions {
  title: string;
  /** Below the title: subject and period. */
  subtitle?: string;
  /** The sender, at the top of the first page. */
  brand: { name: string; /** PNG or JPEG. */ logo?: Uint8Array };
  /** At the bottom of every page, beside its number. */
  footer?: string;
  /** Creation date, stored in the file. */
  at?: Date;
}
