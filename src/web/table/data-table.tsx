import type { CSSProperties, FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../shell/toast.ts';
import { BodyRow, SkeletonRow } from './body-row.tsx';
import { CardList } from './card-list.tsx';
import { arrange, columnTrack } from './columns.ts';
import type { DataTableProps } from './data-table-props.ts';
import { FootRow } from './foot-row.tsx';
import { HeaderRow } from './header-row.tsx';
import { useMovedRows } from './follow-row.ts';
import { useGridHints } from './grid-hints.ts';
import { type GridPosition, gridKey } from './grid-keys.ts';
import { END_SPACE } from './bulk-bar.tsx';
import { isEmpty, isSelected, NOTHING, setSelected, toggle } from './selection.ts';
import { PHONE, useMediaQuery, useRowHeight } from './use-environment.ts';
import { useRowWindow } from './use-row-window.ts';
import { useHiddenEdges } from '../ui/use-hidden-edges.ts';

/** Remaining rows below the window at which more are loaded. */
const LOAD_AHEAD = 60;
/** Rows above the window beyond which loading page by page would take too long. */
const FAR = 1000;
const SKELETONS_BELOW = 8;
const SKELETONS_FIRST = 14;
/** Milliseconds within which a second click on an editable cell edits it. */
const DOUBLE_CLICK = 220;

/**
 * The product's list: virtualized, sortable, with columns that resize and move, selection, editing in place, and full
 * keyboard support. A click on a row previews it, Ctrl/⌘ and a click open it in a tab, a double-click edits a cell. State
 * that should survive a reload is a prop, so that the page can keep it in the address.
 *
 * Keyboard: ↑ ↓ or K J move, ← → enter the cells, Home End PageUp PageDown, Enter opens (or edits an editable cell), F2
 * or E edits, P previews, Space or X selects, Shift extends, Ctrl/⌘ A selects loaded rows, Escape clears.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const phone = useMediaQuery(PHONE);
  return phone ? <CardList {...props} /> : <Grid {...props} />;
}

function Grid<Row extends { id: string }>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowLabel,
    layout,
    onLayoutChange,
    sorting,
    onSortingChange,
    selection = NOTHING,
  } = props;
  const selectable = props.onSelectionChange !== undefined;
  const onSelectionChange = props.onSelectionChange ?? ignore;
  const {
    firstIndex = 0,
    listKey = '',
    total,
    loading = false,
    hasMore = false,
    onNeedMore,
    onNeedEarlier,
    onOpen,
    addressOf,
    onPreview,
    previewing = false,
    onIntent,
    onEdit,
    placeholder,
    foot,
  } = props;
  useGridHints({ selectable, editable: onEdit !== undefined, previews: onPreview !== undefined });
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const visible = useMemo(() => arrange(columns, layout), [columns, layout]);
  const [position, setPosition] = useState<GridPosition>({ row: 0, column: -1 });
  const [editing, setEditing] = useState<GridPosition | null>(null);
  /** Start of a Shift selection. */
  const anchor = useRef(0);
  /** Set by a key or a finished edit: the focus must follow the position after the next paint. */
  const moveFocus = useRef(false);
  const shownList = useRef(listKey);
  /** A click that previews once it is no double-click. */
  const preview = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(preview.current), []);

  const gone = useRef<Row>(undefined);
  useMovedRows(rows, firstIndex, (follow, left) => {
    // Another list resets the position.
    if (shownList.current !== listKey) return;
    const row = follow(position.row);
    if (row !== undefined && row !== position.row) setPosition({ ...position, row });
    anchor.current = follow(anchor.current) ?? anchor.current;
    if (!editing) return;
    const at = follow(editing.row);
    if (at === undefined) gone.current = left(editing.row);
    if (at !== editing.row) setEditing(at === undefined ? null : { ...editing, row: at });
  });
  useEffect(() => {
    if (!gone.current) return;
    toast({
      type: 'warning',
      title: `${rowLabel(gone.current)} is no longer in this list`,
      description: 'What you were typing there was not saved.',
    });
    gone.current = undefined;
  });

  const empty = !loading && rows.length === 0;
  const trailing = loading ? SKELETONS_FIRST : hasMore ? SKELETONS_BELOW : 0;
  const end = firstIndex + rows.length;
  // The bottom row covers a row, like the column heads.
  const window = useRowWindow(scroller, end + trailing, rowHeight, foot ? 2 * rowHeight : rowHeight);
  const current = Math.max(firstIndex, Math.min(position.row, end - 1));
  const rowAt = (index: number): Row | undefined => rows[index - firstIndex];

  useEffect(() => {
    if (hasMore && window.end + LOAD_AHEAD > end) onNeedMore?.();
  }, [hasMore, window.end, end, onNeedMore]);
  useEffect(() => {
    if (firstIndex > 0 && window.start - LOAD_AHEAD < firstIndex) onNeedEarlier?.(window.end + FAR < firstIndex);
  }, [firstIndex, window.start, window.end, onNeedEarlier]);
  useLayoutEffect(() => {
    if (shownList.current === listKey) return;
    shownList.current = listKey;
    scroller.current?.scrollTo({ top: 0 });
    setPosition({ row: 0, column: -1 });
    setEditing(null);
  }, [listKey]);

  useLayoutEffect(() => {
    if (!moveFocus.current || editing) return;
    moveFocus.current = false;
    window.reveal(current);
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${current}"]`);
    const cell = position.column < 0 ? row : row?.querySelector<HTMLElement>(`[data-column="${position.column}"]`);
    cell?.focus({ preventScroll: position.column < 0 });
  });

  const go = useCallback((next: GridPosition) => {
    moveFocus.current = true;
    setPosition(next);
  }, []);

  const selectRange = (to: number, selected: boolean) => {
    const [first, last] = [Math.min(anchor.current, to), Math.max(anchor.current, to)];
    onSelectionChange(
      setSelected(
        selection,
        rows.slice(Math.max(0, first - firstIndex), last + 1 - firstIndex).map((row) => row.id),
        selected,
      ),
    );
  };
  const toggleRow = (index: number, range: boolean) => {
    const row = rowAt(index);
    if (!row) return;
    if (range) selectRange(index, true);
    else {
      onSelectionChange(toggle(selection, row.id));
      anchor.current = index;
    }
  };
  const startEdit = (row: number, column: number) => {
    const target = column >= 0 ? column : visible.findIndex((other) => other.edit);
    if (!onEdit || !visible[target]?.edit || !rowAt(row)) return;
    setPosition({ row, column: target });
    setEditing({ row, column: target });
  };
  const stopEdit = useCallback(
    (from: GridPosition, step: number) => {
      setEditing(null);
      moveFocus.current = true;
      if (step === 0) return;
      const editable = visible.flatMap((column, index) => (column.edit ? [index] : []));
      const next = editable[editable.indexOf(from.column) + step];
      const target = next === undefined ? null : { row: from.row, column: next };
      if (target) setPosition(target);
      setEditing(target);
    },
    [visible],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const inBody = event.target instanceof HTMLElement && event.target.closest('[data-row]');
    if (editing || !inBody || rows.length === 0) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const action = gridKey(
      event,
      { row: current, column: position.column },
      { first: firstIndex, end, columns: visible.length, page },
    );
    if (!action || (action.kind === 'preview' && !onPreview)) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'go') {
      if (action.extend) selectRange(action.to.row, true);
      else anchor.current = action.to.row;
      go(action.to);
    } else if (action.kind === 'select') toggleRow(current, action.extend);
    else if (action.kind === 'selectLoaded')
      onSelectionChange(
        setSelected(
          selection,
          rows.map((row) => row.id),
          true,
        ),
      );
    else if (action.kind === 'clear') onSelectionChange({ kind: 'some', ids: new Set() });
    else if (action.kind === 'preview') onPreview?.(rowAt(current)!);
    else if (action.kind === 'edit' || (position.column >= 0 && visible[position.column]?.edit && onEdit))
      startEdit(current, position.column);
    else onOpen?.(rowAt(current)!);
  };

  const canEdit = (column: number) => Boolean(onEdit && visible[column]?.edit);
  const indexOf = (event: { target: EventTarget }) =>
    Number((event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const index = indexOf(event);
    const row = rowAt(index);
    if (!row || editing) return;
    if (target.closest('[data-select]')) {
      // Not prevented: the browser would reset the checkbox after React has set it.
      setPosition({ row: index, column: -1 });
      toggleRow(index, event.shiftKey);
      return;
    }
    if (event.defaultPrevented || target.closest('a, button, input, select, label')) return;
    if (event.shiftKey) {
      getSelection()?.removeAllRanges();
      toggleRow(index, true);
    } else if (event.ctrlKey || event.metaKey) {
      const address = addressOf?.(row);
      if (address) globalThis.open(address, '_blank', 'noopener');
      else toggleRow(index, false);
    } else if (getSelection()?.isCollapsed !== false) {
      setPosition({ row: index, column: columnAt(target) });
      // The second click of a double-click edits.
      clearTimeout(preview.current);
      if (onPreview && event.detail === 1)
        preview.current = setTimeout(() => onPreview(row), !previewing && canEdit(columnAt(target)) ? DOUBLE_CLICK : 0);
    }
  };
  const onDoubleClick = (event: MouseEvent<HTMLDivElement>) => {
    clearTimeout(preview.current);
    const index = indexOf(event);
    const column = columnAt(event.target as HTMLElement);
    if (!editing && index >= 0 && column >= 0) startEdit(index, column);
  };

  const loadedSelected = useMemo(() => {
    if (rows.length === 0 || isEmpty(selection)) return 'none';
    return rows.every((row) => isSelected(selection, row.id)) ? 'all' : 'some';
  }, [rows, selection]);
  /** The focus may arrive without the grid's keys; the position follows it. */
  const onFocus = (event: FocusEvent<HTMLDivElement>) => {
    const index = indexOf(event);
    if (index < 0 || editing || !event.target.matches('[data-row], [data-column]')) return;
    const column = columnAt(event.target);
    setPosition((last) => (last.row === index && last.column === column ? last : { row: index, column }));
  };

  useHiddenEdges(scroller);

  const selectWidth = selectable ? 44 : 8;
  const template = `${columnTrack(selectWidth)} ${visible.map((column) => columnTrack(column.width)).join(' ')} minmax(0, 1fr)`;
  const width = selectWidth + visible.reduce((sum, column) => sum + column.width, 0);
  const indexes = useMemo(() => {
    const list: number[] = [];
    for (let index = Math.max(window.start, firstIndex); index < Math.min(window.end, end); index += 1)
      list.push(index);
    // The focused row stays in the document while invisible, or the focus would be lost.
    if (current < end && (current < window.start || current >= window.end)) list.push(current);
    return list;
  }, [window.start, window.end, firstIndex, end, current]);
  const missing = useMemo(() => {
    const list: number[] = [];
    for (let index = window.start; index < Math.min(window.end, firstIndex); index += 1) list.push(index);
    for (let index = Math.max(window.start, end); index < Math.min(window.end, end + trailing); index += 1)
      list.push(index);
    return list;
  }, [window.start, window.end, firstIndex, end, trailing]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={total && !total.capped ? total.count + 1 : -1}
        aria-colcount={visible.length + 1}
        aria-multiselectable={selectable}
        aria-busy={loading}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        className="relative min-h-0 flex-1 overflow-auto overscroll-contain bg-canvas [scrollbar-gutter:stable]"
        style={
          {
            '--columns': template,
            '--select': columnTrack(selectWidth),
            scrollPaddingTop: rowHeight,
            scrollPaddingLeft: columnTrack(selectWidth + (visible[0]?.width ?? 0)),
          } as CSSProperties
        }
      >
        <HeaderRow
          columns={visible}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sorting={sorting}
          onSortingChange={onSortingChange}
          width={width}
          selectable={selectable}
          empty={rows.length === 0}
          selected={loadedSelected}
          onSelectAll={(selected) =>
            onSelectionChange(
              selected
                ? setSelected(
                    selection,
                    rows.map((row) => row.id),
                    true,
                  )
                : { kind: 'some', ids: new Set() },
            )
          }
          onEnterBody={() => go({ row: current, column: -1 })}
        />
        {empty && placeholder ? (
          <div role="row" className="sticky left-0">
            <div role="gridcell">{placeholder}</div>
          </div>
        ) : (
          <div
            role="rowgroup"
            className="relative"
            style={{ height: (end + trailing) * rowHeight + (foot ? 0 : END_SPACE), minWidth: columnTrack(width) }}
          >
            {indexes.map((index) => {
              const row = rowAt(index)!;
              return (
                <BodyRow
                  key={row.id}
                  row={row}
                  index={index}
                  top={index * rowHeight}
                  columns={visible}
                  label={rowLabel(row)}
                  selectable={selectable}
                  selected={isSelected(selection, row.id)}
                  active={index === current}
                  editing={editing?.row === index ? editing.column : -1}
                  onEdit={onEdit}
                  onStopEdit={stopEdit}
                  onIntent={onIntent}
                  onPreview={onPreview}
                />
              );
            })}
            {missing.map((index) => (
              <SkeletonRow key={index} top={index * rowHeight} columns={visible} selectable={selectable} seed={index} />
            ))}
          </div>
        )}
        {foot && !empty && <FootRow columns={visible} selectable={selectable} width={width} foot={foot} />}
        {foot && !empty && <div aria-hidden="true" style={{ height: END_SPACE }} />}
      </div>
      <div className="table-edge" aria-hidden="true" />
    </div>
  );
}

/** Selection handler of a list without selection. */
function ignore(): void {}

function columnAt(target: HTMLElement): number {
  return Number(target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? -1);
}
