import { type BoundRoute, route } from '../../../server/http/route.ts';
import { booking } from '../contract.ts';
import { listBookings, readBooking, setBookingState } from './bookings.ts';
import {
  addCaldav,
  addCalendar,
  checkCalendar,
  findAccountCalendars,
  listCalendars,
  removeCalendar,
} from './calendars.ts';
import { explainDay, readOwnHours, setOwnHours } from './hours.ts';
import { refundBooking } from './payments.ts';
import { reassignBooking } from './reassign.ts';
import { createRoute, listRoutes, removeRoute, updateRoute } from './routing.ts';
import { listWaits } from './waits.ts';
import { createType, listTypes, removeType, updateType } from './types.ts';

export const bookingRoutes: readonly BoundRoute[] = [
  route(booking.types, ({ caller }) => listTypes(caller)),
  route(booking.createType, ({ body }) => createType(body)),
  route(booking.updateType, ({ params, body }) => updateType(params.id, body)),
  route(booking.removeType, ({ params }) => removeType(params.id)),
  route(booking.slots, ({ params, query }) => explainDay(params.id, query.day)),
  route(booking.waits, ({ params }) => listWaits(params.id)),
  route(booking.hours, readOwnHours),
  route(booking.setHours, ({ body }) => setOwnHours(body)),
  route(booking.routes, listRoutes),
  route(booking.createRoute, ({ body }) => createRoute(body)),
  route(booking.updateRoute, ({ params, body }) => updateRoute(params.id, body)),
  route(booking.removeRoute, ({ params }) => removeRoute(params.id)),
  route(booking.calendars, listCalendars),
  route(booking.findCalendars, ({ body }) => findAccountCalendars(body)),
  route(booking.addCaldav, ({ body }) => addCaldav(body)),
  route(booking.addCalendar, ({ body }) => addCalendar(body)),
  route(booking.checkCalendar, ({ params }) => checkCalendar(params.id)),
  route(booking.removeCalendar, ({ params }) => removeCalendar(params.id)),
  route(booking.bookings, ({ query }) => listBookings(query)),
  route(booking.get, ({ params }) => readBooking(params.id)),
  route(booking.setState, ({ params, body }) => setBookingState(params.id, body)),
  route(booking.refund, ({ params, body, caller }) => refundBooking(params.id, body, caller)),
  route(booking.reassign, ({ params, body }) => reassignBooking(params.id, body)),
];
