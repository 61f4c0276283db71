/** Invitations as those see them who are invited. The link proves the address, and nothing else signs anyone in. */
import type * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, NOW, query, selectRow, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { hashToken } from '../../../server/secrets/secrets.ts';
import {
  addMembership,
  createAccount,
  emailKey,
  lockAccount,
  refuseKnownPassword,
  setRole,
} from '../../identity/index.ts';
import type { Role, WorkspaceRole } from '../../identity/contract.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import type { Acceptance, InvitationOffer } from '../contract.ts';
import { TEAM } from '../paths.ts';
import { STILL_GIVEN } from './invitations.ts';
import { homeOfNews } from './membership.ts';

export const ACCEPTED = defineNotificationKind({
  name: 'invitation_accepted',
  group: 'Team',
  label: 'Accepted invitations',
  hint: 'Someone you invited joined.',
  ways: { inApp: true, email: false },
});
const GONE = 'This invitation was used, revoked, or has expired. Ask for a new one.';
const RANK: Record<Role, number> = { user: 0, opus_team: 1, admin: 2 };

interface Row {
  id: string;
  workspace_id: string;
  workspace: InvitationOffer['workspace'];
  email: string;
  role: Role;
  workspace_role: WorkspaceRole;
  invited_by: string | null;
  inviter: string | null;
  expires_at: string;
  user_id: string | null;
}

/** The open invitation of a link. Runs as system. @throws AppError gone */
async function find(token: string, lock = false): Promise<Row> {
  const [row] = await query<Row>(
    `select i.id, i.workspace_id, jsonb_build_object('name', w.name, 'kind', w.kind) as workspace, i.email, i.role,
      i.workspace_role, i.invited_by, i.expires_at,
       (select name from users where id = i.invited_by) as inviter,
          (select id from users where email_key = i.email_key) as user_id
     from invitations i join workspaces w on w.id = i.workspace_id and w.archived_at is null
     where i.token_hash = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
        and ${STILL_GIVEN} ${lock ? 'for update of i' : ''}`,
    [hashToken(token)],
  );
  if (!row) throw new AppError('gone', GONE);
  return row;
}

/** The invitation behind a link. Only its holder learns whether the address has an account. */
export async function readOffer(token: string): Promise<InvitationOffer> {
  const row = await asSystem(() => find(token));
  return {
    workspace: row.workspace,
    email: row.email,
    role: row.role,
    invitedBy: row.inviter,
    expiresAt: row.expires_at,
    hasAccount: row.user_id !== null,
  };
}

/** Makes the account and lets it in. @throws AppError gone; conflict when the address has an account. */
export async function acceptWithNewAccount({
  token,
  name,
  password,
}: z.output<typeof Acceptance>): Promise<{ id: string; workspaceId: string }> {
  return asSystem(() =>
    transaction(async () => {
      const row = await find(token, true);
      refuseKnownPassword(password, [name, row.email]);
      if (row.user_id) throw new AppError('conflict', 'This email address already has an account. Sign in to join.');
      const id = await createAccount({
        name,
        email: row.email,
        password,
        role: row.role,
        workspaceId: row.workspace_id,
        workspaceRole: row.workspace_role,
        emailConfirmed: true,
      });
      await finish(row, id, name);
      return { id, workspaceId: row.workspace_id };
    }),
  );
}

/** Lets the caller's account in. @throws AppError forbidden when someone else was invited. */
export function joinWithAccount(caller: Caller, token: string): Promise<string> {
  return asSystem(() =>
    transaction(async () => {
      const row = await find(token, true);
      const user = await selectRow('users', ['name', 'emailKey'], { id: caller.userId });
      if (user!.emailKey !== emailKey(row.email))
        throw new AppError(
          'forbidden',
          `This invitation is for ${row.email}. Sign out, then sign in with that address.`,
        );
      await addMembership(row.workspace_id, caller.userId, row.workspace_role);
      // A person who joined in another way in the meantime gets the remaining rights.
      if (row.workspace_role === 'owner')
        await updateRows('memberships', { role: 'owner' }, { workspaceId: row.workspace_id, userId: caller.userId });
      await updateRows('users', { emailConfirmedAt: sql`coalesce(email_confirmed_at, now())` }, { id: caller.userId });
      const account = await lockAccount(caller.userId);
      // An invitation gives; it never takes a role away.
      if (RANK[row.role] > RANK[account.role]) await setRole(account, row.role);
      await finish(row, caller.userId, user!.name);
      return row.workspace_id;
    }),
  );
}

async function finish(row: Row, userId: string, name: string): Promise<void> {
  await updateRows('invitations', { acceptedAt: NOW, acceptedBy: userId }, { id: row.id });
  await audit({
    action: 'invitation.accepted',
    subject: { type: 'invitation', id: row.id },
    actorId: userId,
    workspaceId: row.workspace_id,
    details: { email: row.email, role: row.role },
  });
  await emit({
    type: 'invitation.accepted',
    subject: { type: 'invitation', id: row.id },
    workspaceId: row.workspace_id,
    data: { userId },
    paths: [TEAM.invitations, TEAM.members, '/api/members'],
  });
  if (row.invited_by) await tellInviter(row, row.invited_by, { userId, name });
}

async function tellInviter(
  row: Row,
  inviter: string,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  await tellUser(inviter, ACCEPTED, {
    ...(await homeOfNews(row.workspace_id, inviter, '/team')),
    title: `${name} joined ${row.workspace.name}`,
    key: `invitation:${row.id}`,
    subject: { type: 'user', id: userId },
  });
}
