/** The HTTP server: everything common to all calls, and the domains' routes. */
import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { log, withLogFields } from '../observability/log.ts';
import { countFault, observeRequest, startRequest } from '../observability/metrics.ts';
import { redactUrl } from '../observability/redact.ts';
import { limitArrival } from './body-timeouts.ts';
import type { Authenticate } from './caller.ts';
import { initCookies } from './cookies.ts';
import { isCrossSite, openToSites } from './cross-site.ts';
import { checkCsrf } from './csrf.ts';
import { isTooDeep } from './body-depth.ts';
import { servePublicPages } from '../public/serve.ts';
import { installErrors, unreadableAddress } from './errors.ts';
import type { FirstReadsOptions } from './first-reads.ts';
import { answerNoRequest } from './malformed-request.ts';
import { guardDoor } from './overload.ts';
import { refuseSecondHost } from './single-host-header.ts';
import { type BoundRoute, registerRoutes } from './route.ts';
import { installSecurityHeaders, securityHeaders } from './security-headers.ts';
import { serveSpa } from './spa.ts';
import { takeInUnreadBodies } from './drain-body.ts';
import { dropUnusedConnections } from './unused-connections.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called thousands of times a second: a success gets no line in the log. */
    frequent?: boolean;
  }
}

/** Limit for JSON bodies; uploads stream through multipart with their own limit. */
const BODY_LIMIT = 1024 * 1024;
const UPLOAD_LIMIT = 250 * 1024 * 1024;
/** Slower requests get a line in the log. */
const SLOW_MS = 1000;

export interface AppOptions {
  appUrl: string;
  /** Number of our reverse proxies in front of the server. */
  trustProxy: number;
  /** Whether to check every answer against its contract. */
  checkResponses: boolean;
  /** Folder of the built browser application. */
  webFolder: string;
  /** Reads that its pages start with. */
  firstReads: FirstReadsOptions;
  authenticate: Authenticate;
  routes: readonly BoundRoute[];
  /** Adds addresses beside the API. */
  mount?: (app: FastifyInstance) => void;
  /** WebSockets are registered before the routes, which share their addresses. */
  installSockets: (app: FastifyInstance, origin: string) => Promise<void>;
}

/** Builds the server; the caller calls `listen` and `close`. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  const secure = securityHeaders(options.appUrl.startsWith('https:'));
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy > 0 && ((_address: string, hop: number) => hop < options.trustProxy),
    logger: false,
    genReqId: () => `${prefix}-${(++count).toString(36)}`,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) => {
      secure(request, reply);
      unreadableAddress(request, reply);
    },
    clientErrorHandler: answerNoRequest,
    // Idle keep-alive connections are closed at a graceful stop.
    forceCloseConnections: 'idle',
  });
  dropUnusedConnections(app);
  limitArrival(app);
  guardDoor(app);
  initCookies(options.appUrl);
  app.removeContentTypeParser('text/plain');
  // Browsers report policy violations under this content type.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/csp-report', { parseAs: 'string' }, parseJson);
  // Many clients send a content type without a body. A call that needs a body says what is missing.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null);
    if (isTooDeep(body)) return done(new AppError('bad_request', 'The body has too many levels.'));
    return parseJson(request, body, done);
  });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('cspNonce', undefined);
  app.decorateRequest('rawBody', undefined);
  observe(app);
  installSecurityHeaders(app, secure);
  installErrors(app);
  refuseSecondHost(app);
  takeInUnreadBodies(app);
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 20, fieldSize: 64 * 1024 } });
  await app.register(compress, {
    global: true,
    threshold: 8192,
    encodings: ['gzip', 'identity'],
    zlibOptions: { level: 3 },
    customTypes: /^application\/json/,
    // No one sends compressed bodies, and looking for them costs every request.
    globalDecompression: false,
  });
  const origins = new Set([new URL(options.appUrl).origin]);
  app.addHook('onRequest', async (request, reply) => {
    // By the matching route, however its address is written.
    const url = request.routeOptions.url ?? request.url;
    if (!url.startsWith('/api/') && !url.startsWith('/ws/')) return;
    if (isCrossSite(request)) {
      openToSites(reply);
      return;
    }
    checkCsrf(request, origins);
    request.caller = await options.authenticate(request);
  });
  await options.installSockets(app, new URL(options.appUrl).origin);
  registerRoutes(app, options.routes, { checkResponses: options.checkResponses });
  options.mount?.(app);
  await servePublicPages(app, new URL(options.appUrl).host);
  await serveSpa(app, options.webFolder, options.firstReads);
  return app;
}

/** Gives every request its log context, its metrics, and a log line where useful. */
function observe(app: FastifyInstance): void {
  const started = new WeakMap<object, () => void>();
  app.addHook('onRequest', (request, _reply, done) => {
    started.set(request, startRequest());
    withLogFields({ requestId: request.id }, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    started.get(request)?.();
    const ms = reply.elapsedTime;
    observeRequest(request.method, request.routeOptions.url ?? 'none', reply.statusCode, ms / 1000);
    if (reply.statusCode >= 500) countFault('http');
    const level =
      reply.statusCode >= 500 || ms > SLOW_MS
        ? 'warn'
        : reply.statusCode >= 400 || request.method !== 'GET'
          ? 'info'
          : 'debug';
    // Most are reads that no one logs, so their line is not built.
    if (log().isLevelEnabled(level)) {
      log()[level](
        {
          method: request.method,
          url: redactUrl(request.url),
          status: reply.statusCode,
          ms: Math.round(ms),
          user: request.caller?.userId,
        },
        'request',
      );
    }
    done();
  });
}
