/** The column model of every list: what columns there are, and which of them stand in which order and width. */
import type { ReactNode } from 'react';

/** How a cell is edited in place. */
export interface CellEdit<Row> {
  /** The text that editing starts with. */
  value: (row: Row) => string;
  /** Choices; absent: free text. */
  options?: readonly { value: string; label: string }[];
  inputType?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'number';
  /** Says what is wrong with a text, or nothing. The server checks again. */
  validate?: (text: string) => string | undefined;
}

export interface Column<Row> {
  /** Stable name, used in the URL and in saved views. */
  id: string;
  header: string;
  /** Pixels, until someone resizes it. */
  width: number;
  cell: (row: Row) => ReactNode;
  /** Sort field of the API; absent: this column cannot be sorted by. */
  sortField?: string;
  /** Direction of the first click; dates and amounts read better newest and largest first. */
  firstSort?: 'asc' | 'desc';
  align?: 'start' | 'end';
  /** False for the column that names the record: it is always there, first, and stays when one scrolls sideways. */
  hideable?: boolean;
  edit?: CellEdit<Row>;
  /** Writes a sum of this column, which is exact decimal text; absent: it is not summed. */
  sum?: (sum: string, currency: string | null) => string;
}

/** The visible columns in their order; `width` only where someone changed it. */
export type ColumnLayout = readonly { id: string; width?: number }[];

export const MIN_COLUMN_WIDTH = 64;
export const MAX_COLUMN_WIDTH = 800;

/**
 * `name:240,company,email` → layout. Unknown and repeated columns are dropped, fixed ones put first: the text comes
 * from a URL.
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

/** The text form of a layout, for the URL and for saved views. */
export function formatLayout(layout: ColumnLayout): string {
  return layout.map(({ id, width }) => (width === undefined ? id : `${id}:${width}`)).join(',');
}

/** The columns of a layout with their widths in effect. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
): (Column<Row> & { fixed: boolean })[] {
  return layout.flatMap(({ id, width }) => {
    const column = columns.find((other) => other.id === id);
    return column ? [{ ...column, width: width ?? column.width, fixed: column.hideable === false }] : [];
  });
}

/** What a browser's letters are as a rule; pixels. */
const USUAL_LETTERS = 16;

/**
 * A width as the style sheet takes it: it grows with the letters that somebody has chosen, as what stands in the column
 * does.
 */
export function columnTrack(width: number): string {
  return `${width / USUAL_LETTERS}rem`;
}

/** How many pixels of the screen one pixel of a column's width takes with the letters that are chosen. */
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

/** Moves a column to stand where `target` stands; fixed columns (the first `fixedCount`) neither move nor make room. */
export function move(layout: ColumnLayout, id: string, target: number, fixedCount: number): ColumnLayout {
  const from = layout.findIndex((entry) => entry.id === id);
  const to = Math.max(fixedCount, Math.min(layout.length - 1, target));
  if (from < fixedCount || from === to) return layout;
  const rest = layout.filter((entry) => entry.id !== id);
  return [...rest.slice(0, to), layout[from]!, ...rest.slice(to)];
}
