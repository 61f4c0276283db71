/** What other domains' servers may use of appointments. */
export { takeBooking } from './server/book.ts';
export { endHold, placeHold } from './server/holds.ts';
export { bookableType, nextStarts } from './server/next-starts.ts';
