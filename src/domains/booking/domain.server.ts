/** Appointments that people outside book. */
import { defineServerDomain } from '../../server/domain.ts';
import { bookingEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { BOOKING_CHANGED } from './server/book.ts';
import { bookingReminders } from './server/mails.ts';
import './server/book-page.ts';
import './server/manage-page.ts';
import { bookingRoutes } from './server/routes.ts';

export const bookingDomain = defineServerDomain({
  name: 'booking',
  catalog: [bookingEntry],
  contract,
  routes: () => bookingRoutes,
  recurring: [bookingReminders],
  notificationKinds: [BOOKING_CHANGED],
  demo: () => import('./demo/load.ts'),
});
