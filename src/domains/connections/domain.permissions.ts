/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Connections
  ...rows(
    MANAGERS,
    `
    GET,POST /api/connections
    PUT,DELETE /api/connections/{id}
    PUT /api/connections/{id}/position
    POST /api/connections/{id}/test
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/connections/{id}': 'connections' };
