/** Browser reports, and the server's view for the debug pages. */
import * as z from 'zod';
import { endpoint, Id, Instant, pageOf } from '../../kernel/endpoint.ts';
import { DIAGNOSTICS } from './paths.ts';

/** `policy` comes from the browser itself, the others from the integrity and protection script. */
export const REPORT_KINDS = ['altered', 'framed', 'injected', 'error', 'policy'] as const;
export const ReportKind = z.enum(REPORT_KINDS);
export type ReportKind = z.infer<typeof ReportKind>;

/** A report of our own script. */
const ScriptReport = z.object({
  kind: ReportKind.exclude(['policy']),
  detail: z.string().max(300),
  /** Path of the page. */
  page: z.string().max(300),
  build: z.string().max(40),
});

/**
 * A breach of the Content-Security-Policy as browsers report it (CSP level 2, `report-uri`); unknown fields are
 * dropped.
 */
const PolicyReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string().max(4_000).optional(),
    'effective-directive': z.string().max(100).optional(),
    'violated-directive': z.string().max(1_000).optional(),
    'blocked-uri': z.string().max(4_000).optional(),
    'source-file': z.string().max(4_000).optional(),
    'line-number': z.number().optional(),
  }),
});

export const NewReport = z.union([ScriptReport, PolicyReport]);
export type NewReport = z.infer<typeof NewReport>;

export const ClientReport = z.object({
  id: Id,
  kind: ReportKind,
  detail: z.string(),
  /** Address inside the product, records' ids taken out. */
  page: z.string(),
  browser: z.string(),
  build: z.string(),
  count: z.number().int(),
  firstAt: Instant,
  lastAt: Instant,
});
export type ClientReport = z.infer<typeof ClientReport>;

export const reports = {
  create: endpoint({
    method: 'POST',
    path: DIAGNOSTICS.reports,
    tag: 'Diagnostics',
    access: 'public',
    summary: 'Report a breach of the page’s policy, an altered file or an error',
    description:
      'For browsers. The same report is counted, not stored again; no account, address or text of a page is kept. Needs no CSRF token.',
    body: NewReport,
    errors: ['validation', 'rate_limited'],
  }),
  list: endpoint({
    method: 'GET',
    path: DIAGNOSTICS.adminReports,
    tag: 'Diagnostics',
    access: 'admin',
    summary: 'What browsers reported, the newest kind first',
    description: 'The newest 500 different ones of the last 30 days are kept.',
    query: z.object({ cursor: Id.optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
    response: pageOf(ClientReport),
    errors: ['validation'],
  }),
  clear: endpoint({
    method: 'DELETE',
    path: DIAGNOSTICS.adminReports,
    tag: 'Diagnostics',
    access: 'admin',
    summary: 'Remove all reports; what goes on comes again',
    response: z.object({ removed: z.number().int() }),
  }),
} as const;

/** A value of which only enough is shown to tell two apart: `Ab3x… (43 characters)`. */
const Masked = z.string();

export const DebugState = z.object({
  server: z.object({ version: z.string(), mode: z.string(), time: Instant, requestId: z.string() }),
  request: z.object({
    /** As the server sees it, behind a proxy too. */
    protocol: z.string(),
    host: z.string(),
    /** The last part of the address is taken out. */
    address: z.string(),
    device: z.enum(['desktop', 'mobile']),
    /** Whether what a proxy says of the caller is believed. */
    trustsProxy: z.boolean(),
  }),
  cookies: z.array(z.object({ name: z.string(), purpose: z.string(), value: Masked.nullable() })),
  csrf: z.object({
    token: Masked.nullable(),
    /** True if it is valid for this session. */
    genuine: z.boolean(),
  }),
  session: z
    .object({
      id: Masked,
      user: Masked,
      role: z.string(),
      isClient: z.boolean(),
      workspace: Masked,
      startedAt: Instant,
      lastSeenAt: Instant,
      endsAt: Instant,
      renewableUntil: Instant,
    })
    .nullable(),
});
export type DebugState = z.infer<typeof DebugState>;

export const debug = {
  state: endpoint({
    method: 'GET',
    path: DIAGNOSTICS.state,
    tag: 'Diagnostics',
    access: 'public',
    summary: 'What the server sees of this browser, every secret masked',
    description: 'Answers only where the debug pages are switched on (setting DEBUG_PAGES).',
    response: DebugState,
    errors: ['not_found'],
  }),
  paidFeature: endpoint({
    method: 'GET',
    path: DIAGNOSTICS.paidFeature,
    tag: 'Diagnostics',
    access: 'user',
    summary: 'Asks for something that only one plan holds',
    description: 'Shows what a refusal by the plan looks like. Answers only where the debug pages are switched on.',
    response: z.object({ plan: z.string() }),
    errors: ['not_found', 'plan_required'],
  }),
} as const;
