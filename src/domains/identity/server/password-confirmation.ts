/**
 * Changes that outlast a stolen session require the password again (ASVS 5.0, 7.5.1), unless it was entered recently in
 * this session.
 */
import { AppError } from '../../../kernel/errors.ts';
import { query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { requirePassword } from './settings.ts';

/** How long a password counts after it was given, by signing in or by {@link prove}. */
const PROVED_FOR = '1 hour';

/** Both run as system. @throws AppError password_required */
export async function requireProof({ sessionId }: Caller): Promise<void> {
  const [proved] = await query(
    'select 1 from sessions where id = $1 and coalesce(proved_at, created_at) > now() - $2::interval',
    [sessionId, PROVED_FOR],
  );
  if (!proved) throw new AppError('password_required', 'Enter your password again to continue.');
}

/** @returns until when this session is trusted. @throws AppError forbidden, rate_limited */
export async function prove({ userId, sessionId }: Caller, password: string): Promise<{ until: string }> {
  await requirePassword(userId, password, 'password');
  const [session] = await query<{ until: string }>(
    'update sessions set proved_at = now() where id = $1 returning proved_at + $2::interval as until',
    [sessionId, PROVED_FOR],
  );
  return session!;
}
