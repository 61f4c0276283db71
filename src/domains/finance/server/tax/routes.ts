import { sendDownload, sendFile } from '../../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { tax, taxScenarios } from '../../contract.ts';
import {
  addDocument,
  listDocuments,
  sendDocument,
  setDocumentDeleted,
  updateDocument,
  uploadDocument,
} from './documents.ts';
import { yearView } from './estimate.ts';
import { exportYear } from './export.ts';
import { describeYear } from './facts.ts';
import { harvest } from './harvest.ts';
import { addEntry, addPayment, listEntries, setItemDeleted, updateEntry, updatePayment } from './items.ts';
import { listCategoriesForTax, placeCategories } from './mapping.ts';
import { createProfile, listProfiles, removeProfile, restoreProfile, updateProfile } from './profiles.ts';
import './reminders.ts';
import { summaryPdf } from './summary-pdf.ts';
import { createScenario, listScenarios, previewScenario, setScenarioDeleted, updateScenario } from './scenarios.ts';

export const taxRoutes: readonly BoundRoute[] = [
  route(tax.profiles, ({ query }) => listProfiles(query)),
  route(tax.create, ({ body }) => createProfile(body)),
  route(tax.update, ({ params, body }) => updateProfile(params.id, body)),
  route(tax.remove, ({ params }) => removeProfile(params.id)),
  route(tax.restore, ({ params }) => restoreProfile(params.id)),
  route(tax.year, ({ params }) => yearView(params.id, params.year)),
  route(tax.describe, ({ params, body }) => describeYear(params.id, params.year, body)),
  route(tax.categories, ({ params }) => listCategoriesForTax(params.id, params.year)),
  route(tax.place, ({ params, body }) => placeCategories(params.id, body)),
  route(tax.entries, ({ params }) => listEntries(params.id, params.year)),
  route(tax.addEntry, ({ params, body }) => addEntry(params.id, body)),
  route(tax.updateEntry, ({ params, body }) => updateEntry(params.id, params.itemId, body)),
  route(tax.addPayment, ({ params, body }) => addPayment(params.id, body)),
  route(tax.updatePayment, ({ params, body }) => updatePayment(params.id, params.itemId, body)),
  route(tax.removeItem, ({ params }) => setItemDeleted(params.id, params.itemId, true)),
  route(tax.restoreItem, ({ params }) => setItemDeleted(params.id, params.itemId, false)),
  route(tax.documents, ({ params }) => listDocuments(params.id, params.year)),
  route(tax.addDocument, ({ params, body }) => addDocument(params.id, body)),
  route(tax.updateDocument, ({ params, body }) => updateDocument(params.id, params.itemId, body)),
  route(tax.removeDocument, ({ params }) => setDocumentDeleted(params.id, params.itemId, true)),
  route(tax.restoreDocument, ({ params }) => setDocumentDeleted(params.id, params.itemId, false)),
  route(tax.upload, ({ params, request }) => uploadDocument(params.id, params.itemId, request)),
  route(tax.download, ({ params, reply }) => sendDocument(params.id, params.itemId, reply)),
  route(tax.exportFile, async ({ params, reply }) =>
    sendDownload(reply, await exportYear(params.id, params.year), 'text/csv; charset=utf-8', `tax-${params.year}.csv`),
  ),
  route(tax.summary, async ({ params, reply }) =>
    sendFile(reply, await summaryPdf(params.id, params.year), 'application/pdf', `tax-${params.year}.pdf`),
  ),
  route(taxScenarios.list, ({ params }) => listScenarios(params.id, params.year)),
  route(taxScenarios.preview, ({ params, body }) => previewScenario(params.id, params.year, body.moves)),
  route(taxScenarios.create, ({ params, body }) => createScenario(params.id, body)),
  route(taxScenarios.update, ({ params, body }) => updateScenario(params.id, params.itemId, body)),
  route(taxScenarios.remove, ({ params }) => setScenarioDeleted(params.id, params.itemId, true)),
  route(taxScenarios.restore, ({ params }) => setScenarioDeleted(params.id, params.itemId, false)),
  route(taxScenarios.harvest, ({ params }) => harvest(params.id, params.year)),
];
