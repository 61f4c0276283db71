/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
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
export const tables = { '/api/texts/threads/{id}': 'text_threads', '/api/texts/templates/{id}': 'text_templates' };
