/** The texts of a record, side by side and in the parts that hold them. Light enough for any page. */
import {
  fieldsOf,
  type GroupedField,
  type GroupName,
  type ListedField,
  type RecordDefinition,
  type RecordTexts,
  type UngroupedField,
} from '../define-record.ts';

/** All fields blank. */
export function blankTexts<Definition extends RecordDefinition>(definition: Definition): RecordTexts<Definition> {
  return Object.fromEntries(fieldsOf(definition).map(({ name }) => [name, ''])) as RecordTexts<Definition>;
}

/** The fields of the whole record that its row does not have, groups as objects. */
export type RecordRest<Definition extends RecordDefinition> = {
  [Name in Exclude<UngroupedField<Definition>, ListedField<Definition>>]: string;
} & { [Group in GroupName<Definition>]: Record<GroupedField<Definition>, string> };

export function restOf<Definition extends RecordDefinition>(
  definition: Definition,
  texts: RecordTexts<Definition>,
): RecordRest<Definition> {
  const rest = fieldsOf(definition).filter(({ group, list }) => group !== undefined || list === undefined);
  return inGroups(
    definition,
    Object.fromEntries(rest.map(({ name }) => [name, texts[name]])),
  ) as RecordRest<Definition>;
}

/** Values side by side → as the contract takes them: `city` → `address: { city }`. */
export function inGroups(definition: RecordDefinition, values: object): Record<string, unknown> {
  const nested: Record<string, unknown> = { ...values };
  for (const { name, group } of fieldsOf(definition)) {
    if (!group || !(name in nested)) continue;
    nested[group] = { ...(nested[group] as object | undefined), [name]: nested[name] };
    delete nested[name];
  }
  return nested;
}
