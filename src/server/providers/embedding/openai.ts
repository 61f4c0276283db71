/** Embeddings by the protocol of OpenAI, Azure OpenAI, Ollama, llama.cpp, vLLM, and others (`POST /embeddings`). */
import * as z from 'zod';
import { defineProvider, type GuardedFetch } from '../define.ts';
import { addressOf } from '../model/openai-protocol.ts';
import { errorWords } from '../model/exchange.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import { embedInBatches } from './port.ts';

/** Every server takes that many texts, and the answer stays below the limit. */
const BATCH = 64;
/** About 8,000 tokens of English, which is what current models read. */
const LONGEST = 24_000;
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT = 60_000;

const Settings = z.object({
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https://.' })
    .default('https://api.openai.com/v1')
    .meta({ title: 'Base URL', description: 'The address before /embeddings, such as http://localhost:11434/v1.' }),
  apiKey: z
    .string()
    .trim()
    .max(2_000)
    .default('')
    .meta({ title: 'API key', description: 'Leave blank for a server that wants none.' }),
  model: z
    .string()
    .trim()
    .min(1, 'Model is required.')
    .max(200)
    .default('text-embedding-3-small')
    .meta({ title: 'Model' }),
  dimensions: z
    .number()
    .int()
    .min(1)
    .max(8_192)
    .default(1_536)
    .meta({ title: 'Dimensions', description: 'Numbers in each of the model’s vectors. Testing tells you.' }),
});
type Settings = z.output<typeof Settings>;

const Answer = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });

async function ask(
  { baseUrl, apiKey, model }: Settings,
  fetch: GuardedFetch,
  input: string[],
  signal?: AbortSignal,
): Promise<number[][]> {
  const isAzure = new URL(baseUrl).hostname.endsWith('.azure.com');
  const answer = await fetch({
    url: addressOf(baseUrl, 'embeddings'),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey && (isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` })),
    },
    body: JSON.stringify({ model, input, encoding_format: 'float' }),
    maxBytes: MAX_BYTES,
    timeout: TIMEOUT,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw errorOfSilence('The provider', error);
  });
  const text = Buffer.from(answer.body).toString('utf8');
  if (answer.status >= 400) throw errorOfAnswer('The provider', answer, { message: errorWords(text) });
  const vectors = readVectors(text, input.length);
  if (!vectors) throw new ProviderError('temporary', 'The provider gave an answer that cannot be read.');
  return vectors;
}

/** The vectors by index; undefined when one is missing. */
function readVectors(text: string, count: number): number[][] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = Answer.safeParse(json).data ?? { data: [] };
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index) ?? []);
  return vectors.every((vector) => vector.length > 0) ? vectors : undefined;
}

/** @throws ProviderError `settings` for vectors of another length, which could not be compared with those that are kept */
function checkLength(vectors: number[][], { dimensions }: Settings): number[][] {
  const wrong = vectors.find((vector) => vector.length !== dimensions);
  if (!wrong) return vectors;
  throw new ProviderError(
    'settings',
    `The model gives ${wrong.length} numbers for a text. Enter that under Dimensions.`,
    { field: 'dimensions' },
  );
}

export const openAiEmbedding = defineProvider({
  port: 'embedding',
  id: 'openai-compatible',
  name: 'OpenAI-compatible',
  summary:
    'OpenAI, Azure OpenAI, and servers of your own: Ollama, llama.cpp, vLLM. Anything that answers at /embeddings.',
  settings: Settings,
  secrets: ['apiKey'],
  open: (settings, { fetch }) => ({
    model: settings.model,
    dimensions: settings.dimensions,
    embed: (texts, signal) =>
      embedInBatches(texts, { most: BATCH, longest: LONGEST, dimensions: settings.dimensions }, async (batch) =>
        checkLength(await ask(settings, fetch, batch, signal), settings),
      ),
  }),
  verify: async (settings, { fetch }) => void checkLength(await ask(settings, fetch, ['Hello']), settings),
});
