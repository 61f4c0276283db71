/**
 * A server that speaks both protocols of language models on 127.0.0.1, for tests: it answers with what the test
 * scripted, and misbehaves on demand.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

export interface ScriptedReply {
  /** Pieces of the text. */
  text?: string | readonly string[];
  /** Tool calls; arguments that are a text are sent as they are. */
  calls?: readonly { name: string; arguments: Json | string }[];
  usage?: { input: number; output: number; cached?: number };
  /** Why it ends; by default `stop`, or `tools` with calls. */
  end?: 'stop' | 'tools' | 'length' | 'refused';
  /** Another status, with this error message. */
  status?: number;
  message?: string;
  headers?: Record<string, string>;
  /** The connection breaks after the text. */
  cut?: true;
  /** The stream ends after the text as if that were all. */
  truncated?: true;
  /** Nothing comes after the text, and the connection stays. */
  hang?: true;
  /** Sent instead of a reply. */
  garbage?: string;
}

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Json;
}

export interface TestModelServer {
  /** Address for the OpenAI-compatible provider. */
  openAiUrl: string;
  /** Address for the Anthropic provider. */
  anthropicUrl: string;
  /** `host:port`, to allow in `OUTGOING_ALLOW`. */
  host: string;
  /** The next replies; a function sees the request. Without any, the reply is `Hello.` */
  replies: (ScriptedReply | ((request: ReceivedRequest) => ScriptedReply))[];
  /** Requests for replies, the first first. */
  requests: ReceivedRequest[];
  models: string[];
  /** The key that is accepted; blank: any. */
  apiKey: string;
  /** Resolves when a client left before the end of a reply. */
  clientLeft(): Promise<void>;
  close(): Promise<void>;
}

/** @param port a fixed one for the browser's tests; 0 chooses a free one */
export async function startTestModelServer(port = 0): Promise<TestModelServer> {
  let left = 0;
  let leaves: (() => void)[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) =>
      answer(state, { path: request.url ?? '', headers: request.headers, body }, response),
    );
    response.on('close', () => {
      if (response.writableFinished) return;
      left += 1;
      for (const tell of leaves.splice(0)) tell();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: TestModelServer = {
    host,
    openAiUrl: `http://${host}/v1`,
    anthropicUrl: `http://${host}`,
    replies: [],
    requests: [],
    models: ['test-small', 'test-large'],
    apiKey: '',
    clientLeft: () => (left > 0 ? Promise.resolve() : new Promise((resolve) => (leaves = [...leaves, resolve]))),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Json;
}

function answer(state: TestModelServer, request: ReceivedRequest, response: ServerResponse): void {
  const speaksAnthropic = request.headers['anthropic-version'] !== undefined;
  const key = request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '');
  if (state.apiKey && key !== state.apiKey) return fail(response, speaksAnthropic, 401, 'The key is wrong.');
  if (request.path.endsWith('/models'))
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data: state.models.map((id) => ({ id, object: 'model' })) }));
  if (!/\/(?:chat\/completions|v1\/messages)$/.test(request.path))
    return fail(response, speaksAnthropic, 404, `There is no page at ${request.path}.`);
  state.requests.push(request);
  const next = state.replies.shift() ?? { text: 'Hello.' };
  const reply = typeof next === 'function' ? next(request) : next;
  if (reply.status)
    return fail(response, speaksAnthropic, reply.status, reply.message ?? 'It does not go.', reply.headers);
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
  response.flushHeaders();
  if (reply.garbage !== undefined) return void response.end(reply.garbage);
  const events = speaksAnthropic ? anthropicEvents(reply) : openAiEvents(reply);
  const whole = !reply.cut && !reply.truncated && !reply.hang;
  for (const event of whole ? [...events.start, ...events.end] : events.start) response.write(event);
  if (reply.cut) setImmediate(() => response.destroy());
  else if (!reply.hang) response.end();
}

function fail(
  response: ServerResponse,
  speaksAnthropic: boolean,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const error = { type: 'scripted_error', message };
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(speaksAnthropic ? { type: 'error', error } : { error }));
}

const pieces = ({ text = [] }: ScriptedReply) => (typeof text === 'string' ? [text] : text);
const asText = (value: Json | string) => (typeof value === 'string' ? value : JSON.stringify(value));
/** Arguments come in two pieces, cut anywhere. */
const halves = (text: string) => [text.slice(0, Math.floor(text.length / 2)), text.slice(Math.floor(text.length / 2))];

function openAiEvents(reply: ScriptedReply): { start: string[]; end: string[] } {
  const { calls = [], usage = { input: 20, output: 10 } } = reply;
  const chunk = (delta: Json, finish: string | null = null) =>
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const finish = { stop: 'stop', tools: 'tool_calls', length: 'length', refused: 'content_filter' };
  return {
    start: [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(reply).map((content) => chunk({ content })),
      ...calls.flatMap((call, index) =>
        halves(asText(call.arguments)).map((part, nth) =>
          chunk({
            tool_calls: [
              {
                index,
                ...(nth === 0 && { id: `call_${index}`, type: 'function' }),
                function: { ...(nth === 0 && { name: call.name }), arguments: part },
              },
            ],
          }),
        ),
      ),
    ],
    end: [
      chunk({}, finish[reply.end ?? (calls.length > 0 ? 'tools' : 'stop')]),
      `data: ${JSON.stringify({
        choices: [],
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
        },
      })}\n\n`,
      'data: [DONE]\n\n',
    ],
  };
}

function anthropicEvents(reply: ScriptedReply): { start: string[]; end: string[] } {
  const { calls = [], usage = { input: 20, output: 10 } } = reply;
  const event = (type: string, body: Json) => `event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`;
  const stop = { stop: 'end_turn', tools: 'tool_use', length: 'max_tokens', refused: 'refusal' };
  const cached = usage.cached ?? 0;
  return {
    start: [
      event('message_start', {
        message: { usage: { input_tokens: usage.input - cached, cache_read_input_tokens: cached, output_tokens: 1 } },
      }),
      event('ping', {}),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...pieces(reply).map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
      event('content_block_stop', { index: 0 }),
      ...calls.flatMap((call, nth) => [
        event('content_block_start', {
          index: nth + 1,
          content_block: { type: 'tool_use', id: `call_${nth}`, name: call.name, input: {} },
        }),
        ...halves(asText(call.arguments)).map((part) =>
          event('content_block_delta', { index: nth + 1, delta: { type: 'input_json_delta', partial_json: part } }),
        ),
        event('content_block_stop', { index: nth + 1 }),
      ]),
    ],
    end: [
      event('message_delta', {
        delta: { stop_reason: stop[reply.end ?? (calls.length > 0 ? 'tools' : 'stop')] },
        usage: { output_tokens: usage.output },
      }),
      event('message_stop', {}),
    ],
  };
}
