import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import EyeOff from 'lucide-react/icons/eye-off';
import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import X from 'lucide-react/icons/x';
import { Menu, MenuItem, MenuSeparator } from '../ui/dropdown-menu.tsx';
import type { PlacedColumn } from './body-row.tsx';
import { type ColumnLayout, hide, move, resize } from './columns.ts';
import type { Sorting } from './sorting.ts';

interface HeaderMenuProps<Row> {
  column: PlacedColumn<Row>;
  place: number;
  count: number;
  fixedCount: number;
  direction: 'asc' | 'desc' | undefined;
  layout: ColumnLayout;
  onLayoutChange: (layout: ColumnLayout) => void;
  sorting: Sorting;
  onSortingChange: (sorting: Sorting) => void;
}

/** Pixels by which the menu widens or narrows a column. */
const STEP = 40;

/** All pointer actions of a column, as a menu. */
export function HeaderMenu<Row>({
  column,
  place,
  count,
  fixedCount,
  direction,
  layout,
  onLayoutChange,
  sorting,
  onSortingChange,
}: HeaderMenuProps<Row>) {
  const { sortField } = column;
  const others = sorting.filter((level) => level.field !== sortField);
  return (
    <Menu
      label={`Column ${column.header}`}
      align="start"
      trigger={
        <button
          type="button"
          data-head=""
          tabIndex={-1}
          aria-label={`Options of column ${column.header}`}
          className="absolute right-1 inline-flex size-6 items-center justify-center rounded-sm bg-sunken text-muted opacity-0 group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100 aria-expanded:opacity-100"
        >
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      }
    >
      {sortField && (
        <>
          <MenuItem icon={<ArrowUp />} onSelect={() => onSortingChange([{ field: sortField, direction: 'asc' }])}>
            Sort ascending
          </MenuItem>
          <MenuItem icon={<ArrowDown />} onSelect={() => onSortingChange([{ field: sortField, direction: 'desc' }])}>
            Sort descending
          </MenuItem>
          {others.length > 0 && !direction && (
            <MenuItem
              icon={<ArrowUp />}
              onSelect={() => onSortingChange([...sorting, { field: sortField, direction: column.firstSort ?? 'asc' }])}
            >
              Add to the sort
            </MenuItem>
          )}
          {direction && (
            <MenuItem icon={<X />} onSelect={() => onSortingChange(others)}>
              Stop sorting by this
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon={<MoveHorizontal />}
        onSelect={() => onLayoutChange(resize(layout, column.id, column.width + STEP))}
      >
        Wider
      </MenuItem>
      <MenuItem
        icon={<MoveHorizontal />}
        onSelect={() => onLayoutChange(resize(layout, column.id, column.width - STEP))}
      >
        Narrower
      </MenuItem>
      {!column.fixed && (
        <>
          <MenuItem
            icon={<ArrowLeft />}
            disabled={place <= fixedCount}
            onSelect={() => onLayoutChange(move(layout, column.id, place - 1, fixedCount))}
          >
            Move left
          </MenuItem>
          <MenuItem
            icon={<ArrowRight />}
            disabled={place >= count - 1}
            onSelect={() => onLayoutChange(move(layout, column.id, place + 1, fixedCount))}
          >
            Move right
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<EyeOff />} onSelect={() => onLayoutChange(hide(layout, column.id))}>
            Hide column
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
