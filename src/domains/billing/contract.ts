/** Credits of a workspace: what is left, what used them, who may spend how much. Amounts are decimal text in credits. */

import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { CREDITS } from './paths.ts';

/** Initial credits of a workspace. */
export const START_CREDITS = '1000';

/** Price of a credit in US dollars. */
export const CREDIT_PRICE = '0.01';

/** As people read it: at least two digits after the point, up to four where they are there. `1,204.50`. */
export function formatCredits(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  const digits = part.replace(/0+$/, '').padEnd(2, '0');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${digits}`;
}

const Amount = z.string().regex(/^\d{1,9}(\.\d{1,4})?$/, 'Enter an amount with at most 4 decimals, such as 250.');
const Positive = Amount.refine((value) => /[1-9]/.test(value), 'Enter an amount above 0.');
/** Reads fail on neither, so that history of features and people that are gone stays readable. */
const Person = z.object({ id: Id, name: z.string() }).nullable();

export const CreditGrant = z.object({
  id: Id,
  source: z.enum(['start', 'gift', 'purchase', 'plan', 'refund']),
  amount: z.string(),
  /** Neither spent, reserved, nor expired. */
  remaining: z.string(),
  reason: z.string(),
  grantedBy: z.string().nullable(),
  expiresAt: Instant.nullable(),
  createdAt: Instant,
});
export type CreditGrant = z.infer<typeof CreditGrant>;

export const CreditLimit = z.object({
  id: Id,
  period: z.enum(['day', 'month']),
  /** `all` together, `each` person for themselves, or one `person`. */
  who: z.enum(['all', 'each', 'person']),
  person: Person,
  feature: z.string().nullable(),
  featureLabel: z.string().nullable(),
  amount: z.string(),
});
export type CreditLimit = z.infer<typeof CreditLimit>;

export const NewCreditLimit = z
  .strictObject({
    period: z.enum(['day', 'month']),
    who: z.enum(['all', 'each', 'person']),
    userId: Id.nullable().default(null),
    feature: z.string().max(60).nullable().default(null),
    amount: Amount,
  })
  .refine(({ who, userId }) => (who === 'person') === (userId !== null), {
    path: ['userId'],
    message: 'Choose a person.',
  });
export type NewCreditLimit = z.infer<typeof NewCreditLimit>;

export const CreditEntry = z.object({
  id: z.string(),
  kind: z.enum(['grant', 'settle', 'expire', 'revoke']),
  /** Positive: added; negative: spent, expired, or revoked. */
  amount: z.string(),
  balance: z.string(),
  featureLabel: z.string().nullable(),
  person: Person,
  note: z.string(),
  createdAt: Instant,
});
export type CreditEntry = z.infer<typeof CreditEntry>;

export const CreditSummary = z.object({
  available: z.string(),
  reserved: z.string(),
  lowBelow: z.string().nullable(),
  version: z.number().int(),
  /** Used in the current month and in the one before, in the workspace's time zone. */
  usedThisMonth: z.string(),
  usedLastMonth: z.string(),
  /** The last 30 days, the oldest first. */
  days: z.array(z.object({ day: Day, used: z.string() })),
  /** This month, the largest first. */
  byFeature: z.array(z.object({ feature: z.string(), label: z.string(), used: z.string(), times: z.number().int() })),
  byPerson: z.array(z.object({ person: Person, used: z.string() })),
  /** Grants with credits left, in the order in which they are used. */
  grants: z.array(CreditGrant),
  limits: z.array(CreditLimit),
  /** Features that cost credits. */
  features: z.array(z.object({ id: z.string(), label: z.string(), unit: z.string(), price: z.string() })),
  mayManage: z.boolean(),
  /** Administrators of the installation give credits. */
  mayGrant: z.boolean(),
});
export type CreditSummary = z.infer<typeof CreditSummary>;

export const NewCreditGrant = z.strictObject({
  /** Absent: the caller's workspace. */
  workspaceId: Id.optional(),
  amount: Positive,
  reason: z.string().trim().min(1, 'Reason is required.').max(200, 'Use at most 200 characters.'),
  expiresAt: Instant.nullable().default(null),
});
export type NewCreditGrant = z.infer<typeof NewCreditGrant>;

const base = { tag: 'Credits', access: 'user' } as const;

export const credits = {
  summary: endpoint({
    ...base,
    method: 'GET',
    path: CREDITS.summary,
    summary: 'Get the balance, usage, grants, and limits of the workspace',
    response: CreditSummary,
  }),
  entries: endpoint({
    ...base,
    method: 'GET',
    path: CREDITS.entries,
    summary: 'List the statement, newest first',
    query: z.object({ cursor: z.string().optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: pageOf(CreditEntry),
    errors: ['bad_request'],
  }),
  export: endpoint({
    ...base,
    method: 'GET',
    path: `${CREDITS.entries}/export`,
    summary: 'Export the statement as CSV',
    produces: 'text/csv',
  }),
  estimate: endpoint({
    ...base,
    method: 'GET',
    path: `${CREDITS.summary}/estimate`,
    summary: 'Estimate what a number of units costs, and whether the balance covers it',
    query: z.object({ feature: z.string().max(60), units: Positive }),
    response: z.object({ credits: z.string(), available: z.string(), covered: z.boolean() }),
    errors: ['validation'],
  }),
  lowBalance: endpoint({
    ...base,
    method: 'PUT',
    path: `${CREDITS.summary}/low-balance`,
    summary: 'Set the balance below which managers are notified; null never notifies',
    body: z.strictObject({ version: z.number().int(), lowBelow: Positive.nullable() }),
    errors: ['validation', 'stale'],
  }),
  createLimit: endpoint({
    ...base,
    method: 'POST',
    path: `${CREDITS.summary}/limits`,
    summary: 'Limit what is spent in a day or month',
    body: NewCreditLimit,
    status: 201,
    response: z.object({ id: Id }),
    errors: ['validation', 'conflict'],
  }),
  removeLimit: endpoint({
    ...base,
    method: 'DELETE',
    path: `${CREDITS.summary}/limits/{id}`,
    summary: 'Remove a limit',
    params: IdParams,
    errors: ['not_found'],
  }),
  workspaces: endpoint({
    ...base,
    access: 'admin',
    method: 'GET',
    path: CREDITS.workspaces,
    summary: 'List workspaces that credits can be given to',
    response: z.object({ items: z.array(z.object({ id: Id, name: z.string(), available: z.string().nullable() })) }),
  }),
  grant: endpoint({
    ...base,
    access: 'admin',
    method: 'POST',
    path: `${CREDITS.summary}/grants`,
    summary: 'Give credits to a workspace',
    body: NewCreditGrant,
    status: 201,
    response: z.object({ id: Id }),
    errors: ['validation', 'not_found'],
  }),
  revoke: endpoint({
    ...base,
    access: 'admin',
    method: 'DELETE',
    path: `${CREDITS.summary}/grants/{id}`,
    summary: 'Revoke the rest of a credit grant',
    params: IdParams,
    errors: ['not_found'],
  }),
};
