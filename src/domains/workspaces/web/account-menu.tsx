import { lazy, Suspense, useState } from 'react';
import Building2 from 'lucide-react/icons/building-2';
import DoorOpen from 'lucide-react/icons/door-open';
import LogOut from 'lucide-react/icons/log-out';
import SettingsIcon from 'lucide-react/icons/settings';
import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import type { SessionUser } from '../../../web/api/session.ts';
import { useGo } from '../../../web/router/link.tsx';
import { roleLabel } from '../../../web/shell/header.tsx';
import { useSignOut } from '../../../web/shell/sign-out.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../../../web/ui/dropdown-menu.tsx';
import { endVisit, switchTo } from './moves.ts';

const StepInDialog = lazy(() => import('./step-in-dialog.tsx'));

/** Who is signed in, at the end of the header: their workspaces, and the ways to their settings and team. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const go = useGo();
  const { signOut } = useSignOut();
  const [steppingIn, setSteppingIn] = useState(false);
  const isAdmin = user.role === 'admin';
  return (
    <>
      <Menu
        label="Your account" className="min-w-60"
        trigger={(
          <button type="button" className="flex min-h-8 items-center gap-2 rounded-md p-0.5 text-left hover:bg-hover aria-expanded:bg-hover md:pr-2 pointer-coarse:min-h-11">
            <Avatar name={user.name} />
            <span className="sr-only">Account: </span>
            <span className="max-w-40 min-w-0 max-md:sr-only">
              <span className="block truncate text-sm leading-4 font-medium" title={user.name}>{user.name}</span>
              <span className="block text-xs text-muted">{roleLabel(user)}</span>
            </span>
          </button>
        )}
      >
        <MenuLabel><span className="block truncate">{user.email}</span></MenuLabel>
        {user.workspaces.length > 1 && (
          <>
            <MenuSeparator />
            <MenuLabel>Workspace</MenuLabel>
            <MenuRadioGroup
              value={user.steppedIn ? '' : user.workspace.id} onValueChange={(id) => void switchTo(id)}
              options={user.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </>
        )}
        {user.workspaces.length === 1 && !user.steppedIn && <MenuItem icon={<Building2 />} disabled>{user.workspace.name}</MenuItem>}
        <MenuSeparator />
        {user.steppedIn && <MenuItem icon={<Undo2 />} onSelect={() => void endVisit()}>End the visit</MenuItem>}
        {isAdmin && !user.steppedIn && <MenuItem icon={<DoorOpen />} onSelect={() => setSteppingIn(true)}>Step into a client…</MenuItem>}
        {isAdmin && <MenuItem icon={<Users />} onSelect={() => void go('/team')}>Team</MenuItem>}
        <MenuItem icon={<SettingsIcon />} onSelect={() => void go('/settings')}>Settings</MenuItem>
        <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>Log out</MenuItem>
      </Menu>
      <Suspense fallback={null}>{steppingIn && <StepInDialog onClose={() => setSteppingIn(false)} />}</Suspense>
    </>
  );
}
