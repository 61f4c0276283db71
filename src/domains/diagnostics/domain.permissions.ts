/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, EVERYBODY, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Diagnostics
  ...rows(
    ADMINS,
    `
    GET,DELETE /api/admin/browser-reports
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    POST /api/browser-reports
    GET /api/debug/state
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET /api/debug/paid-feature
  `,
  ),
};
