/** How knowledge is searched, and how it is. */
import * as z from 'zod';
import { endpoint, Id, Instant } from '../../../kernel/endpoint.ts';
import { KNOWLEDGE } from '../paths.ts';

const KnowledgeSettingValues = z.object({
  /** Share of the meaning in the ranking, 0 to 1; the rest is by words. */
  embeddingWeight: z.number().min(0, 'Enter 0 to 1.').max(1, 'Enter 0 to 1.'),
  /** Widens questions by the words of the best passages. */
  isWidening: z.boolean(),
  /** Least share of a question’s words that a passage holds to count as an answer, 0 to 1. */
  minCoverage: z.number().min(0, 'Enter 0 to 1.').max(1, 'Enter 0 to 1.'),
  /** Days without a change after which a document is marked. */
  staleDays: z.number().int().min(1, 'Enter at least 1 day.').max(3_650, 'Enter at most 3,650 days.'),
  /** Words that mean the same, by group. */
  synonyms: z
    .array(z.array(z.string().trim().min(1).max(60)).min(2, 'A group needs two words.').max(20))
    .max(200, 'Use at most 200 groups.'),
});
export const KnowledgeSettings = KnowledgeSettingValues.extend({
  version: z.number().int(),
  canEdit: z.boolean(),
  /** Name of the embedding model that serves; blank before the first document. */
  model: z.string(),
  /** It is the one that comes with the product, which is weak. */
  isEmbeddedModel: z.boolean(),
});
export type KnowledgeSettings = z.infer<typeof KnowledgeSettings>;
export type KnowledgeSettingValues = z.infer<typeof KnowledgeSettingValues>;
export const KnowledgeSettingsChange = KnowledgeSettingValues.partial()
  .extend({
    version: z.number().int(),
    /** Also when a test set loses more than it allows. */
    force: z.boolean().optional(),
  })
  .strict();

export const KnowledgeStatus = z.object({
  sources: z.number().int(),
  documents: z.number().int(),
  passages: z.number().int(),
  /** Passages with a vector of the model that serves. */
  embedded: z.number().int(),
  waiting: z.number().int(),
  failed: z.number().int(),
  /** Documents with pages that OCR was unsure of. */
  unsure: z.number().int(),
  stale: z.number().int(),
  duplicates: z.number().int(),
  /** Open answer gaps; null for those who do not manage knowledge. */
  gaps: z.number().int().nullable(),
  /** Of the last 30 days. */
  questions: z.object({
    asked: z.number().int(),
    answered: z.number().int(),
    abstained: z.number().int(),
    helpful: z.number().int(),
    unhelpful: z.number().int(),
  }),
  /** Questions on each of the last 30 days, the oldest first. */
  daily: z.array(z.object({ day: z.string(), asked: z.number().int(), abstained: z.number().int() })),
  lastReadAt: Instant.nullable(),
  model: z.string(),
  /** A language model writes the answers. */
  hasModel: z.boolean(),
  jobs: z.array(
    z.object({
      sourceId: Id,
      sourceName: z.string(),
      done: z.number().int(),
      total: z.number().int().nullable(),
      /** What it is doing, in words; blank before it begins. */
      message: z.string(),
    }),
  ),
});
export type KnowledgeStatus = z.infer<typeof KnowledgeStatus>;

const access = { tag: 'Knowledge', access: 'user' } as const;

export const knowledge = {
  status: endpoint({
    ...access,
    method: 'GET',
    path: KNOWLEDGE.status,
    summary: 'How fresh and complete the knowledge is that you may read',
    response: KnowledgeStatus,
  }),
  settings: endpoint({
    ...access,
    method: 'GET',
    path: KNOWLEDGE.settings,
    summary: 'How knowledge is searched',
    response: KnowledgeSettings,
  }),
  updateSettings: endpoint({
    ...access,
    method: 'PATCH',
    path: KNOWLEDGE.settings,
    summary: 'Change how knowledge is searched',
    description: 'Refused with `conflict` when a test set loses more than it allows, unless `force` is set.',
    body: KnowledgeSettingsChange,
    response: KnowledgeSettings,
    errors: ['validation', 'stale', 'forbidden', 'conflict'],
  }),
} as const;
