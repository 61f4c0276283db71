/** The address of the page: which part, and what narrows it. */
import type { RawSearch } from '../../../../web/router/page.ts';

export const TABS = ['models', 'usage', 'calls', 'try'] as const;
export type Tab = (typeof TABS)[number];
export const SPANS = ['7', '30', '90'] as const;

export interface ModelSearch {
  tab: Tab;
  /** Days of usage. */
  days: (typeof SPANS)[number];
  /** Only calls that failed. */
  failed: boolean;
}

/** Reads the address; what does not fit is left out. */
export function parseModelSearch(raw: RawSearch): ModelSearch {
  return {
    tab: TABS.find((one) => one === raw['tab']) ?? 'models',
    days: SPANS.find((one) => one === String(raw['days'])) ?? '30',
    failed: raw['failed'] === '1' || raw['failed'] === 1,
  };
}
