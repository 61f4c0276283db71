/** What other domains' servers and the entry points may use of notifications. */
export { defineNotificationKind } from './server/kinds.ts';
export { tellUser } from './server/notify.ts';
