import { addDays, isDay, monthStart } from '../../../kernel/days.ts';
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

export const MONTH_RANGES = {
  this: 'This month',
  last: 'Last month',
  '3m': 'Last 3 months',
  '12m': 'Last 12 months',
} as const;
export type MonthRange = keyof typeof MONTH_RANGES;

export const TABS = [
  'overview',
  'live',
  'visits',
  'goals',
  'funnels',
  'retention',
  'revenue',
  'audiences',
  'setup',
] as const;
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
  /** The funnel report that is shown. */
  funnel: string;
  /** The audience whose contacts are shown. */
  audience: string;
  /** Months of the revenue report. */
  months: MonthRange;
  by: 'channel' | 'campaign';
  attribution: 'first' | 'last';
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
    funnel: text(raw['funnel']),
    audience: text(raw['audience']),
    months: Object.hasOwn(MONTH_RANGES, text(raw['months'])) ? (raw['months'] as MonthRange) : '3m',
    by: raw['by'] === 'campaign' ? 'campaign' : 'channel',
    attribution: raw['attribution'] === 'first' ? 'first' : 'last',
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

/** The months of a range, both included, as `2026-11`. @param today in the site's zone */
export function monthsOf(range: MonthRange, today: string): { from: string; to: string } {
  const month = (back: number) => monthStart(today, -back).slice(0, 7);
  if (range === 'last') return { from: month(1), to: month(1) };
  return { from: month({ this: 0, '3m': 2, '12m': 11 }[range]), to: month(0) };
}
