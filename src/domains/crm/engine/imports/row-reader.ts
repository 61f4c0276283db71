/**
 * One row of a file → what it says of a record, with everything that keeps it from becoming one. Compiled once for a
 * mapping, run for every row.
 */
import { withoutGuard } from '../../../../kernel/csv.ts';
import { MAX_TAGS } from '../../../../records/contract/field-values.ts';
import type { ImportKind } from '../../contract/import-targets.ts';
import type { ColumnMapping, ImportOptions } from '../../contract/imports.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { countryCode } from '../../../../records/engine/country-names.ts';
import type { CustomDefinition } from '../../../../records/engine/custom-field-values.ts';
import { isHollow } from '../../../../records/engine/cell-values.ts';
import { customCell, noteCell, ownerCell, tagsCell } from './cells.ts';
import type { CellReader, Entry, ImportedRow } from './row.ts';

/** How the rows of a kind are read. */
export interface RowKind<E extends Entry> {
  kind: ImportKind;
  blank: () => E;
  /** Reads a field of the kind; what all kinds have (tags, notes, owners, custom fields) is read without it. */
  cell: (target: string, options: ImportOptions) => CellReader<E>;
  /** Why a row without errors is still no record. */
  lack: (entry: E) => string | undefined;
}

export type RowReader<E extends Entry = Entry> = (cells: readonly string[]) => ImportedRow<E>;

/**
 * A reader of rows.
 * @param width columns of the file: a row with more cells than that was split in the wrong places
 */
export function compileRowReader<E extends Entry>(
  of: RowKind<E>,
  columns: readonly ColumnMapping[],
  options: ImportOptions,
  customFields: ReadonlyMap<string, CustomDefinition>,
  width: number,
): RowReader<E> {
  const readers = columns.flatMap(({ index, target }) =>
    target === null ? [] : [{ index, read: readerOf(of, target, options, customFields) }],
  );
  const countryAt = columns.find(({ target }) => target === 'country')?.index;
  return (cells) => {
    const country = (countryAt !== undefined && countryCode(cells[countryAt] ?? '')) || options.defaultCountry;
    const row: ImportedRow<E> = { entry: of.blank(), ownerText: '', note: '', country, errors: [] };
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
      row.errors.push(
        `The row has ${cells.length} cells but the file has ${width} columns. Put values that contain a delimiter in quotes.`,
      );
      return row;
    }
    for (const { index, read } of readers) {
      const cell = clean(cells[index]);
      if (cell !== '' && !isHollow(cell)) read(cell, row);
    }
    finish(of, row, options);
    return row;
  };
}

function readerOf<E extends Entry>(
  of: RowKind<E>,
  target: string,
  options: ImportOptions,
  customFields: ReadonlyMap<string, CustomDefinition>,
): CellReader<E> {
  if (target.startsWith('custom:')) {
    const definition = customFields.get(target.slice('custom:'.length));
    return definition ? customCell(definition, options) : () => undefined;
  }
  switch (target) {
    case 'tags':
      return tagsCell;
    case 'note':
      return noteCell;
    case 'owner':
      return ownerCell;
    default:
      return of.cell(target, options);
  }
}

function clean(cell: string | undefined): string {
  if (cell === undefined) return '';
  const trimmed = withoutGuard(cell.trim());
  // PostgreSQL cannot store NUL.
  return trimmed.includes('\0') ? trimmed.replaceAll('\0', '').trim() : trimmed;
}

function finish<E extends Entry>(of: RowKind<E>, row: ImportedRow<E>, options: ImportOptions): void {
  const { entry } = row;
  if (options.tags.length > 0) entry.tags = [...entry.tags, ...options.tags];
  if (entry.tags.length > 0) entry.tags = uniqueTags(entry.tags);
  if (entry.tags.length > MAX_TAGS) row.errors.push(`A record can have up to ${MAX_TAGS} tags.`);
  if (!entry.source) entry.source = options.source;
  if (row.errors.length > 0) return;
  const lack = of.lack(entry);
  if (lack !== undefined) row.errors.push(lack);
}
