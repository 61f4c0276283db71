import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowPrivateHosts } from '../../http-client/client.ts';
import { guardedFetch, type ProviderContext } from '../define.ts';
import { embeddingConformance } from './conformance.ts';
import { embeddedEmbedding, stopEmbeddedModel } from './embedded.ts';
import { openAiEmbedding } from './openai.ts';

const DIMENSIONS = 256;
/** A vector of the words' hashes: texts that share words are near each other. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
    vector[[...word].reduce((hash, sign) => (hash * 31 + sign.codePointAt(0)!) % DIMENSIONS, 7)]! += 1;
  return vector;
}

let failure: { status: number; text: string } | undefined;
let largest = 0;
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { input } = JSON.parse(body) as { input: string[] };
  largest = Math.max(largest, input.length);
  const failed =
    failure ??
    (request.url === '/v1/embeddings' && request.headers.authorization === 'Bearer sk-right'
      ? undefined
      : { status: 401, text: '{"error":{"message":"Incorrect API key provided"}}' });
  // The protocol gives an index, so the order of the answer is the server's own.
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })).toReversed();
  response.writeHead(failed?.status ?? 200, { 'content-type': 'application/json' });
  response.end(failed?.text ?? JSON.stringify({ object: 'list', data }));
}

const server = createServer((request, response) => void answer(request, response));
let baseUrl = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  baseUrl = `http://${host}/v1`;
  allowPrivateHosts([host]);
});
afterAll(async () => {
  allowPrivateHosts([]);
  server.close();
  await stopEmbeddedModel();
});

const context = (provider: typeof openAiEmbedding): ProviderContext => ({
  workspaceId: null,
  connectionId: null,
  fetch: guardedFetch(provider),
});
const settings = () => ({ baseUrl, apiKey: 'sk-right', model: 'test', dimensions: DIMENSIONS });
const client = () => openAiEmbedding.open(settings(), context(openAiEmbedding));

embeddingConformance('An OpenAI-compatible server', client);
embeddingConformance('The embedded model', () => embeddedEmbedding.open({}, context(embeddedEmbedding)));

describe('An OpenAI-compatible server', () => {
  const verify = (change: object = {}) =>
    openAiEmbedding.verify({ ...settings(), ...change }, context(openAiEmbedding));

  it('is tried before it is used, and says which dimensions its model has', async () => {
    await verify();
    await expect(verify({ apiKey: 'sk-wrong' })).rejects.toMatchObject({
      kind: 'settings',
      message: 'The provider answered: Incorrect API key provided',
    });
    await expect(verify({ dimensions: 1_536 })).rejects.toThrow('The model gives 256 numbers for a text.');
  });

  it('gets batches, and a broken answer is a temporary failure', async () => {
    expect(largest).toBe(64);
    failure = { status: 200, text: '{"data":[]}' };
    await expect(client().embed(['Hello'])).rejects.toMatchObject({ kind: 'temporary' });
    failure = { status: 503, text: 'no' };
    await expect(client().embed(['Hello'])).rejects.toMatchObject({ kind: 'temporary' });
    failure = undefined;
  });
});
