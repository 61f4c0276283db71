import Building2 from 'lucide-react/icons/building-2';
import DoorOpen from 'lucide-react/icons/door-open';
import LogOut from 'lucide-react/icons/log-out';
import SettingsIcon from 'lucide-react/icons/settings';
import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import { useGo } from '../../../web/router/link.tsx';
import type { SessionUser } from '../../../web/api/session.ts';
import { useSignOut } from '../../../web/shell/sign-out.ts';
import { MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from '../../../web/ui/dropdown-menu.tsx';
import { endVisit, switchTo } from './switch-workspace.ts';

/** The account menu: the person's workspaces, settings, and team. */
export default function AccountMenuItems({ user, onStepIn }: { user: SessionUser; onStepIn: () => void }) {
  const go = useGo();
  const { signOut } = useSignOut();
  const isAdmin = user.role === 'admin';
  return (
    <>
      <MenuLabel>
        <span className="block truncate">{user.email}</span>
      </MenuLabel>
      {user.workspaces.length > 1 && (
        <>
          <MenuSeparator />
          <MenuLabel>Workspace</MenuLabel>
          <MenuRadioGroup
            value={user.steppedIn ? '' : user.workspace.id}
            onValueChange={(id) => void switchTo(id)}
            options={user.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      )}
      {user.workspaces.length === 1 && !user.steppedIn && (
        <MenuItem icon={<Building2 />} disabled>
          {user.workspace.name}
        </MenuItem>
      )}
      <MenuSeparator />
      {user.steppedIn && (
        <MenuItem icon={<Undo2 />} onSelect={() => void endVisit()}>
          End visit
        </MenuItem>
      )}
      {isAdmin && !user.steppedIn && (
        <MenuItem icon={<DoorOpen />} onSelect={onStepIn}>
          Step into a client…
        </MenuItem>
      )}
      {isAdmin && (
        <MenuItem icon={<Users />} onSelect={() => void go('/team')}>
          Team
        </MenuItem>
      )}
      <MenuItem icon={<SettingsIcon />} onSelect={() => void go('/settings')}>
        Settings
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
        Log out
      </MenuItem>
    </>
  );
}
