import type { ReactElement } from 'react';
import { cloneElement } from 'react';
import { useLocation } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import House from 'lucide-react/icons/house';
import MenuIcon from 'lucide-react/icons/menu';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { Link } from '../router/link.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { cx } from '../ui/cx.ts';
import { useInbox } from './inbox.ts';
import { openPalette, usePaletteOpen } from './palette-state.ts';

const partClass =
  'relative flex h-full flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-2xs font-medium text-muted focus-visible:outline-offset-[-2px]';

export interface BottomBarProps {
  onMenu: () => void;
  menuOpen: boolean;
}

/** The phone's bottom bar: home, search, new, notifications, and the menu. */
export function BottomBar({ onMenu, menuOpen }: BottomBarProps) {
  const { pathname } = useLocation();
  const inbox = useInbox();
  const searching = usePaletteOpen();
  const atHome = pathname === '/' || pathname === '/dashboard';
  return (
    <nav
      aria-label="Quick access"
      data-noprint
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--shell-bar) border-t border-line bg-canvas px-1 pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <Link
        to="/dashboard"
        aria-current={atHome ? 'page' : undefined}
        className={cx(partClass, atHome && 'text-accent-ink')}
      >
        <House size={20} aria-hidden="true" />
        Home
      </Link>
      <Part
        icon={<Search />}
        label="Search"
        onClick={() => openPalette()}
        aria-haspopup="dialog"
        aria-expanded={searching}
      />
      <Part icon={<Plus />} label="Add" onClick={() => openPalette('New ')} aria-haspopup="dialog" />
      <Part
        icon={<Bell />}
        label="Inbox"
        more={inbox?.count ? `, ${inbox.count} new` : undefined}
        onClick={() => inbox?.open()}
        aria-haspopup="dialog"
        badge={inbox && inbox.count > 0 ? (inbox.count > 99 ? '99+' : inbox.count) : undefined}
      />
      <Part icon={<MenuIcon />} label="Menu" onClick={onMenu} aria-controls="sidebar" aria-expanded={menuOpen} />
    </nav>
  );
}

interface PartProps extends React.ComponentProps<'button'> {
  icon: ReactElement<{ size?: number; 'aria-hidden'?: boolean }>;
  label: string;
  /** For screen readers, after the label. */
  more?: string | undefined;
  badge?: string | number | undefined;
}

function Part({ icon, label, more, badge, ...rest }: PartProps) {
  return (
    <button type="button" {...rest} className={partClass}>
      <span className="relative -mx-2 px-2">
        {cloneElement(icon, { size: 20, 'aria-hidden': true })}
        {badge !== undefined && <CountBadge>{badge}</CountBadge>}
      </span>
      <span>
        {label}
        {more && <span className="sr-only">{more}</span>}
      </span>
    </button>
  );
}
