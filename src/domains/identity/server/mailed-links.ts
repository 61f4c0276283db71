/** Mailed links that prove an address: 256 random bits, kept as a hash, good once and for a day. All run as system. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { execute, query } from '../../../server/db/index.ts';
import { hashToken, randomToken } from '../../../server/secrets/secrets.ts';
import { emailKey } from './accounts.ts';

export type LinkPurpose = 'confirm' | 'change' | 'register';

const VALID_FOR = '24 hours';
const GONE = 'This link has been used, was replaced by a newer one, or is too old.';

interface NewLink {
  purpose: LinkPurpose;
  email: string;
  /** Absent for a registration: there is no account yet. */
  userId?: string;
}

/** Makes a link's token; earlier links for the same purpose stop working. */
export async function makeLink({ purpose, email, userId }: NewLink): Promise<string> {
  await endLinks(purpose, userId ? { userId } : { email });
  const token = randomToken();
  await execute(
    `insert into mailed_links (id, purpose, user_id, email, email_key, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, now(), now() + $7::interval)`,
    [newId(), purpose, userId ?? null, email.trim(), emailKey(email), hashToken(token), VALID_FOR],
  );
  return token;
}

/** Ends the open links of a user, or those that were mailed to an address without an account. */
export async function endLinks(purpose: LinkPurpose, of: { userId: string } | { email: string }): Promise<void> {
  if ('userId' in of)
    await execute('update mailed_links set used_at = now() where purpose = $1 and user_id = $2 and used_at is null', [
      purpose,
      of.userId,
    ]);
  else
    await execute(
      'update mailed_links set used_at = now() where purpose = $1 and user_id is null and email_key = $2 and used_at is null',
      [purpose, emailKey(of.email)],
    );
}

/**
 * Ends what was mailed to change whose account this is: somebody else may have asked for it, and whoever sets a new
 * password has been told that this keeps them out.
 */
export async function endTakeovers(userId: string): Promise<void> {
  await endLinks('change', { userId });
  await execute('update password_resets set used_at = now() where user_id = $1 and used_at is null', [userId]);
}

/** The address that a living registration link proves. @throws AppError gone */
export async function readRegistrationLink(token: string): Promise<string> {
  const [link] = await query<{ email: string }>(
    `select email from mailed_links where token_hash = $1 and purpose = 'register' and used_at is null
      and expires_at > now()`,
    [hashToken(token)],
  );
  if (!link) throw new AppError('gone', GONE);
  return link.email;
}

/** Uses a link up, in the ambient transaction: of two that come at once, one gets it. @throws AppError gone */
export async function spendLink(
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<{ purpose: LinkPurpose; email: string; userId: string | null }> {
  const [link] = await query<{ purpose: LinkPurpose; email: string; user_id: string | null }>(
    `update mailed_links set used_at = now() where token_hash = $1 and purpose = any($2) and used_at is null
      and expires_at > now() returning purpose, email, user_id`,
    [hashToken(token), purposes],
  );
  if (!link) throw new AppError('gone', GONE);
  return { purpose: link.purpose, email: link.email, userId: link.user_id };
}

/** The address that waits to take the place of the user's present one. */
export async function pendingEmail(userId: string): Promise<string | null> {
  const [link] = await query<{ email: string }>(
    `select email from mailed_links
      where user_id = $1 and purpose = 'change' and used_at is null and expires_at > now()
      order by created_at desc limit 1`,
    [userId],
  );
  return link?.email ?? null;
}
