/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Notifications
  ...rows(
    MEMBERS,
    `
    GET /api/notifications
    POST /api/notifications/mark
    POST /api/notifications/seen
    GET /api/notifications/summary
    DELETE /api/notifications/{id}
    POST /api/notifications/{id}/restore
  `,
  ),
  // Settings
  ...rows(
    MEMBERS,
    `
    GET,PUT /api/settings/notifications
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/notifications/{id}': 'notifications' };
