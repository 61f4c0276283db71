/**
 * Chat completions, the protocol of OpenAI, Azure OpenAI, OpenRouter, Ollama, llama.cpp, vLLM, LM Studio, and others.
 * Source: OpenAI API reference, "Chat completions" (streaming, tools, structured outputs).
 */
import type { OutgoingStream } from '../../http-client/stream.ts';
import { errorWords, exchange, type OpenStream, readJson } from './exchange.ts';
import {
  type ModelClient,
  type ModelEnd,
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ModelToolCall,
} from './port.ts';
import { readEvents } from './server-sent-events.ts';

export interface OpenAiSettings {
  /** Address before `/chat/completions`, such as `https://api.openai.com/v1`; a query stays, as Azure wants it. */
  baseUrl: string;
  /** Blank where the server wants none. */
  apiKey: string;
  model: string;
  /** Milliseconds of silence after which the server counts as gone. */
  silence?: number;
}

type Json = Record<string, unknown>;

/** The address of a call, with the query of the base. */
export function addressOf(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}

export function openAiClient({ baseUrl, apiKey, model, silence }: OpenAiSettings, open: OpenStream): ModelClient {
  const { hostname } = new URL(baseUrl);
  const isAzure = hostname.endsWith('.azure.com');
  const headers: Record<string, string> = apiKey
    ? isAzure
      ? { 'api-key': apiKey }
      : { authorization: `Bearer ${apiKey}` }
    : {};
  const call = { headers, ...(silence !== undefined && { silence }) };
  // OpenAI renamed the limit; other servers know the first name.
  const limit = isAzure || hostname.endsWith('openai.com') ? 'max_completion_tokens' : 'max_tokens';
  return {
    defaultModel: model,
    stream: (request, signal) =>
      exchange(
        open,
        { ...call, url: addressOf(baseUrl, 'chat/completions'), body: bodyOf(request, limit), signal },
        readReply,
      ),
    async models(signal) {
      const url = addressOf(baseUrl, 'models');
      const answer = exchange(open, { ...call, url, method: 'GET', signal }, async function* ({ body }) {
        yield await readJson(body);
      });
      for await (const body of answer) return modelNames(body);
      return [];
    },
  };
}

/** @throws ModelError when it is not a list of models */
export function modelNames(body: unknown): string[] {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const list = Array.isArray(data) ? data : Array.isArray(models) ? models : undefined;
  if (!list) throw new ModelError('malformed', 'This address does not answer with a list of models.');
  return list.flatMap((one) => {
    const { id, name } = (one ?? {}) as { id?: unknown; name?: unknown };
    return typeof id === 'string' ? [id] : typeof name === 'string' ? [name] : [];
  });
}

function bodyOf({ model, messages, tools, output, maxTokens, temperature }: ModelRequest, limit: string): Json {
  return {
    model,
    messages: messages.map(messageOf),
    stream: true,
    stream_options: { include_usage: true },
    [limit]: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(tools &&
      tools.length > 0 && {
        tools: tools.map(({ name, description, schema }) => ({
          type: 'function',
          function: { name, description, parameters: schema },
        })),
      }),
    ...(output && {
      response_format: { type: 'json_schema', json_schema: { name: output.name, schema: output.schema } },
    }),
  };
}

function messageOf(message: ModelMessage): Json {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content || null,
        ...(message.toolCalls?.length && {
          tool_calls: message.toolCalls.map(({ id, name, arguments: text }) => ({
            id,
            type: 'function',
            function: { name, arguments: text },
          })),
        }),
      };
    case 'user':
      return {
        role: 'user',
        content:
          typeof message.content === 'string'
            ? message.content
            : message.content.map((part) =>
                part.type === 'text'
                  ? part
                  : { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.data}` } },
              ),
      };
    case 'system':
      return { role: 'system', content: message.content };
  }
}

const ENDS: Record<string, ModelEnd> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tools',
  function_call: 'tools',
  content_filter: 'refused',
};

interface Choice {
  delta?: Delta;
  /** Of a reply that is no stream. */
  message?: Delta;
  finish_reason?: string | null;
}
interface Delta {
  content?: string | null;
  refusal?: string | null;
  tool_calls?: { index?: number; id?: string; function?: { name?: string; arguments?: unknown } }[];
}
interface Chunk {
  choices?: Choice[];
  usage?: {
    prompt_tokens?: number;
    completion_tokens?: number;
    prompt_tokens_details?: { cached_tokens?: number } | null;
  } | null;
  error?: unknown;
}

async function* readReply({ headers, body }: OutgoingStream): AsyncGenerator<ModelEvent> {
  const calls = new Map<number, ModelToolCall>();
  let end: ModelEnd | undefined;
  const take = function* (chunk: Chunk): Generator<ModelEvent> {
    if (chunk.error)
      throw new ModelError('busy', errorWords(chunk) || 'The provider broke the reply off with an error.');
    const [choice] = chunk.choices ?? [];
    const delta = choice?.delta ?? choice?.message;
    if (typeof delta?.content === 'string' && delta.content) yield { type: 'text', text: delta.content };
    if (typeof delta?.refusal === 'string' && delta.refusal) {
      yield { type: 'text', text: delta.refusal };
      end = 'refused';
    }
    for (const [nth, part] of (delta?.tool_calls ?? []).entries()) addCall(calls, part, nth);
    if (choice?.finish_reason) end = end === 'refused' ? end : (ENDS[choice.finish_reason] ?? 'stop');
    if (chunk.usage)
      yield {
        type: 'usage',
        input: chunk.usage.prompt_tokens ?? 0,
        output: chunk.usage.completion_tokens ?? 0,
        cached: chunk.usage.prompt_tokens_details?.cached_tokens ?? 0,
      };
  };
  if (headers['content-type']?.includes('json')) yield* take((await readJson(body)) as Chunk);
  else
    for await (const { data } of readEvents(body)) {
      if (data === '[DONE]') break;
      yield* take(JSON.parse(data) as Chunk);
    }
  if (!end) throw new ModelError('malformed', 'The reply broke off before its end.');
  for (const call of calls.values()) yield { type: 'tool', call };
  yield { type: 'end', reason: calls.size > 0 && end === 'stop' ? 'tools' : end };
}

function addCall(calls: Map<number, ModelToolCall>, part: NonNullable<Delta['tool_calls']>[number], nth: number): void {
  const index = part.index ?? nth;
  const known = calls.get(index) ?? { id: part.id || `call_${index}`, name: '', arguments: '' };
  const text = part.function?.arguments;
  calls.set(index, {
    id: part.id || known.id,
    name: known.name || (part.function?.name ?? ''),
    // Some servers send the arguments as an object.
    arguments: known.arguments + (typeof text === 'string' ? text : text === undefined ? '' : JSON.stringify(text)),
  });
}
