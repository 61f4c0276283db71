/** How the team page says roles, states and presences. */
import { OWNED_CAP } from '../../contract/team.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Presence } from '../../contract/availability.ts';
import type { TeamMember } from '../../contract/team.ts';

export const ROLES = { admin: 'Administrator', opus_team: 'Fund team', user: 'Member' } as const;

export function roleWord({
  role,
  workspaceRole,
  isOwner,
}: Pick<TeamMember, 'role' | 'workspaceRole' | 'isOwner'>): string {
  if (isOwner) return 'Owner';
  if (role !== 'user') return ROLES[role];
  return workspaceRole === 'owner' ? 'Workspace owner' : ROLES.user;
}

const PRESENCES = { working: 'Working', off: 'Off hours', unknown: '–' } as const;

export function PresenceText({ presence }: { presence: Presence }) {
  if (presence.state !== 'away')
    return (
      <span className={presence.state === 'working' ? 'text-success-ink' : 'text-muted'}>
        {PRESENCES[presence.state]}
      </span>
    );
  return <span className="text-warning-ink">Away until {presence.until && <DayText value={presence.until} />}</span>;
}

export function StateBadges({ member }: { member: Pick<TeamMember, 'state' | 'emailConfirmed'> }) {
  if (member.state === 'deactivated') return <Badge tone="danger">Deactivated</Badge>;
  if (!member.emailConfirmed) return <Badge tone="warning">Address not confirmed</Badge>;
  return null;
}

/** `12`, or `10,000+` where counting stopped. */
export function ownedWord(count: number): string {
  return count.toLocaleString() + (count >= OWNED_CAP ? '+' : '');
}
