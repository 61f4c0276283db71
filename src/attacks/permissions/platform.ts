/**
 * Permissions of calls that no domain serves, and the tables behind the ids in their addresses. Read by `src/attacks`
 * only.
 */
import { EVERYBODY, MEMBERS, METRICS, rows } from './rows.ts';

export const permissions = {
  ...rows(
    MEMBERS,
    `
    GET /api/events
    GET /api/system-status
  `,
  ),
  ...rows(
    EVERYBODY,
    `
    GET /api/health/dependencies
    GET /api/health/live
    GET /api/health/ready
    GET /api/openapi.json
  `,
  ),
  ...rows(
    METRICS,
    `
    GET /api/metrics
  `,
  ),
};
