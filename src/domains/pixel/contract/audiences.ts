/** Contacts whose visits fulfil conditions. */
import * as z from 'zod';
import { endpoint, Id, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { PIXEL } from '../paths.ts';
import { access, GoalKind, SiteParams } from './sites.ts';

export const MAX_AUDIENCES = 20;
export const MAX_AUDIENCE_CONDITIONS = 8;

const times = z.number().int().min(1, 'Enter 1 or more.').max(1_000, 'Enter at most 1,000.');
const days = z.number().int().min(1, 'Enter 1 or more days.').max(365, 'Enter at most 365 days.');
const matches = z.string().trim().min(1, 'Enter what to look for.').max(200, 'Use at most 200 characters.');

/** What the person is in the CRM. */
export const PersonStage = z.enum(['lead', 'open_deal', 'customer', 'no_deal']);
export type PersonStage = z.infer<typeof PersonStage>;

export const AudienceCondition = z.discriminatedUnion('kind', [
  /** Viewed a page, or sent an event or a form, or clicked a link, at least so often in the last days. */
  z.strictObject({ kind: z.literal('did'), what: GoalKind, matches, times, days }),
  z.strictObject({ kind: z.literal('visited'), times, days }),
  z.strictObject({ kind: z.literal('came_from'), by: z.enum(['campaign', 'source', 'channel']), matches, days }),
  z.strictObject({ kind: z.literal('goal'), goalId: z.uuid('Choose a goal.'), days }),
  z.strictObject({ kind: z.literal('stage'), stage: PersonStage }),
]);
export type AudienceCondition = z.infer<typeof AudienceCondition>;

const conditions = z
  .array(AudienceCondition)
  .min(1, 'Add at least one condition.')
  .max(MAX_AUDIENCE_CONDITIONS, `Use at most ${MAX_AUDIENCE_CONDITIONS} conditions.`)
  .refine(
    (all) => all.some(({ kind }) => kind !== 'stage'),
    'Add a condition about visits. For contacts by their deals alone, use a list of contacts.',
  );

export const AudienceFields = z.strictObject({
  name: z.string().trim().min(1, 'Name is required.').max(80, 'Use at most 80 characters.'),
  conditions,
});

export const WebsiteAudience = z.object({
  id: Id,
  name: z.string(),
  conditions: z.array(AudienceCondition),
  /** Contacts in it that the caller sees. */
  contacts: z.number().int(),
  evaluatedAt: Instant.nullable(),
  version: z.number().int(),
});
export type WebsiteAudience = z.infer<typeof WebsiteAudience>;

export const AudienceContact = z.object({ contactId: Id, name: z.string(), email: z.string(), enteredAt: Instant });
export type AudienceContact = z.infer<typeof AudienceContact>;

const audiences = `${PIXEL.sites}/{siteId}/audiences` as const;
const AudienceParams = z.object({ siteId: Id, id: Id });

export const pixelAudiences = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: audiences,
    summary: 'Audiences of a website, by name',
    params: SiteParams,
    response: z.object({ items: z.array(WebsiteAudience) }),
    errors: ['not_found'],
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: audiences,
    summary: 'Add an audience',
    description: 'Contacts who match now are in it at once, without starting workflows.',
    status: 201,
    params: SiteParams,
    body: AudienceFields,
    response: WebsiteAudience,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  update: endpoint({
    ...access,
    method: 'PATCH',
    path: `${audiences}/{id}`,
    summary: 'Change an audience; who matches then is in it without starting workflows',
    params: AudienceParams,
    body: AudienceFields.extend({ version: z.number().int() }),
    response: WebsiteAudience,
    errors: ['validation', 'not_found', 'stale', 'conflict'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${audiences}/{id}`,
    summary: 'Delete an audience; its contacts stay',
    params: AudienceParams,
    errors: ['not_found'],
  }),
  contacts: endpoint({
    ...access,
    method: 'GET',
    path: `${audiences}/{id}/contacts`,
    summary: 'Contacts in an audience, the latest first',
    params: AudienceParams,
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(AudienceContact),
    errors: ['not_found', 'bad_request'],
  }),
  preview: endpoint({
    ...access,
    method: 'POST',
    path: `${PIXEL.sites}/{siteId}/audience-preview`,
    summary: 'How many contacts match conditions now',
    params: SiteParams,
    body: z.strictObject({ conditions }),
    response: z.object({ contacts: z.number().int() }),
    errors: ['validation', 'not_found'],
  }),
} as const;
