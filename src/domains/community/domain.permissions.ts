/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Community
  ...rows(
    MEMBERS,
    `
    GET /api/community/member/profile
  `,
  ),
};
