/** Which language models serve which purpose, what they cost, how much may be used, and what was used. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { ASSISTANTS } from '../paths.ts';
import { Purpose } from './runs.ts';

/** Most models of one purpose. */
export const MAX_CHOICES = 5;
/** Most models that are tried side by side. */
export const MAX_TRIED = 4;

const ModelName = z.string().trim().min(1, 'Model is required.').max(200);
const Price = z
  .string()
  .trim()
  .regex(/^\d{1,8}(?:\.\d{1,4})?$/, 'Enter an amount with at most 4 decimals, such as 2.50.');
const Dollars = z
  .string()
  .trim()
  .regex(/^\d{1,8}(?:\.\d{1,2})?$/, 'Enter an amount with at most 2 decimals, such as 25.00.');

export const ModelConnection = z.object({
  id: Id,
  name: z.string(),
  /** Its provider: `openai-compatible`, `anthropic`. */
  provider: z.string(),
  /** Used where no model is chosen; blank: the account's first. */
  defaultModel: z.string(),
  state: z.enum(['working', 'failing', 'paused']),
  lastError: z.string().nullable(),
});
export type ModelConnection = z.infer<typeof ModelConnection>;

export const ModelChoice = z.strictObject({
  connectionId: Id,
  model: ModelName,
  /** Most tokens of a reply; null: what the purpose needs. */
  maxTokens: z.number().int().min(16, 'A reply needs at least 16 tokens.').max(200_000).nullable(),
});
export type ModelChoice = z.infer<typeof ModelChoice>;

export const ModelPrice = z.object({
  id: Id,
  version: z.number().int(),
  model: z.string(),
  inputPrice: z.string(),
  cachedPrice: z.string().nullable(),
  outputPrice: z.string(),
  contextTokens: z.number().int().nullable(),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

const ContextTokens = z.number().int().min(1_000).max(20_000_000);

export const NewModelPrice = z.strictObject({
  /** Name of the model, or the beginning of names with `*` at its end. */
  model: ModelName,
  /** US dollars for a million tokens. */
  inputPrice: Price,
  cachedPrice: Price.nullable().default(null),
  outputPrice: Price,
  /** How much the model can read, question and answer together. */
  contextTokens: ContextTokens.nullable().default(null),
});

export const ModelLimit = z.object({
  /** Null: for every workspace without a limit of its own. */
  workspaceId: Id.nullable(),
  workspaceName: z.string(),
  tokensPerDay: z.number().int().nullable(),
  dollarsPerMonth: z.string().nullable(),
  version: z.number().int(),
});
export type ModelLimit = z.infer<typeof ModelLimit>;

export const ModelConfig = z.object({
  connections: z.array(ModelConnection),
  choices: z.record(Purpose, z.array(ModelChoice)),
  prices: z.array(ModelPrice),
  limits: z.array(ModelLimit),
});
export type ModelConfig = z.infer<typeof ModelConfig>;

const Figures = {
  calls: z.number().int(),
  failures: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** US dollars; of the calls whose model has a price. */
  cost: z.string(),
};
const UsageRow = z.object({ name: z.string(), ...Figures });

export const ModelUsage = z.object({
  total: z.object({
    ...Figures,
    /** Calls of models without a price, which `cost` leaves out. */
    unpriced: z.number().int(),
  }),
  days: z.array(
    z.object({
      day: Day,
      ...Figures,
      /** Milliseconds until the first piece of a reply: half of the calls, and 19 of 20, took at most so long. */
      medianFirst: z.number().int().nullable(),
      p95First: z.number().int().nullable(),
    }),
  ),
  models: z.array(
    UsageRow.extend({ medianFirst: z.number().int().nullable(), medianTotal: z.number().int().nullable() }),
  ),
  purposes: z.array(UsageRow),
  workspaces: z.array(UsageRow),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

export const ModelCall = z.object({
  id: Id,
  workspaceName: z.string(),
  userName: z.string().nullable(),
  purpose: Purpose,
  model: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  error: z.string(),
  attempts: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cost: z.string().nullable(),
  firstMs: z.number().int().nullable(),
  totalMs: z.number().int().nullable(),
  createdAt: Instant,
});
export type ModelCall = z.infer<typeof ModelCall>;

export const TrialResult = z.object({
  connectionId: Id,
  model: z.string(),
  text: z.string(),
  error: z.string(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cost: z.string().nullable(),
  firstMs: z.number().int().nullable(),
  totalMs: z.number().int(),
});
export type TrialResult = z.infer<typeof TrialResult>;

const admin = { tag: 'Models', access: 'admin' } as const;
const AtPurpose = z.object({ purpose: Purpose });

export const models = {
  config: endpoint({
    ...admin,
    method: 'GET',
    path: `${ASSISTANTS.models}/config`,
    summary: 'How language models are set up',
    response: ModelConfig,
  }),
  choose: endpoint({
    ...admin,
    method: 'PUT',
    path: `${ASSISTANTS.models}/choices/{purpose}`,
    summary: 'Choose the models of a purpose, in fall-back order',
    description: 'An empty list: the connections in their order, with their default models.',
    params: AtPurpose,
    body: z.strictObject({ choices: z.array(ModelChoice).max(MAX_CHOICES, `Use at most ${MAX_CHOICES} models.`) }),
    response: ModelConfig,
    errors: ['validation', 'not_found'],
  }),
  available: endpoint({
    ...admin,
    method: 'GET',
    path: `${ASSISTANTS.models}/connections/{id}/models`,
    summary: 'The models that a connection offers',
    params: IdParams,
    response: z.object({ items: z.array(z.string()) }),
    errors: ['not_found', 'unavailable'],
  }),
  createPrice: endpoint({
    ...admin,
    method: 'POST',
    path: `${ASSISTANTS.models}/prices`,
    summary: 'Add the price of a model',
    status: 201,
    body: NewModelPrice,
    response: ModelPrice,
    errors: ['validation', 'conflict'],
  }),
  updatePrice: endpoint({
    ...admin,
    method: 'PUT',
    path: `${ASSISTANTS.models}/prices/{id}`,
    summary: 'Change the price of a model',
    description: 'What was used before keeps its cost.',
    params: IdParams,
    body: NewModelPrice.extend({
      cachedPrice: Price.nullable(),
      contextTokens: ContextTokens.nullable(),
      version: z.number().int(),
    }),
    response: ModelPrice,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  removePrice: endpoint({
    ...admin,
    method: 'DELETE',
    path: `${ASSISTANTS.models}/prices/{id}`,
    summary: 'Delete the price of a model',
    params: IdParams,
    errors: ['not_found'],
  }),
  limit: endpoint({
    ...admin,
    method: 'PUT',
    path: `${ASSISTANTS.models}/limits`,
    summary: 'Limit how much a workspace may use',
    description: 'Null for a figure: no limit. Without a workspace: for every one that has no limit of its own.',
    body: z.strictObject({
      workspaceId: Id.nullable(),
      tokensPerDay: z.number().int().min(0).max(1e15).nullable(),
      dollarsPerMonth: Dollars.nullable(),
      /** Of the limit that was read; absent for a new one. */
      version: z.number().int().optional(),
    }),
    response: ModelConfig,
    errors: ['validation', 'not_found', 'stale'],
  }),
  removeLimit: endpoint({
    ...admin,
    method: 'DELETE',
    path: `${ASSISTANTS.models}/limits/{id}`,
    summary: 'Remove the limit of a workspace',
    params: IdParams,
    errors: ['not_found'],
  }),
  usage: endpoint({
    ...admin,
    method: 'GET',
    path: `${ASSISTANTS.models}/usage`,
    summary: 'What language models were used for, how fast they were, and what they cost',
    query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
    response: ModelUsage,
    errors: ['validation'],
  }),
  calls: endpoint({
    ...admin,
    method: 'GET',
    path: `${ASSISTANTS.models}/calls`,
    summary: 'Calls of language models, the newest first',
    query: z.object({
      state: z.enum(['running', 'done', 'failed', 'stopped']).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(ModelCall),
    errors: ['validation', 'bad_request'],
  }),
  tryOut: endpoint({
    ...admin,
    method: 'POST',
    path: `${ASSISTANTS.models}/try`,
    summary: 'Try a prompt with several models side by side',
    description: 'At most a minute; what it costs counts as usage of your workspace.',
    body: z.strictObject({
      instructions: z.string().trim().max(8_000).default(''),
      prompt: z.string().trim().min(1, 'Prompt is required.').max(8_000),
      models: z
        .array(z.strictObject({ connectionId: Id, model: ModelName }))
        .min(1, 'Choose at least one model.')
        .max(MAX_TRIED, `Try at most ${MAX_TRIED} models at once.`),
    }),
    response: z.object({ items: z.array(TrialResult) }),
    streams: true,
    errors: ['validation', 'not_found'],
  }),
} as const;
