/** Contacts, companies, leads, opportunities, activities, licenses, and reports. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { contactsApp, leadsApp, opportunitiesApp, activitiesApp, licensesApp, reportsApp } from './apps.ts';
import { crmFirstReads } from './first-reads.ts';
import { activitiesFeed } from './server/activities/calendar-events.ts';
import { invitationMail } from './server/activities/invitations.ts';
import { activityRecordKind } from './server/activities/record-kind.ts';
import {
  REMINDER as activityReminderNotification,
  ASSIGNED as activityAssignedNotification,
  ANSWERED as activityAnsweredNotification,
  UNSENT as invitationUnsentNotification,
  remindersRecurring,
  seriesRecurring,
} from './server/activities/notify.ts';
import { companyRecordKind } from './server/companies/record-kind.ts';
import { contactRecordKind } from './server/contacts/record-kind.ts';
import { duplicatesSubscriber, duplicatesOfBatchSubscriber } from './server/duplicates/check.ts';
import { duplicatesJob, duplicatesOfImportSubscriber } from './server/duplicates/run.ts';
import { IMPORT_FINISHED as importFinishedNotification, importMailSubscriber } from './server/imports/notify.ts';
import { revertJob } from './server/imports/revert.ts';
import { importJob } from './server/imports/run.ts';
import { importsService } from './server/imports/status.ts';
import { entryKind } from './server/leads/entry-approval.ts';
import { formEntriesRecurring } from './server/leads/forms.ts';
import { confirmationMail } from './server/leads/public-forms.ts';
import { leadRecordKind } from './server/leads/record-kind.ts';
import { scoreJob, leadScoresRecurring } from './server/leads/scoring.ts';
import { LEAD_ASSIGNED as leadAssignedNotification } from './server/leads/service.ts';
import { licensesFeed } from './server/licenses/calendar-events.ts';
import { businessLicenseRecordKind } from './server/licenses/record-kind.ts';
import { RENEWAL as licenseRenewalNotification, licenseRemindersRecurring } from './server/licenses/reminders.ts';
import {
  opportunitySearchSubscriber,
  ASSIGNED as opportunityAssignedNotification,
  opportunityAssignedSubscriber,
} from './server/opportunities/event-handlers.ts';
import { opportunityRecordKind } from './server/opportunities/record-kind.ts';
import { ownedRecords, ownedReports } from './server/ownership.ts';
import {
  WAITING as reportWaitsNotification,
  reportMail,
  reportMailsRecurring,
} from './server/reports/email-reports.ts';
import { forecastSnapshotsRecurring } from './server/reports/forecast-accuracy.ts';
import { crmRoutes } from './server/routes.ts';

export const crmDomain = defineServerDomain({
  name: 'crm',
  contract,
  routes: () => crmRoutes,
  firstReads: crmFirstReads,
  apps: [contactsApp, leadsApp, opportunitiesApp, activitiesApp, licensesApp, reportsApp],
  recordKinds: [
    activityRecordKind,
    companyRecordKind,
    contactRecordKind,
    leadRecordKind,
    businessLicenseRecordKind,
    opportunityRecordKind,
  ],
  jobs: [invitationMail, duplicatesJob, revertJob, importJob, confirmationMail, scoreJob, reportMail],
  recurring: [
    remindersRecurring,
    seriesRecurring,
    formEntriesRecurring,
    leadScoresRecurring,
    licenseRemindersRecurring,
    reportMailsRecurring,
    forecastSnapshotsRecurring,
  ],
  subscribers: [
    duplicatesSubscriber,
    duplicatesOfBatchSubscriber,
    duplicatesOfImportSubscriber,
    importMailSubscriber,
    opportunitySearchSubscriber,
    opportunityAssignedSubscriber,
  ],
  approvalKinds: [entryKind],
  notificationKinds: [
    activityReminderNotification,
    activityAssignedNotification,
    activityAnsweredNotification,
    invitationUnsentNotification,
    importFinishedNotification,
    leadAssignedNotification,
    licenseRenewalNotification,
    opportunityAssignedNotification,
    reportWaitsNotification,
  ],
  services: [importsService],
  ownedKinds: [...ownedRecords, ownedReports],
  calendarFeeds: [activitiesFeed, licensesFeed],
  demo: () => import('./demo/load.ts'),
});
