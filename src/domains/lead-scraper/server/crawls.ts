/** Crawls as people handle them: add, start, pause, resume, cancel, look at. */
import type { ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  NOW,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { cancelAnyJob, enqueue } from '../../../server/jobs/jobs.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import type { Crawl, CrawlDetail, CrawlState, crawls, NewCrawl } from '../contract.ts';
import { isSitemap, MAX_STARTS, priorityOf, readStartList, type StartList } from '../engine/urls.ts';
import { AGENT, userAgent } from './fetch.ts';
import { addPages, addSites, publishCrawls } from './frontier.ts';
import { crawlJob } from './work.ts';
import type * as z from 'zod';

type Row = Omit<Crawl, 'createdBy'> & {
  createdBy: string | null;
  createdById: string | null;
  problems: CrawlDetail['problems'];
};

const COLUMNS = `c.id, c.name, c.state, c.max_pages as "maxPages", c.max_pages_per_site as "maxPagesPerSite", c.max_depth as "maxDepth",
  c.delay_ms / 1000.0::float8 as delay, c.fetched, c.failed, c.skipped, c.candidates, c.error, c.is_sample as "isSample", c.problems,
  (select count(*)::integer from crawl_pages p where p.crawl_id = c.id and p.state in ('queued', 'fetching')) as queued,
  (select count(*)::integer from crawl_sites s where s.crawl_id = c.id) as sites,
  (select count(*)::integer from crawl_candidates n where n.crawl_id = c.id and n.notice = 'due' and n.state <> 'dismissed') as "noticesDue",
  (select p.name from workspace_people p where p.id = c.created_by) as "createdBy", c.created_by as "createdById",
  c.created_at as "createdAt", c.started_at as "startedAt", c.ended_at as "endedAt"`;

function toCrawl({ createdById: _id, problems: _problems, createdBy, delay, ...row }: Row): Crawl {
  return { ...row, delay, createdBy: createdBy ?? '' };
}

export async function listCrawls({
  cursor,
  limit,
}: {
  cursor?: string | undefined;
  limit: number;
}): Promise<ResponseOf<typeof crawls.list>> {
  const from = unpackCursor(cursor, UUID);
  const rows = await query<Row>(
    `select ${COLUMNS} from crawls c where c.workspace_id = $1 and ($2::uuid is null or c.id < $2) order by c.id desc limit $3`,
    [currentWorkspaceId(), from?.[0] ?? null, limit + 1],
  );
  return pageFrom(rows.map(toCrawl), limit, ({ id }) => packCursor(id));
}

/** @throws AppError `not_found` */
export async function readCrawl(id: string): Promise<CrawlDetail> {
  const [row] = await query<Row>(`select ${COLUMNS} from crawls c where c.id = $1 and c.workspace_id = $2`, [
    id,
    currentWorkspaceId(),
  ]);
  if (!row) throw notFound('The crawl');
  return {
    ...toCrawl(row),
    problems: row.problems,
    estimate: await estimateOf(row),
    userAgent: await userAgent(row.createdById).catch(() => AGENT),
  };
}

/** Seconds that a page takes where no one makes us wait. */
const PAGE_SECONDS = 0.02;

async function estimateOf({ id, maxPages, maxPagesPerSite }: Row): Promise<CrawlDetail['estimate']> {
  const sites = await query<{ verdict: string; delay: number; sitemap: number | null }>(
    `select verdict, delay_ms / 1000.0::float8 as delay, sitemap_pages as sitemap from crawl_sites where crawl_id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  const allowed = sites.filter(({ verdict }) => verdict === 'allowed' || verdict === 'partly');
  const pagesOf = ({ sitemap }: (typeof sites)[number]) => Math.min(maxPagesPerSite, sitemap ?? maxPagesPerSite);
  const pages = Math.min(
    maxPages,
    allowed.reduce((sum, site) => sum + pagesOf(site), 0),
  );
  const slowest = allowed.reduce((most, site) => Math.max(most, Math.min(pagesOf(site), maxPages) * site.delay), 0);
  return {
    sites: sites.length,
    sitesAllowed: allowed.length,
    pages,
    seconds: Math.ceil(Math.max(slowest, pages * PAGE_SECONDS)),
    sitesWithSitemap: allowed.filter(({ sitemap }) => sitemap !== null).length,
  };
}

/** Websites of companies in the CRM that the caller may see. */
async function companyWebsites(): Promise<string[]> {
  const rows = await query<{ website: string }>(
    `select website from companies where workspace_id = $1 and deleted_at is null and website <> '' order by id limit ${MAX_STARTS}`,
    [currentWorkspaceId()],
  );
  return rows.map(({ website }) => website);
}

/** Most crawls that a workspace has under way at once. */
const MAX_ACTIVE = 5;

/** @throws AppError `validation`; `conflict` while too many are under way */
export async function createCrawl(input: z.output<typeof NewCrawl>): Promise<CrawlDetail> {
  const list = readStartList([input.start, ...(input.withCompanies ? await companyWebsites() : [])].join('\n'));
  requireStarts(list);
  const id = newId();
  await transaction(async () => {
    await requireRoom();
    await insertRow('crawls', {
      id,
      workspaceId: currentWorkspaceId(),
      name: input.name,
      state: 'checking',
      maxPages: input.maxPages,
      maxPagesPerSite: input.maxPagesPerSite,
      maxDepth: input.maxDepth,
      delayMs: Math.round(input.delay * 1_000),
      problems: list.problems,
      createdBy: currentUserId(),
    });
    await addStarts(id, Math.round(input.delay * 1_000), list.urls);
    await updateRows('crawls', { jobId: await enqueue(crawlJob, { crawlId: id }) }, { id });
    await publishCrawls();
  });
  return readCrawl(id);
}

function requireStarts({ urls, problems }: StartList): void {
  if (urls.length === 0)
    throw invalid(
      'start',
      problems[0]
        ? `“${problems[0].text}”: ${problems[0].why}`
        : 'No company has a website. Enter at least one web address.',
    );
  if (urls.length > MAX_STARTS)
    throw invalid(
      'start',
      `Enter at most ${MAX_STARTS.toLocaleString('en')} addresses; these are ${urls.length.toLocaleString('en')}.`,
    );
}

async function requireRoom(): Promise<void> {
  const [row] = await query<{ count: number }>(
    `select count(*)::integer as count from crawls where workspace_id = $1 and state in ('checking', 'running', 'pausing')`,
    [currentWorkspaceId()],
  );
  if (row!.count >= MAX_ACTIVE)
    throw new AppError('conflict', `${MAX_ACTIVE} crawls are under way. Wait until one ends, or pause one.`);
}

async function addStarts(crawlId: string, delayMs: number, urls: readonly string[]): Promise<void> {
  const sites = new Map<string, { id: string; origin: string }>();
  for (const url of urls) {
    const { origin } = new URL(url);
    if (!sites.has(origin)) sites.set(origin, { id: newId(), origin });
  }
  await addSites({ id: crawlId, delay_ms: delayMs }, [...sites.values()]);
  await addPages(
    crawlId,
    urls.map((url) => ({
      siteId: sites.get(new URL(url).origin)!.id,
      url,
      depth: 0,
      hops: 0,
      priority: isSitemap(url) ? 2 : priorityOf(url),
    })),
  );
}

/** Locks a crawl that is in one of these states. @throws AppError `not_found`, `conflict` */
async function lockIn(
  id: string,
  states: readonly CrawlState[],
  problem: string,
): Promise<{ job_id: string | null; is_checked: boolean }> {
  const [row] = await query<{ state: CrawlState; job_id: string | null; is_checked: boolean }>(
    'select state, job_id, is_checked from crawls where id = $1 and workspace_id = $2 for update',
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The crawl');
  if (!states.includes(row.state)) throw new AppError('conflict', problem);
  return row;
}

async function wake(id: string): Promise<void> {
  await requireRoom();
  await updateRows(
    'crawls',
    { state: 'running', jobId: await enqueue(crawlJob, { crawlId: id }), error: '', endedAt: null },
    { id },
  );
  await execute('update crawls set started_at = coalesce(started_at, now()) where id = $1', [id]);
  await publishCrawls();
}

/** @throws AppError `not_found`; `conflict` when it is not ready, or no site may be crawled */
export async function startCrawl(id: string): Promise<CrawlDetail> {
  await transaction(async () => {
    await lockIn(id, ['ready'], 'This crawl was started already, or its sites are still being checked.');
    if ((await readCrawl(id)).estimate.sitesAllowed === 0)
      throw new AppError('conflict', 'None of these sites may be crawled. See the reasons under Sites.');
    await wake(id);
  });
  return readCrawl(id);
}

/** Requests under way end, and their results are kept. */
export async function pauseCrawl(id: string): Promise<CrawlDetail> {
  await transaction(async () => {
    await lockIn(id, ['running'], 'Only a running crawl can be paused.');
    await updateRows('crawls', { state: 'pausing' }, { id });
    await publishCrawls();
  });
  return readCrawl(id);
}

export async function resumeCrawl(id: string): Promise<CrawlDetail> {
  await transaction(async () => {
    const { is_checked: isChecked } = await lockIn(
      id,
      ['paused', 'failed'],
      'Only a paused or failed crawl can be resumed.',
    );
    await wake(id);
    if (!isChecked) await updateRows('crawls', { state: 'checking' }, { id });
  });
  return readCrawl(id);
}

export async function cancelCrawl(id: string): Promise<CrawlDetail> {
  const job = await transaction(async () => {
    const { job_id: jobId } = await lockIn(
      id,
      ['checking', 'ready', 'running', 'pausing', 'paused', 'failed'],
      'This crawl is over.',
    );
    await updateRows('crawls', { state: 'canceled', jobId: null, endedAt: NOW }, { id });
    await publishCrawls();
    return jobId;
  });
  // The worker sees that the crawl is over, too; this frees it at once.
  if (job) await cancelAnyJob(job).catch(() => {});
  return readCrawl(id);
}

/** Pages that failed, and those that the server's stop cut off, are fetched again. */
export async function retryPages(id: string): Promise<CrawlDetail> {
  await transaction(async () => {
    await lockIn(id, ['done', 'paused', 'failed', 'canceled'], 'Wait until the crawl ends, or pause it.');
    const count = await execute(
      `update crawl_pages set state = 'queued', reason = '', attempts = 0 where crawl_id = $1 and workspace_id = $2 and state = 'failed'`,
      [id, currentWorkspaceId()],
    );
    if (count === 0) throw new AppError('conflict', 'No page failed.');
    await execute('update crawls set failed = 0 where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await wake(id);
  });
  return readCrawl(id);
}

/** Deletes a crawl with its candidates. Leads that came of it stay. */
export async function removeCrawl(id: string): Promise<void> {
  await transaction(async () => {
    await lockIn(id, ['ready', 'paused', 'done', 'canceled', 'failed'], 'Cancel the crawl before you delete it.');
    await deleteRows('crawls', { id, workspaceId: currentWorkspaceId() });
    await publishCrawls();
  });
}

const requireCrawl = async (id: string): Promise<void> => {
  const [row] = await query('select 1 from crawls where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
  if (!row) throw notFound('The crawl');
};

interface Paging {
  cursor?: string | undefined;
  limit: number;
}

export async function listSites(id: string, { cursor, limit }: Paging): Promise<ResponseOf<typeof crawls.sites>> {
  await requireCrawl(id);
  const from = unpackCursor(cursor, UUID);
  const rows = await query<ResponseOf<typeof crawls.sites>['items'][number]>(
    `select id, origin, verdict, reason, (delay_ms / 1000.0)::float8 as delay, sitemap_pages as "sitemapPages", fetched from crawl_sites
      where crawl_id = $1 and workspace_id = $2 and ($3::uuid is null or id > $3) order by id limit $4`,
    [id, currentWorkspaceId(), from?.[0] ?? null, limit + 1],
  );
  return pageFrom(rows, limit, (row) => packCursor(row.id));
}

export async function listPages(
  id: string,
  { cursor, limit, state }: Paging & { state?: string | undefined },
): Promise<ResponseOf<typeof crawls.pages>> {
  await requireCrawl(id);
  const from = unpackCursor(cursor, UUID);
  const rows = await query<ResponseOf<typeof crawls.pages>['items'][number]>(
    `select id, url, state, reason, status, bytes, title, found, fetched_at as "fetchedAt" from crawl_pages
      where crawl_id = $1 and workspace_id = $2 and ($3::uuid is null or id > $3) and ($4::text is null or state = $4) order by id limit $5`,
    [id, currentWorkspaceId(), from?.[0] ?? null, state ?? null, limit + 1],
  );
  return pageFrom(rows, limit, (row) => packCursor(row.id));
}
