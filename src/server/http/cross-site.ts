/**
 * Calls from pages of other sites, such as a form on a customer's website. They act in no one's name: cookies are
 * ignored, so a foreign page can do no more than anyone with a terminal, and the answer is open to every origin (`*`
 * also keeps browsers from sending or using credentials).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    crossSite?: boolean;
  }
}

/** Marks a route for earlier hooks. */
export const CROSS_SITE = { crossSite: true } as const;

/** Seconds a browser may cache the preflight. */
const PREFLIGHT_AGE = 7200;

export function isCrossSite(request: FastifyRequest): boolean {
  return request.routeOptions.config.crossSite === true;
}

/** Lets any page read the answer or load it as a script. */
export function openToSites(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}

/** Answers a CORS preflight: JSON only. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', PREFLIGHT_AGE)
    .code(204)
    .send();
}
