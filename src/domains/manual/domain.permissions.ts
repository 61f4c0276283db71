/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Manual
  ...rows(
    MEMBERS,
    `
    GET /api/manual
    GET /api/manual/answer
    GET /api/manual/topics
  `,
  ),
  ...rows(MEMBERS, 'manual:read', 'GET /api/manual/search'),
};
