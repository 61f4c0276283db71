/**
 * Serves public pages under `/p/`, on the product's address and on workspaces' own domains. No cookie is read or set, so
 * a page is the same for everyone and there is nothing to forge.
 */
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { contentDisposition } from '../files/index.ts';
import { networkOf } from '../http/request-path.ts';
import { log } from '../observability/log.ts';
import { type PublicFile, publicFiles, type PublicPage, publicPages, type PublicRequest } from './define.ts';
import { layout, message, NO_SITE, NOT_FOUND, type PageContent, TOKEN_MARK, TOO_MANY, WORK_MARK } from './layout.ts';
import { cachedPage, finish, type FinishedPage, makePage } from './page-cache.ts';
import { RequestLimit } from './request-limit.ts';
import { SCRIPT_PATH, SCRIPT_TEXT } from './script.ts';
import { SITE_PATH, sites, workspaceOfHost } from './site.ts';
import { formToken, workBits } from './spam-guard.ts';

/** Pages that are made, and forms that are sent, per network and minute. Pages from memory are not counted. */
const MADE = new RequestLimit(300);
const SENT = new RequestLimit(60);
const FORM_LIMIT = 128 * 1024;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** @param appHost host of the product's own address: `www.example.com` or `localhost:3000` */
export async function servePublicPages(app: FastifyInstance, appHost: string): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (request.host === appHost || request.url.startsWith('/p/')) return;
    // On a workspace's own domain there are its public pages and nothing else.
    if ((await workspaceOfHost(request.host)) === undefined) return;
    if (request.url === '/robots.txt')
      return reply.type('text/plain; charset=utf-8').send('User-agent: *\nAllow: /p/\nDisallow: /\n');
    await send(request, reply, await assemble(NOT_FOUND, undefined, [], false), 'none');
    return reply;
  });
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, fieldsOf(body as string)),
    );
    scope.setErrorHandler(answerError);
    for (const page of publicPages()) {
      scope.get(page.path, (request, reply) => answerPage(page, request, reply));
      if (page.post) scope.post(page.path, (request, reply) => answerPost(page, request, reply));
    }
    for (const file of publicFiles()) scope.get(file.path, (request, reply) => answerFile(file, request, reply));
    scope.get(SCRIPT_PATH, (_request, reply) =>
      reply.header('cache-control', FOR_EVER).type('text/javascript; charset=utf-8').send(SCRIPT_TEXT),
    );
    scope.get('/p/*', async (request, reply) =>
      send(request, reply, await assemble(NOT_FOUND, undefined, [], false), 'none'),
    );
  });
}

function fieldsOf(body: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(body)) fields[name] = value;
  return fields;
}

const single = (value: unknown): value is string => typeof value === 'string';

async function requestOf(request: FastifyRequest): Promise<PublicRequest> {
  return {
    params: request.params as Record<string, string>,
    query: Object.fromEntries(Object.entries(request.query as object).filter(([, value]) => single(value))) as Record<
      string,
      string
    >,
    ip: request.ip,
    languages: request.headers['accept-language'] ?? '',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    referrer: referrerOf(request),
    domainOf: await workspaceOfHost(request.host),
  };
}

/** Host of the site that the reader came from; the page's own host says nothing. */
function referrerOf({ headers: { referer }, host }: FastifyRequest): string {
  if (!referer || !URL.canParse(referer)) return '';
  const from = new URL(referer);
  return from.host === host || !/^https?:$/.test(from.protocol) ? '' : from.host.slice(0, 200);
}

/** Everything that makes one page differ from another. */
async function keyOf(page: PublicPage, request: PublicRequest): Promise<string> {
  return JSON.stringify([
    page.path,
    await page.versionOf?.(request),
    request.domainOf ?? '',
    Object.entries(request.params),
    (page.varies ?? []).map((name) => request.query[name] ?? ''),
    page.byLanguage ? request.languages.slice(0, 100) : '',
  ]);
}

async function answerPage(page: PublicPage, raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const request = await requestOf(raw);
  const { cache } = page;
  const key = await keyOf(page, request);
  const known = cache === 'none' ? undefined : cachedPage(key);
  const made = known ?? (await makeAnswer(page, key, request));
  if (made.status === 200) page.seen?.(request);
  return send(raw, reply, made, cache, page.formOf?.(request));
}

async function makeAnswer(page: PublicPage, key: string, request: PublicRequest): Promise<FinishedPage> {
  if (!MADE.allows(networkOf(request.ip))) return assemble(TOO_MANY, undefined, [], false);
  const { cache } = page;
  const make = async () => {
    const loaded = await page.load(request);
    const isElsewhere = request.domainOf !== undefined && loaded?.workspaceId !== request.domainOf;
    if (!loaded || isElsewhere) return assemble(NOT_FOUND, undefined, [], false);
    const site = await siteOf(loaded.workspaceId);
    if (!site) return assemble(NOT_FOUND, undefined, [], false);
    const paths = cache === 'none' ? [] : [...cache.paths, SITE_PATH];
    return assemble(page.render(loaded.data, site), loaded.workspaceId, paths, cache !== 'none');
  };
  return cache === 'none' ? make() : makePage(key, cache.seconds, make);
}

const siteOf = (workspaceId: string | undefined) =>
  workspaceId === undefined ? Promise.resolve(NO_SITE) : sites().siteOf(workspaceId);

/** @param isShared the same for everyone unless it has a form's token, so it is compressed once */
async function assemble(
  content: PageContent,
  workspaceId: string | undefined,
  paths: readonly string[],
  isShared: boolean,
): Promise<FinishedPage> {
  const site = (await siteOf(workspaceId)) ?? NO_SITE;
  const { document, policy } = layout(content, site);
  return finish(
    {
      status: content.status ?? 200,
      policy,
      language: content.language ?? site.language,
      document,
      findable: content.findable === true,
      workspaceId,
      paths,
    },
    isShared && !document.includes(TOKEN_MARK),
  );
}

async function answerPost(page: PublicPage, raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const request = await requestOf(raw);
  if (!SENT.allows(networkOf(request.ip)))
    return send(raw, reply, await assemble(TOO_MANY, undefined, [], false), 'none');
  const fields = (raw.body ?? {}) as Record<string, string>;
  const answer = await page.post!({ ...request, fields });
  if (!answer) return send(raw, reply, await assemble(NOT_FOUND, undefined, [], false), 'none');
  reply.header('cache-control', 'no-store');
  if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
  if ('text' in answer) return reply.type('text/plain; charset=utf-8').send(answer.text);
  const made = await assemble(answer.content, answer.workspaceId, [], false);
  return send(raw, reply, made, 'none', page.formOf?.(request));
}

async function answerFile(file: PublicFile, raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = MADE.allows(networkOf(raw.ip)) ? await file.load(await requestOf(raw)) : undefined;
  if (!found) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  if (found.name !== undefined) void reply.header('content-disposition', contentDisposition('attachment', found.name));
  if (found.policy !== undefined)
    void reply.header('content-security-policy', found.policy).removeHeader('x-frame-options');
  return reply
    .header('cache-control', file.cache === 'none' ? 'no-store' : FOR_EVER)
    .type(found.type)
    .send(found.content);
}

/** @param form the token of which form belongs into the page */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FinishedPage,
  cache: PublicPage['cache'],
  form?: string,
): FastifyReply {
  const isShared = page.gzip !== undefined && cache !== 'none';
  const age = cache === 'none' ? 0 : (cache.browserSeconds ?? 0);
  void reply
    .code(page.status)
    .header('content-security-policy', page.policy)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', page.language)
    .header('vary', 'accept-encoding, accept-language')
    // A page that was taken back must not be seen again, so browsers ask each time unless the page says otherwise.
    .header(
      'cache-control',
      !isShared ? 'no-store' : age > 0 && page.status === 200 ? `public, max-age=${age}` : 'no-cache',
    );
  if (!page.findable) void reply.header('x-robots-tag', 'noindex');
  if (page.status === 429) void reply.header('retry-after', '60');
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isShared) {
    void reply.header('etag', page.etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(page.etag)) return reply.code(304).send();
    if (takesGzip) return reply.header('content-encoding', 'gzip').send(page.gzip);
    return reply.send(page.document);
  }
  const filled = form === undefined ? { document: page.document, gzip: undefined } : withToken(page, form);
  if (!takesGzip) return reply.send(filled.document);
  filled.gzip ??= gzipSync(filled.document, { level: 5 });
  return reply.header('content-encoding', 'gzip').send(filled.gzip);
}

/** A page with the token of its form, which readers within this many milliseconds share. */
const TOKEN_LASTS = 500;
interface Filled {
  since: number;
  bits: number;
  document: string;
  gzip: Buffer | undefined;
}
const filledPages = new WeakMap<FinishedPage, Filled>();

/** Compressing is most of the work, so a crowd gets one answer; each reader's token still says when they came. */
function withToken(page: FinishedPage, form: string): Filled {
  const known = filledPages.get(page);
  const bits = workBits(form);
  const now = Date.now();
  if (known && known.bits === bits && now - known.since < TOKEN_LASTS) return known;
  const document = page.document.replaceAll(TOKEN_MARK, formToken(form, now)).replaceAll(WORK_MARK, String(bits));
  const filled = { since: now, bits, document, gzip: undefined };
  filledPages.set(page, filled);
  return filled;
}

/** Errors as pages: whoever reads them has no other screen. */
async function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const status = error instanceof AppError ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
  if (status >= 500) log().error({ err: error }, 'a public page failed');
  if (error instanceof AppError && error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  const content =
    status >= 500
      ? message('Something went wrong', 'Try again in a minute.', 500)
      : message(
          'This did not work',
          error instanceof AppError ? error.message : 'Check the address and try again.',
          status,
        );
  return send(request, reply, await assemble(content, undefined, [], false), 'none');
}
