/** People and workspaces: the team, invitations, visits, and how a new business gets going. */
export * from './contract/availability.ts';
export * from './contract/invitations.ts';
export * from './contract/onboarding.ts';
export * from './contract/own-business.ts';
export * from './contract/plans.ts';
export * from './contract/team.ts';
export * from './contract/visits.ts';
