import { useQuery } from '@tanstack/react-query';
import { send } from '../../web/api/send.ts';
import type { Column, ColumnLayout } from '../../web/table/columns.ts';
import type { TableFoot } from '../../web/table/data-table-props.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import type { Sums } from '../contract/column-totals.ts';
import { type ListSearch, selectionQuery } from './list-search.ts';

const TOO_MANY = 'Too many rows for totals. Narrow the list.';

/**
 * The sums of the columns that are shown, over all that the address names; undefined while there is nothing to sum.
 * `line` says the same where there are no columns, on a phone.
 */
export function useSums<Row>(
  kind: RecordKind,
  search: ListSearch,
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  enabled: boolean,
): (TableFoot & { line: string }) | undefined {
  const summed = columns.filter(({ id, sum }) => sum && layout.some((entry) => entry.id === id));
  const path = `${KINDS[kind].path}/sums`;
  // In one order, whatever the order of the columns: to move one asks nothing again.
  const query = {
    ...selectionQuery(search),
    columns: summed
      .map(({ id }) => id)
      .sort()
      .join(','),
  };
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => send<Sums>('GET', path, { query, signal }),
    enabled: enabled && summed.length > 0,
    placeholderData: (previous) => previous,
  });
  if (!data || summed.length === 0) return undefined;
  if (!data.complete) return { label: TOO_MANY, line: TOO_MANY, cells: {} };
  const cells = summed.map(({ id, sum }) => {
    const written = data.items.filter(({ column }) => column === id).map((one) => sum!(one.sum, one.currency));
    return [
      id,
      written.length > 1
        ? { text: `${written[0]} +${written.length - 1}`, more: written.join(' + ') }
        : { text: written[0] ?? '–', ...(written[0] && { more: written[0] }) },
    ] as const;
  });
  const line = summed
    .map(({ header }, place) => `${header}: ${cells[place]![1].more ?? cells[place]![1].text}`)
    .join(' · ');
  return { label: 'Total', line, cells: Object.fromEntries(cells) };
}
