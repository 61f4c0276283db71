/** The record engine: notes, files, custom fields, views, and bulk work of every kind. */
import { defineServerDomain } from '../server/domain.ts';
import {
  LONELY as lonelyRecordsNotification,
  lonelyRecordsRecurring,
} from './server/access/orphaned-private-records.ts';
import { bulkJob } from './server/bulk/bulk.ts';
import {
  MENTIONED as recordMentionedNotification,
  COMMENTED as recordCommentedNotification,
} from './server/collaboration/notify.ts';
import { collaborationRoutes } from './server/collaboration/routes.ts';
import {
  CHANGED as watchedRecordChangedNotification,
  watchedSubscriber,
  watchNewsRecurring,
} from './server/collaboration/watch-digest.ts';
import { ownIndexJob, ownFieldIndexesRecurring } from './server/custom-fields/indexes.ts';
import {
  formulaJob,
  rollupsSubscriber,
  rollupsOfClientSubscriber,
  rollupsLeftRecurring,
  rollupsRecurring,
  formulasOfTheDayRecurring,
} from './server/custom-fields/recalculate-all.ts';
import { clearingJob } from './server/custom-fields/removed-values.ts';
import { viewRoutes } from './server/views/routes.ts';

export const recordsDomain = defineServerDomain({
  name: 'records',
  routes: () => [...viewRoutes, ...collaborationRoutes],
  jobs: [bulkJob, ownIndexJob, formulaJob, clearingJob],
  recurring: [
    lonelyRecordsRecurring,
    watchNewsRecurring,
    ownFieldIndexesRecurring,
    rollupsLeftRecurring,
    rollupsRecurring,
    formulasOfTheDayRecurring,
  ],
  subscribers: [watchedSubscriber, rollupsSubscriber, rollupsOfClientSubscriber],
  notificationKinds: [
    lonelyRecordsNotification,
    recordMentionedNotification,
    recordCommentedNotification,
    watchedRecordChangedNotification,
  ],
});
