/** Invitations that waited for their sender's address to be proven go out once it is. */
import { asSystem, inWorkspace } from '../../../server/db/index.ts';
import { subscribe } from '../../../server/events/subscribers.ts';
import { EMAIL_CONFIRMED } from '../../identity/index.ts';
import { mailWaiting } from './invitations.ts';

export const waitingInvitationsSubscriber = subscribe(EMAIL_CONFIRMED, 'workspaces.waiting_invitations', ({ data }) => {
  const userId = data['userId'] as string;
  return asSystem(() => mailWaiting(userId, (workspaceId, act) => inWorkspace(workspaceId, userId, act)));
});
