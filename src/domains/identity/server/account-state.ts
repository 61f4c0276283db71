/** Administrators' changes to an account: role, active or not, owner of the installation. All run as system. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { execute, NEXT_VERSION, NOW, selectRow, selectRows, sql, updateRows } from '../../../server/db/index.ts';
import { randomToken } from '../../../server/secrets/secrets.ts';
import type { Role } from '../contract.ts';
import { freeUsername, mayBear } from './accounts.ts';
import { deleteAllApiKeys } from './api-keys.ts';
import { hashPassword } from './passwords.ts';
import { forgetCachedSessions, revokeAllSessions } from './sessions.ts';

export interface LockedAccount {
  id: string;
  version: number;
  name: string;
  username: string;
  role: Role;
  isOwner: boolean;
  active: boolean;
}

/**
 * The account, held until the transaction ends.
 * @throws AppError not_found; stale when it has moved on from `version`.
 */
export async function lockAccount(id: string, version?: number): Promise<LockedAccount> {
  const account = await selectRow(
    'users',
    ['id', 'version', 'name', 'username', 'role', 'isOwner', 'active'],
    { id, erasedAt: null },
    { lock: 'update' },
  );
  if (!account) throw notFound('The member');
  if (version !== undefined && version !== account.version) {
    throw new AppError('stale', 'Someone changed this member in the meantime. Review it and try again.', {
      details: { version: account.version },
    });
  }
  return account;
}

/** @throws AppError conflict when no other active administrator would be left. */
async function requireAnotherAdmin(id: string): Promise<void> {
  // Locked in one order: of two administrators who take each other's role away, the second is refused.
  const admins = await selectRows(
    'users',
    ['id'],
    { role: 'admin', active: true },
    { orderBy: ['id'], lock: 'update' },
  );
  if (!admins.some((admin) => admin.id !== id))
    throw new AppError('conflict', 'This is the last administrator. Make someone else an administrator first.');
}

/** @throws AppError conflict for the last administrator and for the owner of the installation. */
export async function setRole(account: LockedAccount, role: Role): Promise<void> {
  if (account.role === 'admin' && role !== 'admin') {
    if (account.isOwner)
      throw new AppError(
        'conflict',
        'The owner of the installation must be an administrator. Transfer ownership first.',
      );
    if (account.active) await requireAnotherAdmin(account.id);
  }
  // The name that is kept for administrators goes with the role: it opens more than its bearer is owed now.
  const username = mayBear(account.username, role) ? account.username : await freeUsername(account.username, role);
  await updateRows('users', { role, username, version: NEXT_VERSION }, { id: account.id });
  await forgetCachedSessions(account.id);
}

/** The account can no longer be signed in to: sessions end within a second, keys and mailed links are worth nothing. */
export async function deactivate(account: LockedAccount): Promise<void> {
  if (account.isOwner)
    throw new AppError('conflict', 'The owner of the installation can’t be deactivated. Transfer ownership first.');
  if (!account.active) throw new AppError('conflict', 'This account is already deactivated.');
  if (account.role === 'admin') await requireAnotherAdmin(account.id);
  await updateRows('users', { active: false, deactivatedAt: NOW, version: NEXT_VERSION }, { id: account.id });
  await shutOut(account.id);
}

async function shutOut(id: string): Promise<void> {
  await revokeAllSessions(id);
  await deleteAllApiKeys(id);
  for (const table of ['password_resets', 'mailed_links'])
    await execute(`update ${table} set used_at = now() where user_id = $1 and used_at is null`, [id]);
}

export async function reactivate(account: LockedAccount): Promise<void> {
  if (account.active) throw new AppError('conflict', 'This account is active.');
  await updateRows('users', { active: true, deactivatedAt: null, version: NEXT_VERSION }, { id: account.id });
}

/** Makes `to` the owner of the installation in place of `from`. Both are locked. */
export async function passOwnership(from: LockedAccount, to: LockedAccount): Promise<void> {
  if (!from.isOwner) throw new AppError('forbidden', 'Only the owner of the installation can transfer ownership.');
  if (to.role !== 'admin' || !to.active)
    throw new AppError('conflict', 'The new owner must be an active administrator.');
  await updateRows('users', { isOwner: sql`(id = ${to.id})`, version: NEXT_VERSION }, { id: [from.id, to.id] });
}

const NOBODY = 'Former member';
/** Personal settings and notifications, erased with the account. */
const PERSONAL = [
  'sessions',
  'user_settings',
  'two_factors',
  'password_resets',
  'mailed_links',
  'notification_ways',
  'notifications',
  'working_hours',
  'absences',
];

/** Takes everything personal out of the account; its id stays in histories, under no name. */
export async function erase(account: LockedAccount): Promise<void> {
  if (account.isOwner)
    throw new AppError('conflict', 'You own this installation. Transfer ownership before you delete your account.');
  if (account.role === 'admin') await requireAnotherAdmin(account.id);
  await shutOut(account.id);
  const gone = newId();
  await execute(
    `update users set name = $5, username = $2, email = $3, email_key = $3, role = 'user', active = false,
      deactivated_at = now(), erased_at = now(),
       email_confirmed_at = null, is_community_member = false, password_hash = $4, version = version + 1 where id = $1`,
    [account.id, `former-${gone}`, `former-${gone}@invalid`, await hashPassword(randomToken()), NOBODY],
  );
  // Copies of name and address, as they were at the time.
  await updateRows('support_messages', { authorName: NOBODY }, { authorId: account.id });
  await execute('update invitations set email = $2, email_key = $2 where accepted_by = $1', [
    account.id,
    `former-${gone}@invalid`,
  ]);
  for (const table of PERSONAL) await execute(`delete from ${table} where user_id = $1`, [account.id]);
}
