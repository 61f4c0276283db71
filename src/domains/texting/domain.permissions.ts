/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MANAGERS,
    `
    GET,POST /api/texts/broadcasts
    POST /api/texts/broadcasts/preview
    GET /api/texts/broadcasts/{id}
    POST /api/texts/broadcasts/{id}/pause
    POST /api/texts/broadcasts/{id}/resume
    POST /api/texts/broadcasts/{id}/stop
  `,
  ),
  ...rows(
    MEMBERS,
    `
    GET /api/texts/status
    GET,POST /api/texts/threads
    GET,PATCH /api/texts/threads/{id}
    POST /api/texts/threads/{id}/read
    GET,POST /api/texts/threads/{id}/messages
    GET,POST /api/texts/templates
    PATCH,DELETE /api/texts/templates/{id}
    GET,POST /api/texts/handset
  `,
  ),
};

/** By the address up to and including the parameter. */
export const tables = {
  '/api/texts/threads/{id}': 'text_threads',
  '/api/texts/templates/{id}': 'text_templates',
  '/api/texts/broadcasts/{id}': 'text_broadcasts',
};
