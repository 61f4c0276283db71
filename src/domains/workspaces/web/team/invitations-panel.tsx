import { useQueryClient } from '@tanstack/react-query';
import MailPlus from 'lucide-react/icons/mail-plus';
import UserPlus from 'lucide-react/icons/user-plus';
import X from 'lucide-react/icons/x';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { RowSkeletons } from '../../../identity/web/index.ts';
import { type Invitation, invitations } from '../../contract/invitations.ts';
import { TEAM } from '../../paths.ts';
import { roleWord } from './labels.tsx';

const STATES = {
  waiting: { label: 'Waiting for your confirmation', tone: 'warning' },
  unsent: { label: 'Undelivered', tone: 'danger' },
  open: { label: 'Open', tone: 'info' },
  expired: { label: 'Expired', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'success' },
  revoked: { label: 'Revoked', tone: 'neutral' },
} as const;

/** Everyone who was invited, newest first, and what became of it. */
export default function InvitationsPanel({ onInvite }: { onInvite: () => void }) {
  const list = usePages(invitations.list, { query: { limit: 50 } });
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Invitations" onRetry={list.retry} />;
  if (list.loading)
    return (
      <div role="status" aria-label="Invitations: loading">
        <RowSkeletons />
      </div>
    );
  if (list.items.length === 0) {
    return (
      <EmptyState
        icon={<MailPlus />}
        title="No invitations yet"
        action={
          <Button variant="primary" icon={<UserPlus />} onClick={onInvite}>
            Invite people
          </Button>
        }
      >
        People join with an emailed link and set their own name and password.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {list.items.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </>
  );
}

function Row({ invitation }: { invitation: Invitation }) {
  const client = useQueryClient();
  const { id, email, state, invitedBy, createdAt, sentAt, expiresAt, acceptedAt } = invitation;
  const act = async (work: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await work();
      toast({ type: 'success', title: done, description: email });
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: [TEAM.invitations] });
  };
  const resend = () =>
    act(() => call(invitations.resend, { params: { id } }), 'Invitation resent', 'The invitation could not be sent');
  const revoke = async () => {
    const sure = await confirm({
      title: `Revoke the invitation of ${email}?`,
      description: 'The emailed link stops working. You can invite the address again.',
      action: 'Revoke invitation',
    });
    if (sure)
      await act(
        () => call(invitations.revoke, { params: { id } }),
        'Invitation revoked',
        'Couldn’t revoke the invitation',
      );
  };
  const living = state !== 'accepted' && state !== 'revoked';
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium break-all">{email}</span>
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
          <span>{roleWord({ ...invitation, isOwner: false })}</span>
          <span>
            {invitedBy ? `Invited by ${invitedBy}` : 'Invited'} <RelativeTime value={sentAt ?? createdAt} />
          </span>
          {state === 'open' && (
            <span>
              Expires <RelativeTime value={expiresAt} />
            </span>
          )}
          {acceptedAt && (
            <span>
              Accepted <RelativeTime value={acceptedAt} />
            </span>
          )}
        </p>
      </div>
      {living && (
        <div className="flex items-center gap-1">
          {state !== 'waiting' && (
            <Button size="sm" onClick={() => void resend()} aria-label={`Resend: ${email}`}>
              Resend
            </Button>
          )}
          <IconButton
            label={`Revoke the invitation of ${email}`}
            tone="danger"
            icon={<X />}
            onClick={() => void revoke()}
          />
        </div>
      )}
    </li>
  );
}
