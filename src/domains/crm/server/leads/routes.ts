import { AppError } from '../../../../kernel/errors.ts';
import { type Caller, requireScope } from '../../../../server/http/caller.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { conversion } from '../../contract/lead-conversion.ts';
import { leadForms, publicForms } from '../../contract/lead-forms.ts';
import { assignmentRules, scoreRules } from '../../contract/lead-rules.ts';
import { leadBulk as bulkCalls, leads } from '../../contract/leads.ts';
import { MERGE_CALLS } from '../../contract/merge.ts';
import { RECORD_CALLS } from '../../../../records/contract/record-calls.ts';
import { sendDownload } from '../../../../server/http/download.ts';
import { ifMatch } from '../../../../records/server/if-match.ts';
import { bulkRoutes } from '../../../../records/server/bulk/bulk.ts';
import { dropContents } from '../../../../records/server/files.ts';
import { listRecords, neighboursOf } from '../../../../records/server/list/list.ts';
import { mergeRoutes } from '../../../../records/server/merge/merge.ts';
import { readerRoutes } from '../../../../records/server/access/readers.ts';
import { recordRoutes } from '../../../../records/server/routes.ts';
import { sumsRoute } from '../../../../records/server/list/column-totals.ts';
import { leadBulk } from './bulk.ts';
import { convertLead } from './convert.ts';
import { findLeadDuplicates } from './duplicates.ts';
import './form-page.ts';
import { sendEmbedScript } from './embed-script.ts';
import { acceptSubmission, createForm, listForms, listSubmissions, removeForm, updateForm } from './forms.ts';
import { leadKind } from './kind.ts';
import { exportLeads, leadFacets, selectionOf } from './lists.ts';
import { leadMerge } from './merge.ts';
import { toConfirmationPage, readPublicForm, submitForm } from './public-forms.ts';
import {
  countFitting,
  createAssignmentRule,
  createScoreRule,
  listAssignmentRules,
  listScoreRules,
  orderAssignmentRules,
  removeAssignmentRule,
  removeScoreRule,
  updateAssignmentRule,
  updateScoreRule,
} from './rules.ts';
import { previewLead } from './preview.ts';
import { createLead, getLead, purgeLeads, removeLead, restoreLead, updateLead } from './service.ts';
import { undoConversion } from './unconvert.ts';

/**
 * A conversion writes contacts and companies, and maybe an opportunity.
 * @throws AppError `forbidden` for a key that may not write those, and where there are no opportunities
 */
function requireParts(caller: Caller, opportunity: boolean): void {
  requireScope(caller, 'contacts:write');
  if (!opportunity) return;
  requireScope(caller, 'opportunities:write');
  if (caller.appsOff?.includes('opportunities'))
    throw new AppError('forbidden', 'Opportunities are turned off for this workspace. Convert the lead without one.', {
      field: 'opportunity',
    });
}

export const leadRoutes: readonly BoundRoute[] = [
  route(leads.list, ({ query }) =>
    listRecords(leadKind, {
      ...selectionOf(query),
      sort: query.sort,
      cursor: query.cursor,
      limit: query.limit,
      total: query.total === '1',
    }),
  ),
  route(leads.create, ({ body }) => createLead(body)),
  route(leads.get, ({ params, query }) => getLead(params.id, query.trash === '1')),
  route(leads.update, ({ params, body, request }) => updateLead(params.id, body, ifMatch(request))),
  route(leads.remove, ({ params }) => removeLead(params.id)),
  route(leads.restore, ({ params }) => restoreLead(params.id)),
  route(leads.purge, async ({ body }) => {
    const { purged, storageKeys } = await purgeLeads(body.ids);
    await dropContents(storageKeys);
    return { purged };
  }),
  route(leads.neighbours, ({ params, query }) =>
    neighboursOf(leadKind, params.id, { ...selectionOf(query), sort: query.sort }),
  ),
  route(leads.exportFile, async ({ query, reply }) =>
    sendDownload(reply, await exportLeads(query), 'text/csv; charset=utf-8', 'leads.csv'),
  ),
  route(leads.facets, () => leadFacets()),
  route(leads.preview, ({ body }) => previewLead(body)),
  route(leads.duplicates, async ({ body }) => ({ items: await findLeadDuplicates(body) })),
  ...bulkRoutes(bulkCalls, leadBulk),
  sumsRoute('lead', leadKind),
  ...recordRoutes(RECORD_CALLS.lead, leadKind),
  ...readerRoutes('lead'),
  ...mergeRoutes(MERGE_CALLS.lead, leadMerge),
  route(conversion.convert, ({ params, body, caller }) => {
    requireParts(caller, body.opportunity !== undefined);
    return convertLead(params.id, body);
  }),
  route(conversion.undo, async ({ params, caller }) => {
    if (caller.scopes) requireParts(caller, (await getLead(params.id)).opportunity !== null);
    return undoConversion(params.id);
  }),
  route(scoreRules.list, async () => ({ items: await listScoreRules() })),
  route(scoreRules.create, ({ body }) => createScoreRule(body)),
  route(scoreRules.update, ({ params, body }) => updateScoreRule(params.id, body)),
  route(scoreRules.remove, ({ params }) => removeScoreRule(params.id)),
  route(scoreRules.preview, ({ body }) => countFitting(body.filter)),
  route(assignmentRules.list, async () => ({ items: await listAssignmentRules() })),
  route(assignmentRules.create, ({ body }) => createAssignmentRule(body)),
  route(assignmentRules.update, ({ params, body }) => updateAssignmentRule(params.id, body)),
  route(assignmentRules.remove, ({ params }) => removeAssignmentRule(params.id)),
  route(assignmentRules.order, ({ body }) => orderAssignmentRules(body.ids)),
  route(leadForms.list, async () => ({ items: await listForms() })),
  route(leadForms.create, ({ body }) => createForm(body)),
  route(leadForms.update, ({ params, body }) => updateForm(params.id, body)),
  route(leadForms.remove, ({ params }) => removeForm(params.id)),
  route(leadForms.submissions, ({ params, query }) => listSubmissions(params.id, query)),
  route(leadForms.accept, ({ params }) => acceptSubmission(params.id, params.submissionId)),
  route(publicForms.read, ({ params, request }) => readPublicForm(params.key, request)),
  route(publicForms.submit, ({ params, body, request }) => submitForm(params.key, body, request)),
  route(publicForms.confirm, ({ params, reply }) => toConfirmationPage(params.token, reply)),
  route(publicForms.script, ({ params, reply }) => sendEmbedScript(params.key, reply)),
];
