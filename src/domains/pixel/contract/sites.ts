/** Websites whose visits are counted, and their goals. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { PIXEL } from '../paths.ts';

export const MAX_SITES = 50;
export const MAX_GOALS = 100;
export const MAX_DOMAINS = 20;

/**
 * `cookieless`: nothing is ever stored on the visitor's device. `after_consent`: cookieless until the visitor agrees to
 * an identifier. `required`: nothing is sent before that.
 */
export const ConsentMode = z.enum(['cookieless', 'after_consent', 'required']);
export type ConsentMode = z.infer<typeof ConsentMode>;

export const PixelSite = z.object({
  id: Id,
  name: z.string(),
  domains: z.array(z.string()),
  consentMode: ConsentMode,
  timeZone: z.string(),
  currency: z.string(),
  retentionDays: z.number().int(),
  /** Address of the script: on the workspace’s own domain where it has one. */
  script: z.string(),
  /** Code for the head of each page. */
  code: z.string(),
  lastEventAt: Instant.nullable(),
  deleting: z.boolean(),
  version: z.number().int(),
});
export type PixelSite = z.infer<typeof PixelSite>;

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host, also written as an address: `https://www.example.com/` is `example.com`. */
const Domain = z
  .string()
  .trim()
  .max(300)
  .transform((value, context) => {
    const host = value
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/?#:].*$/, '')
      .replace(/^www\./, '');
    if (host.length <= 253 && HOST.test(host)) return host;
    context.addIssue({ code: 'custom', message: 'Enter a domain such as example.com.' });
    return z.NEVER;
  });

export const PixelSiteFields = z.strictObject({
  name: z.string().trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
  domains: z
    .array(Domain)
    .min(1, 'Enter the domain of the website.')
    .max(MAX_DOMAINS, `Use at most ${MAX_DOMAINS} domains.`)
    .transform((all) => [...new Set(all)]),
  consentMode: ConsentMode.default('cookieless'),
  timeZone: z.string().trim().min(1).max(60),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Use a currency code such as USD.'),
  retentionDays: z
    .number()
    .int()
    .min(1, 'Keep visits for at least 1 day.')
    .max(1825, 'Keep visits for at most 1,825 days.')
    .default(395),
});

export const GoalKind = z.enum(['page', 'event', 'form', 'outbound']);
export type GoalKind = z.infer<typeof GoalKind>;

export const PixelGoal = z.object({
  id: Id,
  name: z.string(),
  kind: GoalKind,
  matches: z.string(),
  /** Worth of one in the site’s currency, where the event names none; decimal. */
  worth: z.string().nullable(),
  version: z.number().int(),
});
export type PixelGoal = z.infer<typeof PixelGoal>;

export const PixelGoalFields = z
  .strictObject({
    name: z.string().trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
    kind: GoalKind,
    /** A path such as `/pricing` or `/blog/*`, or the name of an event, a form, or a host. */
    matches: z.string().trim().min(1, 'Enter what to look for.').max(200, 'Use at most 200 characters.'),
    worth: z
      .string()
      .trim()
      .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Enter an amount such as 250 or 49.90.')
      .nullable()
      .default(null),
  })
  .refine(({ kind, matches }) => kind !== 'page' || matches.startsWith('/') || matches.startsWith('*'), {
    path: ['matches'],
    message: 'Enter a path that starts with a slash, such as /pricing.',
  });

export const SiteParams = z.object({ siteId: Id });
const GoalParams = z.object({ siteId: Id, id: Id });
export const access = { tag: 'Website tracking', access: 'user' } as const;
const goalsPath = `${PIXEL.sites}/{siteId}/goals` as const;

export const pixelSites = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: PIXEL.sites,
    summary: 'Tracked websites, oldest first',
    response: z.object({ items: z.array(PixelSite) }),
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: PIXEL.sites,
    summary: 'Add a website',
    status: 201,
    body: PixelSiteFields,
    response: PixelSite,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${PIXEL.sites}/{id}`,
    summary: 'A tracked website',
    params: IdParams,
    response: PixelSite,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...access,
    method: 'PATCH',
    path: `${PIXEL.sites}/{id}`,
    summary: 'Change a tracked website',
    params: IdParams,
    body: PixelSiteFields.extend({
      consentMode: ConsentMode,
      retentionDays: PixelSiteFields.shape.retentionDays.unwrap(),
      version: z.number().int(),
    }),
    response: PixelSite,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${PIXEL.sites}/{id}`,
    summary: 'Delete a website with everything that was counted',
    description: 'Counting stops at once; a job deletes the data.',
    params: IdParams,
    errors: ['not_found'],
  }),
  goals: endpoint({
    ...access,
    method: 'GET',
    path: goalsPath,
    summary: 'Goals of a website, by name',
    params: SiteParams,
    response: z.object({ items: z.array(PixelGoal) }),
    errors: ['not_found'],
  }),
  createGoal: endpoint({
    ...access,
    method: 'POST',
    path: goalsPath,
    summary: 'Add a goal; it counts from now on',
    status: 201,
    params: SiteParams,
    body: PixelGoalFields,
    response: PixelGoal,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  updateGoal: endpoint({
    ...access,
    method: 'PATCH',
    path: `${goalsPath}/{id}`,
    summary: 'Change a goal',
    params: GoalParams,
    body: PixelGoalFields.safeExtend({ worth: PixelGoalFields.shape.worth.unwrap(), version: z.number().int() }),
    response: PixelGoal,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  removeGoal: endpoint({
    ...access,
    method: 'DELETE',
    path: `${goalsPath}/{id}`,
    summary: 'Delete a goal with its count',
    params: GoalParams,
    errors: ['not_found'],
  }),
} as const;
