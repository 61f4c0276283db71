/** Result of fetching one page. Nothing is written here. */
import { createHash } from 'node:crypto';
import { extractPage, headerDirectives } from '../engine/extract.ts';
import type { FoundEntity } from '../engine/found-values.ts';
import type { Robots } from '../../../server/http-client/robots.ts';
import { isAllowed } from '../../../server/http-client/robots.ts';
import { countryOfHost, normalizeUrl, retryAfterMs } from '../engine/urls.ts';
import { AGENT, describeOutgoing, fetchOnce, MAX_PAGE_BYTES, textOfBody } from './fetch.ts';

export interface FrontierPage {
  id: string;
  siteId: string;
  url: string;
  depth: number;
  hops: number;
  priority: number;
  attempts: number;
}

export interface PageResult {
  page: FrontierPage;
  state: 'done' | 'failed' | 'skipped' | 'queued';
  reason: string;
  status: number | null;
  bytes: number | null;
  title: string;
  hash: string | null;
  entities: FoundEntity[];
  links: string[];
  /** Where it redirects to. */
  redirect?: string;
  /** Of one that is tried again: milliseconds until the site is asked again. */
  pauseMs?: number;
  /** There was no usable answer; several in a row end the site. */
  isSiteFailure?: boolean;
  fetchedAt: Date;
}

const MAX_ATTEMPTS = 3;
/** A site that asks for a longer pause is left alone. */
export const MAX_PAUSE_MS = 3_600_000;

export interface PageOptions {
  agent: string;
  robots: Robots;
  /** Country of the workspace. */
  country: string;
  signal: AbortSignal;
}

/** Fetches and reads one page. Rejects only when the crawl is stopped. */
export async function fetchPage(page: FrontierPage, options: PageOptions): Promise<PageResult> {
  const blank = {
    page,
    reason: '',
    status: null,
    bytes: null,
    title: '',
    hash: null,
    entities: [],
    links: [],
    fetchedAt: new Date(),
  };
  if (!isAllowed(options.robots, page.url)) return { ...blank, state: 'skipped', reason: 'Excluded by robots.txt' };
  let answer;
  try {
    answer = await fetchOnce(page.url, {
      agent: options.agent,
      accept: 'text/html, application/xhtml+xml',
      maxBytes: MAX_PAGE_BYTES,
      signal: options.signal,
    });
  } catch (error) {
    options.signal.throwIfAborted();
    return { ...blank, state: 'failed', reason: describeOutgoing(error), isSiteFailure: true };
  }
  const { status, headers, body } = answer;
  const said = { ...blank, status, bytes: body?.length ?? null, fetchedAt: new Date() };
  if (status >= 300 && status < 400) return redirected(said, headers.location);
  if (status === 429 || status === 503) return askedToWait(said, headers['retry-after']);
  if (status >= 500)
    return { ...said, state: 'failed', reason: `The site answered with status ${status}`, isSiteFailure: true };
  if (status === 401 || status === 403 || status === 407)
    return { ...said, state: 'skipped', reason: 'The site does not let us in' };
  if (status !== 200)
    return {
      ...said,
      state: 'failed',
      reason: status === 404 || status === 410 ? 'The page does not exist' : `The site answered with status ${status}`,
    };
  if (!body) return { ...said, state: 'skipped', reason: 'Larger than 2 MB or damaged' };
  return readPage(said, body, headers, options);
}

type Said = Omit<PageResult, 'state'>;

function redirected(said: Said, location: string | undefined): PageResult {
  const target = location === undefined ? undefined : normalizeUrl(location, said.page.url);
  if (!target || target === said.page.url) return { ...said, state: 'failed', reason: 'The page redirects to nowhere' };
  if (said.page.hops >= 5) return { ...said, state: 'failed', reason: 'The page redirects too often' };
  return { ...said, state: 'skipped', reason: `Redirects to ${target}`.slice(0, 400), redirect: target };
}

function askedToWait(said: Said, header: string | undefined): PageResult {
  const pauseMs = retryAfterMs(header, Date.now()) ?? 30_000 * 2 ** said.page.attempts;
  if (pauseMs > MAX_PAUSE_MS || said.page.attempts + 1 >= MAX_ATTEMPTS)
    return {
      ...said,
      state: 'failed',
      reason: `The site answered with status ${said.status} and asks us to wait`,
      isSiteFailure: true,
      pauseMs: Math.min(pauseMs, MAX_PAUSE_MS),
    };
  return { ...said, state: 'queued', reason: 'The site asked us to wait', pauseMs };
}

function readPage(said: Said, body: Buffer, headers: Record<string, string>, { country }: PageOptions): PageResult {
  const type = headers['content-type'] ?? '';
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type))
    return { ...said, state: 'skipped', reason: 'Not a web page' };
  const { url } = said.page;
  const facts = extractPage(textOfBody(body, type), {
    country: countryOfHost(new URL(url).hostname, country),
    agent: AGENT,
  });
  const header = headerDirectives(headers['x-robots-tag'] ?? '', AGENT);
  const isNoindex = facts.isNoindex || header.has('noindex') || header.has('none');
  const isNofollow = facts.isNofollow || header.has('nofollow') || header.has('none');
  const base = url;
  const links = isNofollow
    ? []
    : [
        ...new Set(
          [
            ...facts.links.filter((link) => !link.isNofollow).map(({ href }) => href),
            ...(facts.canonical ? [facts.canonical] : []),
          ].flatMap((href) => normalizeUrl(href, base) ?? []),
        ),
      ];
  // Nothing of it is kept, not even its title.
  if (isNoindex) return { ...said, state: 'skipped', reason: 'The page asks not to be indexed', links };
  if (facts.isLogin) return { ...said, state: 'skipped', reason: 'Behind a sign-in' };
  return {
    ...said,
    state: 'done',
    title: facts.title.replaceAll('\0', ''),
    hash: createHash('sha256').update(body).digest('base64url'),
    entities: facts.entities,
    links,
    reason: facts.isCut ? 'Read in part: the page is unusually large' : '',
  };
}
