import { type BoundRoute, route } from '../../../server/http/route.ts';
import { booking } from '../contract.ts';
import { listBookings, readBooking, setBookingState } from './bookings.ts';
import { explainDay, readOwnHours, setOwnHours } from './hours.ts';
import { createType, listTypes, removeType, updateType } from './types.ts';

export const bookingRoutes: readonly BoundRoute[] = [
  route(booking.types, listTypes),
  route(booking.createType, ({ body }) => createType(body)),
  route(booking.updateType, ({ params, body }) => updateType(params.id, body)),
  route(booking.removeType, ({ params }) => removeType(params.id)),
  route(booking.slots, ({ params, query }) => explainDay(params.id, query.day)),
  route(booking.hours, readOwnHours),
  route(booking.setHours, ({ body }) => setOwnHours(body)),
  route(booking.bookings, ({ query }) => listBookings(query)),
  route(booking.get, ({ params }) => readBooking(params.id)),
  route(booking.setState, ({ params, body }) => setBookingState(params.id, body)),
];
