/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET,POST /api/booking/types
    PATCH,DELETE /api/booking/types/{id}
    GET /api/booking/types/{id}/slots
    GET /api/booking/types/{id}/waits
    GET,PUT /api/booking/hours
    GET,POST /api/booking/routes
    PATCH,DELETE /api/booking/routes/{id}
    GET,POST /api/booking/calendars
    POST /api/booking/calendars/find
    POST /api/booking/calendars/caldav
    DELETE /api/booking/calendars/{id}
    POST /api/booking/calendars/{id}/check
    GET /api/booking/bookings
    GET,PATCH /api/booking/bookings/{id}
    POST /api/booking/bookings/{id}/host
  `,
  ),
  ...rows(MANAGERS, `POST /api/booking/bookings/{id}/refund`),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/booking/types/{id}': 'booking_types',
  '/api/booking/bookings/{id}': 'bookings',
  '/api/booking/routes/{id}': 'booking_routes',
  '/api/booking/calendars/{id}': 'booking_calendars',
};
