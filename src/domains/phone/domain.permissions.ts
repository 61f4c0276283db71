/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET /api/phone/status
    GET /api/phone/agents
    GET /api/phone/agents/{id}
    GET /api/phone/calls
    GET /api/phone/calls/{id}
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
