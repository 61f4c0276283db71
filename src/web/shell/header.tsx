import { lazy, Suspense, useState, type ReactNode, type Ref } from 'react';
import Bell from 'lucide-react/icons/bell';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import type { SessionUser } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LogoMark } from './logo.tsx';
import { openPalette, usePaletteOpen } from './palette-state.ts';
import { commandKey } from './shortcuts.ts';
import { useSignOut } from './sign-out.ts';
import { markToastsRead, useToasts } from './toast.ts';
import { VERSION_LABEL } from './version.ts';

const NotificationCentre = lazy(() => import('./notification-centre.tsx'));

const ROLES = { admin: 'Admin', opus_team: 'Opus team', user: 'User' } as const;

export function roleLabel({ role, isClient }: Pick<SessionUser, 'role' | 'isClient'>): string {
  return isClient && role === 'user' ? 'Client' : ROLES[role];
}

export interface HeaderProps {
  /** Null on open pages that nobody is signed in on. */
  user: SessionUser | null;
  /** Opens the navigation on small screens; absent where there is none. */
  onMenu?: () => void;
  menuOpen: boolean;
  menuRef: Ref<HTMLButtonElement>;
  /** More tools, for example the tray of running jobs. */
  tools?: ReactNode;
}

export function Header({ user, onMenu, menuOpen, menuRef, tools }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 flex h-(--shell-header) items-center gap-1 border-b border-line bg-canvas px-2 sm:gap-2 lg:px-4" data-noprint>
      {onMenu && (
        <IconButton ref={menuRef} label="Menu" icon={<MenuIcon />} onClick={onMenu} aria-expanded={menuOpen} aria-controls="sidebar" className="lg:hidden" />
      )}
      <Link to={user ? '/' : '/login'} exact className="flex min-h-8 items-center gap-2 rounded-md lg:w-56 pointer-coarse:min-h-11">
        <LogoMark />
        <span className="font-semibold max-[24rem]:sr-only">Gauntlet</span>
        <span className="tabular text-xs text-faint max-sm:hidden">{VERSION_LABEL}</span>
      </Link>
      <div className="min-w-0 flex-1">{user && <SearchBox />}</div>
      {user ? <UserTools user={user} tools={tools} /> : <Link to="/login" className={buttonClass({ variant: 'primary' })}>Sign in</Link>}
    </header>
  );
}

/** Looks like the search field that it opens. On small screens it is a button that opens and closes the search. */
function SearchBox() {
  const open = usePaletteOpen();
  return (
    <>
      <button
        type="button" onClick={openPalette} aria-haspopup="dialog" aria-expanded={open} aria-keyshortcuts="Control+K Meta+K /"
        className="hidden h-control w-full max-w-md items-center gap-2 rounded-md border border-control bg-canvas px-2.5 text-sm text-faint transition-colors duration-100 hover:bg-hover sm:flex"
      >
        <Search size={16} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">Search or go to…</span>
        <span className="text-xs max-lg:hidden" aria-hidden="true">{commandKey()} K</span>
      </button>
      <span className="flex justify-end sm:hidden">
        <IconButton label="Search" icon={<Search />} onClick={openPalette} aria-haspopup="dialog" aria-expanded={open} />
      </span>
    </>
  );
}

function UserTools({ user, tools }: { user: SessionUser; tools: ReactNode }) {
  const { signOut, signingOut } = useSignOut();
  return (
    <div className="flex items-center gap-0.5 sm:gap-1">
      {tools}
      <NotificationButton />
      <Link
        to="/documentation" aria-label="Help" data-tooltip="Help"
        className="inline-flex size-control items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink max-[24rem]:hidden"
      >
        <CircleQuestionMark size={16} aria-hidden="true" />
      </Link>
      <div className="ml-1 flex items-center gap-2 border-line sm:border-l sm:pl-3">
        <Avatar name={user.name} label={user.name} />
        <div className="hidden max-w-40 min-w-0 md:block">
          <p className="truncate text-sm leading-4 font-medium" title={user.name}>{user.name}</p>
          <p className="text-xs text-muted">{roleLabel(user)}</p>
        </div>
      </div>
      <Button variant="ghost" icon={<LogOut />} loading={signingOut} onClick={() => void signOut()} className="px-2">
        <span className="max-lg:sr-only">Logout</span>
      </Button>
    </div>
  );
}

function NotificationButton() {
  const { unread } = useToasts();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const show = () => {
    setOpened(true);
    setOpen(true);
    markToastsRead();
  };
  return (
    <span className="relative inline-flex">
      <IconButton label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'} icon={<Bell />} onClick={show} aria-haspopup="dialog" aria-expanded={open} />
      {unread > 0 && <span aria-hidden="true" className="pointer-events-none absolute top-1.5 right-1.5 size-2 rounded-full bg-accent ring-2 ring-canvas" />}
      {opened && <Suspense fallback={null}><NotificationCentre open={open} onOpenChange={setOpen} /></Suspense>}
    </span>
  );
}
