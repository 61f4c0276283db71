/**
 * Cross-site request forgery: every call except GET carries a token that a foreign site cannot know.
 *
 * A token is `random.mac`. The MAC covers the random part and the session cookie, so a token is worthless in another
 * session and dies at sign-in and sign-out. Without a session the same token must also be in the cookie (double
 * submit). In addition, a browser that names a foreign Origin is refused regardless of its token.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { hmac, randomToken, safeEqual } from '../secrets/secrets.ts';
import { cookieNames, cookieOptions } from './cookies.ts';

/** The client looks for the token in these cookies, in this order; the server sets the first. */
const COOKIES = ['XSRF-TOKEN', '_csrf', 'csrf-token', 'X-CSRF-Token'] as const;
const HEADERS = ['csrf-token', 'x-csrf-token', 'xsrf-token', 'x-xsrf-token'] as const;
const QUERY = '_csrf';

/** The specification sends no token to these paths; the Origin and the JSON content type protect them. */
const WITHOUT_TOKEN = '/api/brand-voice/';

/** Calls from other systems, which carry their secret or a signature and use no cookie: there is nothing to forge. */
const FROM_SYSTEMS = ['/api/hooks/', '/api/provider-events/'];

/** Browsers report to this path by themselves and know no token. It only records and acts for no one. */
const REPORTS = '/api/browser-reports';

function mac(random: string, binding: string): string {
  return hmac('csrf', `${random}|${binding}`);
}

/** Creates a token for the session token `binding` ('' for no one) and sets it as the readable cookie. */
export function issueCsrfToken(reply: FastifyReply, binding: string): string {
  const random = randomToken();
  const token = `${random}.${mac(random, binding)}`;
  reply.setCookie(COOKIES[0], token, { ...cookieOptions(), httpOnly: false });
  return token;
}

/** The token in the request's cookie, if it is valid for its session: asking again changes nothing. */
export function currentCsrfToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[COOKIES[0]];
  return token && isGenuine(token, request.cookies[cookieNames().session] ?? '') ? token : undefined;
}

function isGenuine(token: string, binding: string): boolean {
  const [random, signature, ...rest] = token.split('.');
  return Boolean(random && signature) && rest.length === 0 && safeEqual(signature!, mac(random!, binding));
}

function presentedToken(request: FastifyRequest): string | undefined {
  for (const name of HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string' && value) return value;
  }
  const value = (request.query as Record<string, unknown>)[QUERY];
  return typeof value === 'string' && value ? value : undefined;
}

function refuse(message: string): never {
  throw new AppError('INVALID_CSRF_TOKEN', message);
}

/** The browser says that the call comes from another site. Other clients say nothing. */
function isForeign(request: FastifyRequest, origins: ReadonlySet<string>): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  if (origins.has(origin)) return false;
  // Reached under another name than APP_URL (127.0.0.1 and localhost, a tunnel): the call's own host is trusted.
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.host;
}

/**
 * Checks an unsafe call; does nothing for GET and HEAD, nor for callers without cookies (API keys).
 * @throws AppError INVALID_CSRF_TOKEN, which the client answers with one retry and a fresh token
 */
export function checkCsrf(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
  if (FROM_SYSTEMS.some((path) => request.url.startsWith(path))) return;
  if (isForeign(request, origins)) refuse('CSRF validation failed: the call comes from another site.');
  // A browser never adds a key in the Authorization header by itself.
  if (request.headers.authorization !== undefined) return;
  if (request.url.split('?', 1)[0] === REPORTS) return;
  if (request.url.startsWith(WITHOUT_TOKEN)) {
    if (!request.headers['content-type']?.startsWith('application/json')) refuse('CSRF validation failed: send JSON.');
    return;
  }
  const session = request.cookies[cookieNames().session] ?? '';
  const token = presentedToken(request);
  if (!token) refuse('CSRF validation failed: the security token is missing.');
  if (!isGenuine(token, session)) refuse('CSRF validation failed: the security token does not belong to this session.');
  if (!session && !COOKIES.some((name) => request.cookies[name] === token))
    refuse('CSRF validation failed: the security token does not match its cookie.');
}
