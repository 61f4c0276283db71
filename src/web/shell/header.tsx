import type { ReactNode } from 'react';
import BookOpen from 'lucide-react/icons/book-open';
import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import type { SessionUser } from '../api/session.ts';
import { InstallButton } from '../install/install-button.tsx';
import { Link } from '../router/link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LogoMark } from './logo.tsx';
import { openPalette, usePaletteOpen } from './palette-state.ts';
import { commandKey } from './shortcuts.ts';
import { useSignOut } from './sign-out.ts';
import { VERSION_LABEL } from './version.ts';

const ROLES = { admin: 'Admin', opus_team: 'Opus team', user: 'User' } as const;

export function roleLabel({ role, isClient }: Pick<SessionUser, 'role' | 'isClient'>): string {
  return isClient && role === 'user' ? 'Client' : ROLES[role];
}

export interface HeaderProps {
  /** Null on open pages without a signed-in user. */
  user: SessionUser | null;
  /** Opens the navigation on small screens; absent where there is none. */
  onMenu?: () => void;
  menuOpen: boolean;
  /** The domains' tools: the tray of running jobs, the bell. */
  tools?: ReactNode;
  /** The signed-in user: initials, name, and role, with the account menu. */
  account?: ReactNode;
}

export function Header({ user, onMenu, menuOpen, tools, account }: HeaderProps) {
  return (
    <header
      className="flex h-(--shell-header) items-center gap-1 border-b border-line bg-canvas px-2 sm:gap-2 lg:px-4"
      data-noprint
    >
      {onMenu && (
        <IconButton
          label="Menu"
          icon={<MenuIcon />}
          onClick={onMenu}
          aria-expanded={menuOpen}
          aria-controls="sidebar"
          className="max-sm:hidden lg:hidden"
        />
      )}
      <Link
        to={user ? '/' : '/login'}
        className="flex min-h-8 items-center gap-2 rounded-md lg:w-56 pointer-coarse:min-h-11"
      >
        <LogoMark />
        <span className="font-semibold max-[24rem]:sr-only">Gauntlet</span>
        <span className="tabular text-xs text-faint max-sm:hidden">{VERSION_LABEL}</span>
      </Link>
      <div className="min-w-0 flex-1">{user && <SearchBox />}</div>
      <InstallButton compact />
      {user ? (
        <UserTools user={user} tools={tools} account={account} />
      ) : (
        <Link to="/login" className={buttonClass({ variant: 'primary' })}>
          Sign in
        </Link>
      )}
    </header>
  );
}

/** Looks like the search field it opens. A phone has it in the bar at the bottom. */
function SearchBox() {
  const open = usePaletteOpen();
  return (
    <button
      type="button"
      onClick={() => openPalette()}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-keyshortcuts="Control+K Meta+K /"
      className="hidden h-control w-full max-w-md items-center gap-2 rounded-md border border-control bg-canvas px-2.5 text-sm text-faint transition-colors duration-100 hover:bg-hover sm:flex"
    >
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">Search or go to…</span>
      <span className="text-xs max-lg:hidden" aria-hidden="true">
        {commandKey()} K
      </span>
    </button>
  );
}

function UserTools({ user, tools, account }: Pick<HeaderProps, 'tools' | 'account'> & { user: SessionUser }) {
  const { signOut, signingOut } = useSignOut();
  return (
    <div className="flex items-center gap-0.5 sm:gap-1">
      {tools}
      {/* The manual's own page is for administrators; everybody else reads it in the help panel. */}
      {user.role === 'admin' && (
        <Link
          to="/documentation"
          aria-label="Help: the manual"
          data-tooltip="The manual"
          className="inline-flex size-control items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink max-sm:hidden"
        >
          <BookOpen size={16} aria-hidden="true" />
        </Link>
      )}
      <div className="ml-1 flex items-center border-line sm:border-l sm:pl-2">{account}</div>
      <Button
        variant="ghost"
        icon={<LogOut />}
        loading={signingOut}
        onClick={() => void signOut()}
        className="px-2 max-[22rem]:hidden"
      >
        <span className="max-lg:sr-only">Logout</span>
      </Button>
    </div>
  );
}
