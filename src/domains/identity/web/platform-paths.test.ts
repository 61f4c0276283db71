import { describe, expect, it } from 'vitest';
import { API, CSRF_COOKIES, CSRF_HEADERS } from '../../../web/api/paths.ts';
import type { SessionUser } from '../../../web/api/session.ts';
import {
  CSRF_COOKIES as CONTRACT_COOKIES,
  CSRF_HEADERS as CONTRACT_HEADERS,
  identity,
  type CurrentUser,
} from '../contract.ts';

/** The browser's platform knows no domain; this is where the two are held together. */
describe("the platform's own calls", () => {
  it('are those of the contract', () => {
    expect(API).toMatchObject({
      csrfToken: identity.csrfToken.path,
      user: identity.user.path,
      directLogin: identity.directLogin.path,
      syncSession: identity.syncSession.path,
      logout: identity.logout.path,
      denials: identity.denials.path,
    });
  });

  it('carry the token under the names of the contract', () => {
    expect(CSRF_COOKIES).toEqual(CONTRACT_COOKIES);
    expect(CSRF_HEADERS.map((name) => name.toLowerCase()).sort()).toEqual([...CONTRACT_HEADERS].sort());
  });

  it('read a user who has all that the shell needs', () => {
    const asPlatformUser = (user: CurrentUser): SessionUser => user;
    expect(asPlatformUser).toBeTypeOf('function');
  });
});
