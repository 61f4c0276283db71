/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Support
  ...rows(
    MEMBERS,
    `
    GET,POST /api/support/conversations
    GET,PUT /api/support/conversations/{id}
    GET,POST /api/support/conversations/{id}/messages
    POST /api/support/conversations/{id}/read
    GET /api/support/summary
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET /api/support/inbox
    GET /api/support/people
    GET,POST /api/support/replies
    PUT,DELETE /api/support/replies/{id}
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/support/replies/{id}': 'support_replies' };

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = { '/api/support/conversations/': 'the team answers every workspace' };
