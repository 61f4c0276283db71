import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { Booking } from '../../contract.ts';
import { BOOKING } from '../../paths.ts';
import { dayText } from '../labels.ts';

export default defineSearchSource<Booking>({
  id: 'bookings',
  label: 'Bookings',
  page: '/appointment-funnel',
  list: BOOKING.bookings,
  query: { tab: 'all' },
  hit: ({ id, name, type, startAt }) => ({
    id,
    title: `${name}: ${type.name}`,
    detail: dayText(startAt),
    to: `/appointment-funnel?booking=${id}`,
  }),
});
