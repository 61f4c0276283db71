/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET /api/phone/status
    GET /api/phone/agents
    GET /api/phone/agents/{id}
    GET,POST /api/phone/calls
    GET /api/phone/calls/{id}
    POST /api/phone/calls/{id}/take
    POST /api/phone/calls/{id}/words
    POST /api/phone/calls/{id}/release
  `,
  ),
  ...rows(
    MANAGERS,
    `
    POST /api/phone/agents
    PUT,DELETE /api/phone/agents/{id}
    DELETE /api/phone/calls/{id}
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/phone/agents/{id}': 'phone_agents', '/api/phone/calls/{id}': 'phone_calls' };
