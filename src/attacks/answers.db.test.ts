/** Security headers of every answer, and the server's reaction to bytes no browser sends. */
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSystem, TEST_PASSWORD, type TestSystem } from '../testing/system.ts';

let system: TestSystem;
let secure: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
  secure = await startTestSystem({ APP_URL: 'https://gauntlet.example', TRUST_PROXY: 'true' });
});
afterAll(() => Promise.all([system.destroy(), secure.destroy()]));

/** Pages, files, successful calls, refused ones, missing ones, and other methods. */
const EVERYWHERE: [method: string, path: string][] = [
  ['GET', '/'],
  ['GET', '/login'],
  ['GET', '/contacts'],
  ['GET', '/no/such/page'],
  ['GET', '/assets/none.js'],
  ['GET', '/manifest.webmanifest'],
  ['GET', '/api/health'],
  ['GET', '/api/csrf-token'],
  ['GET', '/api/contacts'],
  ['GET', '/api/none'],
  ['POST', '/api/contacts'],
  ['PUT', '/api/csrf-token'],
  ['OPTIONS', '/api/contacts'],
  ['GET', '/api/%zz'],
];

describe('every answer', () => {
  it.each(EVERYWHERE)(
    '%s %s forbids sniffing and framing, sends no referrer, and pushes nothing to a page [V16 V22 V23 V27]',
    async (method, path) => {
      const { headers, status } = await system.visitor().send(method, path);
      expect(status).toBeLessThan(500);
      expect(
        Object.fromEntries(
          [
            'x-content-type-options',
            'referrer-policy',
            'x-frame-options',
            'cross-origin-opener-policy',
            'cross-origin-resource-policy',
          ].map((name) => [name, headers.get(name)]),
        ),
      ).toEqual({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      if (path.startsWith('/api/')) {
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
        expect(headers.get('cache-control')).toContain('no-store');
        if (status !== 204) expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
    },
  );

  it.each(EVERYWHERE)(
    '%s %s requires TLS for two years when the product has an https address [V19]',
    async (method, path) => {
      const { headers } = await secure.visitor().send(method, path, { headers: { 'x-forwarded-proto': 'https' } });
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    },
  );

  it('allows scripts of our own only, with a nonce that never repeats [V8 V21]', async () => {
    const policies = await Promise.all(
      Array.from({ length: 5 }, async () =>
        (await system.visitor().send('GET', '/login')).headers.get('content-security-policy')!,
      ),
    );
    for (const policy of policies) {
      for (const part of [
        "default-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "require-trusted-types-for 'script'",
        'report-uri /api/browser-reports',
      ])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*|http:/);
    }
    expect(new Set(policies.map((policy) => /nonce-([\w+/=]{20,})/.exec(policy)![1])).size).toBe(5);
  });

  it.each(['/%61pi/auth/logout', '/%61%70%69/auth/logout'])(
    '%s is treated as the call it is, and requires the token [V24]',
    async (path) => {
      const { status, body, headers } = await system.visitor().send('POST', path, { withoutCsrf: true });
      expect([status, (body as { code: string }).code]).toEqual([403, 'INVALID_CSRF_TOKEN']);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    },
  );

  it.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'https://gauntlet.example.evil.example'])(
    'is not shared with the site %s [V20]',
    async (origin) => {
      for (const path of ['/api/health', '/api/csrf-token', '/api/contacts', '/api/user']) {
        const { headers } = await system.visitor().send('GET', path, { headers: { origin } });
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        expect([null, '*']).toContain(headers.get('access-control-allow-origin'));
        if (path !== '/api/health') expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/src/main.ts',
    '/assets/',
    '/assets/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/api/../.env',
    '/debug',
    '/server-status',
  ])('%s reveals no internals [V44]', async (path) => {
    const { status, body } = await system.visitor().send('GET', path);
    expect([200, 400, 403, 404]).toContain(status);
    // Anything that is no file of ours is the application's page, which shows "not found", or an error in words.
    if (status === 200) expect(String(body)).toMatch(/^<!doctype html>/i);
    expect(JSON.stringify(body)).not.toMatch(/devDependencies|\[core\]|SECRET_KEY=|root:x:/);
  });

  it.each(['TRACE', 'TRACK', 'CONNECT', 'PATCH'])('refuses the method %s [V44]', async (method) => {
    expect(await raw(`${method} /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 (400|403|404|405)|^$/,
    );
  });

  it.each(['/', '/login'])('%s is served without compression, and for HEAD', async (path) => {
    const { status, headers } = await system
      .visitor()
      .send('GET', path, { headers: { 'accept-encoding': 'identity' } });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await system.visitor().send('HEAD', path, { withoutCsrf: true })).status).toBe(200);
  });

  it('treats an empty body as none, because some clients always send a content type', async () => {
    const headers = { 'content-type': 'application/json' };
    const visitor = system.visitor();
    expect((await visitor.send('POST', '/api/auth/logout', { headers })).status).toBeLessThan(300);
    expect(await visitor.send('POST', '/api/auth/login', { headers })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: [{ field: 'body' }] },
    });
    expect((await visitor.send('POST', '/api/auth/login', { headers, raw: '{' })).status).toBe(400);
  });

  it('sets cookies that scripts and other sites cannot read, TLS-only where there is TLS [V17 V18]', async () => {
    const email = 'cookies@test.example';
    await secure.signedIn({ email });
    const { status, headers } = await secure
      .visitor()
      .send('POST', '/api/auth/login', { body: { email, password: TEST_PASSWORD } });
    expect(status).toBe(200);
    const cookies = headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    // One cookie tells our pages whether anyone is likely to be signed in; it grants nothing.
    for (const cookie of cookies.filter((one) => !one.startsWith('signed-in=1;'))) {
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/);
      expect(cookie).toMatch(/; Path=\//);
      // Our scripts must read the token's copy, under a common name; nothing else.
      if (!cookie.startsWith('XSRF-TOKEN=')) expect(cookie).toMatch(/^__Host-.*; HttpOnly/);
    }
  });
});

/** Sends raw bytes and reads until the server hangs up. */
async function raw(text: string): Promise<string> {
  const socket = createConnection(Number(new URL(system.url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  // The server may hang up while we still write.
  socket.on('error', () => undefined).end(text);
  await closed;
  return heard;
}

it.each([
  ['a head that is too long', `GET /api/user?search=${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a line that is none', 'what is this\r\n\r\n', 400],
])('%s gets an error in words, as data [V22]', async (_, text, status) => {
  const heard = await raw(text);
  expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(heard).toContain('\r\nx-content-type-options: nosniff\r\n');
  expect(JSON.parse(heard.split('\r\n\r\n')[1]!)).toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(/request/),
  });
});

describe('an ambiguous request', () => {
  const smuggled = 'GET /api/user HTTP/1.1\r\nHost: x\r\n\r\n';

  it.each([
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 60\r\n\r\n{}\r\n',
    ],
    [
      'a length and chunks',
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks by another name',
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a space before the colon',
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length : 4\r\n\r\n{}\r\n${smuggled}`,
    ],
    ['lines that end in half', `GET /api/health HTTP/1.1\nHost: x\nX: a\rb\n\n${smuggled}`],
    ['a header of 100 kB', `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n${smuggled}`],
    ['two hosts', `GET /api/health HTTP/1.1\r\nHost: x\r\nhOST: y\r\n\r\n${smuggled}`],
    ['one host twice', `GET /login HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n${smuggled}`],
    ['no host', `GET /api/health HTTP/1.1\r\n\r\n${smuggled}`],
  ])('is refused, and its rest is not read as another request: %s [V29]', async (_, text) => {
    const heard = await raw(text);
    expect(heard).toMatch(/^HTTP\/1\.1 4\d\d|^$/);
    expect(heard.match(/HTTP\/1\.1/g) ?? []).toHaveLength(heard ? 1 : 0);
  });
});
