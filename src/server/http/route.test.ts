/** Answers of a handler that sends a file, including broken promises. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { asSystem } from '../db/index.ts';
import { sendDownload, sendFile } from './download.ts';
import { type BoundRoute, registerRoutes, route } from './route.ts';

const of = { method: 'GET', path: '/api/thing', tag: 'Test', access: 'public', summary: 'A thing' } as const;
const asPdf = endpoint({ ...of, produces: 'application/pdf' });
const asAny = endpoint({ ...of, produces: 'application/octet-stream' });
const asJson = endpoint({ ...of, response: z.object({ name: z.string() }) });

let app: FastifyInstance;
let fault: string | undefined;
beforeEach(() => {
  app = Fastify();
  fault = undefined;
  app.setErrorHandler((error: Error, _request, reply) => {
    fault = error.message;
    return reply.code(500).send('');
  });
});
afterEach(() => app.close());

async function get(bound: BoundRoute) {
  registerRoutes(app, [bound], { checkResponses: true });
  const { statusCode, headers, body } = await app.inject('/api/thing');
  return { statusCode, type: headers['content-type'], name: headers['content-disposition'], body };
}

it('sends a file as its handler made it', async () => {
  expect(
    await get(route(asPdf, ({ reply }) => sendFile(reply, Buffer.from('%PDF'), 'application/pdf', 'a.pdf'))),
  ).toEqual({
    statusCode: 200,
    type: 'application/pdf',
    name: expect.stringContaining('a.pdf') as string,
    body: '%PDF',
  });
});

it('refuses a file of another type than the contract promises', async () => {
  expect(
    (await get(route(asPdf, ({ reply }) => sendFile(reply, Buffer.from('<p>'), 'text/html', 'a.html')))).statusCode,
  ).toBe(500);
  expect(fault).toBe('GET /api/thing sends text/html where its contract promises application/pdf');
});

it('takes any type where any is promised', async () => {
  expect((await get(route(asAny, ({ reply }) => sendFile(reply, Buffer.from('x'), 'image/png', 'a.png')))).type).toBe(
    'image/png',
  );
});

it('is a fault when nothing was sent, and does not compile', async () => {
  // @ts-expect-error A call that promises a file answers the reply that it has sent.
  expect((await get(route(asPdf, () => ({ name: 'no file' })))).statusCode).toBe(500);
  expect(fault).toBe('GET /api/thing promises application/pdf and has sent nothing');
});

it('answers JSON elsewhere, and a file there does not compile', async () => {
  expect((await get(route(asJson, () => ({ name: 'a' })))).body).toBe('{"name":"a"}');
  // @ts-expect-error Only a call whose contract produces a file may send one.
  route(asJson, ({ reply }) => sendFile(reply, Buffer.from('x'), 'text/plain', 'a.txt'));
});

it('answers a download that fails before its first rows in words, not by half of one', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'head\n';
    yield await Promise.reject<string>(new Error('the file behind it is gone'));
  }
  const asCsv = endpoint({ ...of, produces: 'text/csv' });
  expect(
    await get(route(asCsv, ({ reply }) => asSystem(() => sendDownload(reply, broken(), 'text/csv', 'a.csv')))),
  ).toMatchObject({ statusCode: 500, name: undefined });
  expect(fault).toBe('the file behind it is gone');
});
