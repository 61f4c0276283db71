/** What a document is made of: plain values, which another thread can be sent. */

/** Text of a cell. */
export type PdfCell = string;

export interface PdfTable {
  type: 'table';
  /** Widths are shares of the whole; money stands at the right. Blank labels throughout leave the header row out. */
  columns: readonly { label: string; align?: 'right'; weight?: number }[];
  rows: readonly {
    cells: readonly PdfCell[];
    /** A sum. */ strong?: boolean;
    /** Steps that the first cell is moved in. */ indent?: number;
  }[];
}

/** Ranges with their middles on one scale; its figures belong into a table. */
export interface PdfRanges {
  type: 'ranges';
  rows: readonly { label: string; low: number; mid: number; high: number; /** Counts for nothing. */ pale?: boolean }[];
  /** A line through all of them. */
  mark?: number;
}

export type PdfBlock =
  | { type: 'heading'; text: string }
  | { type: 'paragraph'; text: string; small?: boolean }
  /** Columns of lines under a label each: from, to, dates. */
  | { type: 'parties'; columns: readonly { label: string; lines: readonly string[] }[] }
  /** Key figures, four in a row. */
  | { type: 'figures'; items: readonly { label: string; value: string; note?: string }[] }
  | PdfTable
  | PdfRanges
  | { type: 'space'; height?: number };

export interface PdfOptions {
  title: string;
  /** Beneath the title: of what, for which days. */
  subtitle?: string;
  /** Who it comes from, at the head of the first page. */
  brand: { name: string; /** PNG or JPEG. */ logo?: Uint8Array };
  /** At the foot of every page, beside its number. */
  footer?: string;
  /** When it was made; stands in the file. */
  at?: Date;
}
