/** Cells of files that fill the fields of a kind's definition. */
import {
  type DefinedField,
  type FieldName,
  fieldsOf,
  type FieldsWith,
  namesWhere,
  type RecordDefinition,
  type RecordTexts,
  textIn,
} from '../../../../records/define-record.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { parsePhone } from '../../../../records/engine/phone.ts';
import { parseUrl } from '../../../../records/engine/url.ts';
import { splitList } from '../../../../records/engine/cell-values.ts';
import { notAnAddress, notAnEmail, notAPhone } from './cells.ts';
import type { CellReader, Entry } from './row.ts';

/** Reads a text in its form; a problem as words. Of several addresses or numbers in a cell the first is taken. */
function readCell(field: DefinedField, cell: string, country: string): { value: string } | string {
  switch (field.format) {
    case 'email': {
      const value = parseEmail(cell) ?? parseEmail(splitList(cell)[0] ?? '');
      return value === undefined ? notAnEmail(cell) : { value };
    }
    case 'phone': {
      const parsed = parsePhone(cell, country) ?? parsePhone(splitList(cell)[0] ?? '', country);
      return parsed ? { value: parsed.value } : notAPhone(cell, country);
    }
    case 'url': {
      const value = parseUrl(cell);
      return value === undefined ? notAnAddress(cell) : { value };
    }
    default:
      return cell.length > field.max ? `${field.label} has more than ${field.max} characters.` : { value: cell };
  }
}

/** Readers of the cells of each field that files can fill, by its name. */
export function cellsOf<Definition extends RecordDefinition>(
  definition: Definition,
): ReadonlyMap<string, CellReader<Entry & RecordTexts<Definition>>> {
  return new Map(
    fieldsOf(definition)
      .filter(({ import: names }) => names !== undefined)
      .map((field) => [
        field.name,
        (cell, row) => {
          const read = readCell(field, cell, row.country);
          if (typeof read === 'string') row.errors.push(read);
          else (row.entry as RecordTexts<Definition>)[field.name as FieldName<Definition>] = read.value;
        },
      ]),
  );
}

/** Fields that a row adds to a record that is there; what must not be blank stays as it is written. */
export const mergedNames = <Definition extends RecordDefinition>(
  definition: Definition,
): Exclude<FieldName<Definition>, FieldsWith<Definition, { required: string }>>[] =>
  namesWhere(definition, ({ import: names, required }) => names !== undefined && required === undefined);

/** Names of columns by the field that they fill, beside its usual ones. @param usual names of columns by field */
export function columnNames(
  definition: RecordDefinition,
  usual: Readonly<Record<string, readonly string[] | undefined>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    fieldsOf(definition).flatMap(({ name, import: names = [], importAs = [] }): [string, readonly string[]][] => {
      const known = [...names, ...importAs.flatMap((other) => usual[other] ?? [])];
      return known.length > 0 ? [[name, known]] : [];
    }),
  );
}

const PREVIEWED = 3;
const previewed = (definition: RecordDefinition) =>
  fieldsOf(definition).filter(({ import: names, required }) => names !== undefined && required === undefined);

/** Fields in the preview of an import: the first ones in their own columns, the others combined. */
export function previewOf(definition: RecordDefinition): {
  columns: string[];
  cells: (entry: object) => string[][];
  rest: (entry: object) => (readonly [label: string, value: string])[];
} {
  const fields = previewed(definition);
  const first = fields.slice(0, PREVIEWED);
  const rest = fields.slice(PREVIEWED);
  return {
    columns: first.map(({ label }) => label),
    cells: (entry) => first.map(({ name }) => [textIn(entry, name)]),
    rest: (entry) => rest.map(({ name, label }) => [label, textIn(entry, name)] as const),
  };
}
