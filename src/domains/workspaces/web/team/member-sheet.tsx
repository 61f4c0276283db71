import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { Loaded, RowSkeletons } from '../../../identity/web/index.ts';
import { team, type TeamMember } from '../../contract/team.ts';
import { TEAM } from '../../paths.ts';
import { AvailabilityEditor } from '../availability/availability-editor.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { OwnershipDialog, RoleDialog, TwoFactorDialog } from './role-dialog.tsx';
import { ownedWord, PresenceText, roleWord, StateBadges } from './labels.tsx';

/** One member beside the list: what they may do, when they work, what they own, and the acts on their account. */
export default function MemberSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(read(team.member, { params: { id } }));
  return (
    <Sheet open onOpenChange={onClose} title={query.data?.name ?? 'Member'} description={query.data?.email}>
      <Loaded query={query} what="Member" skeleton={<RowSkeletons />}>
        {(member) => <Member member={member} />}
      </Loaded>
    </Sheet>
  );
}

type Open = 'role' | 'deactivate' | 'hand-over' | 'owner' | 'two-factor' | undefined;

function Member({ member }: { member: TeamMember }) {
  const user = useSessionUser();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const kinds = useQuery(read(team.members, { query: { limit: 1 } })).data?.kinds ?? [];
  const mine = user?.id === member.id;
  const close = () => setOpen(undefined);
  const reactivate = async () => {
    try {
      client.setQueryData(
        readKey(team.member, { params: { id: member.id } }),
        await call(team.reactivate, { params: { id: member.id } }),
      );
      void client.invalidateQueries({ queryKey: [TEAM.members] });
      toast({
        type: 'success',
        title: `${member.name} is active again`,
        description: 'They sign in with their previous password. API keys stay deleted.',
      });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t reactivate the account', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <div data-testid="record" className="grid gap-6">
      <div className="flex items-center gap-3">
        <Avatar name={member.name} size="lg" />
        <div className="min-w-0 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{roleWord(member)}</span>
            <StateBadges member={member} />
          </p>
          {member.presence.state !== 'unknown' && (
            <p>
              <PresenceText presence={member.presence} />
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {member.state === 'active' ? (
          <>
            <Button onClick={() => setOpen('role')}>Change role</Button>
            {!mine && !member.isOwner && member.twoFactor && (
              <Button onClick={() => setOpen('two-factor')}>Turn off two-factor</Button>
            )}
            {!mine && !member.isOwner && <Button onClick={() => setOpen('deactivate')}>Deactivate</Button>}
            {user && !user.steppedIn && !mine && member.role === 'admin' && !member.isOwner && (
              <OwnerButton me={user.id} onOpen={() => setOpen('owner')} />
            )}
          </>
        ) : (
          <Button variant="primary" onClick={() => void reactivate()}>
            Reactivate
          </Button>
        )}
      </div>
      <Facts member={member} />
      <Teams member={member} />
      <section aria-label="Open records" className="grid gap-2">
        <h3 className="text-sm font-semibold">Open records</h3>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
          {kinds.map(({ kind, label }) => (
            <div key={kind} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular text-right">{ownedWord(member.owns[kind] ?? 0)}</dd>
            </div>
          ))}
        </dl>
        <div>
          <Button size="sm" onClick={() => setOpen('hand-over')}>
            Reassign…
          </Button>
        </div>
      </section>
      <AvailabilityEditor userId={member.id} />
      {open === 'role' && <RoleDialog member={member} onClose={close} />}
      {open === 'two-factor' && <TwoFactorDialog member={member} onClose={close} />}
      {open === 'owner' && <OwnershipDialog member={member} onClose={close} />}
      {(open === 'deactivate' || open === 'hand-over') && (
        <DeactivateDialog member={member} kinds={kinds} keepAccount={open === 'hand-over'} onClose={close} />
      )}
    </div>
  );
}

/** Shown to the owner of the installation only. */
function OwnerButton({ me, onOpen }: { me: string; onOpen: () => void }) {
  const { data } = useQuery(read(team.member, { params: { id: me } }));
  return data?.isOwner ? (
    <Button variant="ghost" onClick={onOpen}>
      Make owner
    </Button>
  ) : null;
}

function Facts({ member }: { member: TeamMember }) {
  return (
    <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 text-sm">
      <dt className="text-muted">Username</dt>
      <dd className="break-all">{member.username}</dd>
      <dt className="text-muted">Two-factor</dt>
      <dd>{member.twoFactor ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}</dd>
      <dt className="text-muted">Last seen</dt>
      <dd>{member.lastSeenAt ? <RelativeTime value={member.lastSeenAt} /> : 'Never'}</dd>
      <dt className="text-muted">Joined</dt>
      <dd>
        <RelativeTime value={member.joinedAt} />
      </dd>
      {member.deactivatedAt && (
        <>
          <dt className="text-muted">Deactivated</dt>
          <dd>
            <RelativeTime value={member.deactivatedAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Teams({ member }: { member: TeamMember }) {
  const client = useQueryClient();
  const { data } = useQuery(read(team.teams));
  if (!data || data.items.length === 0) return null;
  const change = async (wanted: readonly string[]) => {
    const now = new Set(member.teams.map(({ id }) => id));
    const touched = data.items.filter(({ id }) => now.has(id) !== wanted.includes(id));
    try {
      for (const { id, version, members } of touched) {
        await call(team.updateTeam, {
          params: { id },
          body: {
            version,
            members: wanted.includes(id) ? [...members, member.id] : members.filter((one) => one !== member.id),
          },
        });
      }
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t update the teams', description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(team.teams) });
    await client.invalidateQueries({ queryKey: readKey(team.member, { params: { id: member.id } }) });
  };
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Teams</h3>
      <MultiCombobox
        label="Teams"
        source={data.items.map(({ id, name }) => ({ value: id, label: name }))}
        value={member.teams.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(options) => void change(options.map(({ value }) => value))}
        placeholder="Add to a team"
      />
    </section>
  );
}
