/** Paths that are named before their schemas are loaded. */
export const AGENT_TEAMS = { teams: '/api/agent-teams', runs: '/api/agent-runs' } as const;
