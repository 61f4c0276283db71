/** The domain's entries in the command palette. Loaded with the palette. */
import { definePalette } from '../../../web/shell/commands.ts';
import bookings from './search/bookings.ts';

export default definePalette({
  keywords: { '/appointment-funnel': ['bookings', 'booking page', 'scheduling', 'availability', 'calendar link'] },
  search: [bookings],
});
