import { AppError } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import './expiring-keys.ts';
import './delete-expired.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { cookieNames } from '../../../server/http/cookies.ts';
import { currentCsrfToken, issueCsrfToken } from '../../../server/http/csrf.ts';
import { refund, throttle } from '../../../server/http/rate-limit.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { log } from '../../../server/observability/log.ts';
import { identity, type Member, type SetupStatus } from '../contract.ts';
import { currentUser, homeWorkspace } from './accounts.ts';
import { confirmEmail } from './addresses.ts';
import { readRegistrationLink } from './mailed-links.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { registerBusiness, registerOwner, requestRegistration, setupStatus } from './registration.ts';
import { endSession, renewSession, startSession } from './sessions.ts';
import { audited } from './audited-changes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { checkPassword, holdProven } from './sign-in.ts';

export interface IdentityOptions {
  demo: boolean;
  demoAccounts: SetupStatus['demoAccounts'];
}

const REGISTRATIONS = 20;
/** Renewals that came to nothing, in a minute, from one address. */
const RENEWALS = 60;
/** Vain tries with mailed links in a quarter of an hour, from one address. */
const TOKENS = 30;

const keyOf = (purpose: string, address: string) => `${purpose}:address:${networkOf(address)}`;

/** Counts a call of `purpose` from an address. @throws AppError rate_limited above `limit` in `seconds`. */
export async function limitAddress(purpose: string, address: string, limit: number, seconds: number): Promise<void> {
  const { count, retryAfter } = await asSystem(() => throttle(keyOf(purpose, address), seconds));
  if (count > limit)
    throw new AppError('rate_limited', 'Too many requests from this address. Try again in a few minutes.', {
      retryAfter,
    });
}

/**
 * Runs `act`, a try with a mailed link, and counts it where it comes to nothing: a whole team that is invited in one
 * morning comes from one address.
 * @throws AppError rate_limited above `limit` in `seconds`.
 */
export async function limitTries<T>(
  purpose: string,
  address: string,
  limit: number,
  seconds: number,
  act: () => Promise<T>,
): Promise<T> {
  await limitAddress(purpose, address, limit, seconds);
  const answer = await act();
  await asSystem(() => refund(keyOf(purpose, address)));
  return answer;
}

export function identityRoutes(options: IdentityOptions): BoundRoute[] {
  return [
    route(identity.csrfToken, ({ request, reply }) => ({
      csrfToken: currentCsrfToken(request) ?? issueCsrfToken(reply, request.cookies[cookieNames().session] ?? ''),
    })),
    route(identity.setupStatus, () => setupStatus(options.demo, options.demoAccounts)),
    route(identity.user, ({ caller }) => currentUser(caller.userId, caller.workspaceId, caller.sessionId)),
    route(identity.login, async ({ body, request, reply }) => {
      const user = await checkPassword(body, request.ip);
      await audited(
        { userId: user.id, workspaceId: user.workspaceId },
        { action: 'session.started', details: { address: request.ip } },
        async () => {
          await holdProven(user);
          await startSession(request, reply, user);
        },
      );
      return currentUser(user.id, user.workspaceId);
    }),
    route(identity.register, async ({ body, request, reply }) => {
      await limitAddress('register', request.ip, REGISTRATIONS, 3600);
      const owner = await registerOwner(body);
      await audited(
        { userId: owner.id, workspaceId: owner.workspaceId },
        { action: 'installation.set_up', details: { address: request.ip } },
        () => startSession(request, reply, owner),
      );
      return currentUser(owner.id, owner.workspaceId);
    }),
    route(identity.requestRegistration, async ({ body, request }) => {
      await limitAddress('registration', request.ip, REGISTRATIONS, 3600);
      await requestRegistration(body.email);
      return { message: 'Check your inbox. We sent an email with the next step to this address.' };
    }),
    route(identity.readRegistration, async ({ body, request }) => ({
      email: await limitTries('mailed-token', request.ip, TOKENS, 900, () =>
        asSystem(() => readRegistrationLink(body.token)),
      ),
    })),
    route(identity.registerBusiness, async ({ body, request, reply }) => {
      await limitAddress('register', request.ip, REGISTRATIONS, 3600);
      const owner = await registerBusiness(body);
      await audited(
        { userId: owner.id, workspaceId: owner.workspaceId },
        { action: 'session.started', details: { address: request.ip } },
        () => startSession(request, reply, owner),
      );
      return currentUser(owner.id, owner.workspaceId);
    }),
    route(identity.confirmEmail, ({ body, request }) =>
      limitTries('mailed-token', request.ip, TOKENS, 900, () => confirmEmail(body.token)),
    ),
    route(identity.logout, async ({ caller, request, reply }) => {
      if (caller)
        await audited(caller, { action: 'session.ended', subject: { type: 'session', id: caller.sessionId } }, () =>
          endSession(request, reply),
        );
      else await endSession(request, reply);
      reply.header('clear-site-data', '"cache"');
      return { message: 'Signed out.' };
    }),
    route(identity.forgotPassword, async ({ body, request }) => {
      await requestPasswordReset(body.email, request.ip);
      return { message: 'If this address has an account, a password reset link is on its way.' };
    }),
    route(identity.resetPassword, async ({ body, request }) => {
      await limitTries('reset-token', request.ip, 20, 900, () => resetPassword(body.token, body.password));
      return { message: 'Your password is reset. Sign in to continue.' };
    }),
    route(identity.syncSession, ({ body, caller }) => {
      if (body.userId !== caller.userId) throw new AppError('forbidden', 'This session belongs to someone else.');
      return { sessionId: caller.sessionId };
    }),
    route(identity.directLogin, async ({ body, request, reply }) => {
      if (!(await renewSession(request, reply, body.userId))) {
        // Those that fail alone: a whole office comes in the morning, from one address.
        await limitAddress('renew', request.ip, RENEWALS, 60);
        throw new AppError('unauthenticated', 'Sign in again to continue.');
      }
      const { username } = await currentUser(body.userId, await homeWorkspace(body.userId));
      return { username };
    }),
    route(identity.denials, async ({ body, caller }) => {
      await audit({ action: 'page.denied', details: { page: body.path } });
      log().warn({ user: caller.userId, role: caller.role, page: body.path }, 'admin page denied');
    }),
    ...settingsRoutes(),
    route(identity.members, async () => ({
      items: await query<Member>(
        'select id, name, email, role, active from workspace_people order by lower(name), id limit 1000',
      ),
    })),
  ];
}
