/** Passwords of tests, at next to no cost. */
import { hash } from '@node-rs/argon2';

/**
 * Of the password, at the least cost that argon2id has: a hash names its cost, so that signing in with it costs next to
 * nothing, too.
 */
export function cheapHash(password: string): Promise<string> {
  return hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });
}
