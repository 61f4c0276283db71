/** Invitations: who may join a workspace, by a mailed link that works once. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import {
  CurrentUser,
  Email,
  NewPassword,
  PersonName,
  Role,
  WorkspaceRef,
  WorkspaceRole,
} from '../../identity/contract.ts';

/** Days for which an invitation's link works. */
export const INVITATION_DAYS = 7;
export const MAX_INVITED = 20;

export const InvitationState = z.enum(['waiting', 'unsent', 'open', 'expired', 'accepted', 'revoked']);
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  workspaceRole: WorkspaceRole,
  /** `waiting`: it is mailed as soon as the inviter's own address is confirmed. `unsent`: no mail server took it. */
  state: InvitationState,
  invitedBy: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  expiresAt: Instant,
  acceptedAt: Instant.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const NewInvitations = z.strictObject({
  emails: z
    .array(Email)
    .min(1, 'Enter at least one email address.')
    .max(MAX_INVITED, `Invite up to ${MAX_INVITED} people at once.`),
  role: Role.default('user'),
  workspaceRole: WorkspaceRole.default('member'),
});

const Token = z.string().min(1).max(200);
/** The part of an invitation that the holder of its link can see. */
export const InvitationOffer = z.object({
  workspace: WorkspaceRef.omit({ id: true }),
  email: z.string(),
  role: Role,
  invitedBy: z.string().nullable(),
  expiresAt: Instant,
  /** The address has an account: sign in with it and join. */
  hasAccount: z.boolean(),
});
export type InvitationOffer = z.infer<typeof InvitationOffer>;
export const Acceptance = z.strictObject({ token: Token, name: PersonName, password: NewPassword });

const tag = 'Team';
export const invitations = {
  list: endpoint({
    method: 'GET',
    path: '/api/team/invitations',
    tag,
    access: 'user',
    summary: 'List invitations to the active workspace, newest first',
    description: 'For administrators and owners of the workspace.',
    query: z.object({
      open: z.literal('1').optional(),
      cursor: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(Invitation),
    errors: ['validation', 'forbidden'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/team/invitations',
    tag,
    access: 'user',
    summary: 'Invite people to the active workspace',
    status: 201,
    description: `For administrators and owners of the workspace. Each address gets a link that works once and expires in ${INVITATION_DAYS} days. Invitations are sent once the inviter's own address is confirmed.`,
    body: NewInvitations,
    response: z.object({
      invited: z.array(Invitation),
      skipped: z.array(z.object({ email: z.string(), reason: z.enum(['member', 'invited']) })),
    }),
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/team/invitations/{id}/resend',
    tag,
    access: 'user',
    summary: 'Resend an invitation',
    description: 'Sends a new link and resets the expiration. The old link stops working.',
    params: IdParams,
    response: Invitation,
    errors: ['forbidden', 'not_found', 'conflict', 'rate_limited'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/team/invitations/{id}',
    tag,
    access: 'user',
    summary: 'Revoke an invitation',
    params: IdParams,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/invitations/read',
    tag,
    access: 'public',
    summary: 'Get an invitation by its link',
    body: z.strictObject({ token: Token }),
    response: InvitationOffer,
    errors: ['validation', 'gone'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    tag,
    access: 'public',
    summary: 'Accept an invitation with a new account',
    description: 'The link verifies the address. Signs in.',
    status: 201,
    body: Acceptance,
    response: CurrentUser,
    errors: ['validation', 'gone', 'conflict'],
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/invitations/join',
    tag,
    access: 'user',
    summary: 'Accept an invitation with the account that is signed in',
    description: 'The account must have the address that was invited.',
    body: z.strictObject({ token: Token }),
    response: CurrentUser,
    errors: ['validation', 'forbidden', 'gone'],
  }),
} as const;
