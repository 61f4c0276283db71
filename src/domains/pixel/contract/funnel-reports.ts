/** How visitors move through steps, and whether they come back. */
import * as z from 'zod';
import { Day, endpoint, Id, Instant } from '../../../kernel/endpoint.ts';
import { PIXEL } from '../paths.ts';
import { access, GoalKind, SiteParams } from './sites.ts';

export const MAX_FUNNELS = 20;
export const MAX_FUNNEL_STEPS = 8;

export const FunnelStep = z
  .strictObject({
    kind: GoalKind,
    /** A path such as `/pricing` or `/blog/*`, or the name of an event, a form, or a host. */
    matches: z.string().trim().min(1, 'Enter what to look for.').max(200, 'Use at most 200 characters.'),
  })
  .refine(({ kind, matches }) => kind !== 'page' || matches.startsWith('/') || matches.startsWith('*'), {
    path: ['matches'],
    message: 'Enter a path that starts with a slash, such as /pricing.',
  });
export type FunnelStep = z.infer<typeof FunnelStep>;

/** Hours from the first step to the last. */
export const FUNNEL_WINDOWS = [1, 24, 168, 720, 2160] as const;

export const FunnelReportFields = z.strictObject({
  name: z.string().trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
  steps: z
    .array(FunnelStep)
    .min(2, 'Add at least two steps.')
    .max(MAX_FUNNEL_STEPS, `Use at most ${MAX_FUNNEL_STEPS} steps.`),
  windowHours: z
    .number()
    .int()
    .refine((hours) => (FUNNEL_WINDOWS as readonly number[]).includes(hours), 'Choose one of the windows.'),
});

export const FunnelReport = z.object({
  id: Id,
  name: z.string(),
  steps: z.array(z.object({ kind: GoalKind, matches: z.string() })),
  windowHours: z.number().int(),
  version: z.number().int(),
});
export type FunnelReport = z.infer<typeof FunnelReport>;

export const FunnelResult = z.object({
  /** Visitors who started in the period and reached each step; as long as the steps. */
  reached: z.array(z.number().int()),
  /** The same by the source of the visit that started it; the most starts first, at most 20. */
  sources: z.array(z.object({ source: z.string(), reached: z.array(z.number().int()) })),
  /** Events up to this instant are counted. */
  countedUntil: Instant,
  /** Earlier events are still being counted. */
  counting: z.boolean(),
});
export type FunnelResult = z.infer<typeof FunnelResult>;

export const Retention = z.object({
  /** The oldest first. */
  cohorts: z.array(
    z.object({
      /** Monday of the week of the first visit. */
      week: Day,
      visitors: z.number().int(),
      /** Visitors who came back one, two, … weeks later, up to the current week. */
      returned: z.array(z.number().int()),
    }),
  ),
});
export type Retention = z.infer<typeof Retention>;

const site = `${PIXEL.sites}/{siteId}` as const;
const FunnelParams = z.object({ siteId: Id, id: Id });

export const pixelFunnels = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/funnels`,
    summary: 'Funnel reports of a website, by name',
    params: SiteParams,
    response: z.object({ items: z.array(FunnelReport) }),
    errors: ['not_found'],
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: `${site}/funnels`,
    summary: 'Add a funnel report; events that are stored already are counted, too',
    status: 201,
    params: SiteParams,
    body: FunnelReportFields,
    response: FunnelReport,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  update: endpoint({
    ...access,
    method: 'PATCH',
    path: `${site}/funnels/{id}`,
    summary: 'Change a funnel report; other steps are counted again from the oldest event',
    params: FunnelParams,
    body: FunnelReportFields.extend({ version: z.number().int() }),
    response: FunnelReport,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${site}/funnels/{id}`,
    summary: 'Delete a funnel report',
    params: FunnelParams,
    errors: ['not_found'],
  }),
  result: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/funnels/{id}/result`,
    summary: 'How many visitors reached each step',
    params: FunnelParams,
    query: z.object({ from: Day, to: Day }),
    response: FunnelResult,
    errors: ['validation', 'not_found'],
  }),
  retention: endpoint({
    ...access,
    method: 'GET',
    path: `${site}/retention`,
    summary: 'Visitors by the week of their first visit, and how many came back',
    description: 'Counts visitors who agreed to an identifier: others cannot be recognized later.',
    params: SiteParams,
    query: z.object({ weeks: z.coerce.number().int().min(2).max(52).default(12) }),
    response: Retention,
    errors: ['not_found'],
  }),
} as const;
