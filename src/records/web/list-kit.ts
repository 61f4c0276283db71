/** The browser part of a record kind, for list components. */
import type { FilterField } from '../../kernel/filter-terms.ts';
import type { EndpointSpec } from '../../kernel/endpoint.ts';
import type { BulkCalls } from '../contract/bulk.ts';
import type { CustomValues } from '../contract/field-values.ts';
import type { RecordKind } from '../contract/kinds.ts';
import type { CustomField } from '../contract/views.ts';

/** Fields of every row. */
export interface ListRow {
  id: string;
  version: number;
  custom: CustomValues;
  /** Set in the trash only. */
  deletedAt: string | null;
}

/** A field that can be set on many records at once. */
export interface BulkField {
  name: string;
  label: string;
  input?: 'text' | 'number' | 'date' | 'company';
  options?: readonly { value: string; label: string }[];
  /** Blank is no value for it. */
  required?: boolean;
}

/** How a cell is edited in the list; absent where lists are only read. */
export interface CellKit<Row extends ListRow> {
  /** The change that an edited cell writes, and the row shown until the server responds. */
  change: (
    row: Row,
    columnId: string,
    text: string,
    customFields: readonly CustomField[],
  ) => { fields: Record<string, unknown>; row: Row } | undefined;
  /** The same fields as they are now, to undo a change. */
  present: (row: Row, fields: Record<string, unknown>) => Record<string, unknown>;
}

export interface ListKit<Row extends ListRow> {
  kind: RecordKind;
  /** Sort keys of the API; custom fields come by themselves. */
  sorts: readonly string[];
  filterFields: readonly FilterField[];
  /** Its records belong to companies, whose own fields they can be filtered by. */
  ofCompany?: boolean;
  /** Placeholder of the search field, naming the searched fields. */
  searchHint: string;
  nameOf: (row: Row) => string;
  bulk: BulkCalls;
  bulkFields: readonly BulkField[];
  cell?: CellKit<Row>;
  /** Export formats besides CSV. */
  moreExports?: readonly { format: string; label: string }[];
  exportFile?: EndpointSpec;
  /** Deletes what is in the trash for good. */
  purge?: EndpointSpec;
}
