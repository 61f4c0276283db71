import type { RawSearch } from '../../../web/router/page.ts';
import type { RoomPlace } from '../contract.ts';
import type * as z from 'zod';

export const TABS = ['plan', 'people', 'proposal', 'payments', 'activity', 'commissions'] as const;
export type RoomTab = (typeof TABS)[number];

export interface DealSearch {
  room: string;
  tab: RoomTab;
  view: 'deals' | 'commissions';
  state: 'open' | 'won' | 'lost';
  search: string;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The address: the list, a room with its tab, or the commissions. */
export const parseDealSearch = (raw: RawSearch): DealSearch => ({
  room: text(raw['room']),
  tab: TABS.find((tab) => tab === raw['tab']) ?? 'plan',
  view: raw['view'] === 'commissions' ? 'commissions' : 'deals',
  state: raw['state'] === 'won' || raw['state'] === 'lost' ? raw['state'] : 'open',
  search: text(raw['search']),
});

/** The tab on which a risk or a step is acted on. */
export const tabOf = (place: z.infer<typeof RoomPlace>): RoomTab => TABS.find((tab) => tab === place) ?? 'plan';
