import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { callOutside } from './http-call.ts';

let receiver: Server;
let url: string;
let answer = '';
beforeAll(async () => {
  receiver = createServer((_, response) => void response.end(answer));
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  allowPrivateHosts([new URL(url).host]);
});
afterAll(() => {
  allowPrivateHosts([]);
  receiver.close();
});

const bodyOf = async (text: string) => {
  answer = text;
  return (await callOutside({ url, method: 'POST', headers: {}, body: '' }, 'key', AbortSignal.timeout(5_000))).body;
};

it('what another system answers is read as JSON where it is, and is always something that can be kept', async () => {
  expect(await bodyOf('{"id":[1,"two"]}')).toEqual({ id: [1, 'two'] });
  expect(await bodyOf('not {json}\0')).toBe('not {json}');
  expect(await bodyOf(String.raw`{"a\u0000":"x\u0000y","half":"\ud83d","path":"C:\\u0000"}`)).toEqual({
    a: 'xy',
    half: '\ufffd',
    path: String.raw`C:\u0000`,
  });
  // Things within things beyond all reason stay the text that they are: whoever walked them would run out of stack.
  const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
  expect(await bodyOf(deep)).toBe(deep);
});
