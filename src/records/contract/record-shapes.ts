/** The schemas of a contract that follow from a kind's definition. */
import * as z from 'zod';
import {
  type ChoiceName,
  type DefinedField,
  fieldsOf,
  type FieldsWith,
  type GroupedField,
  type GroupName,
  isEditedInBulk,
  isListed,
  isSorted,
  type ListedField,
  namesWhere,
  type RecordDefinition,
  type UngroupedField,
} from '../define-record.ts';
import { text } from './field-values.ts';

type Shape<Name extends string, Schema> = { [Key in Name]: Schema };
type Entry = ReturnType<typeof text>;
type OptionalEntry = z.ZodOptional<Entry>;

/** A shape by its names; names that only the types know are checked by the caller's signature. */
function shapeOf<Name extends string, Schema>(
  names: readonly string[],
  schema: (name: string) => Schema,
): Shape<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema(name)])) as Shape<Name, Schema>;
}

type Groups<Definition extends RecordDefinition, Schema> = { [Name in GroupName<Definition>]: Schema };

/** A schema for each group of fields, made of the names that are in it. */
function groupsOf<Definition extends RecordDefinition, Schema>(
  definition: Definition,
  schema: (fields: readonly DefinedField[]) => Schema,
): Groups<Definition, Schema> {
  const fields: readonly DefinedField[] = fieldsOf(definition);
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))];
  return shapeOf(groups, (name) => schema(fields.filter(({ group }) => group === name)));
}

/** The fields of a row in a list. */
export function rowShape<Definition extends RecordDefinition>(
  definition: Definition,
): Shape<ListedField<Definition>, z.ZodString> {
  return shapeOf(namesWhere(definition, isListed), () => z.string());
}

/** The fields of the whole record beside those of its row. */
export function recordShape<Definition extends RecordDefinition>(definition: Definition) {
  type Rest = Exclude<UngroupedField<Definition>, ListedField<Definition>>;
  return {
    ...shapeOf<Rest, z.ZodString>(
      namesWhere(definition, (field) => !field.group && !isListed(field)),
      () => z.string(),
    ),
    ...groupsOf(definition, (fields) =>
      z.object(
        shapeOf<GroupedField<Definition>, z.ZodString>(
          fields.map(({ name }) => name),
          () => z.string(),
        ),
      ),
    ),
  };
}

const entryOf = ({ max, required }: DefinedField): Entry =>
  required === undefined ? text(max) : text(max).min(1, required);

function entriesOf<Name extends string>(fields: readonly DefinedField[]): Shape<Name, OptionalEntry> {
  return shapeOf(
    fields.map(({ name }) => name),
    (name) => entryOf(fields.find((field) => field.name === name)!).optional(),
  );
}

/** The fields as people write them, all of them optional. Groups merge by key. */
export function entryShape<Definition extends RecordDefinition>(definition: Definition) {
  return {
    ...entriesOf<UngroupedField<Definition>>(fieldsOf(definition).filter(({ group }) => !group)),
    ...groupsOf(definition, (fields) => z.strictObject(entriesOf<GroupedField<Definition>>(fields)).optional()),
  };
}

/** The fields without which there is no record. */
export function requiredShape<Definition extends RecordDefinition>(
  definition: Definition,
): Shape<FieldsWith<Definition, { required: string }>, Entry> {
  const fields: readonly DefinedField[] = fieldsOf(definition).filter(({ required }) => required !== undefined);
  return shapeOf(
    fields.map(({ name }) => name),
    (name) => entryOf(fields.find((field) => field.name === name)!),
  );
}

/** The fields that can be set on many records at once, side by side. */
export function bulkShape<Definition extends RecordDefinition>(
  definition: Definition,
): Shape<FieldsWith<Definition, { bulk: true }>, OptionalEntry> {
  return entriesOf(fieldsOf(definition).filter(isEditedInBulk));
}

const Counted = z.array(z.object({ value: z.string(), count: z.number().int() }));

/** The values in use, by the name under which they are offered. */
export function facetShape<Definition extends RecordDefinition>(
  definition: Definition,
): Shape<ChoiceName<Definition> | 'tags', typeof Counted> {
  return shapeOf(['tags', ...fieldsOf(definition).flatMap(({ choices }) => choices ?? [])], () => Counted);
}

/** Names of the fields that lists can be sorted by. */
export function sortsOf<Definition extends RecordDefinition>(
  definition: Definition,
): FieldsWith<Definition, { sort: string }>[] {
  return namesWhere(definition, isSorted);
}
