import Pencil from 'lucide-react/icons/pencil';
import { isValidElement, type ReactNode, useRef, useState } from 'react';
import { CellEditor } from '../../web/table/cell-editor.tsx';
import type { Column } from '../../web/table/columns.ts';
import { IconButton } from '../../web/ui/icon-button.tsx';
import type { ListRow } from './list-kit.ts';

interface PeekFactsProps<Row extends ListRow> {
  row: Row;
  columns: readonly Column<Row>[];
  onEdit?: ((row: Row, columnId: string, value: string) => void) | undefined;
}

/** Nothing, or an element around an empty list: the tags of a record without any. */
function isBlank(cell: ReactNode): boolean {
  if (isValidElement<{ children?: ReactNode }>(cell))
    return Array.isArray(cell.props.children) && cell.props.children.length === 0;
  return cell === null || cell === undefined || cell === '' || cell === false;
}

/** Escape in a field puts its value back; only the next one closes the sheet. */
export function leaveFieldFirst(event: KeyboardEvent): void {
  if (event.target instanceof HTMLElement && event.target.closest('[data-editing]')) event.preventDefault();
}

/**
 * The list's columns for one record, including hidden ones. Values that can be edited in the list can be edited here
 * with the pencil, a double-click, or E.
 */
export function PeekFacts<Row extends ListRow>({ row, columns, onEdit }: PeekFactsProps<Row>) {
  const [editing, setEditing] = useState<string>();
  const list = useRef<HTMLDListElement>(null);
  const facts = columns
    .map(({ id, header, cell, edit, hideable }) => ({
      id,
      header,
      edit: onEdit && edit,
      value: hideable === false ? null : cell(row),
    }))
    .filter(({ edit, value }) => edit || !isBlank(value));
  /** Back to the pencil of a field that was closed by keys: with the field the focus has gone to the sheet itself. */
  const refocus = (id: string) =>
    requestAnimationFrame(() => {
      if (document.activeElement?.matches('body, [role="dialog"]'))
        list.current?.querySelector<HTMLElement>(`[data-edit="${id}"]`)?.focus();
    });
  const finish = (id: string, text: string | undefined, step: number) => {
    const { edit } = facts.find((fact) => fact.id === id)!;
    if (text !== undefined && text !== edit!.value(row)) onEdit!(row, id, text);
    const editable = facts.filter((fact) => fact.edit);
    const next = step === 0 ? undefined : editable[editable.findIndex((fact) => fact.id === id) + step]?.id;
    setEditing(next);
    if (next === undefined) refocus(id);
  };
  if (facts.length === 0) return null;
  return (
    <dl
      ref={list}
      className="mb-5 grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-b border-line pb-5 text-sm"
    >
      {facts.map(({ id, header, edit, value }) => (
        <div key={id} className="group contents">
          <dt className="py-1 text-muted">{header}</dt>
          <dd className="min-w-0">
            {edit && editing === id ? (
              <div data-editing="">
                <CellEditor
                  edit={edit}
                  label={header}
                  initial={edit.value(row)}
                  onDone={(text, step) => finish(id, text, step)}
                />
              </div>
            ) : (
              <div className="flex min-h-7 items-start gap-1" onDoubleClick={edit && (() => setEditing(id))}>
                <div className="min-w-0 flex-1 py-1 wrap-anywhere">
                  {!isBlank(value)
                    ? value
                    : edit?.value(row) || (
                        <span className="text-faint" aria-label="Blank">
                          –
                        </span>
                      )}
                </div>
                {edit && (
                  <span className="opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
                    <IconButton
                      size="sm"
                      label={`Edit ${header}`}
                      icon={<Pencil />}
                      data-edit={id}
                      onClick={() => setEditing(id)}
                    />
                  </span>
                )}
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
