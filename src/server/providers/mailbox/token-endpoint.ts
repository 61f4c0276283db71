/** OAuth 2 at a token endpoint: codes and refresh tokens become grants. */
import * as z from 'zod';
import type { GuardedFetch } from '../define.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import type { MailboxGrant } from './port.ts';

export interface OAuthClient {
  /** How the service is called in errors. */
  name: string;
  clientId: string;
  /** Blank for a public client. */
  clientSecret: string;
  tokenUrl: string;
  /** OpenID Connect's endpoint for the address of the person; blank: it is in the identity token or nowhere. */
  userInfoUrl: string;
}

const Grant = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().int().positive().max(31_536_000).default(3_600),
  id_token: z.string().optional(),
});
const Refusal = z.object({ error: z.string(), error_description: z.string().default('') });
const Identity = z.object({ email: z.string().optional(), preferred_username: z.string().optional() });
const MAX_BYTES = 262_144;
const TIMEOUT = 15_000;

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @throws ProviderError `refused` for a grant that is not valid, `settings` for a client that is not */
export async function requestGrant(
  client: OAuthClient,
  fields: Record<string, string>,
  fetch: GuardedFetch,
): Promise<MailboxGrant> {
  const { name, clientId, clientSecret, tokenUrl } = client;
  const answer = await fetch({
    url: tokenUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      ...fields,
      client_id: clientId,
      ...(clientSecret && { client_secret: clientSecret }),
    }).toString(),
    timeout: TIMEOUT,
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    throw errorOfSilence(name, error);
  });
  const json = readJson(answer.body);
  if (answer.status !== 200) throw refusalOf(name, answer, json);
  const grant = Grant.safeParse(json).data;
  if (!grant) throw new ProviderError('temporary', `${name} gave an answer that cannot be read.`);
  return {
    accessToken: grant.access_token,
    refreshToken: grant.refresh_token,
    expiresIn: grant.expires_in,
    address: addressIn(grant.id_token),
  };
}

function refusalOf(
  name: string,
  answer: { status: number; headers: Readonly<Record<string, string>> },
  json: unknown,
): ProviderError {
  const said = Refusal.safeParse(json).data;
  if (!said || answer.status >= 500 || answer.status === 429) return errorOfAnswer(name, answer, { message: '' });
  const words = `${name} answered: ${(said.error_description || said.error).slice(0, 300)}`;
  const isOfClient = said.error === 'invalid_client' || said.error === 'unauthorized_client';
  return new ProviderError(isOfClient ? 'settings' : 'refused', words, { providerCode: said.error });
}

/**
 * The address in an identity token. It came from the token endpoint itself over TLS, which is proof enough of its origin
 * (OpenID Connect Core, 3.1.3.7).
 */
function addressIn(idToken: string | undefined): string | undefined {
  const payload = idToken?.split('.')[1];
  return payload ? addressOf(readJson(Buffer.from(payload, 'base64url'))) : undefined;
}

function addressOf(claims: unknown): string | undefined {
  const { email, preferred_username: userName } = Identity.safeParse(claims).data ?? {};
  return [email, userName].find((one) => one?.includes('@'))?.toLowerCase();
}

/** The grant with the address of the person, asked for where the identity token has none. */
export async function withAddress(
  client: OAuthClient,
  grant: MailboxGrant,
  fetch: GuardedFetch,
): Promise<MailboxGrant> {
  if (grant.address || !client.userInfoUrl) return grant;
  const answer = await fetch({
    url: client.userInfoUrl,
    headers: { authorization: `Bearer ${grant.accessToken}`, accept: 'application/json' },
    timeout: TIMEOUT,
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    throw errorOfSilence(client.name, error);
  });
  if (answer.status !== 200)
    throw errorOfAnswer(client.name, answer, { message: 'It does not say whose mailbox it is.' });
  return { ...grant, address: addressOf(readJson(answer.body)) };
}

/**
 * Tries a client with a code that no one has: a service that knows the client refuses the code, not the client.
 * @throws ProviderError
 */
export async function verifyOAuthClient(client: OAuthClient, redirectUri: string, fetch: GuardedFetch): Promise<void> {
  try {
    await requestGrant(
      client,
      { grant_type: 'authorization_code', code: 'test', code_verifier: 'test'.repeat(11), redirect_uri: redirectUri },
      fetch,
    );
  } catch (error) {
    const isCodeRefused =
      error instanceof ProviderError && error.kind === 'refused' && error.providerCode !== undefined;
    if (!isCodeRefused) throw error;
  }
}
