/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MANAGERS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = {
  ...rows(
    ADMINS,
    `
  GET /api/benchmarks
  POST /api/benchmarks/measure
  PUT /api/benchmarks/suggestions/{suggestion}
  GET,POST /api/councils
  GET,DELETE /api/councils/{id}
  POST /api/councils/{id}/stop
`,
  ),
  ...rows(MEMBERS, 'GET /api/benchmarks/participation'),
  ...rows(MANAGERS, 'PUT /api/benchmarks/participation'),
};

/** By the address up to and including the parameter. */
export const tables = { '/api/councils/{id}': 'councils' };

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = { '/api/benchmarks/suggestions/': 'names a suggestion of the product' };
