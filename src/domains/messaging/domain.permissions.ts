/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { EVERYBODY, MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MANAGERS,
    `
    GET,PUT /api/messaging/settings
    POST /api/messaging/messages/{id}/resolve
    GET,POST /api/messaging/suppressions
    DELETE /api/messaging/suppressions/{id}
    GET /api/messaging/dry-run
    GET,POST /api/messaging/domains
    DELETE /api/messaging/domains/{id}
    POST /api/messaging/domains/{id}/check
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET /api/messaging/messages
    GET,POST /api/messaging/consent
  `,
  ),
  ...rows(EVERYBODY, `POST /api/public/messaging/inbound/{key}`),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/messaging/domains/{id}': 'sending_domains',
  '/api/messaging/messages/{id}': 'messages',
  '/api/messaging/suppressions/{id}': 'suppressions',
};
