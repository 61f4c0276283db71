/** The parts of the CRM that other domains' servers may use. */
export type { ContactData } from './engine/contacts/contact-data.ts';
export { totalsOf } from './engine/opportunities/amounts.ts';
export type { OpportunityData } from './engine/opportunities/opportunity-data.ts';
export { ranksBetween } from './engine/opportunities/rank.ts';
export { aimAtStage, followAim, type StageAim } from './server/opportunities/move-to-stage.ts';
export {
  cancelActivity,
  completeActivity,
  openOccurrence,
  removeActivity,
  reopenActivity,
  updateActivity,
} from './server/activities/service.ts';
export { isOverdue } from './server/activities/rows.ts';
export { ROTTING } from './server/opportunities/rows.ts';
export { insertOpportunities } from './server/opportunities/write.ts';
export { mergeFound, type FoundPerson, previewFoundMerge, undoFoundMerge } from './server/merge-found.ts';
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
export { checkEntry, leadOfPage } from './server/leads/form-entry.ts';
export { recordFormConsent } from './server/leads/form-consent.ts';
export { findLeadDuplicates } from './server/leads/duplicates.ts';
export { scoreLeads } from './server/leads/scoring.ts';
export { insertLeads } from './server/leads/write.ts';
export { icalBusy } from './engine/calendars/ical-busy.ts';
export { calendarText } from './engine/icalendar.ts';
export { BLANK_LEAD } from './engine/leads/lead-data.ts';
export { BLANK_COMPANY } from './engine/companies/company-data.ts';
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
