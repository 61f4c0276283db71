import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { calendarFeeds } from '../../contract/calendar-feeds.ts';
import { createFeed, listFeeds, revokeFeed, sendFeed } from './feeds.ts';

export const calendarRoutes: readonly BoundRoute[] = [
  route(calendarFeeds.list, async () => ({ items: await listFeeds() })),
  route(calendarFeeds.create, ({ body }) => createFeed(body.kind)),
  route(calendarFeeds.revoke, ({ params }) => revokeFeed(params.kind)),
  route(calendarFeeds.read, ({ params, query, request, reply }) => sendFeed(params.file, query.token, request, reply)),
];
