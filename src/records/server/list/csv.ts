/** A whole selection of any kind as CSV: its columns and those of custom fields, a page at a time. */
import { csvRow } from '../../../kernel/csv.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { CustomValues } from '../../contract/field-values.ts';
import { joinList } from '../../engine/cell-values.ts';
import { customDefinitions, peopleNames } from '../workspace.ts';
import type { ListKind } from './list-kind.ts';
import { eachPage, sortOf } from './list.ts';
import { prepareSelection, type SortedSelection } from './selection.ts';

const PAGE = 1_000;

/**
 * Heading and text of a cell; `owners` are people's names by id, `related` what was read of the records that belong to
 * the row.
 */
export type CsvColumn<Row, Related = undefined> = readonly [
  header: string,
  cell: (row: Row, owners: ReadonlyMap<string, string>, related: Related | undefined) => string,
];

export interface CsvKind<Row extends { id: string; custom: CustomValues }, Related = undefined> {
  list: ListKind<Row, unknown>;
  columns: Readonly<Record<string, CsvColumn<Row, Related>>>;
  /** Columns that repeat what stands in others: written only when they are asked for by name. */
  onRequest?: readonly string[];
  ownerOf: (row: Row) => string | null;
  /** Reads for a page of rows what belongs to them, by their ids. */
  relatedTo?: (ids: readonly string[]) => Promise<ReadonlyMap<string, Related>>;
}

function customText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? joinList(value as string[]) : String(value as string | number);
}

async function chosenColumns<Row extends { id: string; custom: CustomValues }, Related>(
  { list, columns, onRequest = [] }: CsvKind<Row, Related>,
  asked: string | undefined,
): Promise<CsvColumn<Row, Related>[]> {
  const custom = new Map(
    (await customDefinitions(list.kind)).map(({ key, label }): [string, CsvColumn<Row, Related>] => [
      `custom.${key}`,
      [label, (row) => customText(row.custom[key])],
    ]),
  );
  const names =
    asked === undefined
      ? [...Object.keys(columns).filter((name) => !onRequest.includes(name)), ...custom.keys()]
      : asked.split(',').filter(Boolean);
  return names.map((name) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : custom.get(name);
    if (!column) throw invalid('columns', `There is no column "${name}" to export.`);
    return column;
  });
}

/** Throws what is wrong with a selection now, for a file whose making begins later. @throws AppError `validation` */
export async function checkSelection<Row extends { id: string }>(
  list: ListKind<Row, unknown>,
  selection: SortedSelection,
): Promise<void> {
  await sortOf(list, selection.sort);
  (await prepareSelection(list, selection)).check();
}

/**
 * Pieces of the file. What is wrong with the request is thrown before the first piece.
 * @param asked names of columns in their order, comma-separated; absent: all
 * @throws AppError `validation`
 */
export async function exportCsv<Row extends { id: string; custom: CustomValues }, Related = undefined>(
  kind: CsvKind<Row, Related>,
  selection: SortedSelection,
  asked: string | undefined,
): Promise<AsyncGenerator<string>> {
  await checkSelection(kind.list, selection);
  return pieces(kind, selection, await chosenColumns(kind, asked));
}

async function* pieces<Row extends { id: string; custom: CustomValues }, Related>(
  kind: CsvKind<Row, Related>,
  selection: SortedSelection,
  columns: readonly CsvColumn<Row, Related>[],
): AsyncGenerator<string> {
  // With a byte order mark, or spreadsheets read UTF-8 as something else.
  yield `\uFEFF${csvRow(columns.map(([header]) => header))}`;
  for await (const rows of eachPage(kind.list, selection, PAGE)) {
    const owners = await peopleNames(rows.map(kind.ownerOf));
    const related = await kind.relatedTo?.(rows.map(({ id }) => id));
    yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row, owners, related?.get(row.id))))).join('');
  }
}
