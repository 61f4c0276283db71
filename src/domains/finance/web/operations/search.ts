/** Address parameters of the page. */
import type { RawSearch } from '../../../../web/router/page.ts';
import { searchText } from '../frame/search.ts';

export interface OperationsSearch {
  /** Key of the vendor whose sheet is open. */
  vendor: string;
  /** Keys of vendors that are tried out as cut, with a bar between them. */
  cut: string;
  q: string;
}

export function parseOperationsSearch(raw: RawSearch): OperationsSearch {
  return {
    vendor: searchText(raw['vendor']).slice(0, 200),
    cut: searchText(raw['cut']).slice(0, 2000),
    q: searchText(raw['q']).slice(0, 100),
  };
}

export function writeOperationsSearch(change: Partial<OperationsSearch>): RawSearch {
  return Object.fromEntries(Object.entries(change).map(([key, value]) => [key, value === '' ? undefined : value]));
}
