/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET /api/assistants/status
    POST /api/assistants/ask
    GET /api/assistants/conversations
    GET,DELETE /api/assistants/conversations/{id}
    POST /api/assistants/proposals/{id}/confirm
    POST /api/assistants/proposals/{id}/decline
    POST /api/assistants/proposals/{id}/undo
    GET /api/assistants/runs/{id}
  `,
  ),
  ...rows(
    ADMINS,
    `
    GET /api/models/config
    PUT /api/models/choices/{purpose}
    GET /api/models/connections/{id}/models
    POST /api/models/prices
    PUT,DELETE /api/models/prices/{id}
    PUT /api/models/limits
    DELETE /api/models/limits/{id}
    GET /api/models/usage
    GET /api/models/calls
    POST /api/models/try
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/assistants/conversations/{id}': 'assistant_conversations',
  '/api/assistants/proposals/{id}': 'assistant_proposals',
  '/api/assistants/runs/{id}': 'assistant_runs',
};

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = { '/api/models/': 'administrators look after the models of the installation' };
