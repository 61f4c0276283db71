/** Notifications in the product and by email, and each person's choices. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { NOTIFICATIONS } from './paths.ts';

/** How many notifications a person keeps in one workspace; older ones go. */
export const KEPT = 500;
/** For how many days. */
export const KEPT_DAYS = 90;

export const Notification = z.object({
  id: Id,
  /** Name of its kind: `import_finished`. */
  kind: z.string(),
  title: z.string(),
  body: z.string().nullable(),
  /** Path inside the product that opens what it is about. */
  href: z.string().nullable(),
  subject: z.object({ type: z.string(), id: z.string() }).nullable(),
  createdAt: Instant,
  /** The list was open while it stood there. */
  seen: z.boolean(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationSummary = z.object({
  unread: z.number().int(),
  /** Arrived since the list was last open: the number on the bell. */
  unseen: z.number().int(),
  newest: Notification.nullable(),
  /** Unseen in the person's other workspaces. */
  elsewhere: z.number().int(),
});
export type NotificationSummary = z.infer<typeof NotificationSummary>;

export const Ways = z.strictObject({ inApp: z.boolean(), email: z.boolean() });
export type Ways = z.infer<typeof Ways>;

export const NotificationChoice = z.object({
  kind: z.string(),
  /** Heading that related kinds stand under. */
  group: z.string(),
  label: z.string(),
  hint: z.string(),
  ways: Ways,
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;
export const NotificationSettings = z.object({ kinds: z.array(NotificationChoice) });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

const tag = 'Notifications';
const mine = { tag, access: 'user' } as const;
const Marked = z.object({
  /** Those that changed: marking exactly these the other way undoes it. */
  ids: z.array(Id),
});

export const notifications = {
  list: endpoint({
    ...mine,
    method: 'GET',
    path: NOTIFICATIONS.list,
    summary: 'Your notifications in the active workspace, newest first',
    description: `The newest ${KEPT} of the last ${KEPT_DAYS} days are kept.`,
    query: z.object({
      /** `next` of the page before. */
      cursor: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
      unread: z.stringbool().default(false).describe('Unread only'),
    }),
    response: pageOf(Notification),
    errors: ['validation'],
  }),
  summary: endpoint({
    ...mine,
    method: 'GET',
    path: NOTIFICATIONS.summary,
    summary: 'Number of new notifications, and the newest one',
    response: NotificationSummary,
  }),
  mark: endpoint({
    ...mine,
    method: 'POST',
    path: NOTIFICATIONS.mark,
    summary: 'Mark notifications as read or unread',
    description: 'Either given notifications, or all up to and including one. Later ones are unchanged.',
    body: z.union([
      z.strictObject({ read: z.boolean(), ids: z.array(Id).min(1).max(KEPT) }),
      z.strictObject({ read: z.boolean(), upTo: Id }),
    ]),
    response: Marked,
    errors: ['validation'],
  }),
  seen: endpoint({
    ...mine,
    method: 'POST',
    path: NOTIFICATIONS.seen,
    summary: 'Mark the list as seen, so nothing in it counts as new',
  }),
  remove: endpoint({
    ...mine,
    method: 'DELETE',
    path: NOTIFICATIONS.one,
    summary: 'Remove a notification',
    params: IdParams,
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...mine,
    method: 'POST',
    path: NOTIFICATIONS.restore,
    summary: 'Restore a notification removed within the last day',
    params: IdParams,
    errors: ['not_found'],
  }),
  settings: endpoint({
    ...mine,
    tag: 'Settings',
    method: 'GET',
    path: '/api/settings/notifications',
    summary: 'Notification preferences',
    response: NotificationSettings,
  }),
  updateSettings: endpoint({
    ...mine,
    tag: 'Settings',
    method: 'PUT',
    path: '/api/settings/notifications',
    summary: 'Update notification preferences',
    description: 'By type. Types that are not named stay unchanged.',
    body: z.record(z.string().max(80), Ways),
    response: NotificationSettings,
    errors: ['validation'],
  }),
} as const;
