import type { ReactNode } from 'react';
import type { Column, ColumnLayout } from './columns.ts';
import type { Selection, Total } from './selection.ts';
import type { Sorting } from './sorting.ts';

/** What stands under the columns. */
export interface TableFoot {
  /** Under the column that names the record: what the line is. */
  label: string;
  /** By column; `more` is said to the pointer and to screen readers. */
  cells: Readonly<Record<string, { text: string; more?: string }>>;
}

export interface DataTableProps<Row extends { id: string }> {
  /** Accessible name: "Contacts". */
  label: string;
  /** The rows that are loaded, in order. */
  rows: readonly Row[];
  /** Place of the first loaded row in the whole list; above 0 when earlier pages were let go to bound the memory. */
  firstIndex?: number;
  columns: readonly Column<Row>[];
  /** What the row is called, for its checkbox and for screen readers. */
  rowLabel: (row: Row) => string;
  /** The phone's form of a row: two lines at most, 72 px high. */
  card: (row: Row) => ReactNode;

  layout: ColumnLayout;
  onLayoutChange: (layout: ColumnLayout) => void;
  sorting: Sorting;
  onSortingChange: (sorting: Sorting) => void;
  /** Both absent: rows cannot be selected, and there are no boxes for it. */
  selection?: Selection;
  onSelectionChange?: (selection: Selection) => void;

  /** Total of what matches, for aria-rowcount; absent while unknown. */
  total?: Total;
  /** First answer still under way: skeleton rows stand in the final geometry. */
  loading?: boolean;
  /** More rows can be had from the server. */
  hasMore?: boolean;
  /** Called when the end of the loaded rows comes near; called often, so ignore it while loading. */
  onNeedMore?: () => void;
  /** Called when rows before the first loaded one come near; `far` when the nearest page would not reach them. */
  onNeedEarlier?: (far: boolean) => void;
  /** Changes when the list is another one (filter, search, sort): it then starts at the top. */
  listKey?: string;
  onOpen?: (row: Row) => void;
  /**
   * Shows a row beside the list: by the P key, and by a button in the row that has the pointer. Not on a phone, where a
   * row opens at once.
   */
  onPreview?: (row: Row) => void;
  /** Pointer or focus rests on a row: a good moment to load its record. */
  onIntent?: (row: Row) => void;
  /** Saves an edited cell. The caller changes its rows at once and rolls back when the server refuses. */
  onEdit?: (row: Row, columnId: string, value: string) => void;
  /** A line under the rows, in sight however far one scrolls: sums. */
  foot?: TableFoot;
  /** Stands instead of rows: no result, error, first use. */
  placeholder?: ReactNode;
}
