/** What people set for themselves: appearance, password, API keys, two-factor sign-in, sessions. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { Email, NewPassword, PersonName } from '../contract.ts';

const tag = 'Settings';
const mine = { tag, access: 'user' } as const;

export const Appearance = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  accent_color: z.enum(['blue', 'purple', 'green', 'red', 'orange']),
  show_animations: z.boolean(),
  dense_mode: z.boolean(),
});
export type Appearance = z.infer<typeof Appearance>;
export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  accent_color: 'blue',
  show_animations: true,
  dense_mode: false,
};

export const PasswordChange = z.strictObject({
  currentPassword: z.string().min(1, 'Enter your current password.').max(200),
  newPassword: NewPassword,
});

export const Profile = z.object({
  name: PersonName,
  username: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  /** The address that takes the place of `email` once the link that was mailed there is opened. */
  pendingEmail: z.string().nullable(),
});
const CurrentPassword = z.string().min(1, 'Enter your password.').max(200);
export const EmailChange = z.strictObject({ email: Email, password: CurrentPassword });
export const ProfileUpdate = z.strictObject({
  name: PersonName.optional(),
  username: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, 'Use 2 to 40 letters, digits, dots, dashes or underscores.')
    .optional(),
});

/** Scopes that a key can have; an endpoint names the one that opens it. */
export const API_SCOPES = [
  'contacts:read',
  'contacts:write',
  'leads:read',
  'leads:write',
  'opportunities:read',
  'opportunities:write',
  'activities:read',
  'activities:write',
  'approvals:read',
  'approvals:write',
  'automation:read',
  'automation:write',
  'manual:read',
] as const;
export const ApiScope = z.enum(API_SCOPES);

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the key, to recognise it by. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;
export const NewApiKey = z.strictObject({
  name: z.string().trim().min(1, 'Give the key a name.').max(80),
  scopes: z.array(ApiScope).min(1, 'Choose at least one scope.').max(API_SCOPES.length),
  /** Days until the key ends; absent: never. */
  expiresInDays: z.number().int().min(1).max(3650).optional(),
});

export const TwoFactorStatus = z.object({
  enabled: z.boolean(),
  confirmedAt: Instant.nullable(),
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: z.number().int(),
});
export type TwoFactorStatus = z.infer<typeof TwoFactorStatus>;
export const TwoFactorCode = z.string().trim().min(6, 'Enter the six digits that your app shows.').max(20);

export const SessionInfo = z.object({
  id: Id,
  current: z.boolean(),
  /** Browser and system, as far as they tell: "Chromium on Linux". */
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
});
export type SessionInfo = z.infer<typeof SessionInfo>;

const Message = z.object({ message: z.string() });

export const settings = {
  profile: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/settings/profile',
    summary: 'Your profile',
    response: Profile,
  }),
  updateProfile: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/profile',
    summary: 'Change your name or username',
    body: ProfileUpdate,
    response: Profile,
    errors: ['validation', 'conflict'],
  }),
  changeEmail: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/email',
    summary: 'Ask for another e-mail address',
    description:
      'The new address is mailed a link, good once and for a day; only opening it makes the change. The old address is told at once. Answers alike whether or not the new address is free.',
    body: EmailChange,
    response: Profile,
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
  cancelEmailChange: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/email',
    summary: 'Keep the present e-mail address',
    response: Profile,
  }),
  resendConfirmation: endpoint({
    ...mine,
    method: 'POST',
    path: '/api/settings/email/confirmation',
    summary: 'Mail the link that confirms your address again',
    description: 'The links before it stop working.',
    response: Message,
    errors: ['conflict', 'rate_limited'],
  }),
  appearance: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/settings/appearance',
    summary: 'How the product looks for you',
    response: Appearance,
  }),
  updateAppearance: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/appearance',
    summary: 'Change how the product looks for you',
    body: Appearance.strict(),
    response: Appearance,
  }),
  updatePassword: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/password',
    summary: 'Change your password',
    description: 'Ends every other session of yours, and a change of your address that waits to be confirmed.',
    body: PasswordChange,
    response: Message,
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
  prove: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/proof',
    summary: 'Give your password once more',
    description:
      'What would outlast a stolen session, an API key or a second factor, is answered with `password_required` when the session began more than an hour ago. This opens it for another hour, in this session alone.',
    body: z.strictObject({ password: CurrentPassword }),
    response: z.object({ until: Instant }),
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
  apiKeys: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/settings/api-keys',
    summary: 'Your API keys',
    response: z.object({ items: z.array(ApiKey) }),
  }),
  createApiKey: endpoint({
    ...mine,
    method: 'POST',
    path: '/api/settings/api-keys',
    summary: 'Create an API key',
    status: 201,
    description:
      'The key itself is in this answer and never shown again. It acts as you, in the workspace that you are in now, within its scopes.',
    body: NewApiKey,
    response: ApiKey.extend({ key: z.string() }),
    errors: ['validation', 'password_required', 'conflict'],
  }),
  deleteApiKey: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/api-keys/{id}',
    summary: 'Delete an API key; it stops working at once',
    params: IdParams,
    errors: ['not_found'],
  }),
  twoFactorStatus: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/settings/two-factor/status',
    summary: 'Whether signing in needs a second factor',
    response: TwoFactorStatus,
  }),
  setupTwoFactor: endpoint({
    ...mine,
    method: 'POST',
    path: '/api/settings/two-factor/setup',
    summary: 'Begin two-factor sign-in',
    description: 'Makes a secret for an authenticator app. Nothing changes until a code of it is verified.',
    response: z.object({
      secret: z.string(),
      uri: z.string(),
      /** The URI as a QR code, SVG. */
      qr: z.string(),
    }),
    errors: ['password_required', 'conflict'],
  }),
  verifyTwoFactor: endpoint({
    ...mine,
    method: 'POST',
    path: '/api/settings/two-factor/verify',
    summary: 'Switch two-factor sign-in on by a first code',
    description: 'Answers ten recovery codes, each good once; they are never shown again.',
    body: z.strictObject({ code: TwoFactorCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['validation', 'conflict', 'rate_limited'],
  }),
  disableTwoFactor: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/two-factor',
    summary: 'Switch two-factor sign-in off',
    body: z.strictObject({ password: CurrentPassword }),
    response: Message,
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
  sessions: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/settings/sessions',
    summary: 'Where you are signed in',
    response: z.object({ items: z.array(SessionInfo) }),
  }),
  revokeSession: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/sessions/{id}',
    summary: 'End one of your sessions',
    params: IdParams,
    errors: ['not_found'],
  }),
  revokeOtherSessions: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/sessions',
    summary: 'End all your sessions but this one',
    response: z.object({ revoked: z.number().int() }),
  }),
} as const;
