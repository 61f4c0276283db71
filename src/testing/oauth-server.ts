/**
 * An OAuth 2 server on 127.0.0.1 for tests: authorization code with PKCE (S256), identity tokens, refresh tokens that
 * are used once, and revocation. Its page has one link, “Allow”, and one, “Deny”.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const OAUTH_CLIENT = 'client-of-the-test';
export const OAUTH_SECRET = 'secret-of-the-test';

export interface TestOAuth {
  url: string;
  port: number;
  /** Whose mailbox the person at the browser has. */
  address: string;
  /** Seconds for which new access tokens hold. */
  expiresIn: number;
  /** The access token that mail servers take now; each grant replaces it. */
  accessToken: string;
  /** Grants so far, by kind. */
  granted: { authorization_code: number; refresh_token: number };
  /** Status that the token endpoint answers instead; 0: none. */
  outage: number;
  /** Agrees as the person would. @returns the address to which the browser is sent back */
  allow(authorizeUrl: string): string;
  /** Takes all access back, as a person does in their account at the provider. */
  revoke(): void;
  /** Ends the access token early, so that mail servers refuse it. */
  expire(): void;
  close(): Promise<void>;
}

interface Grant {
  challenge: string;
  redirectUri: string;
}

/** @param fixedPort 0: a free one */
export async function startTestOAuth(address = 'desk@tan.example', fixedPort = 0): Promise<TestOAuth> {
  const codes = new Map<string, Grant>();
  let refreshToken = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', oauth.url);
    if (url.pathname === '/authorize') {
      const back = (fields: Record<string, string>) => backTo(url, fields);
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<title>Test provider</title><h1>Allow access to ${oauth.address}?</h1><a href="${escape(oauth.allow(url.href))}">Allow</a> <a href="${escape(back({ error: 'access_denied' }))}">Deny</a>`,
        );
    }
    void read(request).then((fields) => {
      const { status, json } = oauth.outage ? { status: oauth.outage, json: {} } : answer(fields);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  const grant = () => {
    oauth.accessToken = `access-${randomBytes(9).toString('hex')}`;
    refreshToken = `refresh-${randomBytes(9).toString('hex')}`;
    const claims = Buffer.from(JSON.stringify({ email: oauth.address })).toString('base64url');
    return {
      status: 200,
      json: {
        access_token: oauth.accessToken,
        refresh_token: refreshToken,
        token_type: 'Bearer',
        expires_in: oauth.expiresIn,
        id_token: `e30.${claims}.`,
      },
    };
  };
  const refuse = (error: string) => ({ status: 400, json: { error, error_description: `The test says ${error}.` } });
  function answer(fields: URLSearchParams) {
    if (fields.get('client_id') !== OAUTH_CLIENT || fields.get('client_secret') !== OAUTH_SECRET)
      return { ...refuse('invalid_client'), status: 401 };
    if (fields.get('grant_type') === 'authorization_code') {
      const code = codes.get(fields.get('code') ?? '');
      codes.delete(fields.get('code') ?? '');
      const proof = createHash('sha256')
        .update(fields.get('code_verifier') ?? '')
        .digest('base64url');
      if (!code || code.challenge !== proof || code.redirectUri !== fields.get('redirect_uri'))
        return refuse('invalid_grant');
      oauth.granted.authorization_code++;
      return grant();
    }
    if (fields.get('grant_type') !== 'refresh_token') return refuse('unsupported_grant_type');
    // Used once: a second use of the same token is refused.
    if (!refreshToken || fields.get('refresh_token') !== refreshToken) return refuse('invalid_grant');
    oauth.granted.refresh_token++;
    return grant();
  }
  server.listen(fixedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const oauth: TestOAuth = {
    url: `http://127.0.0.1:${port}`,
    port,
    address,
    expiresIn: 3_600,
    accessToken: '',
    granted: { authorization_code: 0, refresh_token: 0 },
    outage: 0,
    allow(authorizeUrl) {
      const url = new URL(authorizeUrl);
      const asked = url.searchParams;
      if (asked.get('client_id') !== OAUTH_CLIENT || asked.get('code_challenge_method') !== 'S256')
        throw new Error(`The test server does not take ${authorizeUrl}`);
      const code = randomBytes(12).toString('hex');
      codes.set(code, { challenge: asked.get('code_challenge')!, redirectUri: asked.get('redirect_uri')! });
      return backTo(url, { code });
    },
    revoke() {
      refreshToken = '';
      oauth.accessToken = randomBytes(9).toString('hex');
    },
    expire() {
      oauth.accessToken = randomBytes(9).toString('hex');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return oauth;
}

function backTo({ searchParams }: URL, fields: Record<string, string>): string {
  const url = new URL(searchParams.get('redirect_uri')!);
  for (const [name, value] of Object.entries({ state: searchParams.get('state')!, ...fields }))
    url.searchParams.set(name, value);
  return url.href;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

async function read(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const part of request) body += String(part);
  return new URLSearchParams(body);
}
