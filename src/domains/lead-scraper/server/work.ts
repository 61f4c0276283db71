/**
 * Goes on with a crawl. One loop chooses which sites may be asked now, claims their next pages, and starts the requests;
 * results are written many at a time in one transaction. A site never has two requests at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { workspaceSettings } from '../../../records/server/workspace.ts';
import { currentWorkspaceId, execute, NOW, transaction, updateRows } from '../../../server/db/index.ts';
import { AGAIN, defineJob } from '../../../server/jobs/define.ts';
import { isSitemap, priorityOf } from '../engine/urls.ts';
import { userAgent } from './fetch.ts';
import {
  addPages,
  claim,
  closeInterrupted,
  type CrawlJob,
  flush,
  type KnownSite,
  lockCrawl,
  publishCrawls,
  queuedPages,
  readSites,
  type StoredCrawl,
} from './frontier.ts';
import { scoreCandidates } from './score-candidates.ts';
import { fetchPage, type FrontierPage, type PageResult } from './page-result.ts';
import { blockedHosts, type CheckedSite, checkSite, isStale, storedRobots } from './sites.ts';
import type { Robots } from '../../../server/http-client/robots.ts';

/** Requests at once, over all sites. */
const PARALLEL = 24;
const BATCH = 40;
const FLUSH_MS = 250;
const PUBLISH_MS = 1_000;
/** Answers in a row without content after which a site is left alone. */
const MAX_FAILURES = 5;

export const crawlJob = defineJob<{ crawlId: string }, { round: number }>({
  name: 'lead-scraper.crawl',
  title: 'Crawl for leads',
  payload: z.object({ crawlId: z.uuid() }),
  concurrency: 2,
  retry: { limit: 5, backoff: 2 },
  handler: work,
  async ended({ crawlId }, { jobId, error, state }) {
    await updateRows(
      'crawls',
      { state: state === 'cancelled' ? 'canceled' : 'failed', error, endedAt: NOW },
      { id: crawlId, jobId, state: ['checking', 'running', 'pausing'] },
    );
    await publishCrawls();
  },
  async revived({ crawlId }, jobId) {
    await updateRows(
      'crawls',
      { state: 'running', error: '', endedAt: null, jobId },
      { id: crawlId, state: ['canceled', 'failed'] },
    );
    await publishCrawls();
  },
});

async function work(job: CrawlJob): Promise<void | typeof AGAIN> {
  const crawl = await transaction(async () => {
    const found = await lockCrawl(job);
    if (found) await closeInterrupted(found.id);
    return found;
  });
  if (!crawl) return undefined;
  const agent = await userAgent(crawl.created_by);
  if (!crawl.is_checked) return checkSites(job, crawl, agent);
  const crawler = new Crawler(job, crawl, agent);
  const end = await crawler.run();
  if (end === 'again') return AGAIN;
  if (end === 'over' && (await scoreCandidates(job))) await finish(job);
  return undefined;
}

/** Reads robots.txt and sitemaps of all sites, then waits for a person to start the crawl. */
async function checkSites(job: CrawlJob, crawl: StoredCrawl, agent: string): Promise<void> {
  const blocked = await blockedHosts();
  const sites = (await readSites(crawl.id)).filter(({ verdict }) => verdict === 'waiting');
  const starts = await queuedPages(crawl.id);
  let done = 0;
  const next = sites.values();
  const worker = async () => {
    for (const site of next) {
      const own = starts
        .filter(({ siteId }) => siteId === site.id)
        .map(({ url }) => url)
        .filter(isSitemap);
      const checked = await checkSite(site.origin, {
        agent,
        delayMs: crawl.delay_ms,
        maxPages: crawl.max_pages_per_site,
        sitemaps: own,
        blocked,
        signal: job.signal,
      });
      await transaction(async () => {
        if (await lockCrawl(job)) await storeSite(crawl.id, site.id, checked);
      });
      job.progress((done += 1), sites.length, 'Reading robots.txt');
      if (done % 5 === 0) await publishCrawls();
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  await transaction(async () => {
    if (!(await lockCrawl(job))) return;
    await updateRows('crawls', { state: 'ready', isChecked: true, jobId: null }, { id: crawl.id });
    await publishCrawls();
  });
}

/** @returns pages that its sitemaps added to the frontier */
async function storeSite(crawlId: string, siteId: string, checked: CheckedSite): Promise<FrontierPage[]> {
  await updateRows(
    'crawl_sites',
    {
      verdict: checked.verdict,
      reason: checked.reason,
      robots: checked.robots,
      robotsAt: NOW,
      delayMs: checked.delayMs,
      sitemapPages: checked.sitemapPages,
    },
    { id: siteId, workspaceId: currentWorkspaceId() },
  );
  // Sitemaps that were named as start addresses are read, but are no pages.
  await execute(
    `update crawl_pages set state = 'skipped', reason = $3 where site_id = $1 and workspace_id = $2 and state = 'queued' and ($4 or url ~* '\\.xml(\\.gz)?$')`,
    [
      siteId,
      currentWorkspaceId(),
      checked.reason || 'Sitemap',
      checked.verdict !== 'allowed' && checked.verdict !== 'partly',
    ],
  );
  return addPages(
    crawlId,
    checked.pages.map((url) => ({ siteId, url, depth: 1, hops: 0, priority: priorityOf(url) })),
  );
}

async function finish(job: CrawlJob): Promise<void> {
  await transaction(async () => {
    const crawl = await lockCrawl(job);
    if (!crawl) return;
    await execute(
      `with rest as (update crawl_pages set state = 'skipped', reason = 'The page limit was reached' where crawl_id = $1 and workspace_id = $2 and state = 'queued' returning 1)
        update crawls set state = 'done', ended_at = now(), job_id = null, skipped = skipped + (select count(*) from rest) where id = $1 and workspace_id = $2`,
      [crawl.id, currentWorkspaceId()],
    );
    await publishCrawls();
  });
}

interface Site extends KnownSite {
  queues: FrontierPage[][];
  robots: Robots | undefined;
  delayMs: number;
  nextAt: number;
  isBusy: boolean;
  failures: number;
  started: number;
  isOver: boolean;
}

class Crawler {
  readonly #job: CrawlJob;
  readonly #crawl: StoredCrawl;
  readonly #agent: string;
  readonly #sites = new Map<string, Site>();
  readonly #results: PageResult[] = [];
  #country = 'US';
  #blocked: ReadonlySet<string> = new Set();
  #inFlight = 0;
  #started = 0;
  #flushedAt = Date.now();
  #publishedAt = 0;
  #fault: unknown;

  constructor(job: CrawlJob, crawl: StoredCrawl, agent: string) {
    this.#job = job;
    this.#crawl = crawl;
    this.#agent = agent;
    this.#started = crawl.fetched + crawl.failed;
  }

  /** `over`: nothing is left to fetch · `stopped`: paused, canceled, or another worker's · `again`: others wait */
  async run(): Promise<'over' | 'stopped' | 'again'> {
    await this.#load();
    let isDraining: 'no' | 'again' = 'no';
    for (;;) {
      this.#job.signal.throwIfAborted();
      if (this.#fault) throw this.#fault;
      if (isDraining === 'no' && this.#job.turnIsOver()) isDraining = 'again';
      if (
        this.#results.length > 0 &&
        (this.#results.length >= BATCH || Date.now() - this.#flushedAt > FLUSH_MS || this.#inFlight === 0)
      ) {
        const state = await this.#write();
        if (state !== 'running') return this.#stop(state);
      } else if (Date.now() - this.#flushedAt > 1_000) {
        const state = await this.#look();
        if (state !== 'running') return this.#stop(state);
      }
      if (isDraining === 'no') await this.#startSome();
      if (this.#inFlight === 0 && this.#results.length === 0) {
        if (isDraining !== 'no') return isDraining;
        if (!this.#hasMore()) return 'over';
      }
      await pause(this.#inFlight > 0 ? 10 : 40, undefined, { signal: this.#job.signal });
    }
  }

  async #load(): Promise<void> {
    this.#country = (await workspaceSettings()).country;
    this.#blocked = await blockedHosts();
    for (const site of await readSites(this.#crawl.id)) {
      const isFresh = site.verdict !== 'waiting' && !isStale(site.robotsAt, Date.now());
      this.#addSite(
        { id: site.id, origin: site.origin, known: site.fetched, seen: new Set() },
        {
          robots: isFresh ? storedRobots(site) : undefined,
          delayMs: site.delayMs,
          nextAt: Date.parse(site.nextAt),
          started: site.fetched,
          isOver: isFresh && site.verdict !== 'allowed' && site.verdict !== 'partly',
        },
      );
    }
    for (const page of await queuedPages(this.#crawl.id)) this.#queue(page);
  }

  #addSite(known: KnownSite, more: Partial<Site> = {}): void {
    this.#sites.set(known.id, {
      ...known,
      queues: [[], [], []],
      robots: undefined,
      delayMs: this.#crawl.delay_ms,
      nextAt: 0,
      isBusy: false,
      failures: 0,
      started: 0,
      isOver: false,
      ...more,
    });
  }

  #queue(page: FrontierPage): void {
    const site = this.#sites.get(page.siteId);
    if (!site) return;
    site.known += 1;
    site.queues[Math.min(page.priority, 2)]!.push(page);
  }

  #hasWork(site: Site): boolean {
    return (
      !site.isOver && site.started < this.#crawl.max_pages_per_site && site.queues.some((queue) => queue.length > 0)
    );
  }

  #hasMore(): boolean {
    return this.#started < this.#crawl.max_pages && [...this.#sites.values()].some((site) => this.#hasWork(site));
  }

  /** Claims one page of each site that may be asked now. */
  async #startSome(): Promise<void> {
    const now = Date.now();
    const chosen: { site: Site; page: FrontierPage }[] = [];
    for (const site of this.#sites.values()) {
      if (this.#inFlight + chosen.length >= PARALLEL || this.#started + chosen.length >= this.#crawl.max_pages) break;
      if (site.isBusy || site.nextAt > now || !this.#hasWork(site)) continue;
      site.isBusy = true;
      if (site.robots === undefined) void this.#check(site);
      else chosen.push({ site, page: site.queues.find((queue) => queue.length > 0)!.shift()! });
    }
    if (chosen.length === 0) return;
    this.#started += chosen.length;
    await claim(chosen.map(({ page }) => page));
    for (const { site, page } of chosen) void this.#fetch(site, page);
    // Sites at the front of the list would have the requests to themselves.
    for (const { site } of chosen) {
      this.#sites.delete(site.id);
      this.#sites.set(site.id, site);
    }
  }

  async #fetch(site: Site, page: FrontierPage): Promise<void> {
    this.#inFlight += 1;
    site.started += 1;
    try {
      const result = await fetchPage(page, {
        agent: this.#agent,
        robots: site.robots!,
        country: this.#country,
        signal: this.#job.signal,
      });
      this.#results.push(result);
      this.#settle(site, result);
    } catch (error) {
      this.#fault ??= error;
    } finally {
      site.isBusy = false;
      this.#inFlight -= 1;
    }
  }

  #settle(site: Site, result: PageResult): void {
    // A page excluded before the request costs the site nothing.
    const wasAsked = result.status !== null || result.isSiteFailure === true;
    site.nextAt = Date.now() + Math.max(result.pauseMs ?? 0, wasAsked ? site.delayMs : 0);
    site.failures = result.isSiteFailure ? site.failures + 1 : wasAsked ? 0 : site.failures;
    if (site.failures >= MAX_FAILURES) site.isOver = true;
    if (result.state === 'failed' || result.state === 'done') return;
    site.started -= 1;
    this.#started -= result.state === 'queued' || !wasAsked ? 1 : 0;
    if (result.state === 'queued') site.queues[0]!.push({ ...result.page, attempts: result.page.attempts + 1 });
  }

  /** Reads robots.txt of a site that a redirect led to, or whose copy is older than a day. */
  async #check(site: Site): Promise<void> {
    this.#inFlight += 1;
    try {
      const checked = await checkSite(site.origin, {
        agent: this.#agent,
        delayMs: this.#crawl.delay_ms,
        maxPages: this.#crawl.max_pages_per_site,
        sitemaps: [],
        blocked: this.#blocked,
        signal: this.#job.signal,
      });
      const added = await transaction(async () =>
        (await lockCrawl(this.#job)) ? storeSite(this.#crawl.id, site.id, checked) : [],
      );
      site.robots = storedRobots(checked);
      site.delayMs = checked.delayMs;
      site.isOver = checked.verdict !== 'allowed' && checked.verdict !== 'partly';
      site.nextAt = Date.now() + site.delayMs;
      for (const page of added) this.#queue(page);
    } catch (error) {
      this.#fault ??= error;
    } finally {
      site.isBusy = false;
      this.#inFlight -= 1;
    }
  }

  async #write(): Promise<'running' | 'pausing' | 'gone'> {
    const batch = this.#results.splice(0, BATCH);
    this.#flushedAt = Date.now();
    const flushed = await flush(this.#job, batch, this.#sites);
    if (!flushed) return 'gone';
    for (const site of flushed.newSites) this.#addSite(site);
    for (const page of flushed.added) this.#queue(page);
    return this.#look();
  }

  /** Whether someone paused or canceled the crawl meanwhile; shows progress now and then. */
  async #look(): Promise<'running' | 'pausing' | 'gone'> {
    this.#flushedAt = Date.now();
    if (Date.now() - this.#publishedAt < PUBLISH_MS) return 'running';
    this.#publishedAt = Date.now();
    this.#job.progress(this.#started, this.#crawl.max_pages, 'Fetching pages');
    const crawl = await transaction(() => lockCrawl(this.#job));
    await publishCrawls();
    return crawl === undefined ? 'gone' : crawl.state === 'pausing' ? 'pausing' : 'running';
  }

  /** Lets requests under way end and keeps their results; of a canceled crawl nothing is kept. */
  async #stop(state: 'pausing' | 'gone'): Promise<'stopped'> {
    while (this.#inFlight > 0) await pause(10, undefined, { signal: this.#job.signal });
    if (state === 'gone') return 'stopped';
    while (this.#results.length > 0)
      if (!(await flush(this.#job, this.#results.splice(0, BATCH), this.#sites))) return 'stopped';
    await transaction(async () => {
      if (!(await lockCrawl(this.#job))) return;
      await updateRows('crawls', { state: 'paused', jobId: null }, { id: this.#crawl.id });
      await publishCrawls();
    });
    return 'stopped';
  }
}
