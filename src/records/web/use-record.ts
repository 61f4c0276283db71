import { useQuery } from '@tanstack/react-query';
import { UUID } from '../../kernel/ids.ts';
import { ApiError } from '../../web/api/error.ts';
import { send } from '../../web/api/send.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import type { ListRow } from './list-kit.ts';
import { useRowCache } from './use-rows.ts';

/** Whether the server said that there is no such record. */
function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'validation');
}

/**
 * One record: first as the list knows it, then whole; looked for in the trash when it is not among the living.
 * @param fromRow the record as far as its row in the list knows it, to be shown until the whole is there
 */
export function useRecord<Row extends ListRow, Rec extends Row>(
  kind: RecordKind,
  id: string,
  fromRow: (row: Row) => Rec,
) {
  const rows = useRowCache<Row>(kind);
  const path = `${KINDS[kind].path}/${id}`;
  // Nothing is asked for an address such as /activities/calendar: no record has it.
  const isId = UUID.test(id);
  // The cache holds what the server answers; it is told to be a record where it leaves this hook.
  const living = useQuery({
    queryKey: [path],
    enabled: isId,
    queryFn: ({ signal }) => send<unknown>('GET', path, { signal }),
    placeholderData: (): unknown => {
      const row = rows.find(id);
      return row && !row.deletedAt ? fromRow(row) : undefined;
    },
  });
  const gone = isAbsent(living.error);
  const query = { trash: '1' };
  const trashed = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => send<unknown>('GET', path, { query, signal }),
    enabled: gone,
  });
  const shown = gone ? trashed : living;
  return {
    // Just deleted, it stays as it was until the trash has answered: the page does not go blank under whoever deleted
    // it.
    record: (gone && !trashed.isPending ? trashed.data : living.data) as Rec | undefined,
    /** Only what the list knows is there yet. */
    partial: living.isPlaceholderData,
    absent: !isId || (gone && isAbsent(trashed.error)),
    error: shown.error && !isAbsent(shown.error) ? shown.error : null,
    retry: () => void shown.refetch(),
  };
}
