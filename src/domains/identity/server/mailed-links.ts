/** Mailed links that prove an address: 256 random bits, kept as a hash, good once and for a day. All run as system. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { insertRow, NOW, selectRow, sql, updateRow, updateRows } from '../../../server/db/index.ts';
import { hashToken, randomToken } from '../../../server/secrets/secrets.ts';
import { emailKey } from './accounts.ts';

export type LinkPurpose = 'confirm' | 'change' | 'register';

const VALID_FOR = '24 hours';
const GONE = 'This link was used, replaced by a newer one, or has expired.';

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
  await insertRow('mailed_links', {
    id: newId(),
    purpose,
    userId: userId ?? null,
    email: email.trim(),
    emailKey: emailKey(email),
    tokenHash: hashToken(token),
    createdAt: NOW,
    expiresAt: sql`now() + ${VALID_FOR}::interval`,
  });
  return token;
}

/** Ends the open links of a user, or those that were mailed to an address without an account. */
export async function endLinks(purpose: LinkPurpose, of: { userId: string } | { email: string }): Promise<void> {
  if ('userId' in of) await updateRows('mailed_links', { usedAt: NOW }, { purpose, userId: of.userId, usedAt: null });
  else
    await updateRows(
      'mailed_links',
      { usedAt: NOW },
      { purpose, userId: null, emailKey: emailKey(of.email), usedAt: null },
    );
}

/**
 * Ends what was mailed to change whose account this is: someone else may have asked for it, and whoever sets a new
 * password has been told that this keeps them out.
 */
export async function endTakeovers(userId: string): Promise<void> {
  await endLinks('change', { userId });
  await updateRows('password_resets', { usedAt: NOW }, { userId, usedAt: null });
}

/** The address that a living registration link proves. @throws AppError gone */
export async function readRegistrationLink(token: string): Promise<string> {
  const link = await selectRow('mailed_links', ['email'], {
    tokenHash: hashToken(token),
    purpose: 'register',
    usedAt: null,
    expiresAt: sql`> now()`,
  });
  if (!link) throw new AppError('gone', GONE);
  return link.email;
}

/** Uses a link up, in the ambient transaction: of two that come at once, one gets it. @throws AppError gone */
export async function spendLink(
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<{ purpose: LinkPurpose; email: string; userId: string | null }> {
  const link = await updateRow(
    'mailed_links',
    { usedAt: NOW },
    { tokenHash: hashToken(token), purpose: purposes, usedAt: null, expiresAt: sql`> now()` },
    ['purpose', 'email', 'userId'],
  );
  if (!link) throw new AppError('gone', GONE);
  return { purpose: link.purpose, email: link.email, userId: link.userId };
}

/** The address that waits to take the place of the user's present one. */
export async function pendingEmail(userId: string): Promise<string | null> {
  const link = await selectRow(
    'mailed_links',
    ['email'],
    { userId, purpose: 'change', usedAt: null, expiresAt: sql`> now()` },
    { orderBy: ['-createdAt'] },
  );
  return link?.email ?? null;
}
