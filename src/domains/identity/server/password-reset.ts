/** Forgotten passwords: a mailed link, good once and for an hour. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appLink } from '../../../server/app-url.ts';
import { asSystem, insertRow, NOW, query, selectRow, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { log } from '../../../server/observability/log.ts';
import { hashToken, randomToken } from '../../../server/secrets/secrets.ts';
import { audit } from '../../../server/audit/audit.ts';
import { emailKey, homeWorkspace } from './accounts.ts';
import { queueAccountMail } from './mail-job.ts';
import { endTakeovers } from './mailed-links.ts';
import { refuseKnownPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { revokeAllSessions } from './sessions.ts';
import { forgiveAccount } from './sign-in.ts';
import { removeTwoFactor } from './two-factor.ts';

const VALID_FOR = '1 hour';
/**
 * Of one network, and for one account: a stranger who asks as often as they can must not use up what its person may ask
 * for.
 */
const FROM_ONE = 5;
const FOR_ONE = 20;
const WINDOW = 15 * 60;

/**
 * Mails a link if the address has an account; says nothing about whether it has. The work behind it happens after the
 * answer, so that its time tells nothing either.
 * @throws AppError rate_limited after several requests from one address, or many for one account: a mailbox gets so
 *   many mails at most.
 */
export async function requestPasswordReset(email: string, address: string): Promise<void> {
  await asSystem(async () => {
    for (const [key, most] of [
      [`reset:address:${networkOf(address)}`, FROM_ONE],
      [`reset:account:${emailKey(email)}`, FOR_ONE],
    ] as const) {
      const { count, retryAfter } = await throttle(key, WINDOW);
      if (count > most)
        throw new AppError('rate_limited', 'Too many password reset requests. Try again in a few minutes.', {
          retryAfter,
        });
    }
  });
  void asSystem(() => mailLink(email)).catch((error: unknown) =>
    log().error({ err: error }, 'password reset mail failed'),
  );
}

async function mailLink(email: string): Promise<void> {
  await transaction(async () => {
    // Held: a link that went to the old mailbox in the moment of a change of address would open the account afterwards.
    const user = await selectRow(
      'users',
      ['id', 'name', 'email'],
      { emailKey: emailKey(email), active: true },
      { lock: 'update' },
    );
    if (!user) return;
    const workspaceId = await homeWorkspace(user.id);
    const link = await makeLink(user.id);
    await queueAccountMail(workspaceId, {
      name: user.name,
      address: user.email,
      subject: 'Reset your Gauntlet password',
      text: `Hello ${user.name},\n\nWe received a request to reset your password. Use this link to set a new one. It works once, for one hour:\n\n${link}\n\nIf you did not ask for this, ignore this email. Nothing has changed.\n`,
    });
    await audit({ action: 'password.reset_requested', subject: { type: 'user', id: user.id }, workspaceId });
  });
}

/** The address of a page that sets a new password; links before it stop working. */
async function makeLink(userId: string): Promise<string> {
  const token = randomToken();
  await updateRows('password_resets', { usedAt: NOW }, { userId, usedAt: null });
  await insertRow('password_resets', {
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    createdAt: NOW,
    expiresAt: sql`now() + ${VALID_FOR}::interval`,
  });
  return appLink('/reset-password', { token });
}

/**
 * For whoever runs the server, when no one is left who could help: a link that sets a new password, without a mail.
 * @param options.twoFactor whether to switch two-factor sign-in off as well
 * @throws Error when no active account has the address
 */
export function rescueAccount(email: string, options: { twoFactor: boolean }): Promise<{ name: string; link: string }> {
  return asSystem(() =>
    transaction(async () => {
      const user = await selectRow(
        'users',
        ['id', 'name'],
        { emailKey: emailKey(email), active: true },
        { lock: 'update' },
      );
      if (!user) throw new Error(`No active account has the address ${email}.`);
      if (options.twoFactor) await removeTwoFactor(user.id);
      await audit({
        action: 'account.rescued',
        subject: { type: 'user', id: user.id },
        details: options,
        workspaceId: await homeWorkspace(user.id),
      });
      return { name: user.name, link: await makeLink(user.id) };
    }),
  );
}

/**
 * Sets a new password by a mailed token, and ends every session of the account and a change of its address that waits.
 * @throws AppError gone when the link was used, replaced or is too old.
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  refuseKnownPassword(password, []);
  const passwordHash = await hashPassword(password);
  await asSystem(() =>
    transaction(async () => {
      const [reset] = await query<{ user_id: string; email_key: string }>(
        `update password_resets r set used_at = now() from users u
       where r.token_hash = $1 and r.used_at is null and r.expires_at > now() and u.id = r.user_id and u.active
       returning r.user_id, u.email_key`,
        [hashToken(token)],
      );
      if (!reset) throw new AppError('gone', 'This link was used or has expired. Request a new one.');
      await updateRows('users', { passwordHash, passwordChangedAt: NOW }, { id: reset.user_id });
      await endTakeovers(reset.user_id);
      await revokeAllSessions(reset.user_id);
      // The way out for someone who was locked out by wrong passwords.
      await forgiveAccount(reset.email_key);
      await audit({ action: 'password.reset', subject: { type: 'user', id: reset.user_id }, actorId: reset.user_id });
    }),
  );
}
