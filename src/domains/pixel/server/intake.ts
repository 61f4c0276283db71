/** The addresses that websites load the script from and send events to, under `/p/px/`. No cookie is read or set. */
import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../kernel/errors.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { RequestLimit } from '../../../server/public/request-limit.ts';
import { ConsentMode } from '../contract/sites.ts';
import type { CountedEvent } from '../engine/assign.ts';
import { isHostOf, MAX_EVENTS, readSent, type SentEvent } from '../engine/payload.ts';
import { snippetFor } from '../engine/snippet.ts';
import { type Client, clientOf, isProgram } from '../engine/user-agent.ts';
import { emailOfToken } from './mail-clicks.ts';
import { linkVisitors, type VisitorLink } from './people.ts';
import { cookielessVisitor } from './salts.ts';
import { type OpenSite, siteByKey } from './site-cache.ts';
import { storeEvents } from './writer.ts';

const BODY_LIMIT = 32 * 1024;
/** Requests of a network in a minute; an office behind one address stays far below. */
const LIMIT = new RequestLimit(1_200);
const FREQUENT = { config: { frequent: true } } as const;
/** Browsers use the script for an hour without asking, and then ask whether it is still the same. */
const SCRIPT_AGE = 'public, max-age=3600';
const KEY = /^[A-Za-z0-9_-]{16}$/;

const scripts = new Map(
  ConsentMode.options.map((mode) => {
    const text = snippetFor(mode);
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    return [mode, { text, etag, gzip: gzipSync(text, { level: 9 }) }] as const;
  }),
);

export function mountIntake(app: FastifyInstance): void {
  void app.register(async (scope) => {
    // Beacons are sent as text, which needs no question beforehand.
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.get<{ Params: { file: string } }>('/p/px/:file', async ({ params, headers }, reply) => {
      const site = params.file.endsWith('.js') ? await openSite(params.file.slice(0, -3)) : undefined;
      if (!site) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
      return sendScript(site, headers['if-none-match'], headers['accept-encoding'], reply);
    });
    scope.options('/p/px/:file', FREQUENT, async (request, reply) =>
      openTo(request.headers.origin, reply)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', 7200)
        .code(204)
        .send(),
    );
    scope.post<{ Params: { file: string } }>(
      '/p/px/:file',
      { ...FREQUENT, bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        await takeIn(request, reply, request.params.file);
        return reply.code(204).send();
      },
    );
  });
}

const openSite = (key: string) => (KEY.test(key) ? siteByKey(key) : Promise.resolve(undefined));

function sendScript(
  { consentMode }: OpenSite,
  ifNoneMatch: string | undefined,
  accepts: string | string[] | undefined,
  reply: FastifyReply,
): FastifyReply {
  const { text, etag, gzip } = scripts.get(consentMode)!;
  reply
    .header('cache-control', SCRIPT_AGE)
    .header('etag', etag)
    .header('vary', 'accept-encoding')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .type('text/javascript; charset=utf-8');
  if (ifNoneMatch?.includes(etag)) return reply.code(304).send();
  if (!/\bgzip\b/.test(String(accepts ?? ''))) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(gzip);
}

function openTo(origin: string | undefined, reply: FastifyReply): FastifyReply {
  reply.header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
  return origin === undefined ? reply : reply.header('access-control-allow-origin', origin);
}

/** Stores what a page sent; resolves after the commit. */
async function takeIn(request: FastifyRequest, reply: FastifyReply, key: string): Promise<void> {
  const { headers, ip } = request;
  if (!LIMIT.allows(networkOf(ip)))
    throw new AppError('rate_limited', 'Too many events from this network. Slow down.', { retryAfter: 60 });
  const site = await openSite(key);
  if (!site) throw new AppError('not_found', 'There is no website with this key.');
  const origin = headers.origin;
  if (origin !== undefined && !isOriginOf(site, origin))
    throw new AppError('forbidden', 'Events of this website come from other domains.');
  openTo(origin, reply);
  const userAgent = (headers['user-agent'] ?? '').slice(0, 500);
  if (isProgram(userAgent)) return;
  const events = readBody(request.body, site).filter((event) => isAllowed(event, site, headers));
  if (events.length === 0) return;
  const at = Date.now();
  const former = await cookielessVisitor(at, site.id, ip, userAgent);
  const client = clientOf(userAgent);
  await storeEvents(events.filter(isCounted).map((event) => counted(event, site, at, client, former)));
  const named = events.flatMap((event) => linkOf(event, site, former.visitorId));
  await linkVisitors([...named, ...(await mailLinksOf(events, site))]);
}

type CountedSent = SentEvent & { kind: Exclude<SentEvent['kind'], 'identify'> };
const isCounted = (event: SentEvent): event is CountedSent => event.kind !== 'identify';

/** The script sends an address with a form, and where the website names a visitor who agreed to an identifier. */
function linkOf({ kind, id, email }: SentEvent, site: OpenSite, cookieless: string): VisitorLink[] {
  const known = id !== undefined && site.consentMode !== 'cookieless';
  if (email === undefined || (kind !== 'form' && !(kind === 'identify' && known))) return [];
  return [{ workspaceId: site.workspaceId, siteId: site.id, visitorId: known ? id : cookieless, email, source: kind }];
}

/** Visitors who agreed to an identifier and came by a link in an email that was sent to them. */
async function mailLinksOf(events: readonly SentEvent[], site: OpenSite): Promise<VisitorLink[]> {
  if (site.consentMode === 'cookieless') return [];
  const links: VisitorLink[] = [];
  for (const { id, token } of events) {
    if (id === undefined || token === undefined) continue;
    const email = await emailOfToken(token, site.workspaceId);
    if (email !== undefined)
      links.push({ workspaceId: site.workspaceId, siteId: site.id, visitorId: id, email, source: 'mail' });
  }
  return links;
}

function isOriginOf({ domains }: OpenSite, origin: string): boolean {
  try {
    return isHostOf(domains, new URL(origin).hostname);
  } catch {
    return false;
  }
}

/** @throws AppError `bad_request` for what is no JSON */
function readBody(body: unknown, { domains }: OpenSite): SentEvent[] {
  let sent = body;
  if (typeof body === 'string') {
    try {
      sent = JSON.parse(body);
    } catch {
      throw new AppError('bad_request', 'The body is not valid JSON.');
    }
  }
  const all: unknown[] = Array.isArray(sent) ? sent.slice(0, MAX_EVENTS) : [sent];
  return all.map((one) => readSent(one, domains)).filter((event) => event !== undefined);
}

/**
 * A visitor who agreed to an identifier sends it. Without one nothing is counted where the site requires it, and where
 * the browser sends Global Privacy Control or Do Not Track. The script does the same; this is for other senders.
 */
function isAllowed({ id }: SentEvent, { consentMode }: OpenSite, headers: FastifyRequest['headers']): boolean {
  if (id !== undefined && consentMode !== 'cookieless') return true;
  return consentMode !== 'required' && headers['sec-gpc'] !== '1' && headers.dnt !== '1';
}

function counted(
  { id, kind, name, path, origin, props, revenue }: CountedSent,
  site: OpenSite,
  at: number,
  client: Client,
  { visitorId, formerId }: { visitorId: string; formerId: string | undefined },
): CountedEvent {
  const known = id !== undefined && site.consentMode !== 'cookieless';
  return {
    id: randomUUID(),
    site,
    at,
    kind,
    name,
    path,
    origin,
    client,
    props,
    revenue,
    known,
    visitorId: known ? id : visitorId,
    formerId: known ? visitorId : formerId,
  };
}
