/** Administrators' actions on members, and members' actions on their own account. Each is in the audit log. */
import type * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, query, transaction, updateRows } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import {
  deactivate,
  erase,
  lockAccount,
  passOwnership,
  reactivate,
  removeTwoFactor,
  requirePassword,
  SECURITY,
  setRole,
  twoFactorStatus,
} from '../../identity/index.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import type { AccountDeletion, Deactivation, OwnershipChange, Receivers, RoleChange, TeamMember } from '../contract.ts';
import { TEAM } from '../paths.ts';
import { startHandOver } from './reassign.ts';
import { getMember } from './members.ts';
import { endVisitsBy } from './visits.ts';
import { requireAnotherOwner, requireMember, requireNoWorkspaceLeftAlone, workspaceRoleOf } from './membership.ts';

const ROLE_WORDS = { admin: 'an administrator', opus_team: 'on the fund team', user: 'a member' } as const;
export const ROLE_CHANGED = defineNotificationKind({
  name: 'role_changed',
  group: 'Your account',
  label: 'Your role',
  hint: 'An administrator changes your role.',
  ways: { inApp: true, email: true },
});

/** In the audit log and for live screens, in the transaction of the act. */
async function record(action: string, id: string, details: Record<string, unknown> = {}): Promise<void> {
  await audit({ action: `member.${action}`, subject: { type: 'user', id }, details });
  await emit({
    type: `member.${action}`,
    subject: { type: 'user', id },
    paths: [TEAM.members, TEAM.teams, '/api/members', '/api/user'],
  });
}

export async function changeRole(
  caller: Caller,
  id: string,
  { version, role, workspaceRole, password }: z.output<typeof RoleChange>,
): Promise<TeamMember> {
  await asSystem(() => requirePassword(caller.userId, password, 'password'));
  return transaction(async () => {
    const before = await requireMember(id);
    if (role !== 'user' && !(await isOperations()))
      throw new AppError('conflict', 'Only members of the operations team can be administrators or on the fund team.', {
        field: 'role',
      });
    const account = await asSystem(() => lockAccount(id, version));
    if (workspaceRole && workspaceRole !== before) await changeWorkspaceRole(caller.workspaceId, id, workspaceRole);
    await asSystem(() => setRole(account, role));
    if (account.role === 'admin' && role !== 'admin') await asSystem(() => endVisitsBy(id));
    if (role !== account.role && id !== caller.userId) {
      await tellUser(id, ROLE_CHANGED, {
        title: `You are now ${ROLE_WORDS[role]}`,
        body: 'An administrator changed your role. Your new permissions apply now.',
      });
    }
    await record('role_changed', id, { from: account.role, to: role, ...(workspaceRole ? { workspaceRole } : {}) });
    return getMember(id);
  });
}

async function isOperations(): Promise<boolean> {
  const [workspace] = await query<{ kind: string }>('select kind from present_workspace');
  return workspace!.kind === 'operations';
}

async function changeWorkspaceRole(workspaceId: string, id: string, role: 'owner' | 'member'): Promise<void> {
  if (role === 'member') await requireAnotherOwner(id);
  await asSystem(() => updateRows('memberships', { role }, { workspaceId, userId: id }));
}

/** Ends all access of the account, and starts the hand-over of its records in this workspace. */
export function deactivateMember(
  caller: Caller,
  id: string,
  { version, receivers }: z.output<typeof Deactivation>,
): Promise<TeamMember & { jobId: string | null }> {
  if (id === caller.userId)
    throw new AppError(
      'conflict',
      'You can’t deactivate your own account. Ask another administrator, or delete it in Settings.',
    );
  return transaction(async () => {
    if ((await requireMember(id)) === 'owner') await requireAnotherOwner(id);
    // Access ends everywhere, not here alone.
    await requireNoWorkspaceLeftAlone(
      id,
      (workspace) => `This is the only owner of ${workspace}. Make someone else an owner first.`,
    );
    const account = await asSystem(() => lockAccount(id, version));
    await asSystem(() => deactivate(account));
    const jobId = await startHandOver(account, receivers);
    await record('deactivated', id, { receivers });
    return { ...(await getMember(id)), jobId };
  });
}

export function reactivateMember(id: string): Promise<TeamMember> {
  return transaction(async () => {
    await requireMember(id);
    await asSystem(async () => reactivate(await lockAccount(id)));
    await record('reactivated', id);
    return getMember(id);
  });
}

export function handOverRecords(id: string, receivers: z.output<typeof Receivers>): Promise<{ jobId: string | null }> {
  return transaction(async () => {
    await requireMember(id);
    const account = await asSystem(() => lockAccount(id));
    const jobId = await startHandOver(account, receivers);
    await record('hand_over_started', id, { receivers });
    return { jobId };
  });
}

export async function makeOwner(
  caller: Caller,
  id: string,
  { password }: z.output<typeof OwnershipChange>,
): Promise<TeamMember> {
  await asSystem(() => requirePassword(caller.userId, password, 'password'));
  return transaction(async () => {
    await requireMember(id);
    await asSystem(async () => passOwnership(await lockAccount(caller.userId), await lockAccount(id)));
    await record('made_owner', id, { from: caller.userId });
    return getMember(id);
  });
}

/** For someone who has lost the phone and the recovery codes: no one else could let them in again. */
export async function removeMembersTwoFactor(caller: Caller, id: string, password: string): Promise<TeamMember> {
  if (id === caller.userId) throw new AppError('conflict', 'Turn off your own two-factor sign-in in Settings.');
  await asSystem(() => requirePassword(caller.userId, password, 'password'));
  return transaction(async () => {
    await requireMember(id);
    await asSystem(async () => {
      const { isOwner } = await lockAccount(id);
      if (isOwner)
        throw new AppError(
          'conflict',
          'Two-factor sign-in of the installation owner can only be turned off on the server, with npm run rescue.',
        );
      if (!(await twoFactorStatus(id)).enabled) throw new AppError('conflict', 'Two-factor sign-in is already off.');
      await removeTwoFactor(id);
    });
    await tellUser(id, SECURITY, {
      title: 'A change to your Gauntlet account',
      href: '/settings?tab=two-factor',
      body: 'An administrator turned off two-factor sign-in for your account. You now sign in with only your password. Set it up again. If you did not ask for this, contact your administrator and reset your password.',
    });
    await record('two_factor_removed', id);
    return getMember(id);
  });
}

/** Deletes the caller's own account. */
export async function deleteOwnAccount(
  caller: Caller,
  { password, receivers }: z.output<typeof AccountDeletion>,
): Promise<void> {
  await asSystem(() => requirePassword(caller.userId, password, 'password'));
  await transaction(async () => {
    if ((await workspaceRoleOf(caller.userId)) === null)
      throw new AppError('conflict', 'End your visit first. You can delete your account only from your own workspace.');
    const account = await asSystem(() => lockAccount(caller.userId));
    await requireNoWorkspaceLeftAlone(
      account.id,
      (workspace) => `You are the only owner of ${workspace}. Make someone else an owner first.`,
    );
    const jobId = await startHandOver(account, receivers);
    await record('deleted_own_account', account.id, { jobId });
    await asSystem(() => erase(account));
  });
}
