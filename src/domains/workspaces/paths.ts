/** Paths that the browser names before any contract is loaded, and that events name. */
export const TEAM = {
  members: '/api/team/members',
  teams: '/api/team/teams',
  invitations: '/api/team/invitations',
  visits: '/api/workspaces/visits',
  registration: '/api/registration',
  ownBusiness: '/api/installation/business',
} as const;
