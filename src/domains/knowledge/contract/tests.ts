/** Tests of the knowledge base: sets of questions, and runs that measure how well they are answered. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { KNOWLEDGE } from '../paths.ts';

export const MAX_TEST_SETS = 50;
export const MAX_TEST_QUESTIONS = 200;

/** A passage that must be found. */
export const ExpectedPassage = z.strictObject({
  documentId: Id,
  /** Words of the passage; blank: any of the document. */
  quote: z.string().trim().max(2_000).default(''),
});
export type ExpectedPassage = z.infer<typeof ExpectedPassage>;

export const TestQuestion = z.object({
  id: Id,
  question: z.string(),
  /** None: nothing answers it, and the knowledge base must say so. */
  expected: z.array(ExpectedPassage.extend({ title: z.string() })),
});
export type TestQuestion = z.infer<typeof TestQuestion>;

/** Settings that a run may try. */
export const TestedSettings = z.strictObject({
  embeddingWeight: z.number().min(0, 'Enter 0 to 1.').max(1, 'Enter 0 to 1.'),
  isWidening: z.boolean(),
  minCoverage: z.number().min(0, 'Enter 0 to 1.').max(1, 'Enter 0 to 1.'),
});
export type TestedSettings = z.infer<typeof TestedSettings>;

export const TestFigures = z.object({
  questions: z.number().int(),
  /** Means over the questions with expected passages, of the first ten found. Null without any. */
  recall: z.number().nullable(),
  ndcg: z.number().nullable(),
  mrr: z.number().nullable(),
  /** Share of all questions that were rightly answered or rightly left without an answer. */
  abstention: z.number(),
});
export type TestFigures = z.infer<typeof TestFigures>;

export const TestResult = z.object({
  questionId: Id,
  question: z.string(),
  /** Places in the ranking of the passages that must be found, from 1; null: not among the first ten. */
  places: z.array(z.number().int().nullable()),
  ndcg: z.number().nullable(),
  abstained: z.boolean(),
  shouldAbstain: z.boolean(),
  found: z.array(
    z.object({
      documentId: Id,
      passageId: Id,
      title: z.string(),
      place: z.string(),
      text: z.string(),
      coverage: z.number(),
      isExpected: z.boolean(),
    }),
  ),
});
export type TestResult = z.infer<typeof TestResult>;

export const TestRun = z.object({
  id: Id,
  label: z.string(),
  settings: TestedSettings,
  state: z.enum(['running', 'done', 'failed']),
  error: z.string(),
  figures: TestFigures.nullable(),
  model: z.string(),
  createdAt: Instant,
});
export type TestRun = z.infer<typeof TestRun>;

export const TestSet = z.object({
  id: Id,
  name: z.string(),
  /** Most that nDCG@10 may fall before a change of settings is refused. */
  maxLoss: z.number(),
  questions: z.number().int(),
  /** The newest one. */
  lastRun: TestRun.nullable(),
  version: z.number().int(),
});
export type TestSet = z.infer<typeof TestSet>;

const QuestionText = z.string().trim().min(1, 'Question is required.').max(500, 'Use at most 500 characters.');
export const NewTestSet = z.strictObject({
  name: z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.'),
  maxLoss: z.number({ error: 'Enter 0 to 1.' }).min(0, 'Enter 0 to 1.').max(1, 'Enter 0 to 1.'),
});
export const NewTestQuestion = z.strictObject({
  question: QuestionText,
  expected: z.array(ExpectedPassage).max(20, 'Choose at most 20 passages.').default([]),
});

const access = { tag: 'Knowledge', access: 'user' } as const;

/** All are for those who manage knowledge: owners of the workspace and administrators. */
export const knowledgeTests = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: KNOWLEDGE.tests,
    summary: 'Test sets, the newest first',
    response: z.object({ items: z.array(TestSet) }),
    errors: ['forbidden'],
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: KNOWLEDGE.tests,
    summary: 'Add a test set',
    status: 201,
    body: NewTestSet,
    response: TestSet,
    errors: ['validation', 'forbidden', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${KNOWLEDGE.tests}/{id}`,
    summary: 'A test set with its questions and its last runs',
    params: IdParams,
    response: TestSet.extend({ items: z.array(TestQuestion), runs: z.array(TestRun) }),
    errors: ['not_found', 'forbidden'],
  }),
  update: endpoint({
    ...access,
    method: 'PATCH',
    path: `${KNOWLEDGE.tests}/{id}`,
    summary: 'Change a test set',
    params: IdParams,
    body: NewTestSet.extend({ version: z.number().int() }),
    response: TestSet,
    errors: ['validation', 'not_found', 'forbidden', 'stale'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${KNOWLEDGE.tests}/{id}`,
    summary: 'Delete a test set with its runs',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  addQuestion: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.tests}/{id}/questions`,
    summary: 'Add a question to a test set',
    status: 201,
    params: IdParams,
    body: NewTestQuestion,
    response: TestQuestion,
    errors: ['validation', 'not_found', 'forbidden', 'conflict'],
  }),
  removeQuestion: endpoint({
    ...access,
    method: 'DELETE',
    path: '/api/knowledge/test-questions/{id}',
    summary: 'Delete a question of a test set',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  run: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.tests}/{id}/runs`,
    summary: 'Run a test set, with the settings of the workspace or others',
    status: 201,
    params: IdParams,
    body: z.strictObject({ label: z.string().trim().max(80).default(''), settings: TestedSettings.optional() }),
    response: TestRun,
    errors: ['validation', 'not_found', 'forbidden', 'conflict'],
  }),
  results: endpoint({
    ...access,
    method: 'GET',
    path: '/api/knowledge/test-runs/{id}',
    summary: 'A run with what was found for each question',
    params: IdParams,
    response: TestRun.extend({ results: z.array(TestResult) }),
    errors: ['not_found', 'forbidden'],
  }),
} as const;
