import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

/**
 * Refuses a request with two Host headers (RFC 9112, 3.2). Node uses the first; a proxy may have used the other and let
 * the request through for another host.
 */
export function refuseSecondHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!namesTwoHosts(request.raw.rawHeaders)) return done();
    reply.header('connection', 'close');
    done(new AppError('bad_request', 'The request names its host more than once.'));
  });
}

/** @param headers alternating names and values, as received */
function namesTwoHosts(headers: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
