import type { ReactNode } from 'react';
import type { Column, ColumnLayout } from './columns.ts';
import type { Selection, Total } from './selection.ts';
import type { Sorting } from './sorting.ts';

/** Content below the columns. */
export interface TableFoot {
  /** Label of the line, below the column that names the record. */
  label: string;
  /** By column; `more` is for the tooltip and screen readers. */
  cells: Readonly<Record<string, { text: string; more?: string }>>;
}

export interface DataTableProps<Row extends { id: string }> {
  /** Accessible name: "Contacts". */
  label: string;
  /** The loaded rows, in order. */
  rows: readonly Row[];
  /** Position of the first loaded row in the whole list; above 0 when earlier pages were dropped to limit memory. */
  firstIndex?: number;
  columns: readonly Column<Row>[];
  /** Name of a row, for its checkbox and for screen readers. */
  rowLabel: (row: Row) => string;
  /** A row on a phone: two lines at most, 72 px high. */
  card: (row: Row) => ReactNode;

  layout: ColumnLayout;
  onLayoutChange: (layout: ColumnLayout) => void;
  sorting: Sorting;
  onSortingChange: (sorting: Sorting) => void;
  /** Without both, rows cannot be selected and have no checkboxes. */
  selection?: Selection;
  onSelectionChange?: (selection: Selection) => void;

  /** Number of matches, for aria-rowcount; undefined while unknown. */
  total?: Total;
  /** The first answer is pending: skeleton rows show the final geometry. */
  loading?: boolean;
  /** The server has more rows. */
  hasMore?: boolean;
  /** Called near the end of the loaded rows; called often, so ignore it while loading. */
  onNeedMore?: () => void;
  /** Called near the first loaded row; `far` when the adjacent page would not reach the rows. */
  onNeedEarlier?: (far: boolean) => void;
  /** Changes with the list (filter, search, sort), which then starts at the top. */
  listKey?: string;
  onOpen?: (row: Row) => void;
  /** Address of a row's own page: Ctrl/⌘ and a click open it in a tab. */
  addressOf?: (row: Row) => string;
  /**
   * Previews a row beside the list: with a click, with the P key, and with a button in the row under the pointer. Not on
   * a phone, where a row opens at once.
   */
  onPreview?: (row: Row) => void;
  /** A row is previewed: the next click shows another at once. */
  previewing?: boolean;
  /** Pointer or focus rests on a row: a good moment to load its record. */
  onIntent?: (row: Row) => void;
  /** Saves an edited cell. The caller changes its rows at once and rolls back when the server refuses. */
  onEdit?: (row: Row, columnId: string, value: string) => void;
  /** A row of sums below the list, always visible. */
  foot?: TableFoot;
  /** Replaces the rows: no result, error, first use. */
  placeholder?: ReactNode;
}
