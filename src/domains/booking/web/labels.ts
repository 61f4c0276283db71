/** Words for bookings and their times. */
import { dateFormat } from '../../../web/ui/format.ts';
import type { Assignment, Booking, BookingTab, BusyKind } from '../contract.ts';

export const STATES: Readonly<
  Record<Booking['state'], readonly [label: string, tone: 'success' | 'warning' | 'neutral' | 'danger']>
> = {
  unpaid: ['Waiting for payment', 'warning'],
  expired: ['Not paid', 'neutral'],
  pending: ['Waiting for approval', 'warning'],
  confirmed: ['Confirmed', 'success'],
  canceled: ['Canceled', 'neutral'],
  declined: ['Declined', 'neutral'],
  no_show: ['No-show', 'danger'],
};

export const TABS: readonly (readonly [BookingTab, string])[] = [
  ['upcoming', 'Upcoming'],
  ['requests', 'Requests'],
  ['past', 'Past'],
  ['canceled', 'Canceled'],
];

export const ASSIGNMENTS: Readonly<Record<Assignment, readonly [label: string, hint: string]>> = {
  even: ['Even share', 'Goes to the free host with the fewest bookings of this type in 30 days.'],
  priority: ['By priority', 'Goes to the first free host of the list.'],
  least_busy: ['Least busy', 'Goes to the free host with the least booked time ahead.'],
  all: ['All hosts together', 'A time is offered only when every host is free.'],
};

export const OBSTACLES = {
  notice: 'Too soon: the type needs more notice',
  horizon: 'Too far ahead for this type',
  busy: 'Busy',
  limit: 'The daily limit is reached',
  week: 'The weekly limit is reached',
  hours: 'Outside the hours',
} as const;

export const BUSY: Readonly<Record<BusyKind, string>> = {
  booking: 'Busy: another booking, with its buffers',
  activity: 'Busy: a meeting or call in their activities',
  calendar: 'Busy: an event in a connected calendar',
  hold: 'Held for a visitor who fills in the form',
};

export const WEEKDAYS = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

const day = dateFormat({ weekday: 'long', month: 'short', day: 'numeric' });
const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });

export const dayText = (at: string) => day.format(new Date(at));
export const rangeText = ({ startAt, endAt }: Pick<Booking, 'startAt' | 'endAt'>) =>
  `${clock.format(new Date(startAt))} – ${clock.format(new Date(endAt))}`;

/** `Tuesday, March 10, 9:00 AM GMT+1`, in a zone. */
export const timeIn = (at: string, timeZone: string) =>
  dateFormat({
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(at));

export const clockIn = (at: string, timeZone: string) =>
  dateFormat({ hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(at));

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
