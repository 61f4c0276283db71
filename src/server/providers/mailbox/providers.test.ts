import { beforeAll, describe, expect, it } from 'vitest';
import { useAppUrl } from '../../app-url.ts';
import type { OutgoingAnswer, OutgoingRequest } from '../../http-client/client.ts';
import type { GuardedFetch, ProviderContext } from '../define.ts';
import { googleSignIn, microsoftSignIn, otherSignIn } from './providers.ts';

const calls: OutgoingRequest[] = [];
let answers: { status: number; json: unknown }[] = [];
const fetch = (async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
  calls.push(request);
  const { status, json } = answers.shift()!;
  return { status, headers: {}, body: Buffer.from(JSON.stringify(json)), cut: false, durationMs: 1 };
}) as unknown as GuardedFetch;
const context = { workspaceId: null, connectionId: null, fetch } satisfies ProviderContext;
const client = { clientId: 'id-1', clientSecret: 'secret-1' };
const answering = (status: number, json: unknown) => {
  answers = [{ status, json }];
  calls.length = 0;
};
const idToken = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const request = {
  redirectUri: 'https://g.example/ai-email-assistant',
  state: 's',
  challenge: 'c',
  address: 'a@b.example',
};

describe('signing in to mailboxes', () => {
  beforeAll(() => useAppUrl('https://g.example'));

  it('leads to Google for mail and a refresh token, with PKCE', () => {
    const url = new URL(googleSignIn.open(client, context).authorizeUrl(request));
    expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'id-1',
      redirect_uri: request.redirectUri,
      scope: 'openid email https://mail.google.com/',
      state: 's',
      code_challenge: 'c',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      login_hint: 'a@b.example',
    });
  });

  it('leads to the tenant of Microsoft, and repeats the scope on renewal', async () => {
    const microsoft = microsoftSignIn.open({ ...client, tenant: 'contoso.example' }, context);
    expect(microsoft.authorizeUrl(request)).toContain(
      'login.microsoftonline.com/contoso.example/oauth2/v2.0/authorize',
    );
    answering(200, { access_token: 'a2', refresh_token: 'r2', expires_in: '3599' });
    await expect(microsoft.renew('r1')).resolves.toEqual({
      accessToken: 'a2',
      refreshToken: 'r2',
      expiresIn: 3_599,
      address: undefined,
    });
    const body = new URLSearchParams(String(calls[0]!.body));
    expect(body.get('refresh_token')).toBe('r1');
    expect(body.get('scope')).toContain('IMAP.AccessAsUser.All');
    expect(() => microsoftSignIn.open({ ...client, tenant: 'a/../b' }, context)).toThrow('tenant ID');
  });

  it.each([
    [{ email: 'Ada@One.example' }, 'ada@one.example'],
    [{ preferred_username: 'ada@one.example' }, 'ada@one.example'],
    [{ email: '', preferred_username: 'ada' }, undefined],
  ])('reads whose mailbox it is from %o', async (claims, address) => {
    answering(200, { access_token: 'a', refresh_token: 'r', id_token: idToken(claims) });
    const grant = await googleSignIn.open(client, context).redeem('code', 'verifier', request.redirectUri);
    expect(grant.address).toBe(address);
    expect(Object.fromEntries(new URLSearchParams(String(calls[0]!.body)))).toEqual({
      grant_type: 'authorization_code',
      code: 'code',
      code_verifier: 'verifier',
      redirect_uri: request.redirectUri,
      client_id: 'id-1',
      client_secret: 'secret-1',
    });
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 'refused'],
    [401, { error: 'invalid_client' }, 'settings'],
    [400, { error: 'unauthorized_client', error_description: 'AADSTS700016' }, 'settings'],
    [503, {}, 'temporary'],
    [429, { error: 'slow_down' }, 'temporary'],
    [200, { error: 'strange' }, 'temporary'],
  ])('tells what the answer %i %o means', async (status, json, kind) => {
    answering(status, json);
    await expect(googleSignIn.open(client, context).renew('r')).rejects.toMatchObject({ kind });
  });

  it('tries a client with a code that no one has', async () => {
    answering(400, { error: 'invalid_grant' });
    await expect(googleSignIn.verify(client, context)).resolves.toBeUndefined();
    answering(401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' });
    await expect(googleSignIn.verify(client, context)).rejects.toThrow('The OAuth client was not found.');
    answering(404, {});
    await expect(googleSignIn.verify(client, context)).rejects.toThrow('404');
  });

  it('asks another provider for the address where its token does not name one', async () => {
    const settings = {
      ...client,
      authorizeUrl: 'https://id.one.example/authorize?realm=mail',
      tokenUrl: 'https://id.one.example/token',
      userInfoUrl: 'https://id.one.example/me',
      imapHost: 'imap.one.example',
      smtpHost: 'smtp.one.example',
    };
    const other = otherSignIn.open(settings, context);
    expect(other.imap).toEqual({ host: 'imap.one.example', port: 993, security: 'tls' });
    expect(other.authorizeUrl(request)).toMatch(/\?realm=mail&response_type=code&/);
    answers = [
      { status: 200, json: { access_token: 'a', refresh_token: 'r' } },
      { status: 200, json: { email: 'ada@one.example' } },
    ];
    expect((await other.redeem('code', 'verifier', request.redirectUri)).address).toBe('ada@one.example');
    for (const authorizeUrl of ['javascript:alert(1)', 'ftp://x.example', 'https://'])
      expect(() => otherSignIn.open({ ...settings, authorizeUrl }, context)).toThrow('begins with https://');
  });
});
