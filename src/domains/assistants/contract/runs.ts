/** Steps of an assistant's run. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';

/** Purposes of models; each may have its own models. */
export const PURPOSES = ['draft', 'classify', 'answer', 'plan', 'vision', 'embed'] as const;
export const Purpose = z.enum(PURPOSES);
export type Purpose = z.infer<typeof Purpose>;

export const RunState = z.enum(['running', 'done', 'failed', 'stopped', 'refused', 'budget']);
export type RunState = z.infer<typeof RunState>;

export const AssistantStep = z.object({
  position: z.number().int(),
  kind: z.enum(['model', 'tool', 'repair']),
  /** The model, or the tool. */
  name: z.string(),
  input: z.unknown(),
  output: z.unknown(),
  error: z.string(),
  tokens: z.number().int(),
  milliseconds: z.number().int(),
});
export type AssistantStep = z.infer<typeof AssistantStep>;

export const AssistantRun = z.object({
  id: Id,
  purpose: Purpose,
  state: RunState,
  /** The system prompt. */
  instructions: z.string(),
  budget: z.object({
    steps: z.number().int(),
    tokens: z.number().int(),
    seconds: z.number().int(),
    credits: z.string().nullable(),
  }),
  tokens: z.number().int(),
  /** Credits that it took; null where none were asked for. */
  credits: z.string().nullable(),
  error: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  steps: z.array(AssistantStep),
});
export type AssistantRun = z.infer<typeof AssistantRun>;

export const assistantRuns = {
  get: endpoint({
    tag: 'Assistants',
    access: 'user',
    method: 'GET',
    path: '/api/assistants/runs/{id}',
    summary: 'What an assistant did, step by step',
    description: 'Your own runs; administrators see all of the workspace.',
    params: IdParams,
    response: AssistantRun,
    errors: ['not_found'],
  }),
} as const;
