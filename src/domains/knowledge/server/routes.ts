import { type BoundRoute, route } from '../../../server/http/route.ts';
import { knowledge, knowledgeAnswers, knowledgeDocuments, knowledgeSources, knowledgeTests } from '../contract.ts';
import { askKnowledge, closeGap, listAnswers, listGaps, rateAnswer, readAnswer, removeAnswer } from './answers.ts';
import {
  addNote,
  listDocuments,
  listPassages,
  readDocumentRecord,
  removeDocument,
  retryDocument,
  sendFile,
  updateNote,
  uploadFile,
} from './documents.ts';
import { searchKnowledge } from './search.ts';
import { readSettings, updateSettings } from './settings.ts';
import { createSource, listSources, readSource, removeSource, syncSource, updateSource } from './sources.ts';
import { readStatus } from './status.ts';
import { cancelRun, readRun, startRun } from './test-runs.ts';
import { listRepeated } from './repeated-passages.ts';
import { importQuestions } from './import-questions.ts';
import { startProposing } from './propose-questions.ts';
import {
  acceptTestQuestion,
  addTestQuestion,
  readTestSet,
  removeTestQuestion,
  updateTestQuestion,
} from './test-questions.ts';
import { createTestSet, listTestSets, removeTestSet, updateTestSet } from './test-sets.ts';
import { verifyAnswer } from './verified-answers.ts';

export const knowledgeRoutes: readonly BoundRoute[] = [
  route(knowledgeSources.list, listSources),
  route(knowledgeSources.create, ({ body }) => createSource(body)),
  route(knowledgeSources.get, ({ params }) => readSource(params.id)),
  route(knowledgeSources.update, ({ params, body }) => updateSource(params.id, body)),
  route(knowledgeSources.remove, ({ params }) => removeSource(params.id)),
  route(knowledgeSources.sync, ({ params }) => syncSource(params.id)),
  route(knowledgeDocuments.list, ({ query }) => listDocuments(query)),
  route(knowledgeDocuments.upload, ({ params, request }) => uploadFile(params.id, request)),
  route(knowledgeDocuments.addNote, ({ params, body }) => addNote(params.id, body)),
  route(knowledgeDocuments.get, ({ params }) => readDocumentRecord(params.id)),
  route(knowledgeDocuments.updateNote, ({ params, body }) => updateNote(params.id, body)),
  route(knowledgeDocuments.remove, ({ params }) => removeDocument(params.id)),
  route(knowledgeDocuments.retry, ({ params }) => retryDocument(params.id)),
  route(knowledgeDocuments.passages, ({ params, query }) => listPassages(params.id, query)),
  route(knowledgeDocuments.repeated, ({ query }) => listRepeated(query)),
  route(knowledgeDocuments.file, ({ params, reply }) => sendFile(params.id, reply)),
  route(knowledgeDocuments.search, ({ query: { q, limit, ...filter } }) =>
    searchKnowledge({ question: q, most: limit, ...filter }),
  ),
  route(knowledgeAnswers.ask, ({ params, body, caller }) => askKnowledge({ ...body, id: params.id }, caller)),
  route(knowledgeAnswers.list, ({ query, caller }) => listAnswers(query, caller)),
  route(knowledgeAnswers.get, ({ params, caller }) => readAnswer(params.id, caller.userId)),
  route(knowledgeAnswers.rate, ({ params, body, caller }) => rateAnswer(params.id, body, caller)),
  route(knowledgeAnswers.remove, ({ params, caller }) => removeAnswer(params.id, caller)),
  route(knowledgeAnswers.gaps, ({ query }) => listGaps(query.limit)),
  route(knowledgeAnswers.closeGap, ({ params }) => closeGap(params.id)),
  route(knowledgeAnswers.verify, ({ body }) => verifyAnswer(body)),
  route(knowledgeTests.list, listTestSets),
  route(knowledgeTests.create, ({ body, caller }) => createTestSet(body, caller)),
  route(knowledgeTests.get, ({ params }) => readTestSet(params.id)),
  route(knowledgeTests.update, ({ params, body }) => updateTestSet(params.id, body)),
  route(knowledgeTests.remove, ({ params }) => removeTestSet(params.id)),
  route(knowledgeTests.addQuestion, ({ params, body }) => addTestQuestion(params.id, body)),
  route(knowledgeTests.updateQuestion, ({ params, body }) => updateTestQuestion(params.id, body)),
  route(knowledgeTests.acceptQuestion, ({ params }) => acceptTestQuestion(params.id)),
  route(knowledgeTests.importQuestions, ({ params, body }) => importQuestions(params.id, body)),
  route(knowledgeTests.propose, ({ params, body }) => startProposing(params.id, body)),
  route(knowledgeTests.removeQuestion, ({ params }) => removeTestQuestion(params.id)),
  route(knowledgeTests.run, ({ params, body, caller }) => startRun(params.id, body, caller)),
  route(knowledgeTests.cancelRun, ({ params }) => cancelRun(params.id)),
  route(knowledgeTests.results, ({ params }) => readRun(params.id)),
  route(knowledge.status, readStatus),
  route(knowledge.settings, readSettings),
  route(knowledge.updateSettings, ({ body }) => updateSettings(body)),
];
