import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress, urlProblem } from './addresses.ts';
import { allowPrivateHosts, publicOnly, sendOutgoing } from './client.ts';

const PUBLIC = ['8.8.8.8', '172.32.0.0', '100.63.255.255', '172.15.255.255', '::ffff:8.8.8.8', '2606:4700::1111'];
const PRIVATE = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.0',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '0.0.0.0',
  '::',
  '::1',
  'fd00::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '2002:7f00:1::',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '2620:4f:8000::1',
  'example.com',
  '',
];

interface Vectors {
  ip: { address: string; blocked: boolean }[];
  url: { url: string; blocked: boolean; why: string }[];
}
const vectors = JSON.parse(readFileSync(new URL('./ssrf-vectors.json', import.meta.url), 'utf8')) as Vectors;

describe('an address', () => {
  it.each(vectors.ip)('$address is decided as published', ({ address, blocked }) =>
    expect(isPublicAddress(address)).toBe(!blocked),
  );
  it.each(vectors.url)('$url is decided as published: $why', ({ url, blocked }) =>
    expect(urlProblem(url) !== undefined).toBe(blocked),
  );
  it.each(PUBLIC)('%s is on the public internet', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(PRIVATE)('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    'http://localhost/',
    'http://LOCALHOST./',
    'http://metadata.google.internal/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://user:pw@example.com/',
    'gopher://example.com/',
    'file:///etc/passwd',
    '//169.254.169.254/x',
    'http://intranet/',
    'http://printer.local/',
    'nonsense',
    '',
  ])('on the web, %j, is refused', (url) => expect(urlProblem(url)).toBeTypeOf('string'));
  it.each(['https://example.com/', 'http://example.com:8080/hook?a=1', 'https://8.8.8.8/'])(
    'on the web, %s, is allowed',
    (url) => expect(urlProblem(url)).toBeUndefined(),
  );

  it('is allowed if the operator listed it, and only with its port', () => {
    const allowed = new Set(['127.0.0.1:9000']);
    expect(urlProblem('http://127.0.0.1:9000/x', allowed)).toBeUndefined();
    expect(urlProblem('http://127.0.0.1:9001/x', allowed)).toBeTypeOf('string');
  });
});

describe('a call', () => {
  let server: Server;
  let base: string;
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer((_, response) => answer(response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  afterEach(() => allowPrivateHosts([]));

  it('into a private network is refused before anything is sent [V9]', async () => {
    answer = () => expect.unreachable();
    await expect(sendOutgoing({ url: `http://${base}/` })).rejects.toMatchObject({ kind: 'refused' });
  });

  it('to a name with any private address is refused as well [V9]', async () => {
    const resolved = (addresses: string[]) =>
      new Promise((done) => {
        const lookup = publicOnly((_name, _options, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          ),
        );
        lookup('example.com', { all: false }, (error, address) => done(error ?? address));
      });
    expect(await resolved(['8.8.8.8', '10.0.0.1'])).toMatchObject({ kind: 'refused' });
    expect(await resolved(['::1'])).toMatchObject({ kind: 'refused' });
    expect(await resolved([])).toMatchObject({ kind: 'refused' });
    expect(await resolved(['8.8.8.8', '2606:4700::1111'])).toBe('8.8.8.8');
  });

  it('returns status, headers, and body, and follows no redirect [V9]', async () => {
    allowPrivateHosts([base]);
    answer = (response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/', 'x-mark': 'yes' }).end('moved');
    const { status, headers, body, cut } = await sendOutgoing({ url: `http://${base}/`, method: 'POST', body: 'é' });
    expect({ status, mark: headers['x-mark'], text: Buffer.from(body).toString(), cut }).toEqual({
      status: 302,
      mark: 'yes',
      text: 'moved',
      cut: false,
    });
  });

  it('sends headers with any characters of a name, each on its own line', async () => {
    allowPrivateHosts([base]);
    let heard: string | undefined;
    server.once('request', ({ headers, rawHeaders }) => {
      heard =
        Buffer.from(String(headers['x-name']), 'latin1').toString('utf8') +
        (rawHeaders.includes('Evil') ? ' and a header' : '');
    });
    answer = (response) => response.end();
    await sendOutgoing({ url: `http://${base}/`, headers: { 'x-name': 'Łukasz 🎉\r\nEvil: 1\u0007' } });
    expect(heard).toBe('Łukasz 🎉 Evil: 1');
  });

  it('reads no more than its limit', async () => {
    allowPrivateHosts([base]);
    answer = (response) => response.end('x'.repeat(200_000));
    const { body, cut } = await sendOutgoing({ url: `http://${base}/`, maxBytes: 1_000 });
    expect([body.length, cut]).toEqual([1_000, true]);
  });

  it('waits no longer than its limit', async () => {
    allowPrivateHosts([base]);
    answer = () => undefined;
    await expect(sendOutgoing({ url: `http://${base}/`, timeout: 100 })).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'There was no answer in time.',
    });
  });

  it('to no one reports that', async () => {
    allowPrivateHosts(['127.0.0.1:1']);
    await expect(sendOutgoing({ url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The server at this address took no connection.',
    });
  });
});
