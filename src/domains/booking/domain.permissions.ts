/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET,POST /api/booking/types
    PATCH,DELETE /api/booking/types/{id}
    GET /api/booking/types/{id}/slots
    GET,PUT /api/booking/hours
    GET /api/booking/bookings
    GET,PATCH /api/booking/bookings/{id}
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/booking/types/{id}': 'booking_types', '/api/booking/bookings/{id}': 'bookings' };
