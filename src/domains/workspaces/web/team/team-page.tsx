import { lazy, Suspense, useCallback, useMemo } from 'react';
import UserPlus from 'lucide-react/icons/user-plus';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { MembersList } from './members-list.tsx';
import { parseTeamSearch, TEAM_TABS, type TeamSearch, type TeamTab, writeTeamSearch } from './search.ts';

const InvitationsPanel = lazy(() => import('./invitations-panel.tsx'));
const TeamsPanel = lazy(() => import('./teams-panel.tsx'));
const RegistrationPanel = lazy(() => import('./registration-panel.tsx'));
const InviteDialog = lazy(() => import('./invite-dialog.tsx'));
const MemberSheet = lazy(() => import('./member-sheet.tsx'));

/** `/team`: who works in this workspace, who is invited, in which teams, and who may register. */
export default function TeamPage() {
  const [search, setRaw] = usePageSearch(parseTeamSearch);
  const setSearch = useCallback(
    (change: Partial<TeamSearch>, options?: { replace?: boolean }) =>
      setRaw(writeTeamSearch(change) as Partial<TeamSearch>, options),
    [setRaw],
  );
  const invite = useCallback(() => setSearch({ invite: true }), [setSearch]);
  const tab = search.tab;
  useRecordTitle(TEAM_TABS[tab]);
  useShortcuts(
    useMemo<Shortcut[]>(() => [{ keys: 'i', label: 'Invite people', group: 'Team', run: invite }], [invite]),
  );
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges))] flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-1">
        <h1 tabIndex={-1} className="page-title">
          Team
        </h1>
        <div className="ml-auto">
          <Button variant="primary" icon={<UserPlus />} aria-keyshortcuts="i" onClick={invite}>
            Invite
          </Button>
        </div>
      </header>
      <nav aria-label="Team sections" className="flex shrink-0 gap-4 strip border-b border-line px-4">
        {(Object.keys(TEAM_TABS) as TeamTab[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === tab ? 'page' : undefined}
            onClick={() => setSearch({ tab: name, open: '' })}
            className={cx(
              '-mb-px flex h-9 shrink-0 items-center border-b-2 text-sm font-medium focus-visible:outline-offset-[-2px] pointer-coarse:h-11',
              name === tab ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {TEAM_TABS[name]}
          </button>
        ))}
      </nav>
      {tab === 'members' ? (
        <MembersList search={search} onSearchChange={setSearch} onInvite={invite} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
          <div className="max-w-4xl">
            <Suspense fallback={null}>
              {tab === 'invitations' && <InvitationsPanel onInvite={invite} />}
              {tab === 'teams' && <TeamsPanel />}
              {tab === 'registration' && <RegistrationPanel />}
            </Suspense>
          </div>
        </div>
      )}
      <Suspense fallback={null}>
        {search.open && <MemberSheet key={search.open} id={search.open} onClose={() => setSearch({ open: '' })} />}
        {search.invite && <InviteDialog onClose={() => setSearch({ invite: false })} />}
      </Suspense>
    </div>
  );
}
