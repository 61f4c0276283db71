/** The address of the page: its tab, the group of clients, and the council that is open. */
import type { RawSearch } from '../../../web/router/page.ts';

export const COLLECTIVE_TABS = ['benchmarks', 'suggestions', 'council'] as const;

export interface CollectiveSearch {
  tab: (typeof COLLECTIVE_TABS)[number];
  group: string;
  council: string | undefined;
}

/** Reads the address; what does not fit is left out. */
export function parseCollectiveSearch(raw: RawSearch): CollectiveSearch {
  const { group, council } = raw;
  return {
    tab: COLLECTIVE_TABS.find((one) => one === raw['tab']) ?? 'benchmarks',
    group: typeof group === 'string' && /^country:[A-Z]{2}$/.test(group) ? group : 'all',
    council: typeof council === 'string' && /^[0-9a-f-]{36}$/.test(council) ? council : undefined,
  };
}
