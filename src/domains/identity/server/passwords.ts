/** Password hashing: argon2id with OWASP's floor (19 MiB, 2 passes, 1 lane); one check takes about 20 ms. */
import { hash, verify } from '@node-rs/argon2';

/** The library's enum is a type only. */
const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), OPTIONS);
}

/** A hash of nothing anyone knows: checking against it takes as long as against a real one. */
let decoy: Promise<string> | undefined;

/** Whether the password is the right one. Without a hash (no such account) it takes the same time and says no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'));
  return passwordHash !== undefined && matches;
}
