/** Anthropic's Messages protocol. Source: Anthropic API reference, "Messages" and "Streaming messages". */
import type { OutgoingStream } from '../../http-client/stream.ts';
import { errorWords, exchange, type OpenStream, readJson } from './exchange.ts';
import { addressOf, modelNames } from './openai-protocol.ts';
import {
  type ModelClient,
  type ModelEnd,
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
} from './port.ts';
import { readEvents } from './server-sent-events.ts';

export interface AnthropicSettings {
  /** `https://api.anthropic.com`, or a server that speaks the same protocol. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** Milliseconds of silence after which the server counts as gone. */
  silence?: number;
}

const VERSION = '2023-06-01';

type Json = Record<string, unknown>;

export function anthropicClient({ baseUrl, apiKey, model, silence }: AnthropicSettings, open: OpenStream): ModelClient {
  const call = {
    headers: { 'x-api-key': apiKey, 'anthropic-version': VERSION },
    ...(silence !== undefined && { silence }),
  };
  return {
    defaultModel: model,
    stream: (request, signal) =>
      exchange(open, { ...call, url: addressOf(baseUrl, 'v1/messages'), body: bodyOf(request), signal }, (answer) =>
        readReply(answer, request.output?.name),
      ),
    async models(signal) {
      const url = addressOf(baseUrl, 'v1/models');
      const answer = exchange(open, { ...call, url, method: 'GET', signal }, async function* ({ body }) {
        yield await readJson(body);
      });
      for await (const body of answer) return modelNames(body);
      return [];
    },
  };
}

function bodyOf({ model, messages, tools = [], output, maxTokens, temperature }: ModelRequest): Json {
  // A reply of a schema is a call of a tool of that schema, which every version of the protocol knows.
  const offered = output
    ? [...tools, { name: output.name, description: 'Gives the final answer.', schema: output.schema }]
    : tools;
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content as string)
      .join('\n\n'),
    messages: joined(messages.filter(({ role }) => role !== 'system').map(messageOf)),
    ...(temperature !== undefined && { temperature }),
    ...(offered.length > 0 && {
      tools: offered.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    }),
    ...(output && { tool_choice: tools.length > 0 ? { type: 'any' } : { type: 'tool', name: output.name } }),
  };
}

interface Turn {
  role: 'user' | 'assistant';
  content: Json[];
}

/** Turns alternate: neighbors of one role become one. */
function joined(turns: readonly Turn[]): Turn[] {
  const result: Turn[] = [];
  for (const turn of turns) {
    const last = result.at(-1);
    if (last?.role === turn.role) last.content.push(...turn.content);
    else result.push({ role: turn.role, content: [...turn.content] });
  }
  return result;
}

function messageOf(message: ModelMessage): Turn {
  if (message.role === 'tool')
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: message.toolCallId, content: message.content }],
    };
  if (message.role === 'assistant')
    return {
      role: 'assistant',
      content: [
        ...(message.content ? [{ type: 'text', text: message.content }] : []),
        ...(message.toolCalls ?? []).map(({ id, name, arguments: text }) => ({
          type: 'tool_use',
          id,
          name,
          input: parsedOr(text),
        })),
      ],
    };
  const content =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content;
  return {
    role: 'user',
    content: content.map((part) =>
      part.type === 'text'
        ? { ...part }
        : { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } },
    ),
  };
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    // Arguments that are not valid JSON were rejected; the protocol requires an object here.
    return {};
  }
}

const ENDS: Record<string, ModelEnd> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tools',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
};

interface Usage {
  input_tokens?: number;
  output_tokens?: number;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
}
interface StreamEvent {
  type?: string;
  index?: number;
  message?: { usage?: Usage };
  content_block?: { type?: string; id?: string; name?: string; text?: string };
  delta?: { type?: string; text?: string; partial_json?: string; stop_reason?: string | null };
  usage?: Usage;
  error?: { type?: string };
}

async function* readReply({ body }: OutgoingStream, outputName: string | undefined): AsyncGenerator<ModelEvent> {
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  const usage = { input: 0, output: 0, cached: 0 };
  let end: ModelEnd | undefined;
  let isOver = false;
  const count = (said: Usage | undefined) => {
    if (said?.input_tokens !== undefined) {
      usage.cached = said.cache_read_input_tokens ?? 0;
      usage.input = said.input_tokens + usage.cached + (said.cache_creation_input_tokens ?? 0);
    }
    if (said?.output_tokens !== undefined) usage.output = said.output_tokens;
  };
  for await (const { data } of readEvents(body)) {
    const event = JSON.parse(data) as StreamEvent;
    if (event.type === 'error')
      throw new ModelError(
        event.error?.type === 'rate_limit_error' ? 'limited' : 'busy',
        errorWords(event) || 'The provider broke the reply off with an error.',
      );
    if (event.type === 'message_start') count(event.message?.usage);
    if (event.type === 'content_block_start' && event.content_block?.type === 'tool_use')
      calls.set(event.index ?? calls.size, {
        id: event.content_block.id ?? '',
        name: event.content_block.name ?? '',
        arguments: '',
      });
    if (event.type === 'content_block_delta') {
      const { type, text = '', partial_json: json = '' } = event.delta ?? {};
      if (type === 'text_delta' && text && !outputName) yield { type: 'text', text };
      const call = calls.get(event.index ?? -1);
      if (type === 'input_json_delta' && call) call.arguments += json;
    }
    if (event.type === 'message_delta') {
      count(event.usage);
      if (event.delta?.stop_reason) end = ENDS[event.delta.stop_reason] ?? 'stop';
    }
    if (event.type === 'message_stop') isOver = true;
  }
  if (!isOver || !end) throw new ModelError('malformed', 'The reply broke off before its end.');
  yield { type: 'usage', ...usage };
  const answer = outputName === undefined ? undefined : [...calls.values()].find(({ name }) => name === outputName);
  if (answer) yield { type: 'text', text: answer.arguments };
  else for (const call of calls.values()) yield { type: 'tool', call };
  yield { type: 'end', reason: answer && end === 'tools' ? 'stop' : end };
}
