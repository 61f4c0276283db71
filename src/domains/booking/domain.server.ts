/** Appointments that people outside book. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { BOOKING_CHANGED } from './server/book.ts';
import { bookingReminders } from './server/mails.ts';
import './server/pages.ts';
import { bookingRoutes } from './server/routes.ts';

export const bookingDomain = defineServerDomain({
  name: 'booking',
  contract,
  routes: () => bookingRoutes,
  recurring: [bookingReminders],
  notificationKinds: [BOOKING_CHANGED],
  demo: () => import('./demo/load.ts'),
});
