/** Appointments that people outside book: types, hours, bookings. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { isDay } from '../../kernel/days.ts';
import { isTimeZone } from '../../kernel/wall-clock.ts';
import { AmountEntry, CurrencyCode } from '../../kernel/money/entries.ts';
import { BOOKING } from './paths.ts';

export const MAX_TYPES = 100;
export const MAX_QUESTIONS = 8;
export const MAX_HOSTS = 20;
export const MAX_CALENDARS = 5;
export const MAX_ROUTES = 50;
export const MAX_ROUTE_QUESTIONS = 5;
const TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const text = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`);
const minutes = (min: number, max: number) =>
  z.number({ error: 'Enter a number.' }).int().min(min, `Enter at least ${min}.`).max(max, `Enter at most ${max}.`);

/**
 * How hosts share bookings: whoever had the fewest of this type in 30 days; the first who is free; whoever has the
 * least booked time ahead; or every host attends each one.
 */
export const Assignment = z.enum(['even', 'priority', 'least_busy', 'all']);
export type Assignment = z.infer<typeof Assignment>;

export const Question = z
  .strictObject({
    label: text(200).min(1, 'Enter the question.'),
    kind: z.enum(['text', 'long', 'choice']),
    required: z.boolean(),
    options: z.array(text(120).min(1)).max(20, 'Enter at most 20 choices.'),
  })
  .refine(({ kind, options }) => kind !== 'choice' || options.length > 1, {
    message: 'Enter at least 2 choices.',
    path: ['options'],
  });
export type Question = z.infer<typeof Question>;

const typeFields = {
  name: text(120).min(1, 'Name is required.'),
  /** The last part of the public address; unique in the installation. */
  slug: text(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and hyphens.'),
  description: text(2_000),
  place: text(300),
  durationMinutes: minutes(5, 720),
  /** Minutes from one start to the next. */
  stepMinutes: minutes(5, 720),
  bufferBefore: minutes(0, 240),
  bufferAfter: minutes(0, 240),
  noticeMinutes: minutes(0, 43_200),
  horizonDays: minutes(1, 365),
  /** Bookings of one host in one of their days, and in one of their weeks from Monday; null: no limit. */
  dailyLimit: minutes(1, 100).nullable(),
  weeklyLimit: minutes(1, 500).nullable(),
  assignment: Assignment,
  /** People who can book the same time; more than 1 makes a group appointment. */
  seats: minutes(1, 500),
  /** For each booking, as a decimal; null: free. The time is held while the visitor pays. */
  price: AmountEntry.nullable(),
  currency: CurrencyCode,
  /** Visitors who cancel at least so many hours before the start get their payment back; null: the team decides. */
  refundHours: minutes(0, 8_760).nullable(),
  /** In the order of their priority. */
  hostIds: z.array(Id).min(1, 'Choose at least one host.').max(MAX_HOSTS, `Choose at most ${MAX_HOSTS} hosts.`),
  needsApproval: z.boolean(),
  isActive: z.boolean(),
  questions: z.array(Question).max(MAX_QUESTIONS, `Ask at most ${MAX_QUESTIONS} questions.`),
  phone: z.enum(['off', 'optional', 'required']),
  /** Minutes before the start. */
  reminders: z.array(minutes(5, 20_160)).max(4, 'Choose at most 4 reminders.'),
  /** Visitors may ask for their reminders by text, too. */
  textReminders: z.boolean(),
};

export const BookingType = z.object({
  id: Id,
  ...typeFields,
  upcoming: z.number().int(),
  /** Visitors who wait for a time. */
  waiting: z.number().int(),
  hosts: z.array(z.object({ id: Id, name: z.string() })),
  link: z.string(),
  version: z.number().int(),
});
export type BookingType = z.infer<typeof BookingType>;
export const NewBookingType = z.strictObject(typeFields);
export type NewBookingType = z.infer<typeof NewBookingType>;
export const BookingTypeUpdate = NewBookingType.extend({ version: z.number().int() });

const Ranges = z
  .array(
    z
      .tuple([
        z.string().regex(TIME, 'Enter times such as 09:00.'),
        z.string().regex(TIME, 'Enter times such as 17:00.'),
      ])
      .refine(([from, until]) => from < until, 'The end must be after the start.'),
  )
  .max(12, 'Use at most 12 ranges a day.');
export const BookingHours = z.strictObject({
  zone: z.string().max(60).refine(isTimeZone, 'Choose a time zone.'),
  weekly: z.strictObject({ mon: Ranges, tue: Ranges, wed: Ranges, thu: Ranges, fri: Ranges, sat: Ranges, sun: Ranges }),
  /** Days with other hours than their weekday; no ranges: a day off. */
  overrides: z
    .record(z.string().refine(isDay, 'Enter days such as 2026-12-24.'), Ranges)
    .refine((days) => Object.keys(days).length <= 400, 'Use at most 400 days.'),
});
export type BookingHours = z.infer<typeof BookingHours>;

/** `unpaid`: the time is held while the visitor pays; `expired`: they did not pay in time. */
export const BookingState = z.enum(['unpaid', 'pending', 'confirmed', 'canceled', 'declined', 'no_show', 'expired']);
export type BookingState = z.infer<typeof BookingState>;
export const BookingTab = z.enum(['upcoming', 'requests', 'past', 'canceled']);
export type BookingTab = z.infer<typeof BookingTab>;

export const Booking = z.object({
  id: Id,
  type: z.object({ id: Id, name: z.string() }),
  /** More than one where all hosts of the type attend. */
  hosts: z.array(z.object({ id: Id, name: z.string(), isActive: z.boolean() })),
  state: BookingState,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** The visitor's. */
  zone: z.string(),
  startAt: Instant,
  endAt: Instant,
  place: z.string(),
  /** It has begun. */
  isOver: z.boolean(),
  /** Why it was canceled or moved, in the words of whoever did it. */
  reason: z.string(),
  /** What it costs and what came of it; null: free. */
  payment: z
    .object({
      amount: z.string(),
      currency: z.string(),
      refunded: z.string(),
      paidAt: Instant.nullable(),
      /** Paid at the embedded gateway: no money moved. */
      isTest: z.boolean(),
      /** The rest is being paid back. */
      refundDue: z.boolean(),
    })
    .nullable(),
  contactId: Id.nullable(),
  leadId: Id.nullable(),
  activityId: Id.nullable(),
  /** The page on which the visitor can move or cancel it. */
  link: z.string(),
  createdAt: Instant,
  version: z.number().int(),
});
export type Booking = z.infer<typeof Booking>;

/** A calendar elsewhere whose events are busy times. Its address is a secret, so only the host is shown. */
export const BookingCalendar = z.object({
  id: Id,
  name: z.string(),
  host: z.string(),
  /** By its ICS address, or by a CalDAV account. */
  kind: z.enum(['ics', 'caldav']),
  /** Bookings that you host are written into it. */
  writes: z.boolean(),
  events: z.number().int(),
  /** Events whose times could not be read. */
  unread: z.number().int(),
  /** Why the last check failed; empty: it worked. */
  problem: z.string(),
  readAt: Instant.nullable(),
});
export type BookingCalendar = z.infer<typeof BookingCalendar>;
export const NewBookingCalendar = z.strictObject({
  name: text(80).min(1, 'Name is required.'),
  url: text(2_000).min(1, 'iCal address is required.'),
});

const davAccount = {
  username: text(200).min(1, 'Username is required.'),
  password: z.string().min(1, 'Password is required.').max(500, 'Use at most 500 characters.'),
};
export const CaldavAccount = z.strictObject({
  /** Of the server, or an email address whose domain says where it is. */
  url: text(2_000).min(1, 'Server or email address is required.'),
  ...davAccount,
});
const CaldavCalendar = z.object({ name: text(80).min(1), url: text(2_000).min(1) });
export const FoundCalendar = CaldavCalendar.extend({ writable: z.boolean() });
export type FoundCalendar = z.infer<typeof FoundCalendar>;
export const NewCaldavCalendars = z.strictObject({
  ...davAccount,
  calendars: z
    .array(z.strictObject(CaldavCalendar.shape))
    .min(1, 'Choose at least one calendar.')
    .max(MAX_CALENDARS, `You can connect up to ${MAX_CALENDARS} calendars.`),
  /** The one of them into which bookings are written; null: none. */
  writeTo: z.string().max(2_000).nullable(),
});

/** Where a routing form leads: to a booking type, or to a message. */
export const RouteTarget = z.union([
  z.strictObject({ typeId: Id }),
  z.strictObject({ message: text(1_000).min(1, 'Enter the message.') }),
]);
export type RouteTarget = z.infer<typeof RouteTarget>;
const routeFields = {
  title: text(120).min(1, 'Title is required.'),
  slug: text(60).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and hyphens.'),
  description: text(2_000),
  questions: z
    .array(
      z.strictObject({
        label: text(200).min(1, 'Enter the question.'),
        options: z.array(text(120).min(1)).min(2, 'Enter at least 2 choices.').max(20, 'Enter at most 20 choices.'),
      }),
    )
    .min(1, 'Add at least one question.')
    .max(MAX_ROUTE_QUESTIONS, `Ask at most ${MAX_ROUTE_QUESTIONS} questions.`),
  /** Tried in order: the first one whose answers all fit decides. */
  rules: z
    .array(
      z.strictObject({
        /** By question; null: any answer. */
        answers: z.array(text(120).nullable()).max(MAX_ROUTE_QUESTIONS),
        target: RouteTarget,
      }),
    )
    .max(50, 'Use at most 50 rules.'),
  /** Where everyone else goes. */
  fallback: RouteTarget,
  isActive: z.boolean(),
};
export const BookingRoute = z.object({ id: Id, ...routeFields, link: z.string(), version: z.number().int() });
export type BookingRoute = z.infer<typeof BookingRoute>;
export const NewBookingRoute = z.strictObject(routeFields);
export type NewBookingRoute = z.infer<typeof NewBookingRoute>;
export const BookingRouteUpdate = NewBookingRoute.extend({ version: z.number().int() });

export const BookingWait = z.object({ id: Id, name: z.string(), email: z.string(), createdAt: Instant });
export type BookingWait = z.infer<typeof BookingWait>;

/** Why a start is not offered; null where it is. */
export const Obstacle = z.enum(['notice', 'horizon', 'busy', 'limit', 'week', 'hours']).nullable();
/** What takes a host's time. */
export const BusyKind = z.enum(['booking', 'activity', 'calendar', 'hold']);
export type BusyKind = z.infer<typeof BusyKind>;

const access = { tag: 'Bookings', access: 'user' } as const;

export const booking = {
  types: endpoint({
    ...access,
    method: 'GET',
    path: BOOKING.types,
    summary: 'Booking types, and the people who can host',
    response: z.object({
      items: z.array(BookingType),
      people: z.array(z.object({ id: Id, name: z.string() })),
      /** Payments are real; otherwise they go to the embedded test gateway. */
      movesMoney: z.boolean(),
      /** You may refund payments. */
      mayRefund: z.boolean(),
    }),
  }),
  createType: endpoint({
    ...access,
    method: 'POST',
    path: BOOKING.types,
    summary: 'Add a booking type',
    status: 201,
    body: NewBookingType,
    response: BookingType,
    errors: ['validation', 'conflict'],
  }),
  updateType: endpoint({
    ...access,
    method: 'PATCH',
    path: `${BOOKING.types}/{id}`,
    summary: 'Change a booking type',
    params: IdParams,
    body: BookingTypeUpdate,
    response: BookingType,
    errors: ['validation', 'not_found', 'stale'],
  }),
  removeType: endpoint({
    ...access,
    method: 'DELETE',
    path: `${BOOKING.types}/{id}`,
    summary: 'Delete a booking type without upcoming bookings',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
  waits: endpoint({
    ...access,
    method: 'GET',
    path: `${BOOKING.types}/{id}/waits`,
    summary: 'Visitors who wait for a time, those who came first first',
    params: IdParams,
    response: z.object({ items: z.array(BookingWait) }),
    errors: ['not_found'],
  }),
  slots: endpoint({
    ...access,
    method: 'GET',
    path: `${BOOKING.types}/{id}/slots`,
    summary: 'Starts of one day for each host, and why some are not offered',
    params: IdParams,
    query: z.object({ day: z.string().refine(isDay, 'Enter a day.') }),
    response: z.object({
      /** Starts that the public page offers on that day. */
      offered: z.array(Instant),
      hosts: z.array(
        z.object({
          id: Id,
          name: z.string(),
          zone: z.string(),
          /** Their hours on that day, as wall times. */
          ranges: z.array(z.tuple([z.string(), z.string()])),
          starts: z.array(z.object({ at: Instant, obstacle: Obstacle, busyWith: BusyKind.nullable() })),
        }),
      ),
    }),
    errors: ['not_found', 'bad_request'],
  }),
  hours: endpoint({
    ...access,
    method: 'GET',
    path: BOOKING.hours,
    summary: 'Your bookable hours',
    response: BookingHours,
  }),
  setHours: endpoint({
    ...access,
    method: 'PUT',
    path: BOOKING.hours,
    summary: 'Set your bookable hours',
    body: BookingHours,
    response: BookingHours,
    errors: ['validation'],
  }),
  routes: endpoint({
    ...access,
    method: 'GET',
    path: BOOKING.routes,
    summary: 'Routing forms',
    response: z.object({ items: z.array(BookingRoute) }),
  }),
  createRoute: endpoint({
    ...access,
    method: 'POST',
    path: BOOKING.routes,
    summary: 'Add a routing form',
    status: 201,
    body: NewBookingRoute,
    response: BookingRoute,
    errors: ['validation', 'conflict'],
  }),
  updateRoute: endpoint({
    ...access,
    method: 'PATCH',
    path: `${BOOKING.routes}/{id}`,
    summary: 'Change a routing form',
    params: IdParams,
    body: BookingRouteUpdate,
    response: BookingRoute,
    errors: ['validation', 'not_found', 'stale'],
  }),
  removeRoute: endpoint({
    ...access,
    method: 'DELETE',
    path: `${BOOKING.routes}/{id}`,
    summary: 'Delete a routing form',
    params: IdParams,
    errors: ['not_found'],
  }),
  calendars: endpoint({
    ...access,
    method: 'GET',
    path: BOOKING.calendars,
    summary: 'Your calendars elsewhere',
    response: z.object({ items: z.array(BookingCalendar) }),
  }),
  addCalendar: endpoint({
    ...access,
    method: 'POST',
    path: BOOKING.calendars,
    summary: 'Connect a calendar by its ICS address',
    status: 201,
    body: NewBookingCalendar,
    response: BookingCalendar,
    errors: ['validation', 'conflict'],
  }),
  findCalendars: endpoint({
    ...access,
    method: 'POST',
    path: `${BOOKING.calendars}/find`,
    summary: 'Find the calendars of a CalDAV account',
    body: CaldavAccount,
    response: z.object({ items: z.array(FoundCalendar) }),
    errors: ['validation', 'unavailable', 'rate_limited'],
  }),
  addCaldav: endpoint({
    ...access,
    method: 'POST',
    path: `${BOOKING.calendars}/caldav`,
    summary: 'Connect calendars of a CalDAV account',
    status: 201,
    body: NewCaldavCalendars,
    response: z.object({ items: z.array(BookingCalendar) }),
    errors: ['validation', 'conflict', 'unavailable', 'rate_limited'],
  }),
  checkCalendar: endpoint({
    ...access,
    method: 'POST',
    path: `${BOOKING.calendars}/{id}/check`,
    summary: 'Read a calendar now',
    params: IdParams,
    response: BookingCalendar,
    errors: ['not_found'],
  }),
  removeCalendar: endpoint({
    ...access,
    method: 'DELETE',
    path: `${BOOKING.calendars}/{id}`,
    summary: 'Disconnect a calendar',
    params: IdParams,
    errors: ['not_found'],
  }),
  bookings: endpoint({
    ...access,
    method: 'GET',
    path: BOOKING.bookings,
    summary: 'Bookings by time',
    query: z.object({
      tab: BookingTab.or(z.literal('all')).default('upcoming'),
      search: z.string().trim().max(200).optional(),
      typeId: Id.optional(),
      /** `me`: those that the signed-in person hosts. */
      host: z.enum(['me', 'all']).default('all'),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(Booking),
    errors: ['bad_request'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${BOOKING.bookings}/{id}`,
    summary: 'One booking',
    params: IdParams,
    response: Booking,
    errors: ['not_found'],
  }),
  setState: endpoint({
    ...access,
    method: 'PATCH',
    path: `${BOOKING.bookings}/{id}`,
    summary: 'Approve, decline, or cancel a booking, or mark a no-show',
    params: IdParams,
    body: z.strictObject({
      version: z.number().int(),
      /** `confirmed` approves a request, or takes a no-show back. */
      state: z.enum(['confirmed', 'declined', 'canceled', 'no_show']),
      /** The visitor reads it. */
      reason: text(1_000).optional(),
    }),
    response: Booking,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  refund: endpoint({
    ...access,
    method: 'POST',
    path: `${BOOKING.bookings}/{id}/refund`,
    summary: 'Refund the payment of a booking',
    description: 'Through the payment service where it was paid. For administrators and owners of the workspace.',
    params: IdParams,
    body: z.strictObject({
      /** Absent: all that is left. */
      amount: AmountEntry.optional(),
    }),
    response: Booking,
    errors: ['validation', 'not_found', 'conflict', 'forbidden', 'unavailable'],
  }),
  reassign: endpoint({
    ...access,
    method: 'POST',
    path: `${BOOKING.bookings}/{id}/host`,
    summary: 'Give a booking to another host',
    params: IdParams,
    body: z.strictObject({ version: z.number().int(), hostId: Id }),
    response: Booking,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
};
