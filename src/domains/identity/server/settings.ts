/** Personal settings. Every function runs as system for the given caller. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { isUniqueViolation, NOW, query, selectRow, sql, updateRows, upsertRow } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { forgive, throttle } from '../../../server/http/rate-limit.ts';
import {
  type Appearance,
  DEFAULT_APPEARANCE,
  type PasswordChange,
  type Profile,
  type ProfileUpdate,
  type SessionInfo,
} from '../contract/settings.ts';
import { mayBear } from './accounts.ts';
import { describeDevice } from './devices.ts';
import { endTakeovers, pendingEmail } from './mailed-links.ts';
import { refuseKnownPassword } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { forgetCachedSessions, revokeAllSessions } from './sessions.ts';

const PASSWORD_TRIES = 10;
const PASSWORD_WINDOW = 15 * 60;

export async function readProfile(userId: string): Promise<z.infer<typeof Profile>> {
  const [row] = await query<Omit<z.infer<typeof Profile>, 'pendingEmail'>>(
    'select name, username, email, email_confirmed_at is not null as "emailConfirmed" from users where id = $1',
    [userId],
  );
  if (!row) throw notFound('The account');
  return { ...row, pendingEmail: await pendingEmail(userId) };
}

export async function updateProfile(
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  change: z.output<typeof ProfileUpdate>,
): Promise<z.infer<typeof Profile>> {
  if (change.username !== undefined && !mayBear(change.username, role))
    throw new AppError('conflict', 'This username is reserved for administrators.', { field: 'username' });
  try {
    await updateRows(
      'users',
      { name: change.name ?? sql`name`, username: change.username ?? sql`username` },
      { id: userId },
    );
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key'))
      throw new AppError('conflict', 'This username is taken.', { field: 'username' });
    throw error;
  }
  return readProfile(userId);
}

export async function readAppearance(userId: string): Promise<Appearance> {
  const [row] = await query<{ appearance: Partial<Appearance> | null }>(
    'select appearance from user_settings where user_id = $1',
    [userId],
  );
  return { ...DEFAULT_APPEARANCE, ...row?.appearance };
}

export async function writeAppearance(userId: string, value: Appearance): Promise<Appearance> {
  await upsertRow('user_settings', { userId, appearance: value }, ['userId']);
  return value;
}

/**
 * Asks for the password again before something sensitive.
 * @returns the hash of the password that was right
 * @throws AppError forbidden when it is wrong, rate_limited after too many tries.
 */
export async function requirePassword(userId: string, password: string, field: string): Promise<string> {
  const key = `re-authentication:account:${userId}`;
  const { count, retryAfter } = await throttle(key, PASSWORD_WINDOW);
  if (count > PASSWORD_TRIES)
    throw new AppError('rate_limited', 'Too many wrong passwords. Try again in a few minutes.', { retryAfter });
  const user = await selectRow('users', ['passwordHash'], { id: userId });
  if (!user || !(await verifyPassword(user.passwordHash, password))) throw wrong(field);
  await forgive(key);
  return user.passwordHash;
}

const wrong = (field: string) => new AppError('forbidden', 'The current password is incorrect.', { field });

/**
 * Changes the password, and ends the user's other sessions and what is on its way by mail. Ask for the current password
 * first.
 * @param currentHash of the password that was right then: one that was set again since is not written over
 */
export async function changePassword(
  caller: Caller,
  change: z.output<typeof PasswordChange>,
  currentHash: string,
): Promise<void> {
  const profile = await readProfile(caller.userId);
  refuseKnownPassword(change.newPassword, [profile.name, profile.email, profile.username], 'newPassword');
  if (change.newPassword === change.currentPassword)
    throw new AppError('validation', 'The new password must differ from the old one.', { field: 'newPassword' });
  const changed = await updateRows(
    'users',
    { passwordHash: await hashPassword(change.newPassword), passwordChangedAt: NOW },
    { id: caller.userId, passwordHash: currentHash },
  );
  if (changed === 0) throw wrong('currentPassword');
  await endTakeovers(caller.userId);
  await revokeAllSessions(caller.userId, caller.sessionId);
}

/** The user's living sessions, the present one first. */
export async function listSessions(caller: Caller): Promise<SessionInfo[]> {
  const rows = await query<{
    id: string;
    user_agent: string;
    address: string;
    created_at: string;
    last_seen_at: string;
  }>(
    `select id, user_agent, address, created_at, last_seen_at from sessions
     where user_id = $1 and revoked_at is null and renewable_until > now()
        order by (id = $2) desc, last_seen_at desc limit 100`,
    [caller.userId, caller.sessionId],
  );
  return rows.map((row) => ({
    id: row.id,
    current: row.id === caller.sessionId,
    device: describeDevice(row.user_agent),
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }));
}

/** Ends one of the user's sessions. @throws AppError not_found for someone else's. */
export async function revokeSession(caller: Caller, id: string): Promise<void> {
  const revoked = await updateRows('sessions', { revokedAt: NOW }, { id, userId: caller.userId, revokedAt: null });
  if (revoked === 0) throw notFound('The session');
  await forgetCachedSessions(caller.userId);
}

/** Ends every session of the user but this one. @returns how many. */
export async function revokeOtherSessions(caller: Caller): Promise<number> {
  const revoked = await updateRows(
    'sessions',
    { revokedAt: NOW },
    { userId: caller.userId, id: sql`<> ${caller.sessionId}`, revokedAt: null },
  );
  await forgetCachedSessions(caller.userId);
  return revoked;
}
