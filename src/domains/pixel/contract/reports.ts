/** Reports: totals, breakdowns, visits, and current visitors. */
import * as z from 'zod';
import { Day, endpoint, Id, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { PIXEL } from '../paths.ts';
import { access, SiteParams } from './sites.ts';

/** Longest period of a report, in days. */
export const MAX_DAYS = 731;

const period = { from: Day, to: Day };

export const Totals = z.object({
  visits: z.number().int(),
  /** Visitors of each day, added up: without an identifier nobody can be recognized on another day. */
  visitors: z.number().int(),
  pageviews: z.number().int(),
  events: z.number().int(),
  bounces: z.number().int(),
  /** Time between the first and the last event of all visits. */
  seconds: z.number().int(),
  goals: z.number().int(),
  converted: z.number().int(),
  /** In the site’s currency; decimal. */
  revenue: z.string(),
});
export type Totals = z.infer<typeof Totals>;

export const Overview = z.object({
  totals: Totals,
  /** The same number of days before; null where nothing is compared. */
  before: Totals.nullable(),
  /** `hour`: the period is one day. */
  unit: z.enum(['hour', 'day', 'month']),
  series: z.array(
    z.object({
      /** `2026-11-21`, `2026-11`, or the hour `09`. */
      at: z.string(),
      visits: z.number().int(),
      visitors: z.number().int(),
      pageviews: z.number().int(),
      converted: z.number().int(),
    }),
  ),
  /** Visits, of the period before; as long as `series`, empty where nothing is compared. */
  seriesBefore: z.array(z.number().int().nullable()),
});
export type Overview = z.infer<typeof Overview>;

export const BreakdownDimension = z.enum([
  'channel',
  'source',
  'campaign',
  'page',
  'entry',
  'exit',
  'device',
  'browser',
  'os',
  'event',
  'form',
  'outbound',
  'goal',
]);
export type BreakdownDimension = z.infer<typeof BreakdownDimension>;

export const BreakdownRow = Totals.extend({
  value: z.string(),
  /** Visits, or what the dimension counts, of the period before; null where nothing is compared. */
  before: z.number().int().nullable(),
});
export type BreakdownRow = z.infer<typeof BreakdownRow>;

export const LiveVisit = z.object({
  id: Id,
  visitorId: Id,
  path: z.string(),
  source: z.string(),
  channel: z.string(),
  device: z.string(),
  startedAt: Instant,
  lastAt: Instant,
  pageviews: z.number().int(),
});
export type LiveVisit = z.infer<typeof LiveVisit>;

export const Live = z.object({
  /** Visitors with an event in the last five minutes. */
  visitors: z.number().int(),
  /** Page views of each of the last 30 minutes, the oldest first. */
  minutes: z.array(z.number().int()),
  /** The latest 50. */
  visits: z.array(LiveVisit),
  lastEventAt: Instant.nullable(),
});
export type Live = z.infer<typeof Live>;

/** Whom a visitor said to be. */
export const VisitorPerson = z.object({
  email: z.string(),
  /** Of the contact with this address, else the address. */
  name: z.string(),
  /** Null where no contact that the caller sees has the address. */
  contactId: Id.nullable(),
});
export type VisitorPerson = z.infer<typeof VisitorPerson>;

export const VisitRow = z.object({
  id: Id,
  visitorId: Id,
  /** The visitor agreed to an identifier. */
  known: z.boolean(),
  startedAt: Instant,
  lastAt: Instant,
  pageviews: z.number().int(),
  events: z.number().int(),
  touches: z.number().int(),
  entryPath: z.string(),
  exitPath: z.string(),
  channel: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  /** Names of the goals that it reached. */
  goals: z.array(z.string()),
  revenue: z.string(),
  /** Null until the visitor says who they are. */
  person: VisitorPerson.nullable(),
});
export type VisitRow = z.infer<typeof VisitRow>;

export const VisitEvent = z.object({
  id: Id,
  at: Instant,
  kind: z.string(),
  name: z.string(),
  path: z.string(),
  source: z.string(),
  campaign: z.string(),
  props: z.record(z.string(), z.string()).nullable(),
  revenue: z.string().nullable(),
});
export type VisitEvent = z.infer<typeof VisitEvent>;

const site = `${PIXEL.sites}/{siteId}` as const;
const errors = ['validation', 'not_found'] as const;

/** An event that a server sends. */
export const ServerEvent = z.strictObject({
  /** One that is sent again with the same id and time counts once. */
  id: Id.optional(),
  kind: z.enum(['page', 'event']).default('event'),
  /** Of an event. */
  name: z.string().trim().max(100).default(''),
  /** Full address of the page that it belongs to. */
  url: z.url('Enter a full address such as https://example.com/thanks.').max(4_000),
  referrer: z.string().max(2_000).default(''),
  /** Absent: now. At most 7 days ago, and not in the future. */
  at: Instant.optional(),
  /** Your own name of the visitor; it is stored as a hash. */
  visitor: z.string().min(1).max(200),
  /** Email address of the visitor, such as a signed-in customer: links their visits to the contact. */
  email: z.email('Enter an email address.').max(254).optional(),
  userAgent: z.string().max(500).default(''),
  /** In the site’s currency. */
  revenue: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Enter an amount such as 49.90.')
    .optional(),
  props: z.record(z.string().max(60), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type ServerEvent = z.infer<typeof ServerEvent>;

export const pixelReports = {
  overview: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/overview`,
    summary: 'Totals of a period and their course',
    params: SiteParams,
    query: z.object({ ...period, compare: z.stringbool().default(false) }),
    response: Overview,
    errors,
  }),
  breakdown: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/breakdown`,
    summary: 'Totals of a period by one dimension, largest first',
    params: SiteParams,
    query: z.object({
      ...period,
      dimension: BreakdownDimension,
      compare: z.stringbool().default(false),
      limit: z.coerce.number().int().min(1).max(500).default(10),
    }),
    response: z.object({ items: z.array(BreakdownRow), total: z.number().int() }),
    errors,
  }),
  live: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/live`,
    summary: 'Who is on the website now',
    params: SiteParams,
    response: Live,
    errors: ['not_found'],
  }),
  visits: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/visits`,
    summary: 'Visits, the latest first',
    params: SiteParams,
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
      visitorId: Id.optional(),
      /** Only visits that reached a goal. */
      converted: z.stringbool().default(false),
      /** Only visits of visitors who said who they are. */
      named: z.stringbool().default(false),
    }),
    response: pageOf(VisitRow),
    errors: ['not_found', 'bad_request'],
  }),
  journey: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/visits/{visitId}`,
    summary: 'A visit with what happened in it, the first 500 events',
    params: SiteParams.extend({ visitId: Id }),
    response: z.object({ visit: VisitRow, events: z.array(VisitEvent) }),
    errors: ['not_found'],
  }),
  forgetVisitor: endpoint({
    ...access,
    method: 'DELETE',
    path: `${site}/visitors/{visitorId}`,
    summary: 'Delete the visits and events of a visitor',
    description: 'Daily figures stay: they name nobody.',
    params: SiteParams.extend({ visitorId: Id }),
    errors: ['not_found'],
  }),
  linkVisitor: endpoint({
    ...access,
    method: 'PUT',
    path: `${site}/visitors/{visitorId}/person`,
    summary: 'Remove or restore the link between a visitor and an email address',
    description: 'The address does not link this visitor again until the link is restored.',
    params: SiteParams.extend({ visitorId: Id }),
    body: z.strictObject({ email: z.email().max(254), linked: z.boolean() }),
    errors: ['validation', 'not_found'],
  }),
  send: endpoint({
    ...access,
    method: 'POST',
    path: PIXEL.events,
    summary: 'Count events that your server knows of',
    description: 'Answers after all of them are stored.',
    scope: 'events:write',
    status: 202,
    body: z.strictObject({ siteId: Id, events: z.array(ServerEvent).min(1, 'Send at least one event.').max(100) }),
    response: z.object({ stored: z.number().int() }),
    errors: ['validation', 'not_found'],
  }),
} as const;
