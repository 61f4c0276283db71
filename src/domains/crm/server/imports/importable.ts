/** A kind's part in imports: reading a row, matching it, and writing the record. */
import type { ImportKind } from '../../contract/import-targets.ts';
import type { ImportOptions } from '../../contract/imports.ts';
import type { Entry, ImportedRow } from '../../engine/imports/row.ts';
import type { RowKind } from '../../engine/imports/row-reader.ts';
import type { NamedCompanies } from '../contacts/references.ts';
import type { BulkKind, Changed, Found } from '../../../../records/server/bulk/bulk-kind.ts';

/** A row as it was read and checked, before anything is known of who is there already. */
export interface ReadRow<E extends Entry = Entry> {
  row: number;
  cells: string[];
  imported: ImportedRow<E>;
  /** Warnings in the report about an imported row. */
  warnings: string[];
}

export interface ImportInsert<Image> {
  id: string;
  image: Image;
  importId: string;
  /** Not everyone will see it. */
  isPrivate: boolean;
}

export interface ImportChange<Image> extends Changed<Image> {
  /** The version after the change, of a record that the import itself created. */
  importVersion?: number;
}

export interface Importable<E extends Entry, Image, Context = unknown> {
  rows: RowKind<E>;
  /** The kind as bulk actions know it: its table, what differs between two states, and how a record is put back. */
  bulk: BulkKind<never, Image>;
  /** Tables whose figures a large import puts out of date. */
  tables: readonly string[];
  /** API paths whose answers an import outdates. */
  changed: readonly string[];
  /** Data for matching rows, loaded once per run. */
  context: (options: ImportOptions) => Promise<Context>;
  /**
   * Looks up what the rows refer to; what is not there becomes an error. Answers new rows, because a repeated
   * transaction reads the old ones again.
   */
  resolve?: (rows: readonly ReadRow<E>[], context: Context) => Promise<ReadRow<E>[]>;
  /** By what an entry is recognized, the surest first. */
  keys: (entry: E, matchOn: ImportOptions['matchOn']) => string[];
  /** Ids of records by key, the oldest first; deleted ones may be among them. */
  find: (keys: readonly string[]) => Promise<Map<string, string[]>>;
  /** Further warnings by key, such as that the lead is a contact already. */
  warn?: (keys: readonly string[]) => Promise<Map<string, { id: string; name: string; what: string }>>;
  /** The living records of these ids, kept from changing; where that is not what bulk actions lock. */
  lock?: (ids: readonly string[]) => Promise<Found<Image>[]>;
  /** Why a record that is there may not be changed by a file. */
  frozen?: (image: Image) => string | undefined;
  fresh: (entry: E, options: ImportOptions, context: Context) => Image;
  merge: (image: Image, entry: E, mode: ImportOptions['update'], context: Context) => Image;
  /** Why what a row would make cannot be, although the row itself is right. */
  problem?: (image: Image, before: Image | undefined, context: Context) => string | undefined;
  nameOf: (image: Image) => string;
  /** Finds or makes what the states name, such as companies; in the transaction that writes them. */
  settle?: (images: Image[], importId: string, named: NamedCompanies) => Promise<Image[]>;
  /**
   * New records wait for no lock that another batch of the same import may hold: two batches may be written at once.
   */
  besides?: boolean;
  insert: (inserts: readonly ImportInsert<Image>[]) => Promise<void>;
  update: (changes: readonly ImportChange<Image>[]) => Promise<unknown>;
  /** SQL: someone worked with the record since. Speaks of it by the alias of `bulk.list`. */
  touched: string;
  /** Deletes records that the import created, with what hangs on them. */
  remove: (records: readonly Found<Image>[]) => Promise<void>;
  /** Clears away what came with the records and that no one needs any more. */
  sweep?: (importId: string) => Promise<void>;
  preview: {
    /** Labels of the fields that the preview shows on their own. */
    columns: readonly string[];
    cells: (entry: E) => string[][];
    /** The other fields, blank ones included. */
    rest: (entry: E) => (readonly [label: string, value: string | null])[];
  };
}

/**
 * Entries, images and contexts travel between functions of one value only, so that the engine needs no names for them.
 */
export type AnyImportable = Importable<Entry, unknown>;

const importables = new Map<ImportKind, AnyImportable>();

export function defineImportable<E extends Entry, Image, Context>(
  importable: Importable<E, Image, Context>,
): Importable<E, Image, Context> {
  importables.set(importable.rows.kind, importable as unknown as AnyImportable);
  return importable;
}

export function importableOf(kind: ImportKind): AnyImportable {
  const importable = importables.get(kind);
  if (!importable) throw new Error(`Nobody says how files of the kind ${kind} are imported`);
  return importable;
}
