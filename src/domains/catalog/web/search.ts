/** The address of the catalog: what narrows it. */
import type { RawSearch } from '../../../web/router/page.ts';

export interface CatalogSearch {
  search: string;
  category: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '');

/** Reads the address; what does not fit is left out. */
export function parseCatalogSearch(raw: RawSearch): CatalogSearch {
  return { search: text(raw['search']), category: text(raw['category']) };
}
