/**
 * Whichever server answers: sessions, tokens, live changes, files, limits, and background work belong to one
 * installation.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contacts } from '../../src/domains/crm/contract.ts';
import { imports, type RecordImport } from '../../src/domains/crm/contract.ts';
import type { TestClient } from '../../src/testing/client.ts';
import { startNodes, type Nodes } from './nodes.ts';

let nodes: Nodes;
beforeAll(async () => {
  nodes = await startNodes(2);
}, 120_000);
afterAll(() => nodes?.remove());

/** Content of a stream of changes so far. */
async function listen(client: TestClient): Promise<{ text(): string; stop(): void }> {
  const control = new AbortController();
  const response = await client.open('GET', '/api/events', {}, control.signal);
  let text = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  await vi.waitFor(() => expect(text).toContain('data: '), { timeout: 20_000 });
  return { text: () => text, stop: () => control.abort() };
}

function upload(client: TestClient, name: string, rows: number) {
  const lines = Array.from({ length: rows }, (_, row) => `Row ${row},${name},row${row}@${name}.example`);
  const file = new FormData();
  file.set(
    'file',
    new Blob([['First name,Last name,Email', ...lines, ''].join('\n')], { type: 'text/csv' }),
    `${name}.csv`,
  );
  return client.send<RecordImport>('POST', '/api/imports', { raw: file });
}

const countOf = async (client: TestClient, lastName: string) => {
  let found = 0;
  let cursor: string | undefined;
  do {
    const page = await client.call(contacts.list, {
      query: { limit: 200, sort: 'createdAt', ...(cursor ? { cursor } : {}) },
    });
    found += page.items.filter((contact) => contact.lastName === lastName).length;
    cursor = page.next ?? undefined;
  } while (cursor);
  return found;
};

describe('two servers on one database', () => {
  it('share sessions and CSRF tokens, and end them together', async () => {
    for (let n = 0; n < 6; n++) {
      const { id } = await nodes.owner.call(contacts.create, {
        body: { firstName: 'Alternating', lastName: 'Visitor' },
      });
      expect((await nodes.owner.call(contacts.get, { params: { id } })).id).toBe(id);
    }
    const [one, other] = nodes.servers;
    const visitor = nodes.visitor();
    await visitor.signIn('owner@nodes.example', 'served by whichever is up');
    const kept = new Map(visitor.cookies);
    expect((await nodes.ownerAt(one!).send('GET', '/api/user')).status).toBe(200);
    expect((await visitor.send('POST', '/api/auth/logout')).status).toBeLessThan(300);
    for (const server of [one!, other!]) {
      const left = nodes.ownerAt(server);
      left.cookies.clear();
      for (const [name, value] of kept) left.cookies.set(name, value);
      expect((await left.send('GET', '/api/contacts')).status).toBe(401);
    }
  });

  it("notify each other's browsers of every change", async () => {
    const [one, other] = nodes.servers;
    const streams = [await listen(nodes.ownerAt(one!)), await listen(nodes.ownerAt(other!))];
    await nodes.ownerAt(one!).call(contacts.create, { body: { firstName: 'Seen', lastName: 'Everywhere' } });
    for (const stream of streams) {
      await vi.waitFor(() => expect(stream.text()).toContain('"/api/contacts"'), { timeout: 20_000 });
      stream.stop();
    }
  });

  it('count sign-in attempts together', async () => {
    const answers = [];
    for (let n = 0; n < 11; n++)
      answers.push(
        await nodes
          .visitor()
          .send('POST', '/api/auth/login', { body: { email: 'nobody@nodes.example', password: `guess ${n}` } }),
      );
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401));
    expect(answers[10]!.status).toBe(429);
  });

  it('apply a request once when it is repeated on the other server', async () => {
    const [one, other] = nodes.servers.map((server) => nodes.ownerAt(server));
    const request = {
      body: { firstName: 'Once', lastName: 'Only' },
      headers: { 'idempotency-key': 'the same on both' },
    };
    const answers = await Promise.all([
      one!.tryCall(contacts.create, request),
      other!.tryCall(contacts.create, request),
    ]);
    const again = await other!.tryCall(contacts.create, request);
    expect(new Set([...answers.filter(({ status }) => status !== 409), again].map(({ body }) => body.id)).size).toBe(1);
    expect(await countOf(nodes.owner, 'Only')).toBe(1);
  });

  it('finish the work of one that is killed', { timeout: 120_000 }, async () => {
    const ROWS = 6_000;
    const victim = await nodes.add();
    const uploaded = await upload(nodes.ownerAt(victim), 'Taken-over', ROWS);
    expect(uploaded.status).toBe(201);
    const params = { id: uploaded.body.id };
    await nodes.ownerAt(victim).call(imports.start, { params });
    const survivor = nodes.ownerAt(nodes.servers[0]!);
    await vi.waitFor(
      async () => expect((await survivor.call(imports.get, { params })).progress).toBeGreaterThan(0.05),
      { timeout: 60_000, interval: 20 },
    );
    nodes.takeOut(victim);
    await victim.kill();
    await vi.waitFor(
      async () =>
        expect(await survivor.call(imports.get, { params })).toMatchObject({
          state: 'done',
          counts: { read: ROWS, created: ROWS },
        }),
      { timeout: 90_000, interval: 100 },
    );
    expect(await countOf(survivor, 'Taken-over')).toBe(ROWS);
  });

  it('lose no request while one is replaced under load', { timeout: 120_000 }, async () => {
    const refused: string[] = [];
    let acknowledged = 0;
    const control = { stopping: false };
    // As a load balancer does: a request the old server refused goes to another one.
    const write = async () => {
      while (!control.stopping) {
        const headers = { 'idempotency-key': randomUUID() };
        for (let attempt = 0; ; attempt++) {
          const answer = await nodes.owner
            .tryCall(contacts.create, { body: { firstName: 'Rolling', lastName: 'Deploy' }, headers })
            .catch(() => undefined);
          if (answer?.status === 201) {
            acknowledged++;
            break;
          }
          // 409: the first attempt is still running on the server that did not answer.
          if (answer && answer.status !== 503 && answer.status !== 409)
            refused.push(`${answer.status} ${JSON.stringify(answer.body)}`);
          if (attempt > 500) throw new Error('Nobody answers');
          await pause(20);
        }
      }
    };
    const writers = Promise.all([write(), write(), write()]);
    const old = nodes.servers[0]!;
    await nodes.add();
    const before = acknowledged;
    const stopped = old.stop();
    // The load balancer notices while the server shuts down.
    await pause(50);
    nodes.takeOut(old);
    await stopped;
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(before + 20), { timeout: 30_000 });
    control.stopping = true;
    await writers;
    expect(refused).toEqual([]);
    expect(await countOf(nodes.owner, 'Deploy')).toBe(acknowledged);
  });
});
