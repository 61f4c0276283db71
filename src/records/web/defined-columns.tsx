/** Columns of a list that follow from a kind's definition. */
import type { ReactNode } from 'react';
import type { CellEdit, Column } from '../../web/table/columns.ts';
import { type DefinedField, fieldsOf, type ListedField, type RecordDefinition, textIn } from '../define-record.ts';
import { shown } from './custom-columns.tsx';
import { phoneText } from './format.ts';

/** `https://www.example.com/` → `example.com`. */
const site = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

function cellOf({ format }: DefinedField, text: string): ReactNode {
  if (format === 'url') return shown(site(text));
  return shown(format === 'phone' ? text && phoneText({ value: text }) : text);
}

const INPUTS = { url: 'url', email: 'email', phone: 'tel', long: undefined } as const;

function editOf({ name, format, required }: DefinedField): CellEdit<object> {
  const inputType = format && INPUTS[format];
  return {
    value: (row) => textIn(row, name),
    ...(inputType && { inputType }),
    ...(required !== undefined && { validate: (text) => (text.trim() ? undefined : required) }),
  };
}

/** @param special what a column has of its own */
export function definedColumns<Definition extends RecordDefinition, Row extends object>(
  definition: Definition,
  special: Partial<Record<ListedField<Definition>, Partial<Column<Row>>>>,
): Column<Row>[] {
  const own: Readonly<Record<string, Partial<Column<Row>> | undefined>> = special;
  return fieldsOf(definition).flatMap((field): Column<Row>[] => {
    const { name, label, list, sort } = field;
    if (list === undefined) return [];
    return [
      {
        id: name,
        header: label,
        width: list,
        cell: (row) => cellOf(field, textIn(row, name)),
        ...(sort !== undefined && { sortField: name }),
        edit: editOf(field),
        ...own[name],
      },
    ];
  });
}
