/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Administration
  ...rows(
    ADMINS,
    `
    GET /api/admin/accounts
    GET /api/admin/failed-reactions
    POST /api/admin/failed-reactions/retry
    POST /api/admin/failed-reactions/leave-out
    GET /api/admin/jobs
    POST /api/admin/jobs/{id}/cancel
    POST /api/admin/jobs/{id}/retry
    GET /api/admin/mail-outbox
    GET /api/admin/mail-outbox/{id}
    GET /api/admin/recurring-jobs
    PUT /api/admin/recurring-jobs/{name}
    POST /api/admin/recurring-jobs/{name}/run
    GET /api/admin/system
  `,
  ),
  // Jobs
  ...rows(
    MEMBERS,
    `
    GET /api/jobs
    GET /api/jobs/{id}
    POST /api/jobs/{id}/cancel
    POST /api/jobs/{id}/retry
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/jobs/{id}': 'jobs' };

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = { '/api/admin/': 'administrators look after the whole installation' };
