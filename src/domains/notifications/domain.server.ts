/** Notifications under the bell and by mail. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { deleteOldNotificationsRecurring } from './server/inbox.ts';
import { newsMail } from './server/mail-job.ts';
import { initNotifications } from './server/notify.ts';
import { notificationRoutes } from './server/routes.ts';

export const notificationsDomain = defineServerDomain({
  name: 'notifications',
  contract,
  routes: ({ appUrl }) => {
    initNotifications({ appUrl });
    return notificationRoutes();
  },
  jobs: [newsMail],
  recurring: [deleteOldNotificationsRecurring],
});
