/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { ADMINS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = rows(
  ADMINS,
  `
  GET,POST /api/agent-teams
  PUT,DELETE /api/agent-teams/{id}
  POST /api/agent-teams/{id}/runs
  GET /api/agent-runs
  GET /api/agent-runs/{id}
  POST /api/agent-runs/{id}/pause
  POST /api/agent-runs/{id}/resume
  POST /api/agent-runs/{id}/stop
  POST /api/agent-runs/{id}/replay
`,
);

/** By the address up to and including the parameter. */
export const tables = { '/api/agent-teams/{id}': 'agent_teams', '/api/agent-runs/{id}': 'agent_runs' };
