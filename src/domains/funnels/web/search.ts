import type { RawSearch } from '../../../web/router/page.ts';

const TABS = ['design', 'results', 'submissions', 'orders'] as const;

export interface FunnelSearch {
  /** The funnel that is open. */
  funnel: string;
  step: string;
  tab: (typeof TABS)[number];
  search: string;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What the address says: the list, or one funnel with its step and tab. */
export const parseFunnelSearch = (raw: RawSearch): FunnelSearch => ({
  funnel: text(raw['funnel']),
  step: text(raw['step']),
  tab: TABS.find((tab) => tab === raw['tab']) ?? 'design',
  search: text(raw['search']),
});
