/** What other domains' servers and the entry points may use of the CRM. */
import type { BoundRoute } from '../../server/http/route.ts';
import { activityRoutes } from './server/activities/routes.ts';
import { calendarRoutes } from './server/calendars/routes.ts';
import { collaborationRoutes } from '../../records/server/collaboration/routes.ts';
import { companyRoutes } from './server/companies/routes.ts';
import { contactRoutes } from './server/contacts/routes.ts';
import { dashboardRoutes } from './server/dashboard/routes.ts';
import { duplicateRoutes } from './server/duplicates/routes.ts';
import { importRoutes } from './server/imports/routes.ts';
import { licenseRoutes } from './server/licenses/routes.ts';
import { opportunityRoutes } from './server/opportunities/routes.ts';
import { leadRoutes } from './server/leads/routes.ts';
import { pipelineRoutes } from './server/pipelines/routes.ts';
import { reportRoutes } from './server/reports/routes.ts';
import { viewRoutes } from '../../records/server/views/routes.ts';
import './apps.ts';
import './server/activities/calendar-events.ts';
import './server/imports/status.ts';
import './server/imports/notify.ts';
import './server/opportunities/event-handlers.ts';
import './server/licenses/calendar-events.ts';
import './server/ownership.ts';
import './server/activities/record-kind.ts';
import './server/companies/record-kind.ts';
import './server/contacts/messaging.ts';
import './server/contacts/record-kind.ts';
import './server/leads/record-kind.ts';
import './server/licenses/record-kind.ts';
import './server/opportunities/record-kind.ts';
import '../../records/server/access/orphaned-private-records.ts';

export { crmFirstReads } from './first-reads.ts';
export type { ContactData } from './engine/contacts/contact-data.ts';
export { totalsOf } from './engine/opportunities/amounts.ts';
export type { OpportunityData } from './engine/opportunities/opportunity-data.ts';
export { ranksBetween } from './engine/opportunities/rank.ts';
export { aimAtStage, followAim, type StageAim } from './server/opportunities/move-to-stage.ts';
export { insertOpportunities } from './server/opportunities/write.ts';
export { mergedFrom, mergedInto } from '../../records/server/merge/merged-into.ts';
export {
  changeRecords,
  createRecord,
  isRecordKind,
  ownValuesFromText,
  readRecord,
  readWholeRecord,
  recordFields,
  recordMatches,
  recordsOfKey,
  recordVersions,
  tagsInUse,
  undoRecordChange,
  updateRecord,
} from '../../records/server/record-service.ts';
export { awaitApproval as awaitFormApproval } from './server/leads/entry-approval.ts';
export { scoreLeads } from './server/leads/scoring.ts';
export { insertLeads } from './server/leads/write.ts';
export { insertCompanies } from './server/companies/write.ts';
export { insertContacts } from './server/contacts/write.ts';
export { searchNow as searchForDuplicates } from './server/duplicates/run.ts';
export { calculateNext } from '../../records/server/custom-fields/recalculate-all.ts';
export {
  countFilled,
  type DiscardableKind,
  discardRecord,
  usedSince,
  versionsOf,
} from '../../records/server/discard.ts';
export {
  createAssignmentRule,
  createScoreRule,
  listAssignmentRules,
  listScoreRules,
  removeAssignmentRule,
  removeScoreRule,
} from './server/leads/rules.ts';
export { createForm, listForms, removeForm } from './server/leads/forms.ts';
export { addReason, discardReason, listReasons } from './server/pipelines/reasons.ts';
export { createPipeline, discardPipeline } from './server/pipelines/edit.ts';
export { listPipelines } from './server/pipelines/pipelines.ts';
export {
  createCustomField,
  listCustomFields,
  removeCustomField,
  usersOfField,
} from '../../records/server/custom-fields/custom-fields.ts';
export { createView, listViews, removeView, type Viewer } from '../../records/server/views/views.ts';
export { type Pulse, pulseOf } from './server/workspace-activity.ts';
export { keyFor as customFieldKey } from '../../records/server/custom-fields/custom-fields.ts';

/** All calls of the CRM. */
export function crmRoutes(): BoundRoute[] {
  return [
    ...contactRoutes,
    ...companyRoutes,
    ...duplicateRoutes,
    ...licenseRoutes,
    ...dashboardRoutes,
    ...importRoutes,
    ...viewRoutes,
    ...pipelineRoutes,
    ...opportunityRoutes,
    ...leadRoutes,
    ...activityRoutes,
    ...calendarRoutes,
    ...reportRoutes,
    ...collaborationRoutes,
  ];
}
