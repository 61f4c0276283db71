/** Personal settings: appearance, password, API keys, two-factor sign-in, sessions. */
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
    .regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, 'Use 2 to 40 letters, digits, dots, dashes, or underscores.')
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
  'events:write',
  'manual:read',
  'knowledge:read',
] as const;
export const ApiScope = z.enum(API_SCOPES);

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the key, to recognize it by. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;
export const NewApiKey = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name for the key.').max(80),
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
export const TwoFactorCode = z.string().trim().min(6, 'Enter the 6-digit code from your app.').max(20);

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
    summary: 'Update your name or username',
    body: ProfileUpdate,
    response: Profile,
    errors: ['validation', 'conflict'],
  }),
  changeEmail: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/email',
    summary: 'Request a change of email address',
    description:
      'The new address gets a link that works once, for 24 hours. The change takes effect when the link is opened. The old address is notified immediately. The answer does not reveal whether the new address is taken.',
    body: EmailChange,
    response: Profile,
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
  cancelEmailChange: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/email',
    summary: 'Cancel a change of email address',
    response: Profile,
  }),
  resendConfirmation: endpoint({
    ...mine,
    method: 'POST',
    path: '/api/settings/email/confirmation',
    summary: 'Resend the link that confirms your address',
    description: 'Earlier links stop working.',
    response: Message,
    errors: ['conflict', 'rate_limited'],
  }),
  appearance: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/settings/appearance',
    summary: 'Your appearance settings',
    response: Appearance,
  }),
  updateAppearance: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/appearance',
    summary: 'Update your appearance settings',
    body: Appearance.strict(),
    response: Appearance,
  }),
  updatePassword: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/password',
    summary: 'Change your password',
    description: 'Ends all your other sessions and cancels a pending change of your email address.',
    body: PasswordChange,
    response: Message,
    errors: ['validation', 'forbidden', 'rate_limited'],
  }),
  prove: endpoint({
    ...mine,
    method: 'PUT',
    path: '/api/settings/proof',
    summary: 'Confirm your password',
    description:
      'Creating API keys and changing the second factor answer with `password_required` if the session began more than an hour ago. This call allows them for another hour, in this session only.',
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
      'The response contains the key, which is never shown again. The key acts as you, in your current workspace, within its scopes.',
    body: NewApiKey,
    response: ApiKey.extend({ key: z.string() }),
    errors: ['validation', 'password_required', 'conflict'],
  }),
  deleteApiKey: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/api-keys/{id}',
    summary: 'Delete an API key; it stops working immediately',
    params: IdParams,
    errors: ['not_found'],
  }),
  twoFactorStatus: endpoint({
    ...mine,
    method: 'GET',
    path: '/api/settings/two-factor/status',
    summary: 'Get two-factor status',
    response: TwoFactorStatus,
  }),
  setupTwoFactor: endpoint({
    ...mine,
    method: 'POST',
    path: '/api/settings/two-factor/setup',
    summary: 'Start two-factor setup',
    description: 'Creates a secret for an authenticator app. Nothing changes until a code is verified.',
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
    summary: 'Turn on two-factor with a first code',
    description: 'The response contains ten recovery codes. Each works once, and they are never shown again.',
    body: z.strictObject({ code: TwoFactorCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['validation', 'conflict', 'rate_limited'],
  }),
  disableTwoFactor: endpoint({
    ...mine,
    method: 'DELETE',
    path: '/api/settings/two-factor',
    summary: 'Turn off two-factor',
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
    summary: 'End all your other sessions',
    response: z.object({ revoked: z.number().int() }),
  }),
} as const;
