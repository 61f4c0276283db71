import PanelRight from 'lucide-react/icons/panel-right';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { END_SPACE } from './bulk-bar.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { isEmpty, isSelected, NOTHING, toggle } from './selection.ts';
import { useRowWindow } from './use-row-window.ts';

/** Height of a card in pixels. */
const CARD = 72;
const LOAD_AHEAD = 40;
const FAR = 1000;

/**
 * A DataTable on a phone: one card per row. The card opens the record, the checkbox selects, the button at its end
 * previews.
 */
export function CardList<Row extends { id: string }>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    rowLabel,
    card,
    selection = NOTHING,
    onSelectionChange,
    onOpen,
    onPreview,
    onIntent,
    placeholder,
  } = props;
  const { firstIndex = 0, listKey = '', loading = false, hasMore = false, onNeedMore, onNeedEarlier } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const shownList = useRef(listKey);
  const trailing = loading ? 8 : hasMore ? 3 : 0;
  const loadedEnd = firstIndex + rows.length;
  const { start, end } = useRowWindow(scroller, loadedEnd + trailing, CARD, 0);
  const selecting = !isEmpty(selection);

  useEffect(() => {
    if (hasMore && end + LOAD_AHEAD > loadedEnd) onNeedMore?.();
  }, [hasMore, end, loadedEnd, onNeedMore]);
  useEffect(() => {
    if (firstIndex > 0 && start - LOAD_AHEAD < firstIndex) onNeedEarlier?.(end + FAR < firstIndex);
  }, [firstIndex, start, end, onNeedEarlier]);
  useLayoutEffect(() => {
    if (shownList.current === listKey) return;
    shownList.current = listKey;
    scroller.current?.scrollTo({ top: 0 });
  }, [listKey]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      {!loading && rows.length === 0 && placeholder}
      <ul
        aria-label={label}
        aria-busy={loading}
        className="relative"
        style={{ height: (loadedEnd + trailing) * CARD + END_SPACE }}
      >
        {rows.slice(Math.max(0, start - firstIndex), Math.max(0, end - firstIndex)).map((row, offset) => {
          const index = Math.max(start, firstIndex) + offset;
          const selected = isSelected(selection, row.id);
          return (
            <li
              key={row.id}
              data-testid="row"
              aria-setsize={hasMore ? -1 : loadedEnd}
              aria-posinset={index + 1}
              className={cx(
                'absolute inset-x-0 flex items-center border-b border-line',
                onPreview ? 'pr-1' : 'pr-4',
                selected && 'bg-accent-soft',
              )}
              style={{ height: CARD, transform: `translateY(${index * CARD}px)` }}
            >
              {onSelectionChange ? (
                <span className="flex h-full w-11 shrink-0 items-center justify-center">
                  <Checkbox
                    aria-label={`Select ${rowLabel(row)}`}
                    checked={selected}
                    onChange={() => onSelectionChange(toggle(selection, row.id))}
                  />
                </span>
              ) : (
                <span className="w-4 shrink-0" />
              )}
              <button
                type="button"
                onPointerDown={() => onIntent?.(row)}
                onClick={() => (selecting ? onSelectionChange?.(toggle(selection, row.id)) : onOpen?.(row))}
                className="flex h-full min-w-0 flex-1 items-center text-left outline-offset-[-2px]"
              >
                {card(row)}
              </button>
              {onPreview && !selecting && (
                <button
                  type="button"
                  aria-label={`Preview ${rowLabel(row)}`}
                  onClick={() => onPreview(row)}
                  className="flex size-11 shrink-0 items-center justify-center rounded-md text-muted outline-offset-[-2px]"
                >
                  <PanelRight size={18} aria-hidden="true" />
                </button>
              )}
            </li>
          );
        })}
        {Array.from({ length: Math.max(0, end - Math.max(start, loadedEnd)) }, (_, offset) => (
          <li
            key={offset}
            aria-hidden="true"
            className="absolute inset-x-0 flex items-center gap-3 border-b border-line px-3"
            style={{ height: CARD, transform: `translateY(${(Math.max(start, loadedEnd) + offset) * CARD}px)` }}
          >
            <Skeleton className="size-5" />
            <span className="flex-1">
              <Skeleton className="mb-2 h-3 w-1/2" />
              <Skeleton className="h-3 w-3/4" />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
