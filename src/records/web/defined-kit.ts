/** Columns and fields of lists and record pages, derived from a kind's definition. */
import {
  type DefinedField,
  fieldsOf,
  isEditedInBulk,
  isListed,
  pathOf,
  type RecordDefinition,
  wordOf,
} from '../define-record.ts';
import { customCellChange, presentCustom } from './custom-columns.tsx';
import type { KindWords } from './field-labels.ts';
import type { BulkField, CellKit, ListRow } from './list-kit.ts';
import { phoneWords } from './value-text.ts';

/** Names and values as timelines and conflicts word them. */
export function wordsOf(definition: RecordDefinition): KindWords {
  const fields: DefinedField[] = fieldsOf(definition);
  return {
    labels: Object.fromEntries(fields.map((field) => [pathOf(field), wordOf(field)])),
    values: Object.fromEntries(fields.filter(({ format }) => format === 'phone').map(({ name }) => [name, phoneWords])),
  };
}

export const bulkFieldsOf = (definition: RecordDefinition): BulkField[] =>
  fieldsOf(definition)
    .filter(isEditedInBulk)
    .map(({ name, label }) => ({ name, label }));

type OwnedRow = ListRow & { ownerId: string | null };

/** How a cell writes its field, its owner, or a custom field. */
export function cellKitOf<Row extends OwnedRow>(definition: RecordDefinition): CellKit<Row> {
  const fields = new Map<string, DefinedField>(
    fieldsOf(definition)
      .filter(isListed)
      .map((field) => [field.name, field]),
  );
  return {
    change: (row, columnId, text, customFields) => {
      const custom = customCellChange(row, columnId, text, customFields);
      if (custom) return custom;
      const value = text.trim();
      if (columnId === 'owner') return { fields: { ownerId: value || null }, row: { ...row, ownerId: value || null } };
      const field = fields.get(columnId);
      if (!field) return undefined;
      const { name, group } = field;
      return { fields: group ? { [group]: { [name]: value } } : { [name]: value }, row: { ...row, [name]: value } };
    },
    present: (row, changed) => {
      const now = new Map<string, unknown>(Object.entries(row));
      return Object.fromEntries(
        Object.entries(changed).map(([key, value]) => {
          if (typeof value !== 'object' || value === null) return [key, now.get(key)];
          if (key === 'custom') return [key, presentCustom(row, { ...value })];
          return [key, Object.fromEntries(Object.keys(value).map((name) => [name, now.get(name)]))];
        }),
      );
    },
  };
}
