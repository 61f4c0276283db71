/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Approvals
  ...rows(
    MEMBERS,
    'approvals:read',
    `
    GET /api/approvals
    GET /api/approvals/count
    GET /api/approvals/kinds
    GET /api/approvals/rules
    POST /api/approvals/rules/preview
    GET /api/approvals/{id}
    GET /api/approvals/{id}/history
  `,
  ),
  ...rows(
    MEMBERS,
    'approvals:write',
    `
    POST /api/approvals/bulk
    PUT /api/approvals/{id}
    POST /api/approvals/{id}/approve
    POST /api/approvals/{id}/reject
    POST /api/approvals/{id}/retry
    POST /api/approvals/{id}/snooze
    POST /api/approvals/{id}/undo
  `,
  ),
  ...rows(
    ADMINS,
    'approvals:write',
    `
    POST /api/approvals/rules
    PUT,DELETE /api/approvals/rules/{id}
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/approvals/rules/{id}': 'approval_rules', '/api/approvals/{id}': 'approvals' };
