/** Signing in by password, with limits that slow guessing down without locking an honest user out for long. */
import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { forgive, refund, throttle } from '../../../server/http/rate-limit.ts';
import type { Credentials } from '../contract.ts';
import { emailKey, homeWorkspace } from './accounts.ts';
import { verifyPassword } from './passwords.ts';
import { checkSecondFactor } from './two-factor.ts';

/**
 * Wrong passwords for one account in a quarter of an hour: from wherever its person has signed in before, and from
 * everywhere else together.
 */
const ACCOUNT_TRIES = 10;
const ACCOUNT_WINDOW = 15 * 60;
/** Wrong passwords from one address, for any account, in a minute. */
const ADDRESS_TRIES = 10;
const ADDRESS_WINDOW = 60;

/** Sessions that say where an account's person signs in: the latest, since a program may begin one each minute. */
const PLACES = 50;

const WRONG = 'Invalid email or password';

/** Key for counting failed attempts on an account from places where its person has signed in before. */
const knownPlaces = (key: string) => `sign-in:known:${key} `;

/** Forgets all that was counted against an account: the way out for someone who was locked out. Runs as system. */
export async function forgiveAccount(key: string): Promise<void> {
  await execute(`delete from throttles where key = $1 or starts_with(key, $2)`, [
    `sign-in:account:${key}`,
    knownPlaces(key),
  ]);
}

export interface Proven {
  id: string;
  workspaceId: string;
  /** Of the password that was right. */
  passwordHash: string;
}

/**
 * Checks email and password.
 * @throws AppError unauthenticated, alike for an unknown address and a wrong password, after the same work; or
 *   rate_limited when too many tries failed.
 */
export async function checkPassword(credentials: Credentials, address: string): Promise<Proven> {
  const key = emailKey(credentials.email);
  const network = networkOf(address);
  const byAddress = `sign-in:address:${network}`;
  return asSystem(async () => {
    const [user] = await query<{ id: string; password_hash: string; active: boolean; places: string[] }>(
      `select id, password_hash, active,
        array(select address from sessions s where s.user_id = u.id order by s.last_seen_at desc limit ${PLACES}) as
        places from users u where email_key = $1`,
      [key],
    );
    // Guessing from elsewhere must not lock out the account's person.
    const byAccount = user?.places.some((place) => networkOf(place) === network)
      ? `${knownPlaces(key)}${network}`
      : `sign-in:account:${key}`;
    // Counted before the check and forgiven after it: attempts that arrive together cannot slip past the limit.
    refuseAfter(await throttle(byAddress, ADDRESS_WINDOW), ADDRESS_TRIES);
    refuseAfter(await throttle(byAccount, ACCOUNT_WINDOW), ACCOUNT_TRIES);
    const correct = await verifyPassword(user?.password_hash, credentials.password);
    if (!correct || !user?.active) {
      await audit({
        action: 'session.refused',
        details: { email: key, address },
        ...(user ? { subject: { type: 'user', id: user.id } } : {}),
      });
      throw new AppError('unauthenticated', WRONG);
    }
    const second = await checkSecondFactor(user.id, credentials.code);
    if (second === 'wrong') {
      await audit({
        action: 'session.refused',
        subject: { type: 'user', id: user.id },
        details: { address, reason: 'second factor' },
      });
      throw new AppError('unauthenticated', 'This code is incorrect.', { field: 'code' });
    }
    if (second === 'missing') {
      // Half a sign-in is no failed one; the next try, with the code, counts again.
      await refund(byAccount);
      await refund(byAddress);
      throw new AppError('two_factor_required', 'Enter the code from your authenticator app.', { field: 'code' });
    }
    await forgive(byAccount);
    await refund(byAddress);
    return { id: user.id, workspaceId: await homeWorkspace(user.id), passwordHash: user.password_hash };
  });
}

/**
 * Holds the account until the transaction ends in which its session begins. Checking a password takes a moment: one
 * that was changed in it, because someone else knew it, or an account that was deactivated, lets no one in.
 * @throws AppError unauthenticated
 */
export async function holdProven({ id, passwordHash }: Proven): Promise<void> {
  const [held] = await query('select 1 from users where id = $1 and password_hash = $2 and active for share', [
    id,
    passwordHash,
  ]);
  if (!held) throw new AppError('unauthenticated', WRONG);
}

function refuseAfter({ count, retryAfter }: { count: number; retryAfter: number }, limit: number): void {
  if (count <= limit) return;
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError(
    'rate_limited',
    `Too many failed attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or reset your password.`,
    { retryAfter },
  );
}
