import { addDays, isDay } from '../../../kernel/days.ts';
import type { RawSearch } from '../../../web/router/page.ts';
import type { PixelSite } from '../contract/sites.ts';

export const RANGES = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  custom: 'Custom',
} as const;
export type Range = keyof typeof RANGES;

export const TABS = ['overview', 'live', 'visits', 'goals', 'setup'] as const;
export type Tab = (typeof TABS)[number];

export interface PixelSearch {
  site: string;
  tab: Tab;
  range: Range;
  from: string;
  to: string;
  compare: boolean;
  /** The open visit. */
  visit: string;
  /** Only the visits of this visitor. */
  visitor: string;
  converted: boolean;
  /** Only visitors who said who they are. */
  named: boolean;
}

/** What each tab is given. */
export interface SiteTabProps {
  site: PixelSite;
  search: PixelSearch;
  onSearch: (change: Partial<PixelSearch>) => void;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const isRange = (value: string): value is Range => Object.hasOwn(RANGES, value);
const isOn = (value: unknown) => value === true || value === 'true';

export const parsePixelSearch = (raw: RawSearch): PixelSearch => {
  const range = text(raw['range']);
  const tab = TABS.find((one) => one === raw['tab']);
  return {
    site: text(raw['site']),
    tab: tab ?? 'overview',
    range: isRange(range) ? range : '30d',
    from: text(raw['from']),
    to: text(raw['to']),
    compare: isOn(raw['compare']),
    visit: text(raw['visit']),
    visitor: text(raw['visitor']),
    converted: isOn(raw['converted']),
    named: isOn(raw['named']),
  };
};

const DAYS: Readonly<Partial<Record<Range, number>>> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 };

/** The days of a range, both included. @param today in the site's zone */
export function daysOf({ range, from, to }: Pick<PixelSearch, 'range' | 'from' | 'to'>, today: string) {
  if (range === 'custom' && isDay(from) && isDay(to) && from <= to && from >= addDays(to, -730)) return { from, to };
  if (range === 'today') return { from: today, to: today };
  if (range === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) };
  return { from: addDays(today, 1 - (DAYS[range] ?? 30)), to: today };
}
