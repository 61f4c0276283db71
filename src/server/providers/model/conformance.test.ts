/** Conformance of every model adapter, tested against a server that speaks its protocol. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { allowPrivateHosts } from '../../http-client/client.ts';
import { streamOutgoing } from '../../http-client/stream.ts';
import { anthropicClient } from './anthropic-protocol.ts';
import { openAiClient } from './openai-protocol.ts';
import type { ModelClient, ModelEvent, ModelRequest } from './port.ts';

let server: TestModelServer;
beforeAll(async () => {
  server = await startTestModelServer();
  allowPrivateHosts([server.host]);
});
afterAll(async () => {
  allowPrivateHosts([]);
  await server.close();
});
beforeEach(() => {
  server.replies = [];
  server.requests = [];
});
afterEach(() => {
  server.apiKey = '';
});

const SETTINGS = { apiKey: 'sk-test', model: 'test-small', silence: 150 };
const ADAPTERS: readonly [string, () => ModelClient][] = [
  ['OpenAI-compatible', () => openAiClient({ ...SETTINGS, baseUrl: server.openAiUrl }, streamOutgoing)],
  ['Anthropic', () => anthropicClient({ ...SETTINGS, baseUrl: server.anthropicUrl }, streamOutgoing)],
];
const HELLO: ModelRequest = {
  model: 'test-small',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello?' },
  ],
  maxTokens: 100,
};
const WEATHER = { name: 'weather', description: 'Tells the weather.', schema: { type: 'object', properties: {} } };

async function all(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const list: ModelEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}
const ask = (client: ModelClient, request: Partial<ModelRequest> = {}, signal = new AbortController().signal) =>
  all(client.stream({ ...HELLO, ...request }, signal));

describe.each(ADAPTERS)('the %s adapter', (_name, open) => {
  it('gives text as it arrives, then what it cost, then the end', async () => {
    server.replies = [{ text: ['Good ', 'mor', 'ning ☀'], usage: { input: 30, output: 7, cached: 12 } }];
    expect(await ask(open())).toEqual([
      { type: 'text', text: 'Good ' },
      { type: 'text', text: 'mor' },
      { type: 'text', text: 'ning ☀' },
      { type: 'usage', input: 30, output: 7, cached: 12 },
      { type: 'end', reason: 'stop' },
    ]);
  });

  it('puts tool calls together from their pieces, also malformed ones, and sends their results', async () => {
    server.replies = [
      {
        calls: [
          { name: 'weather', arguments: { city: 'Rome' } },
          { name: 'weather', arguments: '{"city": ' },
        ],
      },
      { text: 'Sunny.' },
    ];
    const calls = (await ask(open(), { tools: [WEATHER] })).flatMap((event) =>
      event.type === 'tool' ? [event.call] : [],
    );
    expect(calls).toEqual([
      { id: 'call_0', name: 'weather', arguments: '{"city":"Rome"}' },
      { id: 'call_1', name: 'weather', arguments: '{"city": ' },
    ]);
    await ask(open(), {
      tools: [WEATHER],
      messages: [
        ...HELLO.messages,
        { role: 'assistant', content: '', toolCalls: calls },
        ...calls.map(({ id }) => ({ role: 'tool' as const, toolCallId: id, content: 'result of it' })),
      ],
    });
    expect(JSON.stringify(server.requests[1]!.body).match(/result of it/g)).toHaveLength(2);
  });

  it('gives a reply of a schema as text', async () => {
    server.replies = [
      ({ headers }) =>
        headers['anthropic-version']
          ? { calls: [{ name: 'answer', arguments: { ok: true } }] }
          : { text: '{"ok":true}' },
    ];
    const events = await ask(open(), { output: { name: 'answer', schema: { type: 'object' } } });
    expect(events.flatMap((event) => (event.type === 'text' ? event.text : ''))).toContain('{"ok":true}');
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  it('says that the model declined, or that its limit was reached', async () => {
    server.replies = [
      { text: 'No.', end: 'refused' },
      { text: 'Once upon', end: 'length' },
    ];
    expect((await ask(open())).at(-1)).toEqual({ type: 'end', reason: 'refused' });
    expect((await ask(open())).at(-1)).toEqual({ type: 'end', reason: 'length' });
  });

  it.each([
    [
      { status: 401, message: 'No such key' },
      { kind: 'auth', message: 'No such key' },
    ],
    [
      { status: 429, message: 'Slow down', headers: { 'retry-after': '7' } },
      { kind: 'limited', retryAfter: 7, isPassing: true },
    ],
    [{ status: 503 }, { kind: 'busy', isPassing: true }],
    [
      { status: 404, message: 'The model `nope` does not exist' },
      { kind: 'request', isPassing: false },
    ],
    [{ status: 400, message: "This model's maximum context length is 8192 tokens" }, { kind: 'context' }],
    [
      { text: 'Half a', cut: true },
      { kind: 'unreachable', isPassing: true },
    ],
    [
      { text: 'Half a', truncated: true },
      { kind: 'malformed', message: 'The reply broke off before its end.' },
    ],
    [
      { text: 'Half a', hang: true },
      { kind: 'unreachable', message: 'There was no answer in time.' },
    ],
    [{ garbage: 'data: {"choices": [oops\n\n' }, { kind: 'malformed' }],
    [{ garbage: '<html>Bad gateway</html>' }, { kind: 'malformed' }],
  ] as const)('turns %j into a failure', async (reply, failure) => {
    server.replies = [reply];
    await expect(ask(open())).rejects.toMatchObject({ name: 'ModelError', ...failure });
  });

  it('stops the work of the provider when it is aborted', async () => {
    server.replies = [{ text: 'And so ', hang: true }];
    const stop = new AbortController();
    const reply = open().stream(HELLO, stop.signal);
    const left = server.clientLeft();
    await expect(
      (async () => {
        for await (const event of reply) if (event.type === 'text') stop.abort();
      })(),
    ).rejects.toMatchObject({ kind: 'stopped' });
    await left;
  });

  it('lists the models, and says in the provider’s words that a key is wrong', async () => {
    expect(await open().models(new AbortController().signal)).toEqual(['test-small', 'test-large']);
    server.apiKey = 'another';
    await expect(open().models(new AbortController().signal)).rejects.toMatchObject({
      kind: 'auth',
      message: 'The key is wrong.',
    });
  });
});
