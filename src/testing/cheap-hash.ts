/** Test passwords at minimal cost. */
import { hash } from '@node-rs/argon2';

/** Hashes the password at argon2id's minimum cost. A hash names its cost, so signing in with it is cheap, too. */
export function cheapHash(password: string): Promise<string> {
  return hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });
}
