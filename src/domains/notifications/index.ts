/** The parts of notifications that other domains' servers and the entry points may use. */
export { defineNotificationKind } from './server/kinds.ts';
export { tellUser } from './server/notify.ts';
