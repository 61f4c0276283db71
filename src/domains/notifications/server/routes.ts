import { asSystem } from '../../../server/db/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { notifications } from '../contract.ts';
import { listNotifications, mark, markSeen, remove, restore, summarise } from './inbox.ts';
import { readSettings, writeSettings } from './preferences.ts';

export function notificationRoutes(): BoundRoute[] {
  return [
    route(notifications.list, ({ caller, query }) => listNotifications(caller.userId, query)),
    route(notifications.summary, ({ caller }) => summarise(caller.userId)),
    route(notifications.mark, async ({ caller, body }) => ({ ids: await mark(caller.userId, body) })),
    route(notifications.seen, ({ caller }) => markSeen(caller.userId)),
    route(notifications.remove, ({ caller, params }) => remove(caller.userId, params.id)),
    route(notifications.restore, ({ caller, params }) => restore(caller.userId, params.id)),
    route(notifications.settings, ({ caller }) => asSystem(() => readSettings(caller))),
    route(notifications.updateSettings, ({ caller, body }) => asSystem(() => writeSettings(caller, body))),
  ];
}
