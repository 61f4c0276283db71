/** What other domains' servers and the entry points may use of notifications. */
export { defineNotificationKind } from './server/kinds.ts';
export { notificationRoutes } from './server/routes.ts';
export { initNotifications, tellUser } from './server/notify.ts';
