/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = { ...rows(MEMBERS, 'GET /api/catalog'), ...rows(ADMINS, 'PUT /api/catalog/apps/{app}') };

/** By the address up to and including the parameter. */
export const tables = {};

/** Addresses whose parameters are no ids of the caller's workspace, and why. */
export const elsewhere = { '/api/catalog/apps/': 'names an app of the product' };
