/** Client businesses: their workspaces as the operations team looks after them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { BusinessName, Country, Currency, TimeZone } from '../identity/contract.ts';
import { Invitation, NewInvitations, TeamMember, Visit } from '../workspaces/contract.ts';
import { PLAN_IDS } from '../workspaces/contract.ts';

export const CLIENT_STATES = ['active', 'setup', 'archived'] as const;
export const ClientState = z.enum(CLIENT_STATES);
/** Sortable fields. */
export const CLIENT_SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;
export type ClientState = z.infer<typeof ClientState>;

export const HealthSign = z.object({
  /** In a few words: "No one has signed in for 12 days". */
  text: z.string(),
  /** Points out of those that it can bring. */
  points: z.number().int(),
  of: z.number().int(),
});
export type HealthSign = z.infer<typeof HealthSign>;

export const ClientRow = z.object({
  id: Id,
  name: z.string(),
  state: ClientState,
  plan: z.enum(PLAN_IDS).nullable(),
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  members: z.number().int(),
  /** Counted up to 10,000. */
  contacts: z.number().int(),
  openOpportunities: z.number().int(),
  /** When one of its people last used the product. */
  lastSeenAt: Instant.nullable(),
  /** 0 to 100; null when archived. */
  health: z.number().int().nullable(),
  createdAt: Instant,
  /** When everything of it will be deleted for good; null when no one asked for that. */
  deleteAt: Instant.nullable(),
});
export type ClientRow = z.infer<typeof ClientRow>;

/** A picture as a data URL; blank: none. */
export const Logo = z
  .string()
  .max(80_000, 'The image is too large.')
  .regex(/^(data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2})?$/, 'Choose a PNG, JPEG, or WebP image.');

export const Client = ClientRow.extend({
  country: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  version: z.number().int(),
  /** The logo above the menu of the client's people. */
  logo: z.string(),
  /** The parts of the health score. */
  signs: z.array(HealthSign),
  /** Tasks, calls and meetings that should have been done more than a week ago. */
  overdue: z.number().int(),
  lastChangeAt: Instant.nullable(),
  archivedAt: Instant.nullable(),
});
export type Client = z.infer<typeof Client>;

export const ClientUpdate = z.strictObject({
  version: z.number().int(),
  name: BusinessName.optional(),
  country: Country.optional(),
  timeZone: TimeZone.optional(),
  currency: Currency.optional(),
  plan: z.enum(PLAN_IDS).nullable().optional(),
  logo: Logo.optional(),
});
export type ClientUpdate = z.infer<typeof ClientUpdate>;

const admin = { tag: 'Clients', access: 'admin' } as const;
const Cursor = z.object({
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
const InvitationParams = z.object({ id: Id, invitationId: Id });

export const clients = {
  list: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients',
    summary: 'List clients',
    description: 'Without a state, returns clients that are not archived.',
    query: Cursor.extend({
      search: z.string().trim().max(100).optional(),
      state: ClientState.optional(),
      sort: z.enum(CLIENT_SORTS).default('name'),
    }),
    response: pageOf(ClientRow),
    errors: ['validation', 'bad_request'],
  }),
  get: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}',
    summary: 'Get a client with its health checks',
    params: IdParams,
    response: Client,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/clients/{id}',
    summary: 'Update a client’s name, country, time zone, currency, plan, or logo',
    description: 'Requires the version that was read. Existing amounts keep their currency.',
    params: IdParams,
    body: ClientUpdate,
    response: Client,
    errors: ['validation', 'not_found', 'stale'],
  }),
  archive: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/clients/{id}/archive',
    summary: 'Archive a client',
    description: 'Its people can no longer sign in. Nothing is deleted, and the client can be restored.',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
  restore: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/clients/{id}/restore',
    summary: 'Restore a client',
    description: 'Also cancels a scheduled deletion.',
    params: IdParams,
    response: Client,
    errors: ['not_found', 'conflict'],
  }),
  members: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/members',
    summary: 'List the people of a client',
    params: IdParams,
    query: Cursor,
    response: pageOf(TeamMember),
    errors: ['not_found', 'bad_request', 'validation'],
  }),
  invitations: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/invitations',
    summary: "List invitations to a client's workspace, newest first",
    params: IdParams,
    response: z.object({ items: z.array(Invitation) }),
    errors: ['not_found'],
  }),
  invite: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/clients/{id}/invitations',
    summary: "Invite people to a client's workspace",
    status: 201,
    params: IdParams,
    body: NewInvitations.omit({ role: true }),
    response: z.object({
      invited: z.array(Invitation),
      skipped: z.array(z.object({ email: z.string(), reason: z.enum(['member', 'invited']) })),
    }),
    errors: ['validation', 'not_found', 'conflict', 'rate_limited', 'forbidden'],
  }),
  revokeInvitation: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/api/clients/{id}/invitations/{invitationId}',
    summary: 'Revoke an invitation',
    params: InvitationParams,
    errors: ['not_found', 'conflict'],
  }),
  visits: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/clients/{id}/visits',
    summary: 'List administrator visits, newest first',
    params: IdParams,
    response: z.object({ items: z.array(Visit) }),
    errors: ['not_found'],
  }),
} as const;
