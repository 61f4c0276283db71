/** What other domains' servers and the entry points may use of workspaces. */
import './server/send-after-confirmation.ts';

export { workspaceRoutes } from './server/routes.ts';
export { invite, listInvitations, revokeInvitation } from './server/invitations.ts';
export { listMembers } from './server/members.ts';
export { endVisits, listVisits } from './server/visits.ts';
