/**
 * The fields of a kind of record, said once. From a definition follow the schemas of the contract, the columns of the
 * table, search, sorting and filters, lists, details and forms, labels, files in and out, merging, bulk editing, and
 * what formulas, workflows, and syncs can use. Plain data without schemas, so that any page may import it.
 */
import type { FilterField } from '../kernel/filter-terms.ts';
import type { RecordKind } from './contract/kinds.ts';

/** Text over several lines, addresses of web and email, and phone numbers are checked, shown, and edited as such. */
export type TextFormat = 'long' | 'url' | 'email' | 'phone';

export interface TextOptions {
  /** As a heading: `Legal name`. */
  label: string;
  /** In the middle of a sentence; absent: the label in lower case. */
  word?: string;
  /** The message when it is blank; absent: it may be. */
  required?: string;
  format?: TextFormat;
  /** The part of the record that holds it. Rows of lists have it beside their other fields. */
  group?: 'address';
  /** Width of its column in lists, in pixels. Absent: rows of lists do not have it. */
  list?: number;
  /** `select` offers the values in use. */
  filter?: 'text' | 'select';
  /** Name under which the values in use are offered: `industries`. */
  choices?: string;
  /** `indexed`: the table keeps it folded in `<column>_key`, with an index. `on demand`: large lists get an index. */
  sort?: 'indexed' | 'on demand';
  /** Whether the search finds it. `frequent`: many records share a value, so a filter does not start from the search. */
  search?: 'words' | 'frequent';
  /** Can be set on many records at once. */
  bulk?: true;
  /** Files can fill it: what their columns are called beside the usual names of the field, folded. */
  import?: readonly string[];
  /** Columns with the usual names of these fields fill it, too. */
  importAs?: readonly string[];
  /** Stands in the form for a new record, with this example in it. */
  form?: string;
  /** Formulas can read it. */
  formula?: true;
  /** Shown where two records are compared as duplicates. */
  compare?: true;
}

export interface TextDefinition extends TextOptions {
  type: 'text';
  /** Characters. */
  max: number;
}
export type FieldDefinitions = Readonly<Record<string, TextDefinition>>;

export interface RecordDefinition<Fields extends FieldDefinitions = FieldDefinitions> {
  kind: RecordKind;
  /** In the order in which records, forms, and files show them. */
  fields: Fields;
}

/** No options but those that there are. */
type Exact<Options> = Options & Readonly<Record<Exclude<keyof Options, keyof TextOptions>, never>>;

/** A field of text. @param max characters */
export const text = <const Options extends TextOptions>(max: number, options: Exact<Options>) =>
  ({ type: 'text', max, ...options }) as const;

/** Checks a kind's fields and keeps their literal types. */
export const defineRecord = <const Fields extends FieldDefinitions>(
  kind: RecordKind,
  fields: Fields,
): RecordDefinition<Fields> => ({ kind, fields });

/** Names of fields whose definition has these parts. */
export type FieldsWith<Definition extends RecordDefinition, Part> = {
  [Name in keyof Definition['fields'] & string]: Definition['fields'][Name] extends Part ? Name : never;
}[keyof Definition['fields'] & string];

export type FieldName<Definition extends RecordDefinition> = FieldsWith<Definition, object>;
export type GroupedField<Definition extends RecordDefinition> = FieldsWith<Definition, { group: string }>;
export type UngroupedField<Definition extends RecordDefinition> = Exclude<
  FieldName<Definition>,
  GroupedField<Definition>
>;
export type ListedField<Definition extends RecordDefinition> = FieldsWith<Definition, { list: number }>;
export type ImportedField<Definition extends RecordDefinition> = FieldsWith<Definition, { import: readonly string[] }>;

/** Names under which values in use are offered. */
export type ChoiceName<Definition extends RecordDefinition> = {
  [Name in FieldName<Definition>]: Definition['fields'][Name] extends { choices: infer Choices extends string }
    ? Choices
    : never;
}[FieldName<Definition>];

/** Names of the parts of a record that hold fields. */
export type GroupName<Definition extends RecordDefinition> = Definition['fields'][GroupedField<Definition>] extends {
  group: infer Group extends string;
}
  ? Group
  : never;

/** The values of all fields, side by side; blank is `''`. */
export type RecordTexts<Definition extends RecordDefinition> = { [Name in FieldName<Definition>]: string };

export interface DefinedField<Name extends string = string> extends TextDefinition {
  name: Name;
}

/** The fields of a definition with their names, in order; none without one. */
export function fieldsOf<Definition extends RecordDefinition>(
  definition: Definition | undefined,
): DefinedField<FieldName<Definition>>[] {
  return Object.entries(definition?.fields ?? {}).map(([name, field]) => ({
    name: name as FieldName<Definition>,
    ...field,
  }));
}

/** Names of the fields of which something holds, in order; the type says which those are. */
export function namesWhere<Name extends string>(
  definition: RecordDefinition,
  holds: (field: DefinedField) => boolean,
): Name[] {
  return fieldsOf(definition)
    .filter(holds)
    .map(({ name }) => name as Name);
}

export const isListed = ({ list }: TextDefinition): boolean => list !== undefined;
export const isSorted = ({ sort }: TextDefinition): boolean => sort !== undefined;
export const isEditedInBulk = ({ bulk }: TextDefinition): boolean => bulk === true;

/** Names of the fields that files can fill. */
export const importedFields = <Definition extends RecordDefinition>(
  definition: Definition,
): ImportedField<Definition>[] => namesWhere(definition, ({ import: names }) => names !== undefined);

/** Labels of the fields that an import can fill. */
export const importLabels = <Definition extends RecordDefinition>(
  definition: Definition,
): Record<ImportedField<Definition>, string> =>
  Object.fromEntries(
    fieldsOf(definition).flatMap(({ name, label, import: names }) => (names === undefined ? [] : [[name, label]])),
  ) as Record<ImportedField<Definition>, string>;

/** The fields that lists can be filtered by. */
export const filterFieldsOf = (definition: RecordDefinition): FilterField[] =>
  fieldsOf(definition).flatMap(({ name, label, filter, choices }) =>
    filter === undefined ? [] : [{ field: name, label, kind: filter, ...(choices !== undefined && { choices }) }],
  );

/** How the field is called in the middle of a sentence. */
export const wordOf = ({ word, label }: TextDefinition): string => word ?? label.toLowerCase();

/** Where a record holds the field, and how changes of it are named: `address.city`. */
export const pathOf = ({ name, group }: DefinedField): string => (group ? `${group}.${name}` : name);

/** The column of a field: `postalCode` → `postal_code`. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field's text in a value of unknown shape; blank where it has none. */
export function textIn(record: object, name: string): string {
  const value = (record as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
