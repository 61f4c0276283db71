/**
 * Serves the built single-page application: hashed files are cached for ever, the page is fresh with a new nonce each
 * time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unknownPath } from './errors.ts';
import { firstReads, type FirstReadsOptions } from './first-reads.ts';
import { pagePreloads } from './page-files.ts';
import { type Device, DEVICE_HEADERS, deviceOf, protectionTags } from './protection-script.ts';
import { newNonce, pagePolicy } from './security-headers.ts';

/** Marks in `index.html` where the answer's nonce belongs. */
const NONCE_MARK = '__CSP_NONCE__';
/** Readable cookie that says whether someone is signed in (`SIGNED_IN_COOKIE` in web/api/session.ts). */
const SIGNED_IN = 'signed-in';
/** Precedes everything that the head fetches. */
const READS_MARK = '<!--FIRST-READS-->';
/** Marks the place of the integrity and protection script. */
const PROTECTION_MARK = '<!--PROTECTION-->';
/** Marks the place of the shell's outline, which shows until the shell is drawn. */
const PICTURE_MARK = '<!--FIRST-PICTURE-->';
/** Its styles are in `web/shell/shell.css`; `web/router/first-picture.ts` removes it. */
const PICTURE = '<div id="first-picture" aria-hidden="true"><i></i><i></i><i></i><b>Gauntlet</b></div>';
/** The address's files are listed before this, after the entry and the styles, which come first. */
const END_OF_HEAD = '</head>';

/** Registers the application's files under `/`; everything else except API paths is the application's page. */
export async function serveSpa(app: FastifyInstance, folder: string, reads: FirstReadsOptions): Promise<void> {
  const page = readPage(folder);
  const preloads = pagePreloads(folder);
  const readsOf = firstReads(reads);
  if (page) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      // Compressed once, at build time.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          /\/(assets|protect)\/[^/]+\.(?!json)\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!;
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/api/') &&
      !path.startsWith('/ws/') &&
      !path.startsWith('/assets/') &&
      !path.startsWith('/protect/');
    if (!isPage || !page) return unknownPath(request, reply);
    const nonce = newNonce();
    const isSignedIn = request.cookies[SIGNED_IN] !== undefined;
    const begun = await readsOf(request.url, isSignedIn);
    const { tags, shell } = preloads(path);
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', DEVICE_HEADERS)
      .header('content-security-policy', pagePolicy(nonce))
      .send(
        page[deviceOf(request.headers)]
          .join(nonce)
          .replace(READS_MARK, begun && `<script nonce="${nonce}">${begun}</script>`)
          .replace(END_OF_HEAD, tags + END_OF_HEAD)
          .replace(PICTURE_MARK, isSignedIn && shell ? PICTURE : ''),
      );
  };
  app.setNotFoundHandler(answer);
  // The file handler takes this address for a folder and refuses it to clients that accept no compression.
  app.get('/', answer);
}

/** The page for each kind of device, split at the nonce; undefined where the application was not built. */
function readPage(folder: string): Record<Device, string[]> | undefined {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return undefined;
  const html = readFileSync(file, 'utf8');
  const { desktop, mobile } = protectionTags(folder, NONCE_MARK);
  const cut = (tag: string) => html.replace(PROTECTION_MARK, tag).split(NONCE_MARK);
  return { desktop: cut(desktop), mobile: cut(mobile) };
}
