import { useQuery, useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { useId, useState } from 'react';
import * as z from 'zod';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read } from '../../../web/api/request.ts';
import { Form } from '../../../web/form/form.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { WorkspaceRole } from '../../identity/contract.ts';
import { INVITATION_DAYS, type Invitation, type TeamMember } from '../../workspaces/contract.ts';
import { type Client, clients } from '../contract.ts';
import { CLIENTS } from '../paths.ts';
import { ClientFrame } from './client-frame.tsx';

const OPEN_STATES = new Set<Invitation['state']>(['waiting', 'unsent', 'open', 'expired']);
const STATE_WORDS: Record<Invitation['state'], string> = {
  waiting: 'Waiting for you to confirm your email',
  unsent: 'Delivery failed. Invite this address again',
  open: 'Invited',
  expired: 'Link expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
};

/** The people of a client, at /clients/{id}/users. */
export default function ClientUsersPage() {
  return (
    <ClientFrame part="/users">
      {(client) =>
        client.state === 'archived' ? (
          <p className="text-sm text-muted">No one can sign in while the client is archived.</p>
        ) : (
          <People client={client} />
        )
      }
    </ClientFrame>
  );
}

function People({ client }: { client: Client }) {
  const [inviting, setInviting] = useState(false);
  const list = usePages(clients.members, { params: { id: client.id }, query: { limit: 50 } });
  return (
    <div className="grid gap-6">
      <section aria-labelledby="client-people">
        <div className="mb-2 flex items-center justify-between gap-2">
          <h2 id="client-people" className="text-sm font-semibold">
            People
          </h2>
          <Button icon={<UserPlus />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        </div>
        {list.loading && (
          <div className="grid gap-2" aria-hidden="true">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
          </div>
        )}
        {list.error && list.items.length === 0 && <Failure error={list.error} what="People" onRetry={list.retry} />}
        {!list.loading && !list.error && list.items.length === 0 && (
          <EmptyState icon={<Users />} title="No one yet">
            Invite the owner of the business. They can invite their team.
          </EmptyState>
        )}
        {list.items.length > 0 && (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {list.items.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
        )}
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      </section>
      <Invitations client={client} />
      {inviting && <InviteDialog client={client} onClose={() => setInviting(false)} />}
    </div>
  );
}

function Member({ member }: { member: TeamMember }) {
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-sm">
      <Avatar name={member.name} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{member.name}</span>
          {member.workspaceRole === 'owner' && <Badge tone="accent">Owner</Badge>}
          {member.state === 'deactivated' && <Badge>Deactivated</Badge>}
        </p>
        <p className="truncate text-xs text-muted" title={member.email}>
          {member.email}
        </p>
      </div>
      <span className="text-xs text-muted">
        {member.lastSeenAt ? (
          <>
            Last seen <RelativeTime value={member.lastSeenAt} />
          </>
        ) : (
          'Never signed in'
        )}
      </span>
      {member.twoFactor && <Badge tone="success">Two-factor</Badge>}
    </li>
  );
}

function Invitations({ client }: { client: Client }) {
  const cache = useQueryClient();
  const params = { id: client.id };
  const { data, error, refetch } = useQuery(read(clients.invitations, { params }));
  const open = data?.items.filter((invitation) => OPEN_STATES.has(invitation.state)) ?? [];
  const revoke = async (invitation: Invitation) => {
    if (
      !(await confirm({
        title: `Revoke the invitation of ${invitation.email}?`,
        description: 'The link in the email stops working.',
        action: 'Revoke invitation',
      }))
    )
      return;
    try {
      await call(clients.revokeInvitation, { params: { ...params, invitationId: invitation.id } });
      await cache.invalidateQueries({ queryKey: [`${CLIENTS}/${client.id}/invitations`] });
      toast({ type: 'success', title: 'Invitation revoked', description: invitation.email });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t revoke the invitation', description: messageFor(failure, 'Try again.') });
    }
  };
  if (error && !data) return <Failure error={error} what="Invitations" onRetry={() => void refetch()} />;
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="client-invitations">
      <h2 id="client-invitations" className="mb-2 text-sm font-semibold">
        Open invitations
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {open.map((invitation) => (
          <li
            key={invitation.id}
            data-testid="row"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm"
          >
            <span className="min-w-0 flex-1 basis-48 truncate" title={invitation.email}>
              {invitation.email}
              {invitation.workspaceRole === 'owner' && ' (owner)'}
            </span>
            <span className="text-xs text-muted">
              {STATE_WORDS[invitation.state]} <RelativeTime value={invitation.sentAt ?? invitation.createdAt} />
            </span>
            <IconButton
              size="sm"
              label={`Revoke the invitation of ${invitation.email}`}
              icon={<Trash2 />}
              onClick={() => void revoke(invitation)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Addresses as people write them: one or several, apart by commas, blanks or lines. */
const Entry = z.object({
  emails: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
    .pipe(z.array(z.string()).min(1, 'Enter at least one email address.')),
  workspaceRole: WorkspaceRole,
});

function InviteDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const formId = useId();
  const cache = useQueryClient();
  const [skipped, setSkipped] = useState<string[]>([]);
  const form = useContractForm(Entry, {
    defaultValues: { emails: '', workspaceRole: client.owner ? 'member' : 'owner' },
    judge: 'onSubmit',
    failure: 'The invitations could not be sent.',
    onSubmit: async (body) => {
      const answer = await call(clients.invite, { params: { id: client.id }, body });
      await cache.invalidateQueries({ queryKey: [`${CLIENTS}/${client.id}/invitations`] });
      if (answer.invited.length > 0)
        toast({
          type: 'success',
          title: answer.invited.length === 1 ? 'Invitation sent' : `${answer.invited.length} invitations sent`,
        });
      if (answer.skipped.length === 0) onClose();
      else
        setSkipped(
          answer.skipped.map(
            ({ email, reason }) => `${email} ${reason === 'member' ? 'is already a member' : 'is already invited'}`,
          ),
        );
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`Invite people to ${client.name}`}
      description={`Each person gets an email with a link that works once and expires in ${INVITATION_DAYS} days.`}
      footer={
        <>
          <Button onClick={onClose}>{skipped.length > 0 ? 'Done' : 'Cancel'}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.saving}>
            Invite
          </Button>
        </>
      }
    >
      {skipped.length > 0 && (
        <Banner tone="warning" className="mb-4">
          {skipped.join('. ')}.
        </Banner>
      )}
      <Form form={form} id={formId}>
        <div className="grid gap-4">
          <FormField
            name="emails"
            label="Email addresses"
            rows={3}
            required
            autoFocus
            hint="Separate addresses with commas or new lines."
          />
          <FormField
            name="workspaceRole"
            label="Workspace role"
            options={[
              { value: 'member', label: 'Member' },
              { value: 'owner', label: 'Owner' },
            ]}
          />
        </div>
      </Form>
    </Dialog>
  );
}
