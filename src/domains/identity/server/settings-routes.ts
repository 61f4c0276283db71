import { asSystem } from '../../../server/db/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { settings } from '../contract/settings.ts';
import { cancelEmailChange, requestEmailChange, resendConfirmation } from './addresses.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import { prove, requireProof } from './password-confirmation.ts';
import {
  changePassword,
  listSessions,
  readAppearance,
  readProfile,
  requirePassword,
  revokeOtherSessions,
  revokeSession,
  updateProfile,
  writeAppearance,
} from './settings.ts';
import { audited } from './audited-changes.ts';
import { confirmTwoFactor, removeTwoFactor, setUpTwoFactor, twoFactorStatus } from './two-factor.ts';

/** The settings of the signed-in user; all of them stand above the workspaces, so they run as system. */
export function settingsRoutes(): BoundRoute[] {
  return [
    route(settings.profile, ({ caller }) => asSystem(() => readProfile(caller.userId))),
    route(settings.updateProfile, ({ caller, body }) => asSystem(() => updateProfile(caller, body))),
    route(settings.changeEmail, async ({ caller, body }) => {
      await asSystem(() => requirePassword(caller.userId, body.password, 'password'));
      await requestEmailChange(caller, body.email);
      return asSystem(() => readProfile(caller.userId));
    }),
    route(settings.cancelEmailChange, async ({ caller }) => {
      await cancelEmailChange(caller.userId);
      return asSystem(() => readProfile(caller.userId));
    }),
    route(settings.resendConfirmation, async ({ caller }) => {
      await resendConfirmation(caller);
      return { message: 'A new link is on its way to your address.' };
    }),
    route(settings.appearance, ({ caller }) => asSystem(() => readAppearance(caller.userId))),
    route(settings.updateAppearance, ({ caller, body }) => asSystem(() => writeAppearance(caller.userId, body))),
    route(settings.updatePassword, async ({ caller, body }) => {
      const current = await asSystem(() => requirePassword(caller.userId, body.currentPassword, 'currentPassword'));
      await audited(caller, { action: 'password.changed' }, () => changePassword(caller, body, current));
      return { message: 'Password updated. Your other sessions were signed out.' };
    }),
    route(settings.apiKeys, async ({ caller }) => ({ items: await asSystem(() => listApiKeys(caller.userId)) })),
    route(settings.prove, ({ caller, body }) => asSystem(() => prove(caller, body.password))),
    route(settings.createApiKey, async ({ caller, body }) => {
      await asSystem(() => requireProof(caller));
      return audited(caller, { action: 'api_key.created', details: { name: body.name, scopes: body.scopes } }, () =>
        createApiKey(caller, body),
      );
    }),
    route(settings.deleteApiKey, ({ caller, params }) =>
      audited(caller, { action: 'api_key.deleted', subject: { type: 'api_key', id: params.id } }, () =>
        deleteApiKey(caller.userId, params.id),
      ),
    ),
    route(settings.twoFactorStatus, ({ caller }) => asSystem(() => twoFactorStatus(caller.userId))),
    route(settings.setupTwoFactor, ({ caller }) =>
      asSystem(async () => {
        await requireProof(caller);
        return setUpTwoFactor(caller.userId, (await readProfile(caller.userId)).email);
      }),
    ),
    route(settings.verifyTwoFactor, async ({ caller, body }) => ({
      recoveryCodes: await audited(caller, { action: 'two_factor.enabled' }, () =>
        confirmTwoFactor(caller.userId, body.code),
      ),
    })),
    route(settings.disableTwoFactor, async ({ caller, body }) => {
      await asSystem(() => requirePassword(caller.userId, body.password, 'password'));
      await audited(caller, { action: 'two_factor.disabled' }, () => removeTwoFactor(caller.userId));
      return { message: 'Two-factor sign-in is off.' };
    }),
    route(settings.sessions, async ({ caller }) => ({ items: await asSystem(() => listSessions(caller)) })),
    route(settings.revokeSession, ({ caller, params }) =>
      audited(caller, { action: 'session.revoked', subject: { type: 'session', id: params.id } }, () =>
        revokeSession(caller, params.id),
      ),
    ),
    route(settings.revokeOtherSessions, async ({ caller }) => ({
      revoked: await audited(caller, { action: 'session.others_revoked' }, () => revokeOtherSessions(caller)),
    })),
  ];
}
