/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = rows(
  MEMBERS,
  `
  GET,POST /api/social-scanner/watches
  GET,PUT,DELETE /api/social-scanner/watches/{id}
  POST /api/social-scanner/watches/{id}/scan
  POST /api/social-scanner/watches/{id}/imports
  GET /api/social-scanner/hits
  GET /api/social-scanner/hits/{id}
  POST /api/social-scanner/hits/{id}/lead
  POST /api/social-scanner/hits/{id}/reply
  POST /api/social-scanner/hits/{id}/posted
  POST /api/social-scanner/hits/archive
  POST /api/social-scanner/hits/snooze
  POST /api/social-scanner/hits/restore
  GET,POST /api/social-scanner/mutes
  DELETE /api/social-scanner/mutes/{id}
`,
);

/** By the address up to and including the parameter. */
export const tables = {
  '/api/social-scanner/watches/{id}': 'social_watches',
  '/api/social-scanner/hits/{id}': 'social_hits',
  '/api/social-scanner/mutes/{id}': 'social_mutes',
};
