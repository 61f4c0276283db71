import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { models } from '../contract.ts';
import { runAssistant } from '../index.ts';
import type { AssistantOptions } from './runtime/run-assistant.ts';

let system: TestSystem;
let server: TestModelServer;
let other: TestModelServer;
let workspaceId: string;
let userId: string;
beforeAll(async () => {
  [server, other] = [await startTestModelServer(), await startTestModelServer()];
  system = await startTestSystem({ OUTGOING_ALLOW: `${server.host},${other.host}` });
  ({ workspaceId, userId } = await system.signedIn());
});
afterAll(async () => {
  await system.destroy();
  await Promise.all([server.close(), other.close()]);
});
beforeEach(() => {
  for (const one of [server, other]) {
    one.replies = [];
    one.requests = [];
  }
});
afterEach(() => asSystem(() => execute(`delete from connections where port = 'model'`)));

const run = <T>(options: Partial<AssistantOptions<T>> = {}) =>
  inWorkspace(workspaceId, userId, () =>
    runAssistant<T>({
      purpose: 'draft',
      instructions: 'Help.',
      input: [{ role: 'user', content: 'Go.' }],
      budget: {},
      ...options,
    }),
  );
const calls = () =>
  asSystem(() =>
    query<{ state: string; model: string; attempts: number; tokens: number; cost: string | null }>(
      `select state, model, attempts, input_tokens + output_tokens as tokens, cost::text as cost from model_calls
        order by created_at, id`,
    ),
  );

describe('choosing a model', () => {
  beforeEach(() => asSystem(() => execute('delete from model_calls')));

  it('asks again after Retry-After, then the next model, and counts what each took', async () => {
    await connectModel(server);
    await connectModel(other, { provider: 'anthropic', model: 'test-large' });
    server.replies = [{ status: 429, headers: { 'retry-after': '0' } }, { text: 'Half', cut: true }, { status: 500 }];
    other.replies = [{ text: 'Done.', usage: { input: 1_000, output: 500 } }];
    expect(await run()).toMatchObject({ state: 'done', text: 'Done.', tokens: 1_500 });
    expect(server.requests).toHaveLength(3);
    expect(await calls()).toMatchObject([
      { state: 'failed', model: 'test-small', attempts: 3 },
      { state: 'done', model: 'test-large', attempts: 1, tokens: 1_500, cost: null },
    ]);
  });

  it('does not repeat with another model what a person has begun to read', async () => {
    await connectModel(server);
    await connectModel(other);
    server.replies = [{ text: 'Half', cut: true }];
    await expect(run({ onEvent: () => undefined })).rejects.toMatchObject({ code: 'unavailable' });
    expect(other.requests).toEqual([]);
  });

  it('uses the choice of the purpose, with its price, and a workspace’s own connection before it', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    const [id] = [await connectModel(server)];
    await admin.call(models.choose, {
      params: { purpose: 'draft' },
      body: { choices: [{ connectionId: id, model: 'test-large', maxTokens: 40 }] },
    });
    const price = await admin.call(models.createPrice, {
      body: { model: 'test-*', inputPrice: '2', cachedPrice: '0.5', outputPrice: '10' },
    });
    server.replies = [{ text: 'A', usage: { input: 1_000, output: 100, cached: 400 } }];
    await run();
    expect(server.requests[0]!.body).toMatchObject({ model: 'test-large', max_tokens: 40 });
    // 600 × $2 + 400 × $0.50 + 100 × $10, for a million.
    expect((await calls())[0]!.cost).toBe('0.002400');
    const usage = await admin.call(models.usage, { query: { days: '7' } });
    expect(usage.total).toMatchObject({
      calls: 1,
      failures: 0,
      inputTokens: 1_000,
      outputTokens: 100,
      cost: '0.002400',
    });
    expect(usage.days).toHaveLength(7);
    expect((await admin.call(models.calls)).items).toMatchObject([{ model: 'test-large', purpose: 'draft' }]);
    await connectModel(other, { workspaceId });
    await run();
    expect(other.requests).toHaveLength(1);
    await admin.call(models.removePrice, { params: { id: price.id } });
  });

  it('tries a prompt with several models side by side', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    const [one, two] = [await connectModel(server), await connectModel(other, { provider: 'anthropic' })];
    server.replies = [{ text: 'From the first' }];
    other.replies = [{ status: 401, message: 'No such key' }];
    const { items } = await admin.call(models.tryOut, {
      body: {
        prompt: 'Say something.',
        models: [
          { connectionId: one, model: 'test-small' },
          { connectionId: two, model: 'test-large' },
        ],
      },
    });
    expect(items).toMatchObject([
      { text: 'From the first', error: '' },
      { text: '', error: 'The model did not answer: No such key' },
    ]);
    expect((await admin.call(models.available, { params: { id: one } })).items).toEqual(['test-small', 'test-large']);
  });
});

describe('an assistant', () => {
  const Lead = z.object({ score: z.number().int().max(10), reason: z.string() });
  beforeEach(() => connectModel(server));

  it('holds its answer to a schema, with one repair', async () => {
    server.replies = [{ text: '```json\n{"score": 11}\n```' }, { text: '{"score": 7, "reason": "Asked twice"}' }];
    expect((await run({ output: Lead })).output).toEqual({ score: 7, reason: 'Asked twice' });
    expect(JSON.stringify(server.requests[1]!.body)).toContain('score: ');
    server.replies = [{ text: 'Seven.' }, { text: 'I said seven.' }];
    await expect(run({ output: Lead })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('ends when its steps, tokens, or seconds do, and does not begin what it cannot pay', async () => {
    const tools = [
      {
        name: 'look',
        description: 'Looks.',
        schema: { type: 'object' },
        effect: 'read' as const,
        run: async () => ({}),
      },
    ];
    server.replies = Array.from({ length: 5 }, () => ({ calls: [{ name: 'look', arguments: {} }] }));
    expect(await run({ tools, budget: { steps: 3 } })).toMatchObject({ state: 'budget' });
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]!.body.tools).toBeUndefined();
    expect(await run({ budget: { tokens: 10 } })).toMatchObject({ state: 'budget', tokens: 0 });
    expect(server.requests).toHaveLength(3);
    server.replies = [{ hang: true }];
    expect(await run({ budget: { seconds: 0.2 } })).toMatchObject({ state: 'budget' });
  });

  it('reserves its credits first, and pays for what it used', async () => {
    server.replies = [{ text: 'Done.', usage: { input: 9_000, output: 1_000 } }];
    expect(await run({ budget: { credits: '50' } })).toMatchObject({ state: 'done', credits: '2.0000' });
    await expect(run({ budget: { credits: '5000000' } })).rejects.toMatchObject({ code: 'credits' });
    expect(server.requests).toHaveLength(1);
  });

  it('counts tokens itself where the provider does not, so that a limit holds', async () => {
    server.replies = [{ text: 'word '.repeat(400), usage: { input: 0, output: 0 } }];
    expect((await run()).tokens).toBeGreaterThan(400);
  });

  it('says that the model declined', async () => {
    server.replies = [{ text: 'I will not.', end: 'refused' }];
    expect(await run()).toMatchObject({ state: 'refused', text: 'I will not.' });
  });

  it('shortens what is too long for the model, and keeps the question', async () => {
    const admin = await system.signedIn({ role: 'admin' });
    await admin.call(models.createPrice, {
      body: { model: 'test-small', inputPrice: '1', outputPrice: '1', contextTokens: 2_000 },
    });
    const old = { role: 'user' as const, content: `old ${'x'.repeat(6_000)}` };
    await run({
      input: [old, { role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'The question' }],
      maxTokens: 200,
    });
    const told = JSON.stringify(server.requests[0]!.body.messages);
    expect(told).toContain('The question');
    expect(told).not.toContain('old xx');
  });

  it('refuses to run inside a transaction', async () => {
    await expect(inWorkspace(workspaceId, userId, () => transaction(() => run()))).rejects.toThrow(/transaction/);
  });
});

it('says plainly that no model is connected', async () => {
  await expect(run()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('No model is connected') as string,
  });
});
