import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import SearchIcon from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import UserPlus from 'lucide-react/icons/user-plus';
import X from 'lucide-react/icons/x';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { BulkBar } from '../../../../web/table/bulk-bar.tsx';
import { type ColumnLayout, formatLayout, parseLayout } from '../../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { NOTHING } from '../../../../web/table/selection.ts';
import { useSelection } from '../../../../web/table/use-selection.ts';
import { formatSorting } from '../../../../web/table/sorting.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { team as calls, type TeamMember } from '../../contract/team.ts';
import { memberColumns, STANDARD_COLUMNS } from './columns.tsx';
import { isNarrowed, sortingOf, type TeamSearch } from './search.ts';
import { PresenceText, ROLES, roleWord, StateBadges } from './labels.tsx';

interface MembersListProps {
  search: TeamSearch;
  onSearchChange: (change: Partial<TeamSearch>, options?: { replace?: boolean }) => void;
  onInvite: () => void;
}

const ROLE_OPTIONS = Object.entries(ROLES).map(([value, label]) => ({ value, label }));
const STATE_OPTIONS = [
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
];

/** Everyone in the workspace, with what they do and own. */
export function MembersList({ search, onSearchChange, onInvite }: MembersListProps) {
  const { search: text, state, role, team, sort } = search;
  const query = useMemo(
    () => ({
      search: text.trim() || undefined,
      state: state || undefined,
      role: role || undefined,
      team: team || undefined,
      sort: sort || undefined,
      limit: 50,
    }),
    [text, state, role, team, sort],
  );
  const list = usePages(calls.members, { query });
  // The first page again, from the same answer: it also says how many there are and what they can own.
  const about = useQuery(read(calls.members, { query: { ...query, limit: 1 } })).data;
  const { data: teams } = useQuery(read(calls.teams));
  const [selection, setSelection] = useSelection(JSON.stringify({ ...query, sort: undefined }));
  const kinds = about?.kinds;
  const columns = useMemo(
    () => memberColumns(kinds ?? [], (id) => onSearchChange({ open: id })),
    [kinds, onSearchChange],
  );
  const standard = useMemo(() => parseLayout(STANDARD_COLUMNS, columns), [columns]);
  const layout = useMemo(
    () => (search.columns ? parseLayout(search.columns, columns) : standard),
    [search.columns, columns, standard],
  );
  const onLayoutChange = (next: ColumnLayout) =>
    onSearchChange(
      { columns: formatLayout(next) === formatLayout(standard) ? '' : formatLayout(next) },
      { replace: true },
    );
  const narrow = (change: Partial<TeamSearch>) => onSearchChange(change, { replace: true });
  const clear = () => narrow({ search: '', state: '', role: '', team: '' });
  const narrowed = isNarrowed(search);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <Input
          type="search"
          aria-label="Search members"
          placeholder="Search name or email"
          leading={<SearchIcon size={16} />}
          className="w-full sm:w-64"
          value={text}
          onChange={(event) => narrow({ search: event.target.value })}
        />
        <Select
          aria-label="Role"
          placeholder="Any role"
          options={ROLE_OPTIONS}
          value={role}
          onChange={(event) => narrow({ role: event.target.value as TeamSearch['role'] })}
          className="w-36"
        />
        <Select
          aria-label="Status"
          placeholder="Any status"
          options={STATE_OPTIONS}
          value={state}
          onChange={(event) => narrow({ state: event.target.value as TeamSearch['state'] })}
          className="w-36"
        />
        {teams && teams.items.length > 0 && (
          <Select
            aria-label="Team"
            placeholder="Any team"
            options={teams.items.map(({ id, name }) => ({ value: id, label: name }))}
            value={team}
            onChange={(event) => narrow({ team: event.target.value })}
            className="w-36"
          />
        )}
        {narrowed && (
          <Button variant="ghost" icon={<X />} onClick={clear}>
            Clear
          </Button>
        )}
        <p className="tabular text-sm text-muted" role="status">
          {about?.total && `${about.total.count.toLocaleString()} ${about.total.count === 1 ? 'member' : 'members'}`}
        </p>
        <span className="ml-auto max-sm:hidden">
          <ColumnsMenu columns={columns} layout={layout} standard={standard} onLayoutChange={onLayoutChange} />
        </span>
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label="Members"
          rows={list.items}
          columns={columns}
          rowLabel={(member) => member.name}
          card={memberCard}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sorting={sortingOf(search)}
          onSortingChange={(next) => onSearchChange({ sort: formatSorting(next.slice(-1)) })}
          selection={selection}
          onSelectionChange={setSelection}
          total={about?.total}
          loading={list.loading || !kinds}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={JSON.stringify(query)}
          onOpen={(member) => onSearchChange({ open: member.id })}
          placeholder={
            list.error ? (
              <Failure error={list.error} what="Team" onRetry={list.retry} />
            ) : (
              <EmptyState
                icon={<SearchX />}
                title="No matching members"
                action={
                  narrowed ? (
                    <Button onClick={clear}>Clear search and filters</Button>
                  ) : (
                    <Button variant="primary" icon={<UserPlus />} onClick={onInvite}>
                      Invite people
                    </Button>
                  )
                }
              >
                Try fewer words, or remove a filter.
              </EmptyState>
            )
          }
        />
        <BulkBar selection={selection} loaded={list.items.length} total={undefined} onSelectionChange={setSelection}>
          {selection.kind === 'some' && <AddToTeam ids={selection.ids} onDone={() => setSelection(NOTHING)} />}
        </BulkBar>
      </div>
    </>
  );
}

const memberCard = (member: TeamMember) => <MemberCard member={member} />;

function MemberCard({ member }: { member: TeamMember }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={member.name} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate text-base font-medium">{member.name}</span>
          <StateBadges member={member} />
        </span>
        <span className="block truncate text-xs text-muted">
          {roleWord(member)}
          {member.teams.length > 0 && ` · ${member.teams.map(({ name }) => name).join(', ')}`}
        </span>
        {member.presence.state !== 'unknown' && (
          <span className="block truncate text-xs">
            <PresenceText presence={member.presence} />
          </span>
        )}
      </span>
    </span>
  );
}

/** Adds who is selected to a team. */
function AddToTeam({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const { data: teams } = useQuery(read(calls.teams));
  const add = async (id: string) => {
    const chosen = teams!.items.find((one) => one.id === id)!;
    try {
      await call(calls.updateTeam, {
        params: { id },
        body: { version: chosen.version, members: [...new Set([...chosen.members, ...ids])] },
      });
      toast({
        type: 'success',
        title: 'Team updated',
        description: `${chosen.name} has ${ids.size === 1 ? 'one more member' : `${ids.size} members added`}.`,
      });
      onDone();
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t update the team', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          disabled={!teams || teams.items.length === 0}
          data-tooltip={teams?.items.length === 0 ? 'Create a team first' : undefined}
        >
          Add to team
        </Button>
      }
    >
      {teams?.items.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => void add(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
