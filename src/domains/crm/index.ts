/** What other domains' servers and the entry points may use of the CRM. */
import type { BoundRoute } from '../../server/http/route.ts';
import { activityRoutes } from './server/activities/routes.ts';
import { calendarRoutes } from './server/calendars/routes.ts';
import { collaborationRoutes } from './server/collaboration/routes.ts';
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
import { viewRoutes } from './server/views/routes.ts';
import './apps.ts';
import './server/activities/calendar-events.ts';
import './server/imports/status.ts';
import './server/imports/tell.ts';
import './server/opportunities/reactions.ts';
import './server/licenses/calendar-events.ts';
import './server/owned.ts';
import './server/records/lonely.ts';

export { crmFirstReads } from './first-reads.ts';
export type { ContactData } from './engine/contact-data.ts';
export { totalsOf } from './engine/opportunities/amounts.ts';
export type { OpportunityData } from './engine/opportunities/opportunity-data.ts';
export { ranksBetween } from './engine/opportunities/rank.ts';
export { aimAtStage, followAim, type StageAim } from './server/opportunities/bring.ts';
export { insertOpportunities } from './server/opportunities/write.ts';
export { mergedFrom, mergedInto } from './server/records/merged-into.ts';
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
} from './server/records/port.ts';
export { awaitApproval as awaitFormApproval } from './server/leads/entry-approval.ts';
export { scoreLeads } from './server/leads/scoring.ts';
export { insertLeads } from './server/leads/write.ts';
export { insertCompanies } from './server/companies/write.ts';
export { insertContacts } from './server/contacts/write.ts';
export { searchNow as searchForDuplicates } from './server/duplicates/run.ts';
export { calculateNext } from './server/records/calculate-all.ts';
export { countFilled, type DiscardableKind, discardRecord, usedSince, versionsOf } from './server/records/discard.ts';
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
export { createCustomField, listCustomFields, removeCustomField, usersOfField } from './server/views/custom-fields.ts';
export { createView, listViews, removeView, type Viewer } from './server/views/views.ts';
export { type Pulse, pulseOf } from './server/pulse.ts';
export { keyFor as customFieldKey } from './server/views/custom-fields.ts';

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
