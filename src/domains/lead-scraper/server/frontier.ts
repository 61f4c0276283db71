/** The frontier in the database: pages are claimed before they are fetched, and results are written many at a time. */
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, execute, query, selectRows, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { JobContext } from '../../../server/jobs/define.ts';
import { isSameSite, linkProblem, priorityOf } from '../engine/urls.ts';
import { LEAD_SCRAPER } from '../paths.ts';
import { storeFound } from './store-found-values.ts';
import type { FrontierPage, PageResult } from './page-result.ts';

export type CrawlJob = JobContext<{ crawlId: string }, { round: number }>;

export interface StoredCrawl {
  id: string;
  state: string;
  job_id: string | null;
  is_checked: boolean;
  max_pages: number;
  max_pages_per_site: number;
  max_depth: number;
  delay_ms: number;
  fetched: number;
  failed: number;
  created_by: string | null;
}

/** Locks the crawl for this worker. @returns undefined when it is another worker's, or over */
export async function lockCrawl(job: CrawlJob): Promise<StoredCrawl | undefined> {
  const [crawl] = await query<StoredCrawl>(
    `select id, state, job_id, is_checked, max_pages, max_pages_per_site, max_depth, delay_ms, fetched, failed, created_by
      from crawls where id = $1 and workspace_id = $2 for update`,
    [job.payload.crawlId, currentWorkspaceId()],
  );
  if (!crawl) return undefined;
  await job.checkpoint({ round: job.attempt });
  return crawl.job_id === job.jobId && ['checking', 'running', 'pausing'].includes(crawl.state) ? crawl : undefined;
}

/**
 * Pages that a worker had claimed when it died may have been asked for. They are not asked for again without a person's
 * word: a site never gets a request twice because of us.
 */
export const INTERRUPTED = 'The server stopped while it fetched this page';

export async function closeInterrupted(crawlId: string): Promise<void> {
  await execute(
    `with gone as (update crawl_pages set state = 'failed', reason = $3 where crawl_id = $1 and workspace_id = $2 and state = 'fetching' returning 1)
      update crawls set failed = failed + (select count(*) from gone) where id = $1 and workspace_id = $2`,
    [crawlId, currentWorkspaceId(), INTERRUPTED],
  );
}

export function queuedPages(crawlId: string): Promise<FrontierPage[]> {
  return query<FrontierPage>(
    `select id, site_id as "siteId", url, depth, hops, priority, attempts from crawl_pages
      where crawl_id = $1 and workspace_id = $2 and state = 'queued' order by priority, depth, id limit 50000`,
    [crawlId, currentWorkspaceId()],
  );
}

/** Marks pages as being fetched, durably, before the first byte is sent. */
export async function claim(pages: readonly FrontierPage[]): Promise<void> {
  await execute(
    `update crawl_pages set state = 'fetching', attempts = attempts + 1 where id = any($1::uuid[]) and workspace_id = $2 and state = 'queued'`,
    [pages.map(({ id }) => id), currentWorkspaceId()],
  );
}

export interface NewPage {
  siteId: string;
  url: string;
  depth: number;
  hops: number;
  priority: number;
}

/** Adds pages that are not known yet. @returns those */
export async function addPages(crawlId: string, pages: readonly NewPage[]): Promise<FrontierPage[]> {
  if (pages.length === 0) return [];
  return query<FrontierPage>(
    `insert into crawl_pages (id, workspace_id, crawl_id, site_id, url, depth, hops, priority)
      select p.id, $1, $2, p."siteId", p.url, p.depth, p.hops, p.priority
      from jsonb_to_recordset($3::jsonb) as p(id uuid, "siteId" uuid, url text, depth integer, hops integer, priority integer)
      on conflict do nothing
      returning id, site_id as "siteId", url, depth, hops, priority, attempts`,
    [currentWorkspaceId(), crawlId, JSON.stringify(pages.map((page) => ({ ...page, id: newId() })))],
  );
}

/** Pages of one origin that the frontier takes beyond the site's limit, so that better ones found later find room. */
const ROOM = 3;

export interface KnownSite {
  id: string;
  origin: string;
  /** Pages in the frontier or behind it. */
  known: number;
  /** Addresses that this worker met. */
  seen: Set<string>;
}

export interface Flushed {
  added: FrontierPage[];
  newSites: KnownSite[];
}

/**
 * Writes results in one transaction with the job's checkpoint.
 * @returns undefined when the crawl is not this worker's any more; nothing was written then
 */
export function flush(
  job: CrawlJob,
  results: readonly PageResult[],
  sites: ReadonlyMap<string, KnownSite>,
): Promise<Flushed | undefined> {
  return transaction(async () => {
    const crawl = await lockCrawl(job);
    if (!crawl) return undefined;
    const judged = await markDuplicates(results);
    await writeResults(judged);
    const { pages, newSites } = await nextPages(crawl, judged, sites);
    const added = await addPages(crawl.id, pages);
    const fresh = await storeFound(
      crawl.id,
      judged.filter(({ state }) => state === 'done'),
    );
    const count = (state: string) => judged.filter((result) => result.state === state).length;
    await execute(
      `update crawls set fetched = fetched + $3, failed = failed + $4, skipped = skipped + $5, bytes = bytes + $6, candidates = candidates + $7
        where id = $1 and workspace_id = $2`,
      [
        crawl.id,
        currentWorkspaceId(),
        count('done'),
        count('failed'),
        count('skipped'),
        judged.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
        fresh,
      ],
    );
    return { added, newSites };
  });
}

/** The same content under another address says nothing new. */
async function markDuplicates(results: readonly PageResult[]): Promise<PageResult[]> {
  const hashes = results.flatMap(({ hash }) => hash ?? []);
  if (hashes.length === 0) return [...results];
  const rows = await query<{ key: string; url: string }>(
    `select site_id || ' ' || content_hash as key, url from crawl_pages where workspace_id = $1 and site_id = any($2::uuid[])
      and content_hash = any($3::text[])`,
    [currentWorkspaceId(), [...new Set(results.map(({ page }) => page.siteId))], hashes],
  );
  const seen = new Map(rows.map(({ key, url }) => [key, url]));
  return results.map((result) => {
    if (result.hash === null) return result;
    const key = `${result.page.siteId} ${result.hash}`;
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, result.page.url);
      return result;
    }
    return {
      ...result,
      state: 'skipped',
      reason: `Same content as ${other}`.slice(0, 400),
      hash: null,
      entities: [],
      links: [],
    };
  });
}

async function writeResults(results: readonly PageResult[]): Promise<void> {
  const rows = results.map(({ page, state, reason, status, bytes, title, hash, entities, fetchedAt }) => ({
    id: page.id,
    state,
    reason,
    status,
    bytes,
    title,
    hash,
    found: entities.reduce((sum, { values }) => sum + values.length, 0),
    at: fetchedAt,
  }));
  await execute(
    `update crawl_pages p set state = r.state, reason = r.reason, status = r.status, bytes = r.bytes, title = r.title, content_hash = r.hash,
        found = r.found, fetched_at = r.at
      from jsonb_to_recordset($2::jsonb) as r(id uuid, state text, reason text, status integer, bytes integer, title text, hash text, found integer, at timestamptz)
      where p.id = r.id and p.workspace_id = $1`,
    [currentWorkspaceId(), JSON.stringify(rows)],
  );
  for (const { page, pauseMs } of results)
    if (pauseMs !== undefined)
      await execute(
        `update crawl_sites set next_at = now() + $3 * interval '1 millisecond' where id = $1 and workspace_id = $2`,
        [page.siteId, currentWorkspaceId(), pauseMs],
      );
  await execute(
    `update crawl_sites s set fetched = s.fetched + r.count from (select site_id, count(*)::integer as count from crawl_pages
        where id = any($2::uuid[]) and state = 'done' group by site_id) r where s.id = r.site_id and s.workspace_id = $1`,
    [currentWorkspaceId(), results.map(({ page }) => page.id)],
  );
}

/** Pages that results lead to: links of the same site, and where they redirect to. */
async function nextPages(
  crawl: StoredCrawl,
  results: readonly PageResult[],
  sites: ReadonlyMap<string, KnownSite>,
): Promise<{ pages: NewPage[]; newSites: KnownSite[] }> {
  const byOrigin = new Map([...sites.values()].map((site) => [site.origin, site]));
  const newSites: KnownSite[] = [];
  const pages: NewPage[] = [];
  const siteOf = async (url: URL, from: KnownSite, mayAdd: boolean): Promise<KnownSite | undefined> => {
    const known = byOrigin.get(url.origin);
    if (known || !mayAdd || !isSameSite(url.host, new URL(from.origin).host)) return known;
    const site = { id: newId(), origin: url.origin, known: 0, seen: new Set<string>() };
    await addSites(crawl, [site]);
    byOrigin.set(site.origin, site);
    newSites.push(site);
    return site;
  };
  const add = (site: KnownSite, page: Omit<NewPage, 'siteId' | 'priority'>) => {
    // Most links lead to pages that are known; those that another process met are sorted out by the database.
    if (site.known >= crawl.max_pages_per_site * ROOM || site.seen.has(page.url)) return;
    site.seen.add(page.url);
    pages.push({ ...page, siteId: site.id, priority: priorityOf(page.url) });
  };
  for (const { page, links, redirect } of results) {
    const from = sites.get(page.siteId);
    if (!from) continue;
    if (redirect) {
      const site = await siteOf(new URL(redirect), from, true);
      if (site && !linkProblem(redirect)) add(site, { url: redirect, depth: page.depth, hops: page.hops + 1 });
    }
    if (page.depth >= crawl.max_depth) continue;
    for (const link of links) {
      const site = await siteOf(new URL(link), from, true);
      if (site && !linkProblem(link)) add(site, { url: link, depth: page.depth + 1, hops: 0 });
    }
  }
  return { pages, newSites };
}

export async function addSites(
  crawl: { id: string; delay_ms: number },
  sites: readonly { id: string; origin: string }[],
): Promise<void> {
  await execute(
    `insert into crawl_sites (id, workspace_id, crawl_id, origin, delay_ms)
      select s.id, $1, $2, s.origin, $3 from jsonb_to_recordset($4::jsonb) as s(id uuid, origin text) on conflict do nothing`,
    [currentWorkspaceId(), crawl.id, crawl.delay_ms, JSON.stringify(sites.map(({ id, origin }) => ({ id, origin })))],
  );
}

export const readSites = (crawlId: string) =>
  selectRows('crawl_sites', ['id', 'origin', 'verdict', 'robots', 'robotsAt', 'delayMs', 'nextAt', 'fetched'], {
    crawlId,
    workspaceId: currentWorkspaceId(),
  });

export const publishCrawls = (): Promise<void> =>
  publishPaths(currentWorkspaceId(), [LEAD_SCRAPER.crawls, LEAD_SCRAPER.candidates]);
