import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { sendFile } from '../../../../server/http/download.ts';
import { documents } from '../../contract.ts';
import { inOpenPeriod } from '../ledgers/closed-periods.ts';
import { applyCredit, creditDocument, creditOf } from './credits.ts';
import { issueDocument, voidDocument } from './issue.ts';
import { sendDocument } from './mail.ts';
import './send-reminders.ts';
import { getAgeing, getOverview } from './overview.ts';
import { payDocument, unpayDocument } from './payments.ts';
import { creditName, creditPdf, documentPdf, pdfName } from './pdf.ts';
import { createSchedule, listSchedules, removeSchedule, updateSchedule } from './schedules.ts';
import {
  createDocument,
  duplicateDocument,
  getDocument,
  listDocuments,
  removeDocument,
  restoreDocument,
  updateDocument,
} from './service.ts';
import { getSettings, updateSettings } from './settings.ts';
import { suggestPayments } from './payment-suggestions.ts';

export const documentRoutes: readonly BoundRoute[] = [
  route(documents.list, ({ query }) => listDocuments(query)),
  route(documents.create, ({ body }) => createDocument(body)),
  route(documents.suggestions, ({ query }) => suggestPayments(query)),
  route(documents.schedules, ({ query }) => listSchedules(query)),
  route(documents.createSchedule, ({ body }) => createSchedule(body)),
  route(documents.updateSchedule, ({ params, body }) => updateSchedule(params.id, body)),
  route(documents.removeSchedule, ({ params }) => removeSchedule(params.id)),
  route(documents.get, ({ params }) => getDocument(params.id)),
  route(documents.update, ({ params, body }) => updateDocument(params.id, body)),
  route(documents.remove, ({ params }) => removeDocument(params.id)),
  route(documents.restore, ({ params }) => restoreDocument(params.id)),
  route(
    documents.issue,
    inOpenPeriod(({ params, body }) => issueDocument(params.id, body)),
  ),
  route(
    documents.send,
    inOpenPeriod(({ params, body }) => sendDocument(params.id, body)),
  ),
  route(
    documents.void,
    inOpenPeriod(({ params, body }) => voidDocument(params.id, body)),
  ),
  route(documents.duplicate, ({ params }) => duplicateDocument(params.id)),
  route(documents.pdf, async ({ params, reply }) => {
    const document = await getDocument(params.id);
    return sendFile(reply, await documentPdf(document), 'application/pdf', pdfName(document));
  }),
  route(
    documents.pay,
    inOpenPeriod(({ params, body }) => payDocument(params.id, body)),
  ),
  route(
    documents.unpay,
    inOpenPeriod(({ params }) => unpayDocument(params.id, params.paymentId)),
  ),
  route(
    documents.credit,
    inOpenPeriod(({ params, body }) => creditDocument(params.id, body)),
  ),
  route(
    documents.apply,
    inOpenPeriod(({ params, body }) => applyCredit(params.id, body)),
  ),
  route(documents.creditPdf, async ({ params, reply }) => {
    const { document, credit } = await creditOf(params.id, params.paymentId);
    return sendFile(reply, await creditPdf(document, credit), 'application/pdf', creditName(document, credit));
  }),
  route(documents.settings, ({ params }) => getSettings(params.id)),
  route(documents.updateSettings, ({ params, body }) => updateSettings(params.id, body)),
  route(documents.ageing, ({ params, query }) => getAgeing(params.id, query)),
  route(documents.overview, ({ params, query }) => getOverview(params.id, query)),
];
