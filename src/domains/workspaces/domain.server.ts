/** Team, invitations, visits, and the registration of businesses. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { ACCEPTED as invitationAcceptedNotification } from './server/accept-invitation.ts';
import { UNSENT as teamInvitationUnsentNotification, mailJob } from './server/invitation-mail.ts';
import { ROLE_CHANGED as roleChangedNotification } from './server/member-acts.ts';
import { handOverJob } from './server/reassign.ts';
import { workspaceRoutes } from './server/routes.ts';
import { waitingInvitationsSubscriber } from './server/send-after-confirmation.ts';

export const workspacesDomain = defineServerDomain({
  name: 'workspaces',
  contract,
  routes: () => workspaceRoutes,
  jobs: [mailJob, handOverJob],
  subscribers: [waitingInvitationsSubscriber],
  notificationKinds: [invitationAcceptedNotification, teamInvitationUnsentNotification, roleChangedNotification],
  demo: () => import('./demo/load.ts'),
});
