/** Email addresses of accounts: proving the present one, and changing to another. */
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { appLink } from '../../../server/app-url.ts';
import {
  asSystem,
  execute,
  isUniqueViolation,
  NOW,
  query,
  savepoint,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { emailKey, homeWorkspace } from './accounts.ts';
import { endLinks, makeLink, spendLink } from './mailed-links.ts';
import { queueAccountMail } from './mail-job.ts';

/** Mails with a link that one account may ask for in a quarter of an hour. */
const MAILS = 4;
const WINDOW = 15 * 60;

/** Emitted in the user's home workspace when an address is proven; `data.userId`. */
export const EMAIL_CONFIRMED = 'account.email_confirmed';

interface Addressee {
  id: string;
  name: string;
  email: string;
}

async function addressee(userId: string): Promise<Addressee & { confirmed: boolean }> {
  const [user] = await query<Addressee & { confirmed: boolean }>(
    'select id, name, email, email_confirmed_at is not null as confirmed from users where id = $1',
    [userId],
  );
  return user!;
}

async function limitMails(userId: string): Promise<void> {
  const { count, retryAfter } = await throttle(`address-mail:account:${userId}`, WINDOW);
  if (count > MAILS)
    throw new AppError(
      'rate_limited',
      'Several emails are already on their way. Check your spam folder, or try again in a few minutes.',
      { retryAfter },
    );
}

/** Mails the link that proves the account's address. Runs as system, in the ambient transaction. */
export async function mailConfirmation({ id, name, email }: Addressee, workspaceId: string): Promise<void> {
  const token = await makeLink({ purpose: 'confirm', email, userId: id });
  await queueAccountMail(workspaceId, {
    name,
    address: email,
    subject: 'Confirm your email address for Gauntlet',
    text: `Hello ${name},\n\nConfirm that this address is yours. The link works once, for 24 hours:\n\n${appLink('/confirm-email', { token })}\n\nIf you don’t have a Gauntlet account, ignore this email.\n`,
  });
}

/** Mails it again. @throws AppError conflict when the address is proven already, rate_limited after several mails. */
export async function resendConfirmation(caller: Caller): Promise<void> {
  await asSystem(async () => {
    const user = await addressee(caller.userId);
    if (user.confirmed) throw new AppError('conflict', 'Your address is already confirmed.');
    await limitMails(user.id);
    await transaction(() => mailConfirmation(user, caller.workspaceId));
  });
}

/**
 * Asks for another address. Who owns the new one decides by opening the link; the old one is told. Whether the new one
 * has an account already is said to its owner only.
 */
export async function requestEmailChange(caller: Caller, wanted: string): Promise<void> {
  await asSystem(async () => {
    const user = await addressee(caller.userId);
    if (emailKey(wanted) === emailKey(user.email))
      throw new AppError('validation', 'This is already your address.', { field: 'email' });
    await limitMails(user.id);
    await transaction(async () => {
      const token = await makeLink({ purpose: 'change', email: wanted, userId: user.id });
      const [taken] = await query('select 1 from users where email_key = $1', [emailKey(wanted)]);
      const link = appLink('/confirm-email', { token });
      await queueAccountMail(caller.workspaceId, {
        name: user.name,
        address: wanted.trim(),
        subject: 'Confirm your new email address for Gauntlet',
        text: taken
          ? 'Hello,\n\nSomeone asked to use this address for another Gauntlet account. It already has an account, so nothing changes. If it was you, sign in with this address instead.\n'
          : `Hello ${user.name},\n\nYou asked to sign in to Gauntlet with this address. Open the link to make the change. It works once, for 24 hours:\n\n${link}\n\nIf you did not ask for this, ignore this email.\n`,
      });
      await queueAccountMail(caller.workspaceId, {
        name: user.name,
        address: user.email,
        subject: 'Your Gauntlet address is about to change',
        text: `Hello ${user.name},\n\nWe received a request to change your Gauntlet sign-in address to ${wanted.trim()}. Nothing has changed yet.\n\nIf this was not you, reset your password now: ${appLink('/forgot-password')}\n`,
      });
      await audit({
        action: 'email.change_requested',
        subject: { type: 'user', id: user.id },
        actorId: user.id,
        workspaceId: caller.workspaceId,
      });
    });
  });
}

/** Keeps the present address. */
export function cancelEmailChange(userId: string): Promise<void> {
  return asSystem(() => endLinks('change', { userId }));
}

/**
 * Opens a mailed link: proves the present address, or changes to the new one.
 * @throws AppError gone for a link that no longer works, also when the address went to another account meanwhile.
 */
export function confirmEmail(token: string): Promise<{ email: string; changed: boolean }> {
  return asSystem(() =>
    transaction(async () => {
      const { purpose, email, userId } = await spendLink(token, ['confirm', 'change']);
      const user = await addressee(userId!);
      const changed = purpose === 'change';
      // A link that was mailed to an address which is no longer the account's proves nothing about the present one.
      const done = changed
        ? await moveTo(user, email)
        : await updateRows(
            'users',
            { emailConfirmedAt: sql`coalesce(email_confirmed_at, now())` },
            { id: user.id, emailKey: emailKey(email), active: true },
          );
      if (done === 0)
        throw new AppError('gone', 'This link is no longer valid for this address. Sign in and request a new one.');
      const workspaceId = await homeWorkspace(user.id);
      await audit({
        action: changed ? 'email.changed' : 'email.confirmed',
        subject: { type: 'user', id: user.id },
        actorId: user.id,
        workspaceId,
        ...(changed ? { details: { from: user.email, to: email } } : {}),
      });
      await emit({
        type: EMAIL_CONFIRMED,
        subject: { type: 'user', id: user.id },
        data: { userId: user.id },
        workspaceId,
        paths: ['/api/user', '/api/settings/profile', '/api/team/members', '/api/members'],
      });
      return { email, changed };
    }),
  );
}

/** @returns 0 when the address has another account by now. */
async function moveTo(user: Addressee, email: string): Promise<number> {
  const moved = await savepoint(() =>
    execute(
      `update users set email = $2, email_key = $3, email_confirmed_at = now()
        where id = $1 and active and not exists (select 1 from users where email_key = $3)`,
      [user.id, email, emailKey(email)],
    ),
  ).catch((error: unknown) => {
    // Taken in this very moment.
    if (isUniqueViolation(error, 'users_email_key')) return 0;
    throw error;
  });
  if (moved === 0) return 0;
  // Links emailed to the old address must stop working.
  await updateRows('password_resets', { usedAt: NOW }, { userId: user.id, usedAt: null });
  await endLinks('confirm', { userId: user.id });
  await queueAccountMail(await homeWorkspace(user.id), {
    name: user.name,
    address: user.email,
    subject: 'Your Gauntlet address was changed',
    text: `Hello ${user.name},\n\nYou now sign in to Gauntlet with ${email}. This address no longer works.\n\nIf this was not you, contact your administrator immediately.\n`,
  });
  return moved;
}
