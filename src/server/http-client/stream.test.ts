import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowPrivateHosts } from './client.ts';
import { streamOutgoing } from './stream.ts';

let server: Server;
let url: string;
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeAll(async () => {
  server = createServer((request, response) => answer(response, request));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => allowPrivateHosts([new URL(url).host]));
afterEach(() => allowPrivateHosts([]));
afterAll(() => server.close());

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('an answer in pieces', () => {
  it('from a private network is refused before anything is sent [V9]', async () => {
    allowPrivateHosts([]);
    answer = () => expect.unreachable();
    await expect(streamOutgoing({ url })).rejects.toMatchObject({ kind: 'refused' });
  });

  it('arrives piece by piece, before the whole is there', async () => {
    let finish = () => {};
    answer = (response) => {
      response.writeHead(200, { 'x-mark': 'yes' }).write('one');
      finish = () => response.end('two');
    };
    const { status, headers, body } = await streamOutgoing({ url, method: 'POST', body: '{}' });
    const pieces = body[Symbol.asyncIterator]();
    expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe('one');
    finish();
    expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe('two');
    expect([(await pieces.next()).done, status, headers['x-mark']]).toEqual([true, 200, 'yes']);
  });

  it('ends on the other side when the reader leaves', async () => {
    const closed = new Promise<unknown>((done) => {
      answer = (response) => {
        response.write('one');
        response.on('close', () => done(true));
      };
    });
    const { body } = await streamOutgoing({ url });
    for await (const _ of body) break;
    expect(await closed).toBe(true);
  });

  it('ends on the other side when it is aborted, and says so to the reader', async () => {
    const abort = new AbortController();
    const closed = new Promise<unknown>((done) => {
      answer = (response) => {
        response.write('one');
        response.on('close', () => done(true));
      };
    });
    const { body } = await streamOutgoing({ url, signal: abort.signal });
    const reading = (async () => {
      for await (const _ of body) abort.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(await closed).toBe(true);
  });

  it('that is aborted before it begins is not asked for', async () => {
    answer = () => expect.unreachable();
    await expect(streamOutgoing({ url, signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late');
  });

  it.each([
    ['does not begin', { timeout: 50 }, () => {}],
    ['falls silent', { idleTimeout: 50 }, (response: ServerResponse) => response.write('one')],
  ])('that %s in time is an error', async (_, limits, behavior) => {
    answer = behavior;
    const reading = async () => textOf((await streamOutgoing({ url, ...limits })).body);
    await expect(reading()).rejects.toMatchObject({ kind: 'unreachable', message: 'There was no answer in time.' });
  });

  it('that is too long or breaks off is an error, never a shorter answer', async () => {
    answer = (response) => response.end('x'.repeat(2_000));
    await expect(streamOutgoing({ url, maxBytes: 1_000 }).then(({ body }) => textOf(body))).rejects.toMatchObject({
      message: 'The answer is too long.',
    });
    answer = (response) => response.write('one', () => response.destroy());
    await expect(streamOutgoing({ url }).then(({ body }) => textOf(body))).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });
});
