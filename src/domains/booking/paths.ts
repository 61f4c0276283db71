/** The paths of booking that are named before their schemas are loaded: live updates. */
export const BOOKING = {
  types: '/api/booking/types',
  hours: '/api/booking/hours',
  bookings: '/api/booking/bookings',
} as const;
