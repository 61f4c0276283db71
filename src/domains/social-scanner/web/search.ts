import type { RawSearch } from '../../../web/router/page.ts';
import { HitSort, HitView } from '../contract.ts';

const TABS = ['posts', 'watches'] as const;

export interface ScannerSearch {
  tab: (typeof TABS)[number];
  /** Only hits of this watch; blank: of all. */
  watch: string;
  view: HitView;
  sort: HitSort;
  search: string;
  /** `40`: only with intent. */
  intent: '' | '40';
  mood: '' | 'positive' | 'negative';
  /** The open hit. */
  open: string;
}

export type SetScannerSearch = (change: Partial<ScannerSearch>, options?: { replace?: boolean }) => void;

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const id = (value: unknown) => (/^[\da-f-]{36}$/.test(text(value)) ? text(value) : '');

/** The address: the listed posts and the open one. */
export const parseScannerSearch = (raw: RawSearch): ScannerSearch => ({
  tab: TABS.find((tab) => tab === raw['tab']) ?? 'posts',
  watch: id(raw['watch']),
  view: HitView.safeParse(raw['view']).data ?? 'inbox',
  sort: HitSort.safeParse(raw['sort']).data ?? 'newest',
  search: text(raw['search']).slice(0, 100),
  intent: text(raw['intent']) === '40' ? '40' : '',
  mood: (['positive', 'negative'] as const).find((mood) => mood === raw['mood']) ?? '',
  open: id(raw['open']),
});
