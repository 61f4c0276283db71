/** The parts of workspaces that other domains' servers and the entry points may use. */
export { invite, listInvitations, revokeInvitation } from './server/invitations.ts';
export { listMembers } from './server/members.ts';
export { endVisits, listVisits } from './server/visits.ts';
