/** What other domains' servers and the entry points may use of workspaces. */
export { invite, listInvitations, revokeInvitation } from './server/invitations.ts';
export { listMembers } from './server/members.ts';
export { endVisits, listVisits } from './server/visits.ts';
