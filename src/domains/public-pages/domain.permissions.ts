/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { EVERYBODY, MANAGERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    MANAGERS,
    `
    GET,PUT /api/public-site
    GET,POST /api/public-domains
    DELETE /api/public-domains/{id}
    POST /api/public-domains/{id}/check
  `,
  ),
  ...rows(EVERYBODY, `GET /api/public/domains/check`),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/public-domains/{id}': 'public_domains' };
