/** Invitations as those see them who invite: list, make, mail again, take back. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { cut } from '../../../kernel/text.ts';
import { appLink } from '../../../server/app-url.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  insertIfNew,
  NOW,
  query,
  savepoint,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { hashToken, randomToken } from '../../../server/secrets/secrets.ts';
import { emailKey } from '../../identity/index.ts';
import { type Invitation, INVITATION_DAYS, type invitations, type NewInvitations } from '../contract.ts';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { TEAM } from '../paths.ts';
import { queueInvitationMail } from './invitation-mail.ts';

/** Mails that one person may cause in an hour, and that one address may be sent in a day. */
const MAILS_BY_PERSON = 60;
const MAILS_TO_ADDRESS = 5;
const HOUR = 3600;

const STATE = `case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked' when i.sent_at is null then 'waiting'
  when i.unsent_at is not null then 'unsent' when i.expires_at <= now() then 'expired' else 'open' end`;
const SELECT = `select i.id, i.email, i.role, i.workspace_role as "workspaceRole", ${STATE} as state,
  p.name as "invitedBy", i.created_at as "createdAt", i.sent_at as "sentAt",
    i.expires_at as "expiresAt", i.accepted_at as "acceptedAt"
  from invitations i left join workspace_people p on p.id = i.invited_by where i.workspace_id = $1`;

const changed = (type: string, id: string) =>
  emit({ type, subject: { type: 'invitation', id }, paths: [TEAM.invitations] });

/**
 * SQL: whether whoever sent the invitation `i` may still give what it gives. Into the team alone: whoever invited a
 * teammate may have left since. More than that is given by who has it at that moment, so that no one keeps a way back
 * for a day on which their own role is gone. Reads accounts, so it runs as system.
 */
export const STILL_GIVEN = `(i.role = 'user' and i.workspace_role = 'member' or exists (
  select 1 from users g left join memberships gm on gm.user_id = g.id and gm.workspace_id = i.workspace_id
  where g.id = i.invited_by and g.active and (g.role = 'admin' or (i.role = 'user' and gm.role = 'owner'))))`;

/**
 * With those told as expired whose sender may not give any more what they give: sent again, they are someone else's.
 */
async function asTheyStand(rows: Invitation[]): Promise<Invitation[]> {
  const powerful = rows
    .filter(({ state, role, workspaceRole }) => state === 'open' && (role !== 'user' || workspaceRole === 'owner'))
    .map(({ id }) => id);
  if (powerful.length === 0) return rows;
  const lapsed = await asSystem(() =>
    query<{ id: string }>(`select i.id from invitations i where i.id = any($1) and not ${STILL_GIVEN}`, [powerful]),
  );
  return rows.map((row) => (lapsed.some(({ id }) => id === row.id) ? { ...row, state: 'expired' } : row));
}

/** Newest first. */
export async function listInvitations({
  open,
  cursor,
  limit,
}: QueryOf<typeof invitations.list>): Promise<ResponseOf<typeof invitations.list>> {
  const only = open ? 'and i.accepted_at is null and i.revoked_at is null' : '';
  const rows = await query<Invitation>(
    `${SELECT} ${only} and ($2::uuid is null or i.id < $2) order by i.id desc limit $3`,
    [currentWorkspaceId(), cursor ?? null, limit + 1],
  );
  const items = await asTheyStand(rows.slice(0, limit));
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}

async function readInvitation(id: string): Promise<Invitation> {
  const [invitation] = await asTheyStand(
    await query<Invitation>(`${SELECT} and i.id = $2`, [currentWorkspaceId(), id]),
  );
  if (!invitation) throw notFound('The invitation');
  return invitation;
}

/** @throws AppError forbidden for a role that the caller cannot give, or that does not exist in this workspace. */
async function requireRole(caller: Caller, role: Invitation['role']): Promise<void> {
  if (role === 'user') return;
  const [workspace] = await query<{ kind: string }>('select kind from present_workspace');
  if (caller.role !== 'admin' || workspace!.kind !== 'operations')
    throw new AppError(
      'forbidden',
      'Only administrators can invite into this role, and only into the operations team.',
      { field: 'role' },
    );
}

/**
 * Invites addresses. Those of members, and those with an open invitation, are left out and named.
 * @throws AppError rate_limited after very many invitations; then none of these was made.
 */
export async function invite(
  caller: Caller,
  { emails, role, workspaceRole }: z.output<typeof NewInvitations>,
): Promise<ResponseOf<typeof invitations.create>> {
  await requireRole(caller, role);
  const wanted = new Map(emails.map((email) => [emailKey(email), email]));
  return transaction(async () => {
    const members = await query<{ key: string }>(
      'select lower(email) as key from workspace_people where workspace_id = $1',
      [currentWorkspaceId()],
    );
    const taken = new Set(members.map(({ key }) => key));
    const invited: Invitation[] = [];
    const skipped: { email: string; reason: 'member' | 'invited' }[] = [];
    const mayMail = await isConfirmed(caller.userId);
    for (const [key, email] of wanted) {
      if (taken.has(key)) {
        skipped.push({ email, reason: 'member' });
        continue;
      }
      const id = await insert({ email, role, workspaceRole, invitedBy: caller.userId });
      if (id === undefined) {
        skipped.push({ email, reason: 'invited' });
        continue;
      }
      await limitPerson(caller.userId);
      if (mayMail) await mail(id, caller.userId);
      await audit({
        action: 'invitation.created',
        subject: { type: 'invitation', id },
        details: { email, role, workspaceRole },
      });
      await changed('invitation.created', id);
      invited.push(await readInvitation(id));
    }
    return { invited, skipped };
  });
}

interface NewRow {
  email: string;
  role: Invitation['role'];
  workspaceRole: Invitation['workspaceRole'];
  invitedBy: string;
}

/**
 * An invitation of the address that has expired, or was never mailed, makes room for the new one.
 * @returns undefined when there is an open one.
 */
async function insert({ email, role, workspaceRole, invitedBy }: NewRow): Promise<string | undefined> {
  await execute(
    'update invitations set revoked_at = now() where workspace_id = $1 and email_key = $2 and accepted_at is null and revoked_at is null and sent_at is not null and (expires_at <= now() or unsent_at is not null)',
    [currentWorkspaceId(), emailKey(email)],
  );
  const id = newId();
  const isInserted = await insertIfNew('invitations', {
    id,
    workspaceId: currentWorkspaceId(),
    email: email.trim(),
    emailKey: emailKey(email),
    role,
    workspaceRole,
    invitedBy,
    expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
  });
  return isInserted ? id : undefined;
}

/** Whether the person's own address is proven: before that nothing is mailed in their name. */
async function isConfirmed(userId: string): Promise<boolean> {
  const [user] = await asSystem(() =>
    query<{ confirmed: boolean }>('select email_confirmed_at is not null as confirmed from users where id = $1', [
      userId,
    ]),
  );
  return user!.confirmed;
}

/**
 * Mails the link of an invitation, a new one each time; whoever does so answers for it. Runs in its workspace, in the
 * ambient transaction.
 */
async function mail(id: string, inviterId: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const token = randomToken();
  const [row] = await query<{
    email: string;
    email_key: string;
    sendings: number;
    workspace: string;
    inviter: string | null;
  }>(
    `update invitations i set token_hash = $3, sent_at = now(), unsent_at = null, sendings = sendings + 1,
      expires_at = now() + make_interval(days => $4), invited_by = $5
     where i.workspace_id = $1 and i.id = $2
     returning i.email, i.email_key, i.sendings, (select name from present_workspace) as workspace,
        (select name from workspace_people where id = $5) as inviter`,
    [workspaceId, id, hashToken(token), INVITATION_DAYS, inviterId],
  );
  await limitAddress(row!.email_key);
  // Names that people choose must not be able to add paragraphs to our emails.
  const [workspace, inviter] = [oneLine(row!.workspace), row!.inviter === null ? null : oneLine(row!.inviter)];
  await queueInvitationMail(id, row!.sendings, {
    address: row!.email,
    subject: cut(`${inviter ?? workspace} invited you to ${workspace}`, 200),
    text: `Hello,\n\n${inviter ?? 'An administrator'} invited you to join ${workspace} on Gauntlet. To accept, open this link. It works once and expires in ${INVITATION_DAYS} days:\n\n${appLink('/join', { token })}\n\nIf you did not expect this invitation, you can ignore this email.\n`,
  });
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

async function limit(name: string, most: number, seconds: number): Promise<void> {
  const { count, retryAfter } = await asSystem(() => throttle(name, seconds));
  if (count > most) throw new AppError('rate_limited', 'Too many invitations sent. Try again later.', { retryAfter });
}

/** Counted when someone invites, also where the mail has to wait: what waits goes out in one go. */
const limitPerson = (id: string) => limit(`invitation:account:${id}`, MAILS_BY_PERSON, HOUR);
const limitAddress = (key: string) => limit(`invitation:address:${key}`, MAILS_TO_ADDRESS, 24 * HOUR);

/** @throws AppError conflict for one that was accepted or taken back. */
export function resendInvitation(caller: Caller, id: string): Promise<Invitation> {
  return transaction(async () => {
    const invitation = await readInvitation(id);
    if (invitation.state === 'accepted' || invitation.state === 'revoked')
      throw new AppError(
        'conflict',
        `This invitation was already ${invitation.state === 'accepted' ? 'accepted' : 'revoked'}.`,
      );
    await requireRole(caller, invitation.role);
    if (!(await isConfirmed(caller.userId)))
      throw new AppError('forbidden', 'Confirm your email address first. The link is in your inbox.');
    await limitPerson(caller.userId);
    await mail(id, caller.userId);
    await audit({
      action: 'invitation.resent',
      subject: { type: 'invitation', id },
      details: { email: invitation.email },
    });
    await changed('invitation.resent', id);
    return readInvitation(id);
  });
}

/** @throws AppError conflict for one that was accepted. */
export function revokeInvitation(id: string): Promise<void> {
  return transaction(async () => {
    const invitation = await readInvitation(id);
    const revoked = await updateRows(
      'invitations',
      { revokedAt: NOW },
      { workspaceId: currentWorkspaceId(), id, acceptedAt: null, revokedAt: null },
    );
    if (revoked === 0)
      throw new AppError(
        'conflict',
        invitation.state === 'accepted'
          ? 'This invitation was already accepted. Deactivate the member instead.'
          : 'This invitation was already revoked.',
      );
    await audit({
      action: 'invitation.revoked',
      subject: { type: 'invitation', id },
      details: { email: invitation.email },
    });
    await changed('invitation.revoked', id);
  });
}

/**
 * Mails what waited for the inviter's address to be proven. Runs in each invitation's workspace in turn. One to an
 * address that was mailed too often today waits on, until someone mails it again: it holds up no other.
 */
export async function mailWaiting(
  inviterId: string,
  inWorkspace: (workspaceId: string, act: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const waiting = await asSystem(() =>
    query<{ id: string; workspace_id: string }>(
      'select id, workspace_id from invitations where invited_by = $1 and sent_at is null and accepted_at is null and revoked_at is null order by id for update',
      [inviterId],
    ),
  );
  for (const { id, workspace_id: workspaceId } of waiting) {
    await inWorkspace(workspaceId, () =>
      savepoint(async () => {
        await mail(id, inviterId);
        await changed('invitation.sent', id);
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
    });
  }
}
