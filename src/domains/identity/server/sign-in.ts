/** Signing in by password, with limits that slow guessing down without locking an honest user out for long. */
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { forgive, refund, throttle } from '../../../server/http/rate-limit.ts';
import type { Credentials } from '../contract.ts';
import { emailKey, homeWorkspace } from './accounts.ts';
import { verifyPassword } from './passwords.ts';
import { checkSecondFactor } from './two-factor.ts';

/** Wrong passwords for one account, from anywhere, in a quarter of an hour. */
const ACCOUNT_TRIES = 10;
const ACCOUNT_WINDOW = 15 * 60;
/** Wrong passwords from one address, for any account, in a minute. */
const ADDRESS_TRIES = 10;
const ADDRESS_WINDOW = 60;

const WRONG = 'Invalid email or password';

/**
 * Checks e-mail and password.
 * @throws AppError unauthenticated, alike for an unknown address and a wrong password, after the same work; or
 *   rate_limited when too many tries failed.
 */
export async function checkPassword(credentials: Credentials, address: string): Promise<{ id: string; workspaceId: string }> {
  const key = emailKey(credentials.email);
  const byAccount = `sign-in:account:${key}`;
  const byAddress = `sign-in:address:${address}`;
  return asSystem(async () => {
    // Counted before the check and forgiven after it: attempts that arrive together cannot slip past the limit.
    refuseAfter(await throttle(byAddress, ADDRESS_WINDOW), ADDRESS_TRIES);
    refuseAfter(await throttle(byAccount, ACCOUNT_WINDOW), ACCOUNT_TRIES);
    const [user] = await query<{ id: string; password_hash: string; active: boolean }>('select id, password_hash, active from users where email_key = $1', [key]);
    const correct = await verifyPassword(user?.password_hash, credentials.password);
    if (!correct || !user?.active) {
      await audit({ action: 'session.refused', details: { email: key, address }, ...(user ? { subject: { type: 'user', id: user.id } } : {}) });
      throw new AppError('unauthenticated', WRONG);
    }
    const second = await checkSecondFactor(user.id, credentials.code);
    if (second === 'wrong') {
      await audit({ action: 'session.refused', subject: { type: 'user', id: user.id }, details: { address, reason: 'second factor' } });
      throw new AppError('unauthenticated', 'This code is not right.', { field: 'code' });
    }
    if (second === 'missing') {
      // Half a sign-in is no failed one; the next try, with the code, counts anew.
      await refund(byAccount);
      await refund(byAddress);
      throw new AppError('two_factor_required', 'Enter the code that your authenticator app shows.', { field: 'code' });
    }
    await forgive(byAccount);
    await refund(byAddress);
    return { id: user.id, workspaceId: await homeWorkspace(user.id) };
  });
}

function refuseAfter({ count, retryAfter }: { count: number; retryAfter: number }, limit: number): void {
  if (count <= limit) return;
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError('rate_limited', `Too many failed attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or reset your password.`, { retryAfter });
}
