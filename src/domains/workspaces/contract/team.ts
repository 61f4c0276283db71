/** The members of a workspace, as administrators see and change them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { trimmed } from '../../../kernel/text.ts';
import { Role, WorkspaceRole } from '../../identity/contract.ts';
import { Presence } from './availability.ts';

export const TeamRef = z.object({ id: Id, name: z.string() });
export type TeamRef = z.infer<typeof TeamRef>;

export const MemberState = z.enum(['active', 'deactivated']);

/** Records of a kind are counted up to here. */
export const OWNED_CAP = 10_000;

export const TeamMember = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  role: Role,
  workspaceRole: WorkspaceRole,
  /** The account that the installation belongs to: always an administrator, until it passes ownership on. */
  isOwner: z.boolean(),
  state: MemberState,
  twoFactor: z.boolean(),
  joinedAt: Instant,
  /** Last use of any of their sessions. */
  lastSeenAt: Instant.nullable(),
  deactivatedAt: Instant.nullable(),
  teams: z.array(TeamRef),
  presence: Presence,
  /** Open records that they own, by kind, each counted up to `OWNED_CAP`. */
  owns: z.record(z.string(), z.number().int()),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const MEMBER_SORTS = ['name', 'role', 'lastSeen', 'joined'] as const;
export const MemberSort = z
  .string()
  .regex(/^-?(name|role|lastSeen|joined)$/, `Sort by one of ${MEMBER_SORTS.join(', ')}. Add a minus sign to reverse.`);

export const MemberQuery = z.object({
  search: z.string().trim().max(100).optional(),
  state: MemberState.optional(),
  role: Role.optional(),
  team: Id.optional(),
  sort: MemberSort.default('name'),
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const OwnedKindRef = z.object({ kind: z.string(), label: z.string() });
/** New owners by record kind; null for no owner yet. Kinds not listed get no owner. */
export const Receivers = z.record(z.string().max(40), Id.nullable());
const Password = z.string().min(1, 'Enter your password.').max(200);

export const RoleChange = z.strictObject({
  version: z.number().int(),
  role: Role,
  workspaceRole: WorkspaceRole.optional(),
  /** Of the administrator who makes the change. */
  password: Password,
});
export const Deactivation = z.strictObject({ version: z.number().int(), receivers: Receivers });

export const Team = TeamRef.extend({ version: z.number().int(), members: z.array(Id) });
export type Team = z.infer<typeof Team>;
const TeamName = z.string().overwrite(trimmed).min(1, 'Enter a team name.').max(60);
export const NewTeam = z.strictObject({ name: TeamName, members: z.array(Id).max(500).default([]) });
export const TeamUpdate = z.strictObject({
  version: z.number().int(),
  name: TeamName.optional(),
  members: z.array(Id).max(500).optional(),
});

/** Makes another account of the operations team the owner of the installation. */
export const OwnershipChange = z.strictObject({ password: Password });
/** Deletes the holder's account: sign-in data and name are erased. */
export const AccountDeletion = z.strictObject({ password: Password, receivers: Receivers });

const admin = { tag: 'Team', access: 'admin' } as const;

export const team = {
  members: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/team/members',
    summary: 'List members of the active workspace',
    query: MemberQuery,
    response: pageOf(TeamMember).extend({ kinds: z.array(OwnedKindRef) }),
    errors: ['validation', 'bad_request'],
  }),
  member: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/team/members/{id}',
    summary: 'Get a member',
    params: IdParams,
    response: TeamMember,
    errors: ['not_found'],
  }),
  changeRole: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/team/members/{id}/role',
    summary: 'Change the role of a member',
    description:
      'Requires your password. The last active administrator and the installation owner must stay administrators. Only members of the operations team can be administrators or on the fund team.',
    params: IdParams,
    body: RoleChange,
    response: TeamMember,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale', 'rate_limited'],
  }),
  deactivate: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/team/members/{id}/deactivate',
    summary: 'Deactivate an account and reassign its records',
    description: 'Ends sessions and deletes API keys. A job reassigns the records; see its progress at /api/jobs.',
    params: IdParams,
    body: Deactivation,
    response: TeamMember.extend({ jobId: Id.nullable() }),
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'stale'],
  }),
  reactivate: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/team/members/{id}/reactivate',
    summary: 'Reactivate an account',
    params: IdParams,
    response: TeamMember,
    errors: ['not_found', 'conflict'],
  }),
  handOver: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/team/members/{id}/hand-over',
    summary: 'Reassign the records of a member',
    description: 'Runs as a job; see its progress at /api/jobs.',
    status: 202,
    params: IdParams,
    body: z.strictObject({ receivers: Receivers }),
    response: z.object({ jobId: Id.nullable() }),
    errors: ['validation', 'not_found'],
  }),
  passOwnership: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/team/members/{id}/ownership',
    summary: 'Transfer ownership of the installation',
    description: 'For the current owner only. The new owner must be an administrator.',
    params: IdParams,
    body: OwnershipChange,
    response: TeamMember,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  }),
  removeTwoFactor: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/api/team/members/{id}/two-factor',
    summary: 'Turn off two-factor sign-in for a member',
    description:
      'For members who lost their phone and recovery codes. Requires your password and notifies the member. They sign in with only their password until they set it up again.',
    params: IdParams,
    body: z.strictObject({ password: Password }),
    response: TeamMember,
    errors: ['validation', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  }),
  teams: endpoint({
    method: 'GET',
    path: '/api/team/teams',
    tag: 'Team',
    access: 'user',
    summary: 'List teams with their members',
    response: z.object({ items: z.array(Team) }),
  }),
  createTeam: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/team/teams',
    summary: 'Create a team',
    status: 201,
    body: NewTeam,
    response: Team,
    errors: ['validation', 'conflict'],
  }),
  updateTeam: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/team/teams/{id}',
    summary: 'Update a team',
    params: IdParams,
    body: TeamUpdate,
    response: Team,
    errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
  deleteTeam: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/api/team/teams/{id}',
    summary: 'Delete a team; its members stay',
    params: IdParams,
    errors: ['not_found'],
  }),
} as const;

export const account = {
  owned: endpoint({
    method: 'GET',
    path: '/api/settings/account/owned',
    tag: 'Settings',
    access: 'user',
    summary: 'Count the records you own in this workspace',
    response: z.object({ kinds: z.array(OwnedKindRef), owns: z.record(z.string(), z.number().int()) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/settings/account',
    tag: 'Settings',
    access: 'user',
    summary: 'Delete your account',
    description:
      'Reassigns your records in this workspace to the teammates you choose. Your name, address, password, keys, sessions, and settings are erased. Your actions stay in the history without your name. You can’t undo this.',
    body: AccountDeletion,
    response: z.object({ message: z.string() }),
    errors: ['validation', 'forbidden', 'conflict', 'rate_limited'],
  }),
} as const;
