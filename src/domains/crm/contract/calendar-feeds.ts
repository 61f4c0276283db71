/** Private addresses under which calendar programs read what a person may see, one of each kind. */
import * as z from 'zod';
import { endpoint, Instant } from '../../../kernel/endpoint.ts';

export const FEED_KINDS = ['activities', 'licenses'] as const;
export const FeedKindName = z.enum(FEED_KINDS);
export type FeedKindName = z.infer<typeof FeedKindName>;

export const CalendarFeed = z.object({
  kind: FeedKindName,
  createdAt: Instant,
  /** When a program read it last; null: never. */
  readAt: Instant.nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

const mine = { tag: 'Calendar feeds', access: 'user' } as const;
const KindParams = z.object({ kind: FeedKindName });

export const calendarFeeds = {
  list: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/calendar-feeds',
    summary: 'List your calendar feeds',
    response: z.object({ items: z.array(CalendarFeed) }),
  }),
  create: endpoint({
    ...mine,
    method: 'POST',
    path: '/api/calendar-feeds',
    summary: 'Create a secret address for a calendar feed',
    status: 201,
    description:
      'The address is only shown in this response. Anyone with the address can read the calendar. Your previous address of this type stops working.',
    body: z.strictObject({ kind: FeedKindName }),
    response: CalendarFeed.extend({ path: z.string() }),
    errors: ['validation'],
  }),
  revoke: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/calendar-feeds/{kind}',
    summary: 'Close a calendar feed; its address stops working immediately',
    params: KindParams,
    errors: ['not_found'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/calendar-feeds/{file}',
    tag: 'Calendar feeds',
    access: 'public',
    summary: 'A calendar as iCalendar text, for calendar programs',
    description:
      'The file is `activities.ics` or `licenses.ics`. With an ETag: an unchanged calendar answers 304. At most 60 readings in ten minutes.',
    params: z.object({ file: z.string().max(40) }),
    query: z.object({ token: z.string().max(100) }),
    produces: 'text/calendar',
    errors: ['not_found', 'rate_limited'],
  }),
} as const;
