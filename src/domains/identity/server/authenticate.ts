/** Identifies the caller: the holder of an API key or a session cookie, or no one. */
import type { Authenticate } from '../../../server/http/caller.ts';
import { authenticateKey, presentedKey } from './api-keys.ts';
import { authenticateSession } from './sessions.ts';

export const authenticate: Authenticate = (request) => {
  const key = presentedKey(request);
  // Only one of the two counts: with an Authorization header the cookie, which needs a CSRF token, is not looked at.
  if (request.headers.authorization !== undefined) return key ? authenticateKey(key) : Promise.resolve(undefined);
  return authenticateSession(request);
};
