/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  // Client status
  ...rows(
    ADMINS,
    `
    GET /api/clients/{id}/incidents
    GET /api/clients/{id}/status
  `,
  ),
  // Client sync
  ...rows(
    ADMINS,
    `
    GET,POST /api/client-sync
    GET /api/client-sync/options
    GET,PUT,DELETE /api/client-sync/{id}
    GET /api/client-sync/{id}/conflicts
    POST /api/client-sync/{id}/conflicts/{conflictId}/decide
    POST /api/client-sync/{id}/pause
    POST /api/client-sync/{id}/resume
    GET,POST /api/client-sync/{id}/runs
    GET /api/client-sync/{id}/runs/{runId}/log
  `,
  ),
  // Clients
  ...rows(
    ADMINS,
    `
    GET /api/clients
    GET,PUT,DELETE /api/clients/{id}
    GET,PUT /api/clients/{id}/apps
    POST /api/clients/{id}/archive
    GET,POST /api/clients/{id}/exports
    DELETE /api/clients/{id}/exports/{exportId}
    GET /api/clients/{id}/exports/{exportId}/archive
    GET,POST /api/clients/{id}/invitations
    DELETE /api/clients/{id}/invitations/{invitationId}
    GET /api/clients/{id}/members
    POST /api/clients/{id}/restore
    GET /api/clients/{id}/visits
  `,
  ),
};

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = {
  '/api/clients/': 'administrators look after the clients',
  '/api/client-sync/': 'is kept in operations, for a client',
};
