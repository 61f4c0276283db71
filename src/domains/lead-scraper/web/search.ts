import type { RawSearch } from '../../../web/router/page.ts';
import { CandidateView } from '../contract.ts';

const TABS = ['candidates', 'sites', 'pages'] as const;

export interface LeadScraperSearch {
  /** The open crawl. */
  crawl: string;
  tab: (typeof TABS)[number];
  view: CandidateView;
  search: string;
  /** The open candidate. */
  open: string;
  /** State of the pages shown; blank: all. */
  pages: string;
}

export type SetLeadScraperSearch = (change: Partial<LeadScraperSearch>, options?: { replace?: boolean }) => void;

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The address: the open crawl and its view. */
export const parseLeadScraperSearch = (raw: RawSearch): LeadScraperSearch => ({
  crawl: text(raw['crawl']),
  tab: TABS.find((tab) => tab === raw['tab']) ?? 'candidates',
  view: CandidateView.safeParse(raw['view']).data ?? 'all',
  search: text(raw['search']),
  open: text(raw['open']),
  pages: text(raw['pages']),
});
