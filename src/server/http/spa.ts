/** Serves the built single-page application: hashed assets for ever, the page itself fresh with a nonce each time. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unknownPath } from './errors.ts';
import { newNonce, pagePolicy } from './security-headers.ts';

/** Stands in `index.html` wherever the answer's nonce belongs. */
const NONCE_MARK = '__CSP_NONCE__';

/** Registers the application's files under `/`; everything that is no file and no API path is the application's page. */
export async function serveSpa(app: FastifyInstance, folder: string): Promise<void> {
  const indexFile = join(folder, 'index.html');
  const page = existsSync(indexFile) ? readFileSync(indexFile, 'utf8').split(NONCE_MARK) : undefined;
  if (page) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      // Compressed once, when the application is built.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!;
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !path.startsWith('/ws/') && !path.startsWith('/assets/');
    if (!isPage || !page) return unknownPath(request, reply);
    const nonce = newNonce();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce))
      .send(page.join(nonce));
  });
}
