/** Data that lists and record pages request before they render. */
import { UUID } from '../../kernel/ids.ts';
import { send } from '../../web/api/send.ts';
import type { PageModule } from '../../web/router/page.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import { parseListSearch } from './list-search.ts';
import { readRowsAhead } from './use-rows.ts';

/** How lists name their table in the address. */
const TABLE = new Set(['', 'table']);

type Prepare = NonNullable<PageModule['prepare']>;

/**
 * The first rows of the list that the address names.
 * @param standardMode see `RecordList`: other modes than the table read for themselves
 */
export function prepareList(
  { kind, sorts }: { kind: RecordKind; sorts: readonly string[] },
  standardMode = '',
): Prepare {
  return (client, address) => {
    const search = parseListSearch(address.search, sorts);
    if (TABLE.has(search.as || standardMode)) readRowsAhead(client, kind, search);
  };
}

/** The record itself. */
export function prepareRecord(kind: RecordKind): Prepare {
  return (client, { params: { id } }) => {
    const path = `${KINDS[kind].path}/${id}`;
    if (!UUID.test(id ?? '')) return;
    void client.prefetchQuery({ queryKey: [path], queryFn: ({ signal }) => send<unknown>('GET', path, { signal }) });
  };
}
