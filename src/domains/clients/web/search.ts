/** The address of the list of clients. */
import type { RawSearch } from '../../../web/router/page.ts';
import { CLIENT_SORTS, CLIENT_STATES, type ClientState } from '../contract.ts';

export interface ClientsSearch {
  search: string;
  state: ClientState | '';
  sort: (typeof CLIENT_SORTS)[number];
  /** Columns in their order, with widths that were changed; blank: the standard ones. */
  columns: string;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export function parseClientsSearch(raw: RawSearch): ClientsSearch {
  return {
    search: text(raw['search']).slice(0, 100),
    state: CLIENT_STATES.find((state) => state === raw['state']) ?? '',
    sort: CLIENT_SORTS.find((sort) => sort === raw['sort']) ?? 'name',
    columns: text(raw['columns']).slice(0, 400),
  };
}

/** The list's settings in the address, without defaults. */
export function writeClientsSearch(change: Partial<ClientsSearch>): RawSearch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [key, value === 'name' ? undefined : value || undefined]),
  );
}
