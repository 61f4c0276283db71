/** SQL that the database needs for a kind, derived from its definition. Columns are named after fields. */
import {
  type ChoiceName,
  columnOf,
  fieldsOf,
  type FieldsWith,
  type RecordDefinition,
  type RecordTexts,
  textIn,
} from '../define-record.ts';
import type { RowColumn } from './bulk/column-arrays.ts';
import type { CsvColumn } from './list/csv.ts';
import type { FieldSql } from './list/filter-sql.ts';
import { keyText, onDemand, plainText, type SortKey } from './list/sort.ts';

/** Columns under the names of fields: `co.owner_id as "ownerId"`. */
export const columnsAs = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${columnOf(name)} as "${name}"`).join(', ');

/** The columns of a row in a list, and those that the whole record has beside them. */
export function definedColumns(definition: RecordDefinition, alias: string): { row: string; rest: string } {
  const fields = fieldsOf(definition);
  const some = (listed: boolean) =>
    columnsAs(
      alias,
      fields.filter(({ list }) => (list !== undefined) === listed).map(({ name }) => name),
    );
  return { row: some(true), rest: some(false) };
}

/** Takes what a shape names out of a row, which may hold more. */
export function pickerOf<Row extends object>(names: readonly (keyof Row)[]): (row: Row) => Row {
  return (row) => {
    const picked: Partial<Row> = {};
    for (const name of names) picked[name] = row[name];
    return picked as Row;
  };
}

/** The columns of the fields as they are written. */
export const writtenColumns = <Data extends object>(definition: RecordDefinition): RowColumn<Data>[] =>
  fieldsOf(definition).map(({ name }) => ({ name: columnOf(name), type: 'text', value: (data) => textIn(data, name) }));

type SortedField<Definition extends RecordDefinition> = FieldsWith<Definition, { sort: string }>;

export function definedSorts<Definition extends RecordDefinition>(
  definition: Definition,
  alias: string,
): Record<SortedField<Definition>, SortKey> {
  return Object.fromEntries(
    fieldsOf(definition).flatMap(({ name, sort }) => {
      const column = `${alias}.${columnOf(name)}`;
      if (sort === undefined) return [];
      return [[name, sort === 'indexed' ? keyText(`${column}_key`) : onDemand(plainText(column))]];
    }),
  ) as Record<SortedField<Definition>, SortKey>;
}

export function definedFilters(definition: RecordDefinition, alias: string): Record<string, FieldSql> {
  return Object.fromEntries(
    fieldsOf(definition).flatMap(({ name, filter, sort }): [string, FieldSql][] => {
      const column = `${alias}.${columnOf(name)}`;
      if (filter === undefined) return [];
      return [[name, sort === 'indexed' ? { sql: `${column}_key`, folded: true } : column]];
    }),
  );
}

export function definedExport<Definition extends RecordDefinition>(
  definition: Definition,
): Record<string, CsvColumn<RecordTexts<Definition>>> {
  return Object.fromEntries(
    fieldsOf(definition).map(({ name, label }): [string, CsvColumn<RecordTexts<Definition>>] => [
      name,
      [label, (row) => row[name]],
    ]),
  );
}

/** The values in use of the fields that offer choices. @param counted counts the values of a column */
export async function countedChoices<Definition extends RecordDefinition, Counted>(
  definition: Definition,
  counted: (column: string) => Promise<Counted>,
): Promise<Record<ChoiceName<Definition>, Counted>> {
  const choices: [string, Counted][] = [];
  for (const { name, choices: offered } of fieldsOf(definition))
    if (offered !== undefined) choices.push([offered, await counted(columnOf(name))]);
  return Object.fromEntries(choices) as Record<ChoiceName<Definition>, Counted>;
}

/** Values of record `r` that formulas can read, as arguments of `jsonb_build_object`. */
export const formulaArguments = (definition: RecordDefinition | undefined): string[] =>
  fieldsOf(definition).flatMap(({ name, formula }) => (formula ? [`'${name}', r.${columnOf(name)}`] : []));

/** Values compared in duplicate detection, as arguments of `json_build_object`. */
export const comparedArguments = (definition: RecordDefinition, alias: string): string =>
  fieldsOf(definition)
    .flatMap(({ name, compare }) => (compare ? [`'${name}', ${alias}.${columnOf(name)}`] : []))
    .join(', ');
