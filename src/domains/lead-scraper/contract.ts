/** Crawls of public sites: what they may fetch, what they found, and what becomes of it. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { LEAD_SCRAPER } from './paths.ts';

export const CrawlState = z.enum(['checking', 'ready', 'running', 'pausing', 'paused', 'done', 'canceled', 'failed']);
export type CrawlState = z.infer<typeof CrawlState>;
export const CandidateState = z.enum(['new', 'waiting', 'accepted', 'rejected', 'dismissed']);
export type CandidateState = z.infer<typeof CandidateState>;
export const NoticeState = z.enum(['none', 'due', 'sent', 'not_needed']);
export type NoticeState = z.infer<typeof NoticeState>;
export const EmailStateName = z.enum(['none', 'ok', 'role', 'disposable', 'no_mail', 'unchecked']);

export const MAX_CRAWL_PAGES = 20_000;

export const NewCrawl = z
  .strictObject({
    name: z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.'),
    /** Addresses, sitemaps, or domains, one a line; or a CSV with one in each row. */
    start: z.string().max(500_000, 'Use at most 500,000 characters.').default(''),
    /** Also the websites of companies in the CRM. */
    withCompanies: z.boolean().default(false),
    maxPages: z.number().int().min(1, 'Allow at least 1 page.').max(MAX_CRAWL_PAGES, 'Allow at most 20,000 pages.'),
    maxPagesPerSite: z
      .number()
      .int()
      .min(1, 'Allow at least 1 page.')
      .max(2_000, 'Allow at most 2,000 pages per site.'),
    maxDepth: z.number().int().min(0).max(10, 'Follow at most 10 links deep.'),
    /** Seconds between two pages of one site; a site may ask for more. */
    delay: z.number().min(0.25, 'Wait at least 0.25 seconds.').max(60, 'Wait at most 60 seconds.'),
  })
  .refine(({ start, withCompanies }) => start.trim() !== '' || withCompanies, {
    path: ['start'],
    message: 'Enter at least one web address.',
  });

export const Estimate = z.object({
  sites: z.number().int(),
  sitesAllowed: z.number().int(),
  pages: z.number().int(),
  seconds: z.number().int(),
  /** Sites whose sitemap says how many pages there are. */
  sitesWithSitemap: z.number().int(),
});

export const Crawl = z.object({
  id: Id,
  name: z.string(),
  state: CrawlState,
  maxPages: z.number().int(),
  maxPagesPerSite: z.number().int(),
  maxDepth: z.number().int(),
  /** Seconds. */
  delay: z.number(),
  fetched: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  queued: z.number().int(),
  sites: z.number().int(),
  candidates: z.number().int(),
  /** Notices to people that are not sent yet. */
  noticesDue: z.number().int(),
  error: z.string(),
  isSample: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
});
export type Crawl = z.infer<typeof Crawl>;

export const CrawlDetail = Crawl.extend({
  estimate: Estimate,
  problems: z.array(z.object({ text: z.string(), why: z.string() })),
  /** How the crawler calls itself. */
  userAgent: z.string(),
});
export type CrawlDetail = z.infer<typeof CrawlDetail>;

export const SiteVerdict = z.enum(['waiting', 'allowed', 'partly', 'refused', 'unreachable', 'blocked']);
export const CrawlSite = z.object({
  id: Id,
  origin: z.string(),
  verdict: SiteVerdict,
  reason: z.string(),
  /** Seconds between two pages. */
  delay: z.number(),
  sitemapPages: z.number().int().nullable(),
  fetched: z.number().int(),
});
export type CrawlSite = z.infer<typeof CrawlSite>;

export const PageState = z.enum(['queued', 'fetching', 'done', 'failed', 'skipped']);
export const CrawlPage = z.object({
  id: Id,
  url: z.string(),
  state: PageState,
  /** Why it failed or was skipped. */
  reason: z.string(),
  status: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  title: z.string(),
  /** Values found on it. */
  found: z.number().int(),
  fetchedAt: Instant.nullable(),
});
export type CrawlPage = z.infer<typeof CrawlPage>;

const Duplicate = z.object({
  kind: z.enum(['lead', 'contact']),
  id: Id,
  name: z.string(),
  reason: z.string(),
  matched: z.string(),
});

export const Candidate = z.object({
  id: Id,
  kind: z.enum(['person', 'company']),
  name: z.string(),
  title: z.string(),
  company: z.string(),
  email: z.string(),
  emailState: EmailStateName,
  phone: z.string(),
  website: z.string(),
  city: z.string(),
  country: z.string(),
  score: z.number().int(),
  state: CandidateState,
  leadId: Id.nullable(),
  /** The contact that it was merged into. */
  contactId: Id.nullable(),
  /** Merged into a lead or contact that existed. */
  isMerged: z.boolean(),
  /** Leads and contacts that may be the same. */
  duplicates: z.number().int(),
  notice: NoticeState,
  noticeDueAt: Instant.nullable(),
  foundAt: Instant,
});
export type Candidate = z.infer<typeof Candidate>;

export const Evidence = z.object({
  id: Id,
  field: z.string(),
  value: z.string(),
  url: z.string(),
  selector: z.string(),
  by: z.string(),
  at: Instant,
});
export const CandidateDetail = Candidate.extend({
  address: z.string(),
  reasons: z.array(z.object({ label: z.string(), points: z.number() })),
  matches: z.array(Duplicate),
  evidence: z.array(Evidence),
  noticeAt: Instant.nullable(),
  /** The text that tells the person where their data came from. */
  noticeText: z.string(),
});
export type CandidateDetail = z.infer<typeof CandidateDetail>;

const Choice = z.record(z.string().max(80), z.enum(['keep', 'merge']));
export const CandidateMergePreview = z.object({
  /** Version of the lead or contact, which the merge must name. */
  version: z.number().int(),
  /** The merged record, field by field, as text. */
  result: z.array(z.object({ field: z.string(), value: z.string() })),
  /** Fields with two values: `keep` is the CRM's, `merge` the found one. */
  conflicts: z.array(z.object({ field: z.string(), keep: z.string(), merge: z.string() })),
});
export type CandidateMergePreview = z.infer<typeof CandidateMergePreview>;

export const Place = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** Blank if the directory has none. */
  website: z.string(),
  isClosed: z.boolean(),
});
export type Place = z.infer<typeof Place>;

export const CandidateView = z.enum(['new', 'waiting', 'accepted', 'dismissed', 'notices', 'all']);
export type CandidateView = z.infer<typeof CandidateView>;

export const BlockedSite = z.object({ id: Id, host: z.string(), note: z.string(), createdAt: Instant });
export type BlockedSite = z.infer<typeof BlockedSite>;

const access = { tag: 'Lead scraper', access: 'user' } as const;
const paging = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(200).default(50) };
const Ids = z.array(Id).min(1, 'Choose at least one candidate.').max(500, 'Choose at most 500 candidates.');
const step = (name: string, summary: string) =>
  endpoint({
    ...access,
    method: 'POST',
    path: `${LEAD_SCRAPER.crawls}/{id}/${name}`,
    summary,
    params: IdParams,
    response: CrawlDetail,
    errors: ['not_found', 'conflict'],
  });
const Changed = z.object({ changed: z.number().int() });

export const crawls = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: LEAD_SCRAPER.crawls,
    summary: 'Crawls, the latest first',
    query: z.object(paging),
    response: pageOf(Crawl),
    errors: ['bad_request'],
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: LEAD_SCRAPER.crawls,
    summary: 'Add a crawl and check the robots.txt of its sites',
    status: 201,
    body: NewCrawl,
    response: CrawlDetail,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${LEAD_SCRAPER.crawls}/{id}`,
    summary: 'A crawl with its estimate and progress',
    params: IdParams,
    response: CrawlDetail,
    errors: ['not_found'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${LEAD_SCRAPER.crawls}/{id}`,
    summary: 'Delete a crawl with everything that it found',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
  start: step('start', 'Start a checked crawl'),
  pause: step('pause', 'Pause a crawl'),
  resume: step('resume', 'Resume a crawl'),
  cancel: step('cancel', 'Cancel a crawl'),
  retryPages: step('retry-pages', 'Fetch failed pages again'),
  sites: endpoint({
    ...access,
    method: 'GET',
    path: `${LEAD_SCRAPER.crawls}/{id}/sites`,
    summary: 'Sites of a crawl with the verdict of their robots.txt',
    params: IdParams,
    query: z.object(paging),
    response: pageOf(CrawlSite),
    errors: ['not_found', 'bad_request'],
  }),
  pages: endpoint({
    ...access,
    method: 'GET',
    path: `${LEAD_SCRAPER.crawls}/{id}/pages`,
    summary: 'Pages of a crawl',
    params: IdParams,
    query: z.object({ ...paging, state: PageState.optional() }),
    response: pageOf(CrawlPage),
    errors: ['not_found', 'bad_request'],
  }),
  candidates: endpoint({
    ...access,
    method: 'GET',
    path: `${LEAD_SCRAPER.crawls}/{id}/candidates`,
    summary: 'Candidates of a crawl, the best first',
    params: IdParams,
    query: z.object({ ...paging, view: CandidateView.default('all'), search: z.string().trim().max(100).optional() }),
    response: pageOf(Candidate),
    errors: ['not_found', 'bad_request'],
  }),
  exportFile: endpoint({
    ...access,
    method: 'GET',
    path: `${LEAD_SCRAPER.crawls}/{id}/candidates.csv`,
    summary: 'Candidates of a crawl as CSV',
    params: IdParams,
    produces: 'text/csv',
    errors: ['not_found'],
  }),
} as const;

export const candidates = {
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${LEAD_SCRAPER.candidates}/{id}`,
    summary: 'A candidate with the place behind each value',
    params: IdParams,
    response: CandidateDetail,
    errors: ['not_found'],
  }),
  submit: endpoint({
    ...access,
    method: 'POST',
    path: `${LEAD_SCRAPER.candidates}/submit`,
    summary: 'Ask for approval to take candidates into the CRM as leads',
    body: z.strictObject({ ids: Ids }),
    response: Changed,
    errors: ['validation', 'not_found'],
  }),
  previewMerge: endpoint({
    ...access,
    method: 'POST',
    path: `${LEAD_SCRAPER.candidates}/{id}/merge/preview`,
    summary: 'Preview the merge of a candidate into a lead or contact',
    params: IdParams,
    body: z.strictObject({ recordId: Id, choose: Choice.default({}) }),
    response: CandidateMergePreview,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  merge: endpoint({
    ...access,
    method: 'POST',
    path: `${LEAD_SCRAPER.candidates}/{id}/merge`,
    summary: 'Merge a candidate into a lead or contact that may be the same',
    description: 'Blank fields are filled. Where both have a value, `choose` decides; the CRM’s value is the default.',
    params: IdParams,
    body: z.strictObject({ recordId: Id, version: z.number().int().min(1), choose: Choice.default({}) }),
    response: CandidateDetail,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  undoMerge: endpoint({
    ...access,
    method: 'POST',
    path: `${LEAD_SCRAPER.candidates}/{id}/merge/undo`,
    summary: 'Undo the merge of a candidate',
    params: IdParams,
    response: CandidateDetail,
    errors: ['not_found', 'conflict', 'gone'],
  }),
  dismiss: endpoint({
    ...access,
    method: 'POST',
    path: `${LEAD_SCRAPER.candidates}/dismiss`,
    summary: 'Dismiss candidates and erase what was found about them',
    body: z.strictObject({ ids: Ids }),
    response: Changed,
    errors: ['validation', 'not_found'],
  }),
  setNotice: endpoint({
    ...access,
    method: 'POST',
    path: `${LEAD_SCRAPER.candidates}/notices`,
    summary: 'Note that people were told where their data came from',
    body: z.strictObject({ ids: Ids, notice: z.enum(['due', 'sent', 'not_needed']) }),
    response: Changed,
    errors: ['validation', 'not_found'],
  }),
} as const;

export const places = {
  status: endpoint({
    ...access,
    method: 'GET',
    path: LEAD_SCRAPER.places,
    summary: 'Whether a places service is connected',
    response: z.object({ isConnected: z.boolean() }),
  }),
  search: endpoint({
    ...access,
    method: 'GET',
    path: `${LEAD_SCRAPER.places}/search`,
    summary: 'Find businesses with the connected places service',
    description: 'Results are not stored. The service may bill each search.',
    query: z.object({
      text: z.string().trim().min(3, 'Enter a type of business and a place.').max(200, 'Use at most 200 characters.'),
      cursor: z.string().max(4_000).optional(),
    }),
    response: z.object({
      items: z.array(Place),
      next: z.string().nullable(),
      /** The directory’s name, shown next to results. */
      source: z.string(),
    }),
    errors: ['bad_request', 'unavailable'],
  }),
} as const;

export const blockedSites = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: LEAD_SCRAPER.blockedSites,
    summary: 'Sites that are never crawled, by name',
    response: z.object({ items: z.array(BlockedSite) }),
  }),
  add: endpoint({
    ...access,
    method: 'POST',
    path: LEAD_SCRAPER.blockedSites,
    summary: 'Add a site that is never crawled',
    status: 201,
    body: z.strictObject({
      host: z.string().trim().min(1, 'Domain is required.').max(253, 'Use at most 253 characters.'),
      note: z.string().trim().max(200, 'Use at most 200 characters.').default(''),
    }),
    response: BlockedSite,
    errors: ['validation', 'conflict'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${LEAD_SCRAPER.blockedSites}/{id}`,
    summary: 'Allow a site again',
    params: IdParams,
    errors: ['not_found'],
  }),
} as const;
