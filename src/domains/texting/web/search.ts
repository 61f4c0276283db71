import type { RawSearch } from '../../../web/router/page.ts';
import { ThreadFilter } from '../contract.ts';

export interface TextsSearch {
  thread: string;
  filter: ThreadFilter;
  search: string;
  view: 'conversations' | 'broadcasts';
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The address: the open conversation and the list. */
export const parseTextsSearch = (raw: RawSearch): TextsSearch => ({
  thread: text(raw['thread']),
  filter: ThreadFilter.safeParse(raw['filter']).data ?? 'open',
  search: text(raw['search']),
  view: raw['view'] === 'broadcasts' ? 'broadcasts' : 'conversations',
});

export const FILTER_LABELS: Readonly<Record<ThreadFilter, string>> = {
  open: 'Open',
  unread: 'Unread',
  mine: 'Assigned to me',
  done: 'Done',
};
