/** Names of the records that cards are for, read again when the live channel says that such records changed. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { request } from '../../../../web/api/request.ts';
import { MAX_NAMES, whiteboards } from '../../contract.ts';
import { CARD_KINDS, type RecordRef } from '../../engine/record-cards.ts';

/** Shown on a card whose record is deleted, or hidden from this person. */
const UNKNOWN = 'Not available';

async function namesOf(ids: readonly string[], signal: AbortSignal): Promise<[string, string][]> {
  const { items } = await request(whiteboards.recordNames, { query: { ids: ids.join(',') }, signal });
  const known = new Map(items.map(({ id, name }) => [id, name]));
  return ids.map((id) => [id, known.get(id) ?? UNKNOWN]);
}

/** @returns names by id; without those that were not read yet */
export function useRecordNames(records: readonly RecordRef[]): ReadonlyMap<string, string> {
  const results = useQueries({
    queries: CARD_KINDS.map((kind) => {
      const ids = [...new Set(records.filter((record) => record.kind === kind).map(({ id }) => id))]
        .sort()
        .slice(0, MAX_NAMES);
      return {
        // Under the path of the records, which is what the live channel names.
        queryKey: [KINDS[kind].path, { onWhiteboard: ids }],
        queryFn: ({ signal }: { signal: AbortSignal }) => namesOf(ids, signal),
        enabled: ids.length > 0,
      };
    }),
  });
  const known = results.flatMap(({ data }) => data ?? []);
  const key = JSON.stringify(known);
  return useMemo(() => new Map(JSON.parse(key) as [string, string][]), [key]);
}
