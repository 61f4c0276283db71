/** Questions to the knowledge, answered with passages as proof. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { KNOWLEDGE } from '../paths.ts';

/** A passage behind an answer, which cites it as `[n]`. */
export const CitedPassage = z.object({
  n: z.number().int(),
  passageId: Id,
  documentId: Id,
  documentTitle: z.string(),
  sourceName: z.string(),
  heading: z.string(),
  place: z.string(),
  /** Blank once the document was deleted. */
  quote: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  /** How sure OCR is of the letters of its page, 0 to 1; null for text of its own. */
  ocr: z.number().nullable(),
  /** The passage is in no document any more. */
  isRemoved: z.boolean(),
});
export type CitedPassage = z.infer<typeof CitedPassage>;

export const AnswerSentence = z.object({
  text: z.string(),
  /** Passages that support it. */
  citations: z.array(z.number().int()),
});
export type AnswerSentence = z.infer<typeof AnswerSentence>;

export const KnowledgeAnswer = z.object({
  id: Id,
  question: z.string(),
  /** `answered` by a model; `quoted` without one; `abstained`: nothing supports an answer. */
  state: z.enum(['answered', 'quoted', 'abstained']),
  sentences: z.array(AnswerSentence),
  /** The passages cited; of a quotation, the best ones. */
  passages: z.array(CitedPassage),
  /** Sentences that no passage supported, and were left out. */
  dropped: z.number().int(),
  searched: z.object({ sources: z.number().int(), documents: z.number().int(), passages: z.number().int() }),
  helpful: z.boolean().nullable(),
  comment: z.string(),
  createdAt: Instant,
});
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>;

export const AnswerGap = z.object({
  /** Of the last answer to it. */
  id: Id,
  question: z.string(),
  times: z.number().int(),
  people: z.number().int(),
  /** Nothing was found, or the answer did not help. */
  reason: z.enum(['abstained', 'unhelpful']),
  comment: z.string(),
  lastAt: Instant,
});
export type AnswerGap = z.infer<typeof AnswerGap>;

const QuestionText = z
  .string()
  .trim()
  .min(1, 'Ask something.')
  .max(1_000, 'Use at most 1,000 characters.')
  .refine((text) => !text.includes('\0'), 'This contains a character that can’t be stored.');
export const NewQuestion = z.strictObject({ question: QuestionText, sourceId: Id.optional() });
export const NewVerifiedAnswer = z.strictObject({
  question: QuestionText,
  answer: z.string().trim().min(1, 'Answer is required.').max(10_000, 'Use at most 10,000 characters.'),
});

const access = { tag: 'Knowledge', access: 'user' } as const;
const paging = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(30) };

export const knowledgeAnswers = {
  ask: endpoint({
    ...access,
    method: 'PUT',
    path: `${KNOWLEDGE.answers}/{id}`,
    summary: 'Ask the knowledge a question',
    description:
      'With a language model, each sentence cites the passages that support it. Without one, the best passages are quoted. You choose the id: asked again under it, the question gets the same answer.',
    params: IdParams,
    body: NewQuestion,
    response: KnowledgeAnswer,
    errors: ['validation', 'not_found', 'unavailable', 'credits', 'rate_limited', 'conflict'],
  }),
  list: endpoint({
    ...access,
    method: 'GET',
    path: KNOWLEDGE.answers,
    summary: 'Your questions, the newest first',
    query: z.object(paging),
    response: pageOf(KnowledgeAnswer),
    errors: ['bad_request'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${KNOWLEDGE.answers}/{id}`,
    summary: 'One of your questions with its answer',
    params: IdParams,
    response: KnowledgeAnswer,
    errors: ['not_found'],
  }),
  rate: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.answers}/{id}/feedback`,
    summary: 'Say whether an answer helped',
    params: IdParams,
    body: z.strictObject({
      helpful: z.boolean(),
      comment: z.string().trim().max(1_000, 'Use at most 1,000 characters.').default(''),
    }),
    response: KnowledgeAnswer,
    errors: ['validation', 'not_found'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${KNOWLEDGE.answers}/{id}`,
    summary: 'Delete one of your questions',
    params: IdParams,
    errors: ['not_found'],
  }),
  gaps: endpoint({
    ...access,
    method: 'GET',
    path: '/api/knowledge/gaps',
    summary: 'Questions without a good answer, the most frequent first',
    description: 'For those who manage knowledge: owners of the workspace and administrators.',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
    response: z.object({ items: z.array(AnswerGap) }),
    errors: ['forbidden', 'validation'],
  }),
  closeGap: endpoint({
    ...access,
    method: 'POST',
    path: '/api/knowledge/gaps/{id}/close',
    summary: 'Close an answer gap',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  verify: endpoint({
    ...access,
    method: 'POST',
    path: '/api/knowledge/verified-answers',
    summary: 'Add a verified answer, and close the gaps of its question',
    status: 201,
    body: NewVerifiedAnswer,
    response: z.object({ documentId: Id }),
    errors: ['validation', 'forbidden', 'conflict'],
  }),
} as const;
