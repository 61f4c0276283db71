/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Credits
  ...rows(
    MEMBERS,
    `
    GET /api/credits
    GET /api/credits/entries
    GET /api/credits/entries/export
    GET /api/credits/estimate
  `,
  ),
  ...rows(
    MANAGERS,
    `
    POST /api/credits/limits
    DELETE /api/credits/limits/{id}
    PUT /api/credits/low-balance
  `,
  ),
  ...rows(
    ADMINS,
    `
    POST /api/credits/grants
    DELETE /api/credits/grants/{id}
    GET /api/credits/workspaces
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/credits/grants/{id}': 'credit_grants', '/api/credits/limits/{id}': 'credit_limits' };
