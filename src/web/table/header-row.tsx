import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import type { PlacedColumn } from './body-row.tsx';
import { clampWidth, type ColumnLayout, columnScale, columnTrack, move, resize } from './columns.ts';
import { HeaderMenu } from './header-menu.tsx';
import { type Sorting, toggleSort } from './sorting.ts';

interface HeaderRowProps<Row> {
  columns: readonly PlacedColumn<Row>[];
  layout: ColumnLayout;
  onLayoutChange: (layout: ColumnLayout) => void;
  sorting: Sorting;
  onSortingChange: (sorting: Sorting) => void;
  width: number;
  selectable: boolean;
  /** There are no rows. */
  empty: boolean;
  selected: 'all' | 'some' | 'none';
  onSelectAll: (selected: boolean) => void;
  onEnterBody: () => void;
}

/**
 * Column heads: a click sorts (Shift adds a level), a drag moves, the edge resizes; the menu does all of it by
 * keyboard.
 */
export function HeaderRow<Row>(props: HeaderRowProps<Row>) {
  const {
    columns,
    layout,
    onLayoutChange,
    sorting,
    onSortingChange,
    width,
    selectable,
    empty,
    selected,
    onSelectAll,
    onEnterBody,
  } = props;
  const row = useRef<HTMLDivElement>(null);
  const [focusIndex, setFocusIndex] = useState(0);
  const [dragged, setDragged] = useState<string | null>(null);
  const fixedCount = columns.filter((column) => column.fixed).length;

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const heads = [...(row.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])];
    const at = heads.indexOf(event.target as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to =
      event.key === 'ArrowRight'
        ? at + 1
        : event.key === 'ArrowLeft'
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? heads.length - 1
              : -1;
    if (event.key === 'ArrowDown') onEnterBody();
    else if (heads[to]) {
      setFocusIndex(to);
      heads[to].focus();
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={1}
      onKeyDown={onKeyDown}
      className="sticky top-0 z-4 grid h-row grid-cols-(--columns) border-b border-line bg-sunken text-xs font-medium text-muted"
      style={{ minWidth: columnTrack(width) }}
    >
      <div
        role={selectable ? 'columnheader' : 'presentation'}
        aria-colindex={selectable ? 1 : undefined}
        className="stay-left flex items-center justify-center bg-inherit [--stay-at:0px]"
      >
        {selectable && (
          <Checkbox
            data-head=""
            aria-label="Select all loaded rows"
            tabIndex={focusIndex === 0 ? 0 : -1}
            disabled={empty}
            checked={selected === 'all'}
            indeterminate={selected === 'some'}
            onChange={() => onSelectAll(selected !== 'all')}
          />
        )}
      </div>
      {columns.map((column, place) => {
        const level = sorting.findIndex((entry) => entry.field === column.sortField);
        const direction = sorting[level]?.direction;
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={place + 2}
            aria-sort={level === 0 ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
            draggable={!column.fixed}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', column.header);
              setDragged(column.id);
            }}
            onDragOver={(event) => {
              if (dragged && !column.fixed) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged) onLayoutChange(move(layout, dragged, place, fixedCount));
            }}
            onDragEnd={() => setDragged(null)}
            className={cx(
              'group relative flex min-w-0 items-center bg-inherit',
              column.fixed && 'stay-left [--stay-at:var(--select)]',
              dragged === column.id && 'opacity-50',
            )}
          >
            <button
              type="button"
              data-head=""
              tabIndex={focusIndex === place + 1 ? 0 : -1}
              onFocus={() => setFocusIndex(place + 1)}
              aria-disabled={!column.sortField || undefined}
              onClick={(event) => {
                if (column.sortField)
                  onSortingChange(toggleSort(sorting, column.sortField, event.shiftKey, column.firstSort));
              }}
              className={cx(
                'flex h-full min-w-0 flex-1 items-center gap-1 px-2 text-left outline-offset-[-2px]',
                column.align === 'end' && 'flex-row-reverse',
                column.sortField ? 'hover:text-ink' : 'cursor-default',
              )}
            >
              <span title={column.header} className={cx('truncate', direction && 'text-ink')}>
                {column.header}
              </span>
              {direction && (
                <span className="inline-flex shrink-0 items-center text-accent-ink">
                  {direction === 'asc' ? (
                    <ArrowUp size={14} aria-hidden="true" />
                  ) : (
                    <ArrowDown size={14} aria-hidden="true" />
                  )}
                  {sorting.length > 1 && (
                    <span className="tabular text-2xs">
                      {level + 1}
                      <span className="sr-only">. sort level</span>
                    </span>
                  )}
                </span>
              )}
            </button>
            <HeaderMenu
              column={column}
              place={place}
              count={columns.length}
              fixedCount={fixedCount}
              direction={direction}
              layout={layout}
              onLayoutChange={onLayoutChange}
              sorting={sorting}
              onSortingChange={onSortingChange}
            />
            <ResizeHandle
              row={row}
              place={place}
              width={column.width}
              onResize={(next) => onLayoutChange(resize(layout, column.id, next))}
            />
          </div>
        );
      })}
    </div>
  );
}

/** During the drag only a CSS variable changes; the layout (and the address) is updated once, at the end. */
function ResizeHandle({
  row,
  place,
  width,
  onResize,
}: {
  row: { current: HTMLDivElement | null };
  place: number;
  width: number;
  onResize: (width: number) => void;
}) {
  return (
    <span
      aria-hidden="true"
      // A press here must not start dragging the column head.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        const handle = event.currentTarget;
        const grid = row.current?.closest<HTMLElement>('[role="grid"]');
        if (!grid || event.button !== 0) return;
        handle.setPointerCapture(event.pointerId);
        const before = grid.style.getPropertyValue('--columns');
        const startX = event.clientX;
        const scale = columnScale();
        let next = width;
        const onMove = (moved: PointerEvent) => {
          next = clampWidth(width + (moved.clientX - startX) / scale);
          const tracks = before.split(' ');
          tracks[place + 1] = columnTrack(next);
          grid.style.setProperty('--columns', tracks.join(' '));
        };
        const onEnd = () => {
          handle.removeEventListener('pointermove', onMove);
          handle.removeEventListener('pointerup', onEnd);
          handle.removeEventListener('pointercancel', onEnd);
          if (next !== width) onResize(next);
        };
        handle.addEventListener('pointermove', onMove);
        handle.addEventListener('pointerup', onEnd);
        handle.addEventListener('pointercancel', onEnd);
      }}
      className="absolute inset-y-1 -right-1 z-1 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-[3px] after:w-px after:bg-line hover:after:w-0.5 hover:after:bg-accent"
    />
  );
}
