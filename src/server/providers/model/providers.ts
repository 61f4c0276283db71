/** The providers of language models that can be connected. */
import * as z from 'zod';
import { defineProvider } from '../define.ts';
import { ProviderError } from '../provider-error.ts';
import { anthropicClient } from './anthropic-protocol.ts';
import { openAiClient } from './openai-protocol.ts';
import { type ModelClient, ModelError } from './port.ts';

const HttpAddress = z
  .string()
  .trim()
  .max(500)
  .refine(
    (value) => /^https?:\/\/[^\s/]+/.test(value) && URL.canParse(value),
    'Enter an address that begins with https://.',
  );
const Key = z.string().trim().max(2_000);
const DefaultModel = z
  .string()
  .trim()
  .max(200)
  .default('')
  .meta({
    title: 'Default model',
    description: 'Used wherever Model configuration names no other. Left blank, the first model of the account.',
  });

/** Milliseconds for trying a connection. */
const TRIAL = 20_000;

/** @throws ProviderError with the provider's own words, or when the default model is none of the account's */
async function verifyClient(client: ModelClient): Promise<void> {
  let models: string[];
  try {
    models = await client.models(AbortSignal.timeout(TRIAL));
  } catch (error) {
    throw asProviderError(error);
  }
  const { defaultModel } = client;
  if (defaultModel && models.length > 0 && !models.includes(defaultModel))
    throw new ProviderError('settings', `The provider has no model named “${defaultModel}”.`, { field: 'model' });
}

/** A model's failure as the failure of its connection. */
export function asProviderError(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  if (error.kind === 'stopped') return new ProviderError('temporary', 'The provider did not answer in time.');
  return new ProviderError(error.isPassing ? 'temporary' : 'settings', error.message, {
    retryAfter: error.retryAfter,
    ...(error.kind === 'auth' && { field: 'apiKey' }),
    cause: error,
  });
}

defineProvider({
  port: 'model',
  id: 'openai-compatible',
  name: 'OpenAI-compatible',
  summary:
    'OpenAI, Azure OpenAI, OpenRouter, and servers of your own: Ollama, llama.cpp, vLLM, LM Studio. Anything that answers at /chat/completions.',
  settings: z.object({
    baseUrl: HttpAddress.default('https://api.openai.com/v1').meta({
      title: 'Base URL',
      description: 'The address before /chat/completions, such as https://openrouter.ai/api/v1.',
    }),
    apiKey: Key.default('').meta({ title: 'API key', description: 'Leave blank for a server that wants none.' }),
    model: DefaultModel,
  }),
  secrets: ['apiKey'],
  open: (settings, { fetch }) => openAiClient(settings, (request) => fetch.stream(request)),
  verify: (settings, { fetch }) => verifyClient(openAiClient(settings, (request) => fetch.stream(request))),
});

defineProvider({
  port: 'model',
  id: 'anthropic',
  name: 'Anthropic',
  summary: 'Claude models, by Anthropic’s own protocol.',
  settings: z.object({
    apiKey: Key.min(1, 'API key is required.').meta({ title: 'API key' }),
    baseUrl: HttpAddress.default('https://api.anthropic.com').meta({
      title: 'Base URL',
      description: 'Change it only for a gateway that speaks the same protocol.',
    }),
    model: DefaultModel,
  }),
  secrets: ['apiKey'],
  open: (settings, { fetch }) => anthropicClient(settings, (request) => fetch.stream(request)),
  verify: (settings, { fetch }) => verifyClient(anthropicClient(settings, (request) => fetch.stream(request))),
});
