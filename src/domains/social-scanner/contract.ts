/** Watches over public posts, what they found, and what becomes of it. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { SOCIAL_SCANNER } from './paths.ts';

/** Where posts come from. `export` is what someone pasted, `bluesky` a stream; the others are asked again and again. */
export const SourceKind = z.enum(['feed', 'hacker_news', 'bluesky', 'mastodon', 'reddit', 'export']);
export type SourceKind = z.infer<typeof SourceKind>;
export const SourceState = z.enum(['new', 'ok', 'waiting', 'failing', 'gone']);
export type SourceState = z.infer<typeof SourceState>;

export const MAX_SOURCES = 50;
export const INTERVALS = [15, 60, 240, 1_440] as const;
export const RETENTIONS = [30, 90, 180, 365] as const;

const SourceEntry = z.strictObject({
  kind: z.enum(['feed', 'hacker_news', 'bluesky', 'mastodon', 'reddit']),
  /** Of a feed its web address, or that of a page that names one; `#tag` on Mastodon, `r/name` on Reddit, blank: all. */
  address: z.string().trim().max(2_000, 'Use at most 2,000 characters.').default(''),
});
export type SourceEntry = z.output<typeof SourceEntry>;

export const WatchFields = z.strictObject({
  name: z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.'),
  query: z.string().trim().min(1, 'Query is required.').max(500, 'Use at most 500 characters.'),
  intervalMinutes: z.number().int().min(5, 'Wait at least 5 minutes.').max(1_440, 'Scan at least once a day.'),
  /** Hits are deleted this many days after they were found. */
  retentionDays: z.number().int().min(7, 'Keep hits for at least 7 days.').max(730, 'Keep hits for at most 730 days.'),
  /** Notifies the creator of the watch of an unusual number of posts. */
  alertSpikes: z.boolean(),
  /** Sends them what was found, each morning. */
  sendDigest: z.boolean(),
  sources: z.array(SourceEntry).max(MAX_SOURCES, `Add at most ${MAX_SOURCES} sources.`),
});
export const WatchUpdate = WatchFields.extend({ isPaused: z.boolean(), version: z.number().int().positive() });

export const Source = z.object({
  id: Id,
  kind: SourceKind,
  address: z.string(),
  /** The source's title. */
  title: z.string(),
  state: SourceState,
  /** Why it waits or fails. */
  reason: z.string(),
  retryAt: Instant.nullable(),
  lastOkAt: Instant.nullable(),
  hits: z.number().int(),
});
export type Source = z.infer<typeof Source>;

export const Watch = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  query: z.string(),
  intervalMinutes: z.number().int(),
  retentionDays: z.number().int(),
  isPaused: z.boolean(),
  alertSpikes: z.boolean(),
  sendDigest: z.boolean(),
  state: z.enum(['idle', 'scanning']),
  /** Sources done and in all, while it scans. */
  scanDone: z.number().int(),
  scanTotal: z.number().int(),
  /** Hits of the last scan. */
  scanHits: z.number().int(),
  lastScanAt: Instant.nullable(),
  nextScanAt: Instant,
  /** Why the last scan failed as a whole. */
  error: z.string(),
  isSample: z.boolean(),
  newHits: z.number().int(),
  hits: z.number().int(),
  sources: z.array(Source),
  createdBy: z.string(),
  createdAt: Instant,
});
export type Watch = z.infer<typeof Watch>;

/** A stretch of a post and why it is marked. */
export const Mark = z.object({
  field: z.enum(['title', 'text']),
  start: z.number().int(),
  end: z.number().int(),
  kind: z.enum(['query', 'intent', 'against', 'positive', 'negative']),
});
export type Mark = z.infer<typeof Mark>;
export const Reason = z.object({ label: z.string(), points: z.number() });
export type Reason = z.infer<typeof Reason>;

export const HitState = z.enum(['new', 'snoozed', 'lead', 'reply', 'archived', 'muted']);
export type HitState = z.infer<typeof HitState>;
export const ReplyState = z.enum(['none', 'waiting', 'approved', 'rejected', 'posted']);
export type ReplyState = z.infer<typeof ReplyState>;

export const Hit = z.object({
  id: Id,
  watchId: Id,
  watchName: z.string(),
  sourceKind: SourceKind,
  sourceTitle: z.string(),
  url: z.string(),
  site: z.string(),
  title: z.string(),
  text: z.string(),
  author: z.string(),
  authorUrl: z.string(),
  postedAt: Instant,
  foundAt: Instant,
  /** 0 to 100. */
  intent: z.number().int(),
  /** -100 to 100. */
  sentiment: z.number().int(),
  reasons: z.array(Reason),
  marks: z.array(Mark),
  state: HitState,
  snoozedUntil: Instant.nullable(),
  leadId: Id.nullable(),
  reply: z.string(),
  replyState: ReplyState,
  /** Groups hits about the same link or in the same thread; blank for none. */
  conversation: z.string(),
  /** Other hits of the conversation. */
  related: z.number().int(),
  isSample: z.boolean(),
});
export type Hit = z.infer<typeof Hit>;

export const HitView = z.enum(['inbox', 'snoozed', 'leads', 'replies', 'archived', 'all']);
export type HitView = z.infer<typeof HitView>;
export const HitSort = z.enum(['newest', 'intent']);
export type HitSort = z.infer<typeof HitSort>;

export const Mute = z.object({ id: Id, kind: z.enum(['author', 'site']), label: z.string(), createdAt: Instant });
export type Mute = z.infer<typeof Mute>;

const access = { tag: 'Social media scanner', access: 'user' } as const;
const paging = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(200).default(50) };
const Ids = z.array(Id).min(1, 'Choose at least one post.').max(200, 'Choose at most 200 posts.');
const Changed = z.object({ changed: z.number().int() });

export const watches = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: SOCIAL_SCANNER.watches,
    summary: 'Watches, the latest first',
    response: z.object({
      items: z.array(Watch),
      /** Networks that an account is connected for. */
      networks: z.array(z.enum(['mastodon', 'reddit'])),
    }),
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: SOCIAL_SCANNER.watches,
    summary: 'Add a watch and scan its sources',
    status: 201,
    body: WatchFields,
    response: Watch,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${SOCIAL_SCANNER.watches}/{id}`,
    summary: 'A watch with its sources',
    params: IdParams,
    response: Watch,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...access,
    method: 'PUT',
    path: `${SOCIAL_SCANNER.watches}/{id}`,
    summary: 'Change a watch; hits it found stay',
    params: IdParams,
    body: WatchUpdate,
    response: Watch,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${SOCIAL_SCANNER.watches}/{id}`,
    summary: 'Delete a watch with its hits; leads stay',
    params: IdParams,
    errors: ['not_found'],
  }),
  scan: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.watches}/{id}/scan`,
    summary: 'Scan the sources of a watch now',
    params: IdParams,
    response: Watch,
    errors: ['not_found', 'conflict'],
  }),
  importPosts: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.watches}/{id}/imports`,
    summary: 'Look through an export: CSV with a header, JSON, or JSON lines',
    params: IdParams,
    body: z.strictObject({
      name: z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.'),
      content: z.string().min(1, 'Paste rows, or choose a file.').max(800_000, 'Use at most 800,000 characters.'),
    }),
    response: z.object({
      /** Posts read. */
      posts: z.number().int(),
      /** Posts that match the query. */
      matches: z.number().int(),
      /** Matches that were not known before. */
      added: z.number().int(),
      /** Rows without a text. */
      left: z.number().int(),
    }),
    errors: ['validation', 'not_found'],
  }),
} as const;

export const hits = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: SOCIAL_SCANNER.hits,
    summary: 'Hits of all watches or one',
    query: z.object({
      ...paging,
      watch: Id.optional(),
      /** Hits about the same link or in the same thread as this one. */
      thread: Id.optional(),
      view: HitView.default('inbox'),
      sort: HitSort.default('newest'),
      /** Only with at least this intent. */
      intent: z.coerce.number().int().min(0).max(100).optional(),
      sentiment: z.enum(['positive', 'negative']).optional(),
      search: z.string().trim().max(100).optional(),
    }),
    response: pageOf(Hit),
    errors: ['bad_request'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${SOCIAL_SCANNER.hits}/{id}`,
    summary: 'A hit',
    params: IdParams,
    response: Hit,
    errors: ['not_found'],
  }),
  makeLead: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.hits}/{id}/lead`,
    summary: 'Make a lead of the author of a hit',
    params: IdParams,
    /** False: the author was a lead already, and the post belongs to it now. */
    response: Hit.extend({ isNewLead: z.boolean() }),
    errors: ['not_found', 'conflict'],
  }),
  draftReply: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.hits}/{id}/reply`,
    summary: 'Submit a reply to a hit for approval',
    params: IdParams,
    body: z.strictObject({
      text: z.string().trim().min(1, 'Reply is required.').max(3_000, 'Use at most 3,000 characters.'),
    }),
    response: Hit,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  markPosted: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.hits}/{id}/posted`,
    summary: 'Note that an approved reply was posted',
    params: IdParams,
    response: Hit,
    errors: ['not_found', 'conflict'],
  }),
  archive: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.hits}/archive`,
    summary: 'Archive hits',
    body: z.strictObject({ ids: Ids }),
    response: Changed,
    errors: ['validation', 'not_found'],
  }),
  snooze: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.hits}/snooze`,
    summary: 'Take hits out of the inbox until a time',
    body: z.strictObject({ ids: Ids, until: Instant }),
    response: Changed,
    errors: ['validation', 'not_found'],
  }),
  restore: endpoint({
    ...access,
    method: 'POST',
    path: `${SOCIAL_SCANNER.hits}/restore`,
    summary: 'Put hits back into the inbox; a lead made of one moves to the trash, and a waiting reply is withdrawn',
    body: z.strictObject({ ids: Ids }),
    response: Changed,
    errors: ['validation', 'not_found'],
  }),
} as const;

export const mutes = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: SOCIAL_SCANNER.mutes,
    summary: 'Muted authors and sites',
    query: z.object(paging),
    response: pageOf(Mute),
    errors: ['bad_request'],
  }),
  add: endpoint({
    ...access,
    method: 'POST',
    path: SOCIAL_SCANNER.mutes,
    summary: 'Mute the author or the site of a hit',
    status: 201,
    body: z.strictObject({ hitId: Id, kind: z.enum(['author', 'site']) }),
    response: Mute.extend({ hidden: z.number().int() }),
    errors: ['validation', 'not_found'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${SOCIAL_SCANNER.mutes}/{id}`,
    summary: 'Unmute; hidden hits come back',
    params: IdParams,
    errors: ['not_found'],
  }),
} as const;
