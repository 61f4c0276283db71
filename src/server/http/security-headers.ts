/** Security headers of every answer. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** API answers and downloads are data: opened as a page they may do nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The policy of the application's page. Scripts: our own files and the one inline script with this answer's nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    // Letters are shown in frames at our own address, under a policy of their own (domains/mail).
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // Text becomes markup or a script's address only through the policies in web/protect/trusted-types.ts and web/rich-text/paste.ts.
    "require-trusted-types-for 'script'",
    'trusted-types default worker paste',
    'report-uri /api/browser-reports',
  ].join('; ');
}

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
} as const;

/** Pages on which people may speak: the test call of phone agents, and the recorder of meetings. */
const MICROPHONE_PAGES = /^\/ai-(?:phone-agent|meeting-assistant)(?:[/?]|$)/;
const WITH_MICROPHONE = COMMON['permissions-policy'].replace('microphone=()', 'microphone=(self)');

/** Puts the headers on an answer. */
export type SecureReply = (request: FastifyRequest, reply: FastifyReply) => void;

/** @param https tell browsers to use TLS only, for two years */
export function securityHeaders(https: boolean): SecureReply {
  const fixed: Record<string, string> = {
    ...COMMON,
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
  return (request, reply) => {
    reply.headers(fixed).header('x-request-id', request.id);
    if (MICROPHONE_PAGES.test(request.url)) reply.header('permissions-policy', WITH_MICROPHONE);
    if (request.url.startsWith('/api/'))
      reply.header('content-security-policy', DATA_POLICY).header('cache-control', 'no-store');
  };
}

/** Adds the headers to every answer, errors included. */
export function installSecurityHeaders(app: FastifyInstance, secure: SecureReply): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    secure(request, reply);
    done();
  });
}
