import type { Column } from '../../../../web/table/columns.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import type { TeamMember } from '../../contract/team.ts';
import { ownedWord, PresenceText, roleWord, StateBadges } from './labels.tsx';

export const STANDARD_COLUMNS = 'name,role,teams,presence,lastSeen,contacts,leads,opportunities,activities,twoFactor';

/** @param kinds the kinds of records that members own, each a column of its own */
export function memberColumns(
  kinds: readonly { kind: string; label: string }[],
  onOpen: (id: string) => void,
): Column<TeamMember>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 200,
      sortField: 'name',
      hideable: false,
      cell: (member) => (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar name={member.name} size="sm" />
          <button
            type="button"
            onClick={() => onOpen(member.id)}
            className="min-w-0 truncate rounded-sm text-left leading-6 font-medium hover:underline"
            title={member.email}
          >
            {member.name}
          </button>
          <StateBadges member={member} />
        </span>
      ),
    },
    { id: 'role', header: 'Role', width: 110, sortField: 'role', cell: (member) => roleWord(member) },
    { id: 'email', header: 'Email', width: 240, cell: (member) => <span className="truncate">{member.email}</span> },
    {
      id: 'teams',
      header: 'Teams',
      width: 130,
      cell: ({ teams }) =>
        teams.length > 0 ? (
          <span className="flex min-w-0 gap-1" title={teams.map(({ name }) => name).join(', ')}>
            {teams.map(({ id, name }) => (
              <Badge key={id} className="min-w-0 truncate">
                {name}
              </Badge>
            ))}
          </span>
        ) : (
          <Blank />
        ),
    },
    {
      id: 'presence',
      header: 'Availability',
      width: 160,
      cell: ({ presence }) => <PresenceText presence={presence} />,
    },
    {
      id: 'lastSeen',
      header: 'Last seen',
      width: 100,
      sortField: 'lastSeen',
      firstSort: 'desc',
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <RelativeTime value={lastSeenAt} /> : <span className="text-muted">Never</span>,
    },
    ...kinds.map(({ kind, label }): Column<TeamMember> => ({
      id: kind,
      header: label,
      width: label.length > 10 ? 112 : 84,
      align: 'end',
      cell: ({ owns }) => (
        <span className={`tabular ${owns[kind] ? '' : 'text-faint'}`}>{ownedWord(owns[kind] ?? 0)}</span>
      ),
    })),
    {
      id: 'twoFactor',
      header: 'Two-factor',
      width: 110,
      cell: ({ twoFactor }) => (twoFactor ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>),
    },
    {
      id: 'joined',
      header: 'Joined',
      width: 120,
      sortField: 'joined',
      firstSort: 'desc',
      cell: ({ joinedAt }) => <RelativeTime value={joinedAt} />,
    },
  ];
}

function Blank() {
  return (
    <span className="text-faint" aria-label="None">
      –
    </span>
  );
}
