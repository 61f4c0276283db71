import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import X from 'lucide-react/icons/x';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { Select } from '../ui/select.tsx';
import type { Column } from './columns.ts';
import type { Sorting, SortLevel } from './sorting.ts';

interface SortMenuProps<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  onSortingChange: (sorting: Sorting) => void;
  /** Maximum number of levels in the API. */
  max: number;
}

/** The sort as a list of levels, for the keyboard and the phone, which has no column heads. */
export function SortMenu<Row>({ columns, sorting, onSortingChange, max }: SortMenuProps<Row>) {
  const sortable = columns.flatMap((column) =>
    column.sortField
      ? [{ value: column.sortField, label: column.header, first: column.firstSort ?? ('asc' as const) }]
      : [],
  );
  const free = sortable.filter((column) => !sorting.some((level) => level.field === column.value));
  const replace = (index: number, level: SortLevel) =>
    onSortingChange(sorting.map((old, place) => (place === index ? level : old)));
  return (
    <Popover
      label="Sort"
      align="end"
      className="w-88 p-3"
      trigger={
        <Button icon={<ArrowDownUp />} variant="ghost">
          <span className="max-sm:sr-only">Sort</span>
          {sorting.length > 0 && <span className="tabular text-accent-ink">{sorting.length}</span>}
        </Button>
      }
    >
      {sorting.length === 0 && <p className="mb-2 text-sm text-muted">Default order. Choose a field to sort by.</p>}
      <ol className="flex flex-col gap-2">
        {sorting.map((level, index) => (
          <li key={level.field} className="flex items-center gap-2">
            <Select
              aria-label={`Sort level ${index + 1}`}
              className="flex-1"
              value={level.field}
              options={sortable.filter((column) => column.value === level.field || free.includes(column))}
              onChange={(event) => replace(index, { field: event.target.value, direction: level.direction })}
            />
            <Select
              aria-label={`Direction of sort level ${index + 1}`}
              className="w-32"
              value={level.direction}
              options={[
                { value: 'asc', label: 'Ascending' },
                { value: 'desc', label: 'Descending' },
              ]}
              onChange={(event) =>
                replace(index, { field: level.field, direction: event.target.value === 'desc' ? 'desc' : 'asc' })
              }
            />
            <IconButton
              size="sm"
              label={`Remove sort level ${index + 1}`}
              icon={<X />}
              onClick={() => onSortingChange(sorting.filter((other) => other !== level))}
            />
          </li>
        ))}
      </ol>
      {free[0] && sorting.length < max && (
        <Select
          aria-label="Add a sort level"
          className={sorting.length > 0 ? 'mt-2' : ''}
          value=""
          placeholder={sorting.length > 0 ? 'Then by…' : 'Sort by…'}
          options={free}
          onChange={(event) => {
            const column = free.find((other) => other.value === event.target.value);
            if (column) onSortingChange([...sorting, { field: column.value, direction: column.first }]);
          }}
        />
      )}
    </Popover>
  );
}
