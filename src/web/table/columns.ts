/** The column model of every list: available columns, and the order and width of visible ones. */
import type { ReactNode } from 'react';

/** How a cell is edited in place. */
export interface CellEdit<Row> {
  /** Initial text of the edit. */
  value: (row: Row) => string;
  /** Choices; free text if absent. */
  options?: readonly { value: string; label: string }[];
  inputType?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'number';
  /** Returns the problem with a text, or nothing. The server checks again. */
  validate?: (text: string) => string | undefined;
}

export interface Column<Row> {
  /** Stable name, used in the address and in saved views. */
  id: string;
  header: string;
  /** Pixels, until someone resizes it. */
  width: number;
  cell: (row: Row) => ReactNode;
  /** Sort field of the API; if absent, the column cannot be sorted. */
  sortField?: string;
  /** Direction of the first click; dates and amounts read better descending. */
  firstSort?: 'asc' | 'desc';
  align?: 'start' | 'end';
  /** False for the column that names the record: always there, first, and fixed when scrolling sideways. */
  hideable?: boolean;
  edit?: CellEdit<Row>;
  /** Formats a sum of this column, given as exact decimal text; if absent, there is no sum. */
  sum?: (sum: string, currency: string | null) => string;
}

/** The visible columns in order; `width` only where someone changed it. */
export type ColumnLayout = readonly { id: string; width?: number }[];

export const MIN_COLUMN_WIDTH = 64;
export const MAX_COLUMN_WIDTH = 800;

/**
 * `name:240,company,email` → layout. Unknown and repeated columns are dropped and fixed ones moved first, because the
 * text comes from an address.
 */
export function parseLayout<Row>(text: string, columns: readonly Column<Row>[]): ColumnLayout {
  const known = new Map(columns.map((column) => [column.id, column]));
  const layout: { id: string; width?: number }[] = [];
  for (const part of text.split(',')) {
    const [id = '', width = ''] = part.split(':');
    if (!known.delete(id)) continue;
    layout.push(/^\d+$/.test(width) ? { id, width: clampWidth(Number(width)) } : { id });
  }
  const fixed = columns.filter((column) => column.hideable === false);
  const rest = layout.filter((entry) => !fixed.some((column) => column.id === entry.id));
  return [...fixed.map((column) => layout.find((entry) => entry.id === column.id) ?? { id: column.id }), ...rest];
}

/** A layout as text, for the address and saved views. */
export function formatLayout(layout: ColumnLayout): string {
  return layout.map(({ id, width }) => (width === undefined ? id : `${id}:${width}`)).join(',');
}

/** The columns of a layout with their effective widths. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
): (Column<Row> & { fixed: boolean })[] {
  return layout.flatMap(({ id, width }) => {
    const column = columns.find((other) => other.id === id);
    return column ? [{ ...column, width: width ?? column.width, fixed: column.hideable === false }] : [];
  });
}

/** Default font size of browsers; pixels. */
const USUAL_LETTERS = 16;

/** A width for the style sheet: it scales with the chosen font size, like the column's content. */
export function columnTrack(width: number): string {
  return `${width / USUAL_LETTERS}rem`;
}

/** Screen pixels per pixel of a column's width at the chosen font size. */
export function columnScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_LETTERS;
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

export function resize(layout: ColumnLayout, id: string, width: number): ColumnLayout {
  return layout.map((entry) => (entry.id === id ? { id, width: clampWidth(width) } : entry));
}

export function hide(layout: ColumnLayout, id: string): ColumnLayout {
  return layout.filter((entry) => entry.id !== id);
}

/** Adds a column at the end. */
export function show(layout: ColumnLayout, id: string): ColumnLayout {
  return layout.some((entry) => entry.id === id) ? layout : [...layout, { id }];
}

/** Moves a column to the place of `target`; fixed columns (the first `fixedCount`) never move. */
export function move(layout: ColumnLayout, id: string, target: number, fixedCount: number): ColumnLayout {
  const from = layout.findIndex((entry) => entry.id === id);
  const to = Math.max(fixedCount, Math.min(layout.length - 1, target));
  if (from < fixedCount || from === to) return layout;
  const rest = layout.filter((entry) => entry.id !== id);
  return [...rest.slice(0, to), layout[from]!, ...rest.slice(to)];
}
