/** Address parameters of the page. */
import type { RawSearch } from '../../../web/router/page.ts';
import { BookingTab } from '../contract.ts';

export const VIEWS = ['bookings', 'types', 'hours'] as const;
export type View = (typeof VIEWS)[number];

export interface BookingSearch {
  view: View;
  tab: BookingTab;
  /** Id of a booking type; empty: all. */
  type: string;
  host: 'me' | 'all';
  /** Id of the open booking; empty: none. */
  booking: string;
}

const ID = /^[0-9a-f-]{36}$/;
const idOf = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : '');

export const parseBookingSearch = (raw: RawSearch): BookingSearch => ({
  view: VIEWS.find((view) => view === raw['view']) ?? 'bookings',
  tab: BookingTab.safeParse(raw['tab']).data ?? 'upcoming',
  type: idOf(raw['type']),
  host: raw['host'] === 'me' ? 'me' : 'all',
  booking: idOf(raw['booking']),
});
