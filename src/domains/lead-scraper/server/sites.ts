/** A site before its first page: may it be crawled, how fast, and how many pages do its sitemaps name. */
import { currentWorkspaceId, selectRows } from '../../../server/db/index.ts';
import { outgoingUrlProblem } from '../../../server/http-client/client.ts';
import {
  ALLOW_ALL,
  DISALLOW_ALL,
  isAllowed,
  MAX_ROBOTS_BYTES,
  parseRobots,
  type Robots,
  robotsVerdict,
  ROBOTS_MAX_AGE_MS,
  secondsBetween,
} from '../../../server/http-client/robots.ts';
import { parseSitemap } from '../engine/sitemap.ts';
import { isSocialHost } from '../engine/social.ts';
import { isSameSite, linkProblem } from '../engine/urls.ts';
import { AGENT, describeOutgoing, fetchFollowing, type FetchOptions, unzipped } from './fetch.ts';

const MAX_SITEMAP_BYTES = 10 * 1024 * 1024;
const MAX_SITEMAPS = 5;

export interface CheckedSite {
  verdict: 'allowed' | 'partly' | 'refused' | 'unreachable' | 'blocked';
  reason: string;
  robots: string;
  delayMs: number;
  /** Null: there is no sitemap. */
  sitemapPages: number | null;
  /** Pages of its sitemaps that may be fetched, as many as were asked for. */
  pages: string[];
}

export interface SiteOptions {
  agent: string;
  delayMs: number;
  maxPages: number;
  /** Sitemaps that a person named. */
  sitemaps: readonly string[];
  blocked: ReadonlySet<string>;
  signal: AbortSignal;
}

/** Hosts that this workspace never crawls; their subdomains count. */
export async function blockedHosts(): Promise<Set<string>> {
  const rows = await selectRows('crawl_blocked_sites', ['host'], { workspaceId: currentWorkspaceId() });
  return new Set(rows.map(({ host }) => host));
}

export function isBlockedHost(hostname: string, blocked: ReadonlySet<string>): boolean {
  const parts = hostname.replace(/^www\./, '').split('.');
  return parts.some((_, i) => blocked.has(parts.slice(i).join('.')));
}

const stop = (verdict: CheckedSite['verdict'], reason: string, delayMs: number): CheckedSite => ({
  verdict,
  reason,
  robots: '',
  delayMs,
  sitemapPages: null,
  pages: [],
});

/** Reads robots.txt and the sitemaps of a site; never throws for what the site does. */
export async function checkSite(origin: string, options: SiteOptions): Promise<CheckedSite> {
  const { hostname } = new URL(origin);
  if (isBlockedHost(hostname, options.blocked))
    return stop('blocked', 'On the list of sites that are never crawled.', options.delayMs);
  if (isSocialHost(hostname)) return stop('blocked', 'This network’s terms forbid crawling.', options.delayMs);
  const problem = outgoingUrlProblem(origin);
  if (problem) return stop('refused', problem, options.delayMs);
  const fetching: FetchOptions = {
    agent: options.agent,
    accept: 'text/plain, */*;q=0.1',
    maxBytes: MAX_ROBOTS_BYTES,
    signal: options.signal,
  };
  const answer = await fetchFollowing(`${origin}/robots.txt`, fetching).catch((error: unknown) => {
    options.signal.throwIfAborted();
    return describeOutgoing(error);
  });
  if (typeof answer === 'string') return stop('unreachable', answer, options.delayMs);
  const meaning = robotsVerdict(answer.status);
  if (meaning === 'unreachable')
    return stop(
      'unreachable',
      `robots.txt answered with status ${answer.status}, so nothing may be fetched.`,
      options.delayMs,
    );
  // Longer than the limit: the rules are not known as a whole.
  if (meaning === 'rules' && !answer.body)
    return stop('unreachable', 'robots.txt is longer than 512 KiB.', options.delayMs);
  const text = meaning === 'rules' ? answer.body!.toString('utf8') : '';
  const robots = parseRobots(text, AGENT);
  const { seconds, isClamped } = secondsBetween(robots, options.delayMs / 1_000);
  const delayMs = Math.round(seconds * 1_000);
  if (isShut(robots, origin))
    return { ...stop('refused', 'robots.txt does not allow our crawler.', delayMs), robots: text };
  const found = await readSitemaps(origin, robots, options);
  const hasLimits = robots.rules.some(({ allows }) => !allows);
  return {
    verdict: hasLimits ? 'partly' : 'allowed',
    reason: [
      hasLimits ? 'robots.txt excludes some pages.' : '',
      isClamped ? `robots.txt asks for ${robots.crawlDelay} seconds between pages; we wait 60.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    robots: text.replaceAll('\0', ''),
    delayMs,
    ...found,
  };
}

const isShut = (robots: Robots, origin: string): boolean =>
  !isAllowed(robots, `${origin}/`) && !robots.rules.some(({ allows }) => allows);

async function readSitemaps(
  origin: string,
  robots: Robots,
  options: SiteOptions,
): Promise<{ sitemapPages: number | null; pages: string[] }> {
  const { host } = new URL(origin);
  const waiting = [
    ...new Set([
      ...options.sitemaps,
      ...robots.sitemaps,
      ...(options.sitemaps.length + robots.sitemaps.length === 0 ? [`${origin}/sitemap.xml`] : []),
    ]),
  ];
  const pages = new Set<string>();
  let count = 0;
  let isFound = false;
  for (let read = 0; read < MAX_SITEMAPS && waiting.length > 0; read++) {
    const address = waiting.shift()!;
    if (!URL.canParse(address) || !isSameSite(new URL(address).host, host) || !isAllowed(robots, address)) continue;
    const answer = await fetchFollowing(address, {
      agent: options.agent,
      accept: 'application/xml, text/xml, text/plain;q=0.5',
      maxBytes: MAX_SITEMAP_BYTES,
      signal: options.signal,
    }).catch(() => undefined);
    options.signal.throwIfAborted();
    const body = answer?.status === 200 && answer.body ? await unzipped(answer.body, MAX_SITEMAP_BYTES) : undefined;
    if (!body) continue;
    const sitemap = parseSitemap(body.toString('utf8'));
    isFound ||= sitemap.pages.length + sitemap.sitemaps.length > 0;
    waiting.push(...sitemap.sitemaps.slice(0, MAX_SITEMAPS));
    for (const page of sitemap.pages) {
      if (new URL(page).host !== host || linkProblem(page) || !isAllowed(robots, page)) continue;
      count += 1;
      if (pages.size < options.maxPages) pages.add(page);
    }
  }
  return { sitemapPages: isFound ? count : null, pages: [...pages] };
}

/** The rules that a stored site allows its pages by. */
export function storedRobots(site: { verdict: string; robots: string }): Robots {
  if (site.verdict !== 'allowed' && site.verdict !== 'partly') return DISALLOW_ALL;
  return site.robots === '' ? ALLOW_ALL : parseRobots(site.robots, AGENT);
}

export const isStale = (robotsAt: string | null, now: number): boolean =>
  robotsAt === null || now - Date.parse(robotsAt) > ROBOTS_MAX_AGE_MS;
