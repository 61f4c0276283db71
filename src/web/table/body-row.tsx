import PanelRight from 'lucide-react/icons/panel-right';
import type { ReactElement } from 'react';
import { memo, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CellEditor } from './cell-editor.tsx';
import type { CellEdit, Column } from './columns.ts';
import type { GridPosition } from './grid-keys.ts';

export type PlacedColumn<Row> = Column<Row> & { fixed: boolean };

interface BodyRowProps<Row> {
  row: Row;
  index: number;
  top: number;
  columns: readonly PlacedColumn<Row>[];
  label: string;
  selectable: boolean;
  selected: boolean;
  active: boolean;
  /** Index of the edited column, or -1. */
  editing: number;
  onEdit?: (row: Row, columnId: string, value: string) => void;
  onStopEdit: (from: GridPosition, step: number) => void;
  onIntent?: (row: Row) => void;
  onPreview?: (row: Row) => void;
}

const rowClass = 'absolute inset-x-0 grid h-row grid-cols-(--columns) border-b border-line';
/** The selection column and the naming column stay visible when scrolling sideways. */
const FIXED_LEFT = ['stay-left [--stay-at:0px]', 'stay-left [--stay-at:var(--select)]'] as const;

/** One row, memoized: a scroll draws only newly visible rows. */
export const BodyRow = memo(function BodyRow<Row>(props: BodyRowProps<Row>) {
  const {
    row,
    index,
    top,
    columns,
    label,
    selectable,
    selected,
    active,
    editing,
    onEdit,
    onStopEdit,
    onIntent,
    onPreview,
  } = props;
  /** Whether the pointer was here: only then does the row have its hover button. */
  const [approached, setApproached] = useState(false);
  const intent = onIntent && (() => onIntent(row));
  const approach = () => {
    if (onPreview) setApproached(true);
    intent?.();
  };
  return (
    <div
      role="row"
      data-testid="row"
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      tabIndex={active ? 0 : -1}
      onPointerEnter={approach}
      onFocus={intent}
      className={cx(
        rowClass,
        'group outline-offset-[-2px] focus-visible:z-2',
        selected ? 'bg-accent-soft' : 'bg-canvas hover:bg-hover',
      )}
      style={{ top }}
    >
      {selectable ? (
        <div
          role="gridcell"
          aria-colindex={1}
          data-select=""
          className={cx('flex items-center justify-center', FIXED_LEFT[0])}
        >
          <Checkbox aria-label={`Select ${label}`} checked={selected} readOnly tabIndex={-1} />
        </div>
      ) : (
        <div role="presentation" className={FIXED_LEFT[0]} />
      )}
      {columns.map((column, place) => (
        <div
          key={column.id}
          role="gridcell"
          data-column={place}
          aria-colindex={place + 2}
          tabIndex={-1}
          className={cx(
            'flex min-w-0 items-center px-2 text-sm outline-offset-[-2px]',
            column.align === 'end' && 'justify-end tabular',
            column.fixed && FIXED_LEFT[1],
            onPreview && place === 0 && !column.fixed && 'relative',
            editing === place && 'z-3 px-0.5',
          )}
        >
          {editing === place && column.edit ? (
            <EditedCell
              row={row}
              column={column}
              edit={column.edit}
              label={`${column.header}, ${label}`}
              onEdit={onEdit}
              onStop={(step) => onStopEdit({ row: index, column: place }, step)}
            />
          ) : (
            <div className="min-w-0 truncate">{column.cell(row)}</div>
          )}
          {onPreview && approached && place === 0 && editing !== place && (
            // The keyboard uses the P key: another stop in every row would be in the way.
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Preview ${label}`}
              data-tooltip="Preview  P"
              onClick={() => onPreview(row)}
              className="absolute right-1 hidden size-control-sm items-center justify-center rounded-md border border-line bg-raised text-muted group-hover:flex hover:text-ink"
            >
              <PanelRight size={14} aria-hidden="true" />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactElement;

interface EditedCellProps<Row> {
  row: Row;
  column: Column<Row>;
  edit: CellEdit<Row>;
  label: string;
  onEdit?: (row: Row, columnId: string, value: string) => void;
  onStop: (step: number) => void;
}

/** A cell's edit keeps the row from its start: a change by someone else is detected, not overwritten. */
function EditedCell<Row>({ row, column, edit, label, onEdit, onStop }: EditedCellProps<Row>) {
  const [opened] = useState(row);
  return (
    <CellEditor
      edit={edit}
      label={label}
      initial={edit.value(opened)}
      onDone={(value, step) => {
        if (value !== undefined && value !== edit.value(opened)) onEdit?.(opened, column.id, value);
        onStop(step);
      }}
    />
  );
}

/** A placeholder with the geometry of a row. */
export function SkeletonRow<Row>({
  top,
  columns,
  selectable,
  seed,
}: {
  top: number;
  columns: readonly PlacedColumn<Row>[];
  selectable: boolean;
  seed: number;
}) {
  return (
    <div aria-hidden="true" className={rowClass} style={{ top }}>
      <div className="flex items-center justify-center">{selectable && <Skeleton className="size-4" />}</div>
      {columns.map((column, place) => (
        <div key={column.id} className={cx('flex items-center px-2', column.align === 'end' && 'justify-end')}>
          <Skeleton className={cx('h-3', ['w-3/5', 'w-2/5', 'w-4/5', 'w-1/2'][(seed + place * 3) % 4])} />
        </div>
      ))}
    </div>
  );
}
