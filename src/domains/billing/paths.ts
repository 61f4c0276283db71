/** The paths of credits that are named before their schemas are loaded: live updates. */
export const CREDITS = {
  summary: '/api/credits',
  entries: '/api/credits/entries',
  workspaces: '/api/credits/workspaces',
} as const;
