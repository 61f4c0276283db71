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

export const MAX_FACTS = 20;
/** Questions that are proposed at once. */
export const MAX_PROPOSED = 20;
/** Characters of a file with questions. */
export const MAX_QUESTION_FILE = 1_000_000;

export const TestQuestion = z.object({
  id: Id,
  question: z.string(),
  /** None: nothing answers it, and the knowledge base must say so. */
  expected: z.array(ExpectedPassage.extend({ title: z.string() })),
  /** Facts that one sentence of the answer must hold, or that none may hold. `a | b` is one fact in two wordings. */
  mustSay: z.array(z.string()),
  mustNotSay: z.array(z.string()),
  /** Proposed questions count once they are accepted. */
  state: z.enum(['accepted', 'proposed']),
  origin: z.enum(['written', 'imported', 'model', 'document']),
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
  /** Of the questions left without an answer, the share that nothing answers. Null when all were answered. */
  abstentionPrecision: z.number().nullable(),
  /** Share of the facts that were said where they must be, and not where they must not. Null without facts. */
  facts: z.number().nullable(),
  /** Share of the model's sentences that a cited passage supports. Null where nothing was written. */
  citationPrecision: z.number().nullable(),
});
export type TestFigures = z.infer<typeof TestFigures>;

export const FactResult = z.object({ fact: z.string(), isSaid: z.boolean() });

/** A sentence of a written answer. */
export const TestedSentence = z.object({
  text: z.string(),
  passageIds: z.array(Id),
  /** Why its passages do not support it; null when they do. */
  fault: z.enum(['uncited', 'words', 'number', 'negation', 'name']).nullable(),
});
export type TestedSentence = z.infer<typeof TestedSentence>;

export const TestResult = z.object({
  questionId: Id,
  question: z.string(),
  /** Places in the ranking of the passages that must be found, from 1; null: not among the first ten. */
  places: z.array(z.number().int().nullable()),
  ndcg: z.number().nullable(),
  abstained: z.boolean(),
  shouldAbstain: z.boolean(),
  mustSay: z.array(FactResult),
  mustNotSay: z.array(FactResult),
  /** What a model wrote; of a quoted answer none. Blank texts were removed with their document. */
  sentences: z.array(TestedSentence),
  /** Why no answer was written, in words; blank otherwise. */
  error: z.string(),
  found: z.array(
    z.object({
      documentId: Id,
      passageId: Id,
      title: z.string(),
      place: z.string(),
      text: z.string(),
      coverage: z.number(),
      isExpected: z.boolean(),
      /** It is part of a quoted answer. */
      isQuoted: z.boolean(),
    }),
  ),
});
export type TestResult = z.infer<typeof TestResult>;

export const TestRun = z.object({
  id: Id,
  label: z.string(),
  settings: TestedSettings,
  /** How answers came about: passages quoted, or sentences written by a model. */
  answers: z.enum(['quoted', 'written']),
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  error: z.string(),
  /** Questions that were tested, of all. */
  done: z.number().int(),
  total: z.number().int(),
  figures: TestFigures.nullable(),
  model: z.string(),
  createdAt: Instant,
});
export type TestRun = z.infer<typeof TestRun>;

export const TestSet = z.object({
  id: Id,
  name: z.string(),
  /** Most that a figure may fall before a change of settings is refused. */
  maxLoss: z.number(),
  questions: z.number().int(),
  /** Proposed questions that wait for a review. */
  proposed: z.number().int(),
  /** Questions are being proposed now. */
  isProposing: z.boolean(),
  /** What came of the last proposals, in words. */
  proposalNote: z.string(),
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
const Fact = z.string().trim().min(1, 'Enter a fact.').max(200, 'Use at most 200 characters.');
const Facts = z.array(Fact).max(MAX_FACTS, `Use at most ${MAX_FACTS} facts.`).default([]);
export const NewTestQuestion = z.strictObject({
  question: QuestionText,
  expected: z.array(ExpectedPassage).max(20, 'Choose at most 20 passages.').default([]),
  mustSay: Facts,
  mustNotSay: Facts,
});

/** A row of a file with questions, as it was understood. */
export const ImportedQuestion = z.object({
  /** Line of the file, from 1. */
  line: z.number().int(),
  question: z.string(),
  expected: z.array(ExpectedPassage.extend({ title: z.string() })),
  mustSay: z.array(z.string()),
  mustNotSay: z.array(z.string()),
  /** What keeps the row out, in words; none for a good row. */
  problems: z.array(z.string()),
});
export type ImportedQuestion = z.infer<typeof ImportedQuestion>;

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
  updateQuestion: endpoint({
    ...access,
    method: 'PATCH',
    path: '/api/knowledge/test-questions/{id}',
    summary: 'Change a question of a test set, which accepts a proposed one',
    params: IdParams,
    body: NewTestQuestion,
    response: TestQuestion,
    errors: ['validation', 'not_found', 'forbidden', 'conflict'],
  }),
  acceptQuestion: endpoint({
    ...access,
    method: 'POST',
    path: '/api/knowledge/test-questions/{id}/accept',
    summary: 'Accept a proposed question',
    params: IdParams,
    response: TestQuestion,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  importQuestions: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.tests}/{id}/imports`,
    summary: 'Read questions from CSV or JSON Lines, and add those without problems',
    description:
      'Columns: question, document, words, must say, must not say; several facts are divided by semicolons. Without `commit`, nothing is added: the answer is a preview.',
    params: IdParams,
    body: z.strictObject({
      format: z.enum(['csv', 'jsonl']),
      text: z.string().min(1, 'The file is empty.').max(MAX_QUESTION_FILE, 'Use a file of at most 1 MB.'),
      commit: z.boolean().default(false),
    }),
    response: z.object({ rows: z.array(ImportedQuestion), added: z.number().int() }),
    errors: ['validation', 'not_found', 'forbidden', 'conflict'],
  }),
  propose: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.tests}/{id}/proposals`,
    summary: 'Propose questions from documents',
    description:
      'A language model drafts them; without one, they come from headings and sentences with figures. Each waits for a review.',
    status: 202,
    params: IdParams,
    body: z.strictObject({
      sourceId: Id.optional(),
      count: z
        .number()
        .int()
        .min(1, 'Enter at least 1.')
        .max(MAX_PROPOSED, `Enter at most ${MAX_PROPOSED}.`)
        .default(10),
    }),
    response: TestSet,
    errors: ['validation', 'not_found', 'forbidden', 'conflict'],
  }),
  removeQuestion: endpoint({
    ...access,
    method: 'DELETE',
    path: '/api/knowledge/test-questions/{id}',
    summary: 'Delete a question of a test set, or reject a proposed one',
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
    body: z.strictObject({
      label: z.string().trim().max(80).default(''),
      settings: TestedSettings.optional(),
      answers: z.enum(['quoted', 'written']).default('quoted'),
    }),
    response: TestRun,
    errors: ['validation', 'not_found', 'forbidden', 'conflict'],
  }),
  cancelRun: endpoint({
    ...access,
    method: 'POST',
    path: '/api/knowledge/test-runs/{id}/cancel',
    summary: 'Cancel a run',
    params: IdParams,
    response: TestRun,
    errors: ['not_found', 'forbidden', 'conflict'],
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
