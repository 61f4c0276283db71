import type { RawSearch } from '../../../web/router/page.ts';

export interface FunnelSearch {
  /** The funnel that is open. */
  funnel: string;
  step: string;
  tab: 'design' | 'results' | 'submissions';
  search: string;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What the address says: the list, or one funnel with its step and tab. */
export const parseFunnelSearch = (raw: RawSearch): FunnelSearch => ({
  funnel: text(raw['funnel']),
  step: text(raw['step']),
  tab: raw['tab'] === 'results' || raw['tab'] === 'submissions' ? raw['tab'] : 'design',
  search: text(raw['search']),
});
