import { cx } from '../ui/cx.ts';
import type { PlacedColumn } from './body-row.tsx';
import { columnTrack } from './columns.ts';
import type { TableFoot } from './data-table-props.ts';

/** The row of sums. It stays at the bottom and scrolls sideways with the columns. */
export function FootRow<Row>({
  columns,
  selectable,
  width,
  foot,
}: {
  columns: readonly PlacedColumn<Row>[];
  selectable: boolean;
  width: number;
  foot: TableFoot;
}) {
  return (
    <div
      role="row"
      data-foot=""
      className="sticky bottom-0 z-3 grid h-row grid-cols-(--columns) border-t border-line bg-sunken text-xs"
      style={{ minWidth: columnTrack(width) }}
    >
      <div
        role={selectable ? 'gridcell' : 'presentation'}
        aria-colindex={selectable ? 1 : undefined}
        className="stay-left bg-inherit [--stay-at:0px]"
      />
      {columns.map((column, place) => {
        const cell = foot.cells[column.id];
        // A sum is longer than its values: it may extend over an empty column before it.
        const hasRoom = column.align === 'end' && place > 1 && !foot.cells[columns[place - 1]!.id];
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={place + 2}
            title={cell?.more}
            className={cx(
              'flex min-w-0 items-center px-2',
              column.align === 'end' && 'justify-end',
              column.fixed && 'stay-left bg-inherit [--stay-at:var(--select)]',
            )}
          >
            {place === 0 && !cell ? (
              <span className="truncate text-muted">{foot.label}</span>
            ) : (
              cell && (
                <span className={cx('tabular font-medium', hasRoom ? 'shrink-0 whitespace-nowrap' : 'truncate')}>
                  {cell.text}
                  <span className="sr-only">{cell.more && `: ${cell.more}`}</span>
                </span>
              )
            )}
          </div>
        );
      })}
    </div>
  );
}
