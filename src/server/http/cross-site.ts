/**
 * Calls that pages of other sites make: a form that stands on a customer's own website. They come in the name of
 * nobody: cookies are not looked at, so a foreign page can do no more than anyone with a terminal, and the answer is
 * open to every origin (`*` also keeps browsers from sending or believing credentials).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    crossSite?: boolean;
  }
}

/** Marks a route for the hooks that come before it. */
export const CROSS_SITE = { crossSite: true } as const;

/** Seconds for which a browser need not ask again. */
const PREFLIGHT_AGE = 7200;

export function isCrossSite(request: FastifyRequest): boolean {
  return request.routeOptions.config.crossSite === true;
}

/** Lets any page read the answer, or load it as a script. */
export function openToSites(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}

/** Answers a browser's question what it may send (CORS preflight): JSON, nothing else. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', PREFLIGHT_AGE)
    .code(204)
    .send();
}
