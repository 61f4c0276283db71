/** Sources of the command palette's results that read a list of the API: one value for each, in a domain's palette. */
import { send } from '../api/send.ts';
import type { SearchHit, SearchProvider } from './commands.ts';

/** As many as the palette shows at a glance; the list page shows the rest. */
const HITS = 6;

export interface SearchSource<Row> extends Omit<SearchProvider, 'search'> {
  /** Path of a list that takes `search` and `limit`. */
  list: `/api/${string}`;
  /** More of its query: `{ sort: 'match' }`. */
  query?: Readonly<Record<string, string>>;
  hit: (row: Row) => SearchHit;
}

/** Declares what the palette finds in a list; goes under `search` of `definePalette()`. */
export function defineSearchSource<Row>({ list, query, hit, ...source }: SearchSource<Row>): SearchProvider {
  return {
    ...source,
    async search(search, signal) {
      const { items } = await send<{ items: Row[] }>('GET', list, { query: { search, limit: HITS, ...query }, signal });
      return items.map(hit);
    },
  };
}
