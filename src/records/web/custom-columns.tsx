/** Columns of custom fields, and what an edit of one writes. */
import type { ReactNode } from 'react';
import type { CellEdit, Column } from '../../web/table/columns.ts';
import { Badge } from '../../web/ui/badge.tsx';
import { DayText } from '../../web/ui/time.tsx';
import type { CustomValue } from '../contract/field-values.ts';
import type { CustomField } from '../contract/views.ts';
import { sortableKind } from '../engine/custom-field-sort.ts';
import type { ListRow } from './list-kit.ts';

/** Text of a cell; whole on hover. */
export const shown = (text: string): ReactNode => text && <span title={text}>{text}</span>;

export function customColumn<Row extends ListRow>(field: CustomField): Column<Row> {
  const id = `custom.${field.key}`;
  const edit = customEdit<Row>(field);
  return {
    id,
    header: field.label,
    width: 150,
    align: isNumber(field) ? 'end' : 'start',
    cell: (row) => customCell(field, row.custom[field.key]),
    ...(sortableKind(field) && { sortField: id }),
    ...(isNumber(field) && { sum: decimalText }),
    ...(edit && { edit }),
  };
}

/** Exact decimal text by the reader's customs; the browser takes it as it is, without rounding it to a number first. */
const decimalText = (sum: string): string =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(sum as `${number}`);

const isNumber = (field: CustomField) => field.kind === 'number' || field.result === 'number';

function customCell(field: CustomField, value: CustomValue | undefined): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value))
    return (
      <span className="flex gap-1">
        {value.map((entry) => (
          <Badge key={entry}>{entry}</Badge>
        ))}
      </span>
    );
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString();
  return field.kind === 'day' || field.result === 'day' ? <DayText value={value} /> : shown(value);
}

const INPUT_TYPES: Partial<Record<CustomField['kind'], NonNullable<CellEdit<ListRow>['inputType']>>> = {
  number: 'number',
  day: 'date',
  url: 'url',
  email: 'email',
  phone: 'tel',
};

function customEdit<Row extends ListRow>(field: CustomField): CellEdit<Row> | undefined {
  const value = (row: Row) => String(row.custom[field.key] ?? '');
  switch (field.kind) {
    // Several lines and several choices do not fit into a cell; they are edited on the record. What is calculated is
    // not edited.
    case 'multi':
    case 'long_text':
    case 'formula':
    case 'rollup':
      return undefined;
    case 'boolean':
      return {
        value,
        options: [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ],
      };
    case 'select':
      return { value, options: field.options.map((option) => ({ value: option, label: option })) };
    default:
      return { value, inputType: INPUT_TYPES[field.kind] ?? 'text' };
  }
}

/** The change that an edited custom field's cell writes; undefined if the column is not a custom field. */
export function customCellChange<Row extends ListRow>(
  row: Row,
  columnId: string,
  text: string,
  customFields: readonly CustomField[],
): { fields: { custom: Record<string, CustomValue> }; row: Row } | undefined {
  const field = customFields.find((other) => `custom.${other.key}` === columnId);
  if (!field || field.kind === 'formula' || field.kind === 'rollup') return undefined;
  const value = text.trim();
  const typed: CustomValue =
    value === '' ? null : field.kind === 'number' ? Number(value) : field.kind === 'boolean' ? value === 'true' : value;
  const custom = { [field.key]: typed };
  return { fields: { custom }, row: { ...row, custom: { ...row.custom, ...custom } } };
}

/** The present values of the custom fields that a change touches. */
export function presentCustom(row: ListRow, custom: Record<string, unknown>): Record<string, CustomValue> {
  return Object.fromEntries(Object.keys(custom).map((key) => [key, row.custom[key] ?? null]));
}
