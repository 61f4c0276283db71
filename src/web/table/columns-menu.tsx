import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Columns3 from 'lucide-react/icons/columns-3';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { type Column, type ColumnLayout, formatLayout, hide, move, show } from './columns.ts';

interface ColumnsMenuProps<Row> {
  columns: readonly Column<Row>[];
  layout: ColumnLayout;
  standard: ColumnLayout;
  onLayoutChange: (layout: ColumnLayout) => void;
}

/** Chooses and orders the visible columns without dragging. */
export function ColumnsMenu<Row>({ columns, layout, standard, onLayoutChange }: ColumnsMenuProps<Row>) {
  const shown = layout.flatMap((entry) => columns.find((column) => column.id === entry.id) ?? []);
  const hidden = columns.filter((column) => !shown.includes(column));
  const fixedCount = columns.filter((column) => column.hideable === false).length;
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-72 p-2"
      trigger={
        <Button icon={<Columns3 />} variant="ghost">
          Columns
        </Button>
      }
    >
      <ul aria-label="Shown columns">
        {shown.map((column, place) => (
          <li key={column.id} className="flex items-center gap-1 rounded-md pl-1 hover:bg-hover">
            <Checkbox
              label={column.header}
              className="min-w-0 flex-1 py-1"
              checked
              disabled={column.hideable === false}
              onChange={() => onLayoutChange(hide(layout, column.id))}
            />
            {column.hideable !== false && (
              <>
                <IconButton
                  size="sm"
                  label={`Move ${column.header} up`}
                  icon={<ArrowUp />}
                  disabled={place <= fixedCount}
                  onClick={() => onLayoutChange(move(layout, column.id, place - 1, fixedCount))}
                />
                <IconButton
                  size="sm"
                  label={`Move ${column.header} down`}
                  icon={<ArrowDown />}
                  disabled={place === shown.length - 1}
                  onClick={() => onLayoutChange(move(layout, column.id, place + 1, fixedCount))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <ul aria-label="Hidden columns" className="mt-1 border-t border-line pt-1">
          {hidden.map((column) => (
            <li key={column.id} className="rounded-md pl-1 hover:bg-hover">
              <Checkbox
                label={column.header}
                className="w-full py-1"
                checked={false}
                onChange={() => onLayoutChange(show(layout, column.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {formatLayout(layout) !== formatLayout(standard) && (
        <div className="mt-1 border-t border-line pt-2 pl-1">
          <Button size="sm" variant="ghost" onClick={() => onLayoutChange(standard)}>
            Default columns
          </Button>
        </div>
      )}
    </Popover>
  );
}
