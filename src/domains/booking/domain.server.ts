/** Appointments that people outside book. */
import { defineServerDomain } from '../../server/domain.ts';
import { bookingEntry } from './catalog.ts';
import * as contract from './contract.ts';
import { BOOKING_CHANGED } from './server/book.ts';
import { bookingReminders } from './server/mails.ts';
import './server/book-page.ts';
import { bookingCalendars, CALENDAR_FAILED } from './server/calendars.ts';
import { followActivities } from './server/follow-activity.ts';
import './server/manage-page.ts';
import './server/route-page.ts';
import './server/wait-page.ts';
import { bookingPaymentsSubscriber, expireUnpaidBookings, refundBookings } from './server/payments.ts';
import { bookingRoutes } from './server/routes.ts';
import { writeCalendarJob, writeCalendarsSubscriber } from './server/write-calendars.ts';

export const bookingDomain = defineServerDomain({
  name: 'booking',
  catalog: [bookingEntry],
  contract,
  routes: () => bookingRoutes,
  recurring: [bookingReminders, bookingCalendars, expireUnpaidBookings, refundBookings],
  subscribers: [followActivities, bookingPaymentsSubscriber, writeCalendarsSubscriber],
  jobs: [writeCalendarJob],
  notificationKinds: [BOOKING_CHANGED, CALENDAR_FAILED],
  demo: () => import('./demo/load.ts'),
});
