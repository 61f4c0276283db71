/**
 * Visitors without an identifier are told apart within a day by a keyed hash of site, address, and browser. The key is
 * the day's salt, which all processes share and nobody has once it is deleted.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { asSystem, execute, query } from '../../../server/db/index.ts';

const DAY_MS = 86_400_000;
/** Milliseconds after midnight in which a visit may still go on from the day before. */
const OVERLAP = 30 * 60_000;

const salts = new Map<string, Promise<string>>();

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

function saltOf(day: string): Promise<string> {
  let salt = salts.get(day);
  if (!salt) {
    if (salts.size > 8) salts.clear();
    salt = readSalt(day);
    salt.catch(() => salts.delete(day));
    salts.set(day, salt);
  }
  return salt;
}

async function readSalt(day: string): Promise<string> {
  const [row] = await asSystem(() =>
    query<{ salt: string }>(
      `insert into pixel_salts as s (day, salt) values ($1, $2) on conflict (day) do update set salt = s.salt returning salt`,
      [day, randomBytes(32).toString('base64')],
    ),
  );
  return row!.salt;
}

/** A UUID of the free form (RFC 9562, version 8) from a hash. */
export function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function hashed(day: string, siteId: string, ip: string, userAgent: string): Promise<string> {
  const hash = createHmac('sha256', await saltOf(day)).update(JSON.stringify([siteId, ip, userAgent]));
  return uuidOf(hash.digest());
}

/** The visitor's hash of today, and shortly after midnight (UTC) also that of yesterday. */
export async function cookielessVisitor(
  at: number,
  siteId: string,
  ip: string,
  userAgent: string,
): Promise<{ visitorId: string; formerId: string | undefined }> {
  const visitorId = await hashed(dayOf(at), siteId, ip, userAgent);
  const isEarly = at % DAY_MS <= OVERLAP;
  return { visitorId, formerId: isEarly ? await hashed(dayOf(at - DAY_MS), siteId, ip, userAgent) : undefined };
}

/** Deletes the salts that no visit needs any more. */
export async function forgetSalts(now: Date): Promise<void> {
  const oldest = dayOf(now.getTime() - OVERLAP);
  for (const day of salts.keys()) if (day < oldest) salts.delete(day);
  await asSystem(() => execute('delete from pixel_salts where day < $1', [oldest]));
}
