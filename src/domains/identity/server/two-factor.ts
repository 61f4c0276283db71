/**
 * The second factor: six digits of an authenticator app (TOTP, RFC 6238), or one of ten recovery codes.
 * A code is good for its 30 seconds and one step around them, and never twice.
 */
import { randomInt } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import QRCode from 'qrcode';
import { AppError } from '../../../kernel/errors.ts';
import { deleteRows, execute, NOW, query, selectRow, sql, transaction, updateRows } from '../../../server/db/index.ts';
import { log } from '../../../server/observability/log.ts';
import { hashToken, open, seal, SealError } from '../../../server/secrets/secrets.ts';
import type { TwoFactorStatus } from '../contract/settings.ts';

const ISSUER = 'Gauntlet';
const RECOVERY_CODES = 10;
const STEP = 30;
/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const sealContext = (userId: string) => `two-factor:${userId}`;

/** All functions here run as system. */
export async function twoFactorStatus(userId: string): Promise<TwoFactorStatus> {
  const [row] = await query<{ confirmed_at: string | null; left: number }>(
    'select confirmed_at, coalesce(cardinality(recovery_hashes), 0) as left from two_factors where user_id = $1',
    [userId],
  );
  const confirmedAt = row?.confirmed_at ?? null;
  return { enabled: confirmedAt !== null, confirmedAt, recoveryCodesLeft: confirmedAt === null ? 0 : row!.left };
}

/** Makes a secret, replacing one that was never confirmed. @throws AppError conflict when two-factor is on. */
export async function setUpTwoFactor(
  userId: string,
  email: string,
): Promise<{ secret: string; uri: string; qr: string }> {
  const secret = generateSecret();
  const stored = await execute(
    `insert into two_factors (user_id, secret, recovery_hashes) values ($1, $2, '{}')
     on conflict (user_id) do update set secret = excluded.secret, last_step = 0
        where two_factors.confirmed_at is null`,
    [userId, seal(secret, sealContext(userId))],
  );
  if (stored === 0)
    throw new AppError('conflict', 'Two-factor sign-in is already on. Turn it off first to set it up again.');
  const uri = generateURI({ issuer: ISSUER, label: email, secret });
  return { secret, uri, qr: await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

/** Switches two-factor on by a first right code. @returns the recovery codes, in the clear for this one time. */
export function confirmTwoFactor(userId: string, code: string): Promise<string[]> {
  return transaction(async () => {
    const row = await selectRow('two_factors', ['secret', 'confirmedAt'], { userId }, { lock: 'update' });
    if (!row) throw new AppError('conflict', 'Start the setup first.');
    if (row.confirmedAt) throw new AppError('conflict', 'Two-factor sign-in is already on.');
    const step = await matchingStep(open(row.secret, sealContext(userId)), code, 0);
    if (step === undefined)
      throw new AppError('validation', 'This code is incorrect. Check the clock on your phone and try the next code.', {
        field: 'code',
      });
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    await updateRows(
      'two_factors',
      { confirmedAt: NOW, lastStep: step, recoveryHashes: codes.map(recoveryHash) },
      { userId },
    );
    return codes;
  });
}

export async function removeTwoFactor(userId: string): Promise<void> {
  await deleteRows('two_factors', { userId });
}

/** The second factor's state: not needed, missing, or whether the code is correct. */
export function checkSecondFactor(
  userId: string,
  code: string | undefined,
): Promise<'not_needed' | 'missing' | 'right' | 'wrong'> {
  return transaction(async () => {
    const row = await selectRow(
      'two_factors',
      ['secret', 'lastStep', 'recoveryHashes'],
      { userId, confirmedAt: sql`is not null` },
      { lock: 'update' },
    );
    if (!row) return 'not_needed';
    if (!code) return 'missing';
    const secret = openIfPossible(row.secret, userId);
    const step = secret === undefined ? undefined : await matchingStep(secret, code, row.lastStep);
    if (step !== undefined) {
      await updateRows('two_factors', { lastStep: step }, { userId });
      return 'right';
    }
    const used = await execute(
      'update two_factors set recovery_hashes = array_remove(recovery_hashes, $2) where user_id = $1 and $2 = any(recovery_hashes)',
      [userId, recoveryHash(code)],
    );
    return used > 0 ? 'right' : 'wrong';
  });
}

/**
 * Undefined for a secret that was sealed under another key, as after a restore without the old one: recovery codes
 * still hold.
 */
function openIfPossible(sealed: string, userId: string): string | undefined {
  try {
    return open(sealed, sealContext(userId));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    log().error({ err: error, userId }, 'a second factor cannot be opened');
    return undefined;
  }
}

/** The time step whose code this is, if it is a later one than `after`; a phone's clock may be one step off. */
async function matchingStep(secret: string, code: string, after: number): Promise<number | undefined> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = await verify({ secret, token, epochTolerance: STEP, ...(after > 0 ? { afterTimeStep: after } : {}) });
  if (!result.valid) return undefined;
  return Math.floor(Date.now() / 1000 / STEP) + result.delta;
}

function recoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Written with or without the dash, in any case: the same code. */
function recoveryHash(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
