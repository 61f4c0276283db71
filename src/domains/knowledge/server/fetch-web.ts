/**
 * Fetches pages politely: rules in robots.txt are kept, one request at a time with a pause between, at most so many pages,
 * and only below the address that was entered. Each redirect is checked like an address of its own.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { files, sniffType } from '../../../server/files/index.ts';
import { OutgoingError, type OutgoingAnswer, sendOutgoing } from '../../../server/http-client/client.ts';
import {
  ALLOW_ALL,
  DISALLOW_ALL,
  isAllowed,
  MAX_ROBOTS_BYTES,
  parseRobots,
  type Robots,
  robotsVerdict,
} from '../../../server/http-client/robots.ts';
import { keepOuterDocument, removeUnseen } from './fetch-feed.ts';
import { decodeText } from './parse/text.ts';
import { parseHtml } from './parse/html.ts';
import { deleteFilesLater } from './remove-documents.ts';
import { sha256 } from './read-next.ts';
import type { SyncedSource } from './synced-source.ts';

const AGENT = 'GauntletKnowledge';
const USER_AGENT = `Mozilla/5.0 (compatible; ${AGENT}/1)`;
const MOST_BYTES = 5_000_000;
const MOST_REDIRECTS = 5;
/** Milliseconds between two requests, where robots.txt asks for no more; it may ask for up to ten seconds. */
const PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const MOST_SITEMAPS = 20;
const READ = /^(?:text\/html|application\/xhtml\+xml|text\/plain|text\/markdown|application\/pdf)\b/i;

/** One walk over a site. */
class Walk {
  readonly #signal: AbortSignal;
  #robots: Robots = ALLOW_ALL;
  #origin = '';
  #isFirst = true;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** The answer after redirects, with its address. @throws OutgoingError */
  async get(address: string): Promise<{ answer: OutgoingAnswer; url: string }> {
    let url = address;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#send(url);
      const target = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
      if (!target) return { answer, url };
      if (redirects === MOST_REDIRECTS) throw new OutgoingError('unreachable', 'The page redirects too often.');
      url = new URL(target, url).href;
    }
  }

  async #send(url: string): Promise<OutgoingAnswer> {
    if (!this.#isFirst) {
      const asked = (this.#robots.crawlDelay ?? 0) * 1_000;
      await wait(Math.min(Math.max(asked, PAUSE), LONGEST_PAUSE), undefined, { signal: this.#signal });
    }
    this.#isFirst = false;
    return sendOutgoing({
      url,
      headers: { 'user-agent': USER_AGENT, accept: 'text/html, text/plain, application/pdf, application/xml;q=0.8' },
      maxBytes: MOST_BYTES,
      timeout: 20_000,
      signal: this.#signal,
    });
  }

  /** Whether robots.txt lets us fetch an address. An absent file allows everything, a broken server nothing. */
  async mayFetch(url: string): Promise<boolean> {
    const { origin } = new URL(url);
    if (origin !== this.#origin) {
      const { answer } = await this.get(`${origin}/robots.txt`);
      this.#robots = rulesOf(answer);
      this.#origin = origin;
    }
    return isAllowed(this.#robots, url);
  }
}

/** Rules from the response to a request for robots.txt. */
function rulesOf({ status, body, cut }: OutgoingAnswer): Robots {
  const verdict = robotsVerdict(status);
  if (verdict === 'none') return ALLOW_ALL;
  // Of a file that is too long, the rules are not known as a whole.
  if (verdict === 'unreachable' || cut || body.byteLength > MAX_ROBOTS_BYTES) return DISALLOW_ALL;
  return parseRobots(decodeText(body), AGENT);
}

/** An address without its fragment; undefined for what is no page. */
function pageAddress(href: string, base: string): string | undefined {
  try {
    const url = new URL(href, base);
    url.hash = '';
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Below the entered address: the same origin, and a path that begins with its folder. */
function isBelow(url: string, start: string): boolean {
  const [page, root] = [new URL(url), new URL(start)];
  return page.origin === root.origin && page.pathname.startsWith(root.pathname.replace(/[^/]*$/, ''));
}

const isSitemap = (url: string) => /(?:sitemap[^/]*|\.xml)$/i.test(new URL(url).pathname);
const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]{1,2000})/gi;

/** Addresses of a sitemap, and of those that it names. */
async function readSitemap(walk: Walk, start: string, most: number): Promise<string[]> {
  const pages: string[] = [];
  const maps = [start];
  for (let read = 0; read < maps.length && read < MOST_SITEMAPS && pages.length < most; read++) {
    const { answer, url } = await walk.get(maps[read]!);
    if (answer.status >= 400) continue;
    for (const [, location] of decodeText(answer.body).matchAll(LOCATION)) {
      const address = pageAddress(location!.replaceAll('&amp;', '&'), url);
      // A sitemap speaks for its own site only.
      if (!address || new URL(address).origin !== new URL(start).origin) continue;
      if (/\.xml$/i.test(new URL(address).pathname)) maps.push(address);
      else pages.push(address);
    }
  }
  return pages;
}

/**
 * Fetches the pages of a source; new and changed ones wait to be read.
 * @returns what went wrong, in words; blank when nothing did
 * @throws AppError in words, when not even the first page came
 */
export async function fetchWeb(
  source: SyncedSource,
  signal: AbortSignal,
  onStep: (done: number) => void,
): Promise<string> {
  const walk = new Walk(signal);
  const fromMap = isSitemap(source.url);
  const waiting = await begin(walk, source, fromMap);
  const known = new Set(waiting);
  const seen = new Set<string>();
  let refused = 0;
  for (let at = 0; at < waiting.length && seen.size < source.maxPages; at++) {
    signal.throwIfAborted();
    const page = await fetchPage(walk, waiting[at]!, source).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof OutgoingError) || at === 0) throw inWords(error);
      return undefined;
    });
    if (!page) refused += 1;
    else {
      seen.add(page.key);
      onStep(seen.size);
    }
    if (fromMap) continue;
    for (const link of page?.links ?? [])
      if (!known.has(link) && isBelow(link, source.url) && known.size < source.maxPages * 20) {
        known.add(link);
        waiting.push(link);
      }
  }
  if (seen.size === 0)
    throw new AppError('validation', 'No page could be read: robots.txt forbids it, or there is no text.');
  await removeUnseen(source.id, [...seen]);
  return refused > 0 && source.maxPages === 1 ? 'The page could not be read.' : '';
}

const inWords = (error: unknown) =>
  error instanceof OutgoingError ? new AppError('validation', `The page was not reached: ${error.message}`) : error;

async function begin(walk: Walk, { url, maxPages }: SyncedSource, fromMap: boolean): Promise<string[]> {
  const start = pageAddress(url, url);
  if (!start) throw new AppError('validation', 'This is no address of a page.');
  if (!fromMap) return [start];
  try {
    const pages = await readSitemap(walk, start, maxPages);
    if (pages.length === 0) throw new AppError('validation', 'The sitemap names no page.');
    return pages;
  } catch (error) {
    throw inWords(error);
  }
}

/** @returns its key and links; undefined for one that is not to be read */
async function fetchPage(
  walk: Walk,
  address: string,
  source: SyncedSource,
): Promise<{ key: string; links: string[] } | undefined> {
  if (!(await walk.mayFetch(address))) return undefined;
  const { answer, url } = await walk.get(address);
  // A redirect may lead to a page that must not be fetched, or out of the site.
  if (url !== address && (!isBelow(url, source.url) || !(await walk.mayFetch(url)))) return undefined;
  const type = (answer.headers['content-type'] ?? 'text/html').split(';', 1)[0]!.trim().toLowerCase();
  if (answer.status >= 400 || answer.cut || !READ.test(type)) return undefined;
  const isHtml = /html/.test(type);
  const html = isHtml ? parseHtml(decodeText(answer.body)) : undefined;
  if (html?.noIndex) return undefined;
  await keepPage(source.id, url, type, answer.body, html?.title ?? '');
  const links = html && !html.noFollow ? html.links : [];
  return { key: url, links: links.flatMap((href) => pageAddress(href, url) ?? []) };
}

async function keepPage(sourceId: string, url: string, type: string, body: Uint8Array, title: string): Promise<void> {
  const stored = await files().put(
    (async function* () {
      yield body;
    })(),
    { prefix: `knowledge/${currentWorkspaceId()}`, limit: MOST_BYTES },
  );
  const sniffed = sniffType(body.subarray(0, 4_100), new URL(url).pathname);
  const isNew = await keepOuterDocument(sourceId, {
    key: url,
    url,
    title: title.replaceAll('\0', '') || url,
    type: /html/.test(type) ? 'text/html' : sniffed === 'application/pdf' ? sniffed : 'text/plain',
    storageKey: stored.key,
    body: '',
    size: stored.size,
    sha256: sha256(body),
    changedAt: null,
  });
  if (!isNew) deleteFilesLater([stored.key]);
}
