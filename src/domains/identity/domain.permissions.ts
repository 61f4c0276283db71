/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { EVERYBODY, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Settings
  ...rows(
    MEMBERS,
    `
    GET,POST /api/settings/api-keys
    DELETE /api/settings/api-keys/{id}
    GET,PUT /api/settings/appearance
    PUT,DELETE /api/settings/email
    POST /api/settings/email/confirmation
    PUT /api/settings/password
    GET,PUT /api/settings/profile
    PUT /api/settings/proof
    GET,DELETE /api/settings/sessions
    DELETE /api/settings/sessions/{id}
    DELETE /api/settings/two-factor
    POST /api/settings/two-factor/setup
    GET /api/settings/two-factor/status
    POST /api/settings/two-factor/verify
  `,
  ),
  // Sign-in
  ...rows(
    EVERYBODY,
    `
    POST /api/auth/confirm-email
    POST /api/auth/forgot-password
    POST /api/auth/login
    POST /api/auth/logout
    POST /api/auth/register
    POST /api/auth/register-business
    POST /api/auth/registration-link
    POST /api/auth/registration-link/read
    POST /api/auth/reset-password
    GET /api/auth/setup-status
    GET /api/csrf-token
    POST /api/direct-login
  `,
  ),
  ...rows(
    MEMBERS,
    `
    POST /api/denials
    POST /api/sync-session
    GET /api/user
  `,
  ),
  // Team
  ...rows(
    MEMBERS,
    `
    GET /api/members
  `,
  ),
};

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = { '/api/settings/': 'of a person, whatever the workspace' };
