import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation, useRouterState } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import type { SessionUser } from '../api/session.ts';
import { useFirstPictureGone } from '../router/boot-outline.ts';
import { useGo } from '../router/link.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useServerAppearance } from './appearance-sync.ts';
import { Header } from './header.tsx';
import { setOverlay } from './palette-state.ts';
import { toggleRail } from './icon-rail.ts';
import { useShortcuts, type Shortcut } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

// Keys pressed for the palette earlier are kept (palette-state.ts).
const Overlays = lazy<ComponentType<{ user: SessionUser }>>(() =>
  import('./overlays.tsx').then(
    (overlays) => ({ default: overlays.Overlays }),
    () => ({ default: () => null }),
  ),
);

// Only phones show it, in a place that is kept.
const BottomBar = lazy(() => import('./bottom-bar.tsx').then((module) => ({ default: module.BottomBar })));

/** From this width on the sidebar is beside the page; below, it is off screen (specification, section 9). */
const WIDE = '(min-width: 1024px)';

export interface ShellProps {
  user: SessionUser | null;
  /** The domains' header tools: the tray of running jobs, the bell. */
  tools?: ReactNode;
  /** The signed-in user, at the end of the header. */
  account?: ReactNode;
  /** Banners above every page's content: a visit, an unverified address. */
  banners?: ReactNode;
  children: ReactNode;
}

/** Header, sidebar, and main area around a page. */
export function Shell({ user, tools, account, banners, children }: ShellProps) {
  useFirstPictureGone();
  useServerAppearance(user?.id);
  useShortcuts(useGlobalShortcuts());
  const menu = useSideMenu();
  return (
    <div className="min-h-dvh">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-solid focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {/* Sticky here: within a box of its own height it would scroll away with that. */}
      <div inert={menu.open} className="sticky top-0 z-30">
        <Header
          user={user}
          onMenu={user ? menu.toggle : undefined}
          menuOpen={menu.open}
          tools={tools}
          account={account}
        />
        <NavigationProgress />
      </div>
      <div className={user ? 'lg:grid lg:grid-cols-[var(--shell-side)_minmax(0,1fr)]' : undefined}>
        {user && (
          <>
            {menu.open && (
              <div
                className="fixed inset-0 z-40 animate-fade-in bg-scrim lg:hidden"
                onClick={menu.close}
                aria-hidden="true"
              />
            )}
            <aside
              id="sidebar"
              ref={menu.panel}
              className={cx(
                'fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col border-r border-line bg-sunken transition-[translate,visibility] duration-200',
                'lg:visible lg:sticky lg:top-(--shell-header) lg:z-10 lg:h-[calc(100dvh-var(--shell-edges))] lg:w-auto lg:max-w-none lg:translate-x-0 lg:transition-none',
                menu.open ? 'visible translate-x-0 shadow-pop' : 'invisible -translate-x-full',
              )}
            >
              <IconButton
                label="Close menu"
                icon={<X />}
                onClick={menu.close}
                className="absolute! top-2 right-2 lg:hidden"
              />
              <Sidebar user={user} />
            </aside>
          </>
        )}
        <div inert={menu.open} className="min-w-0">
          {banners}
          <main id="main" tabIndex={-1} className="min-w-0">
            {children}
          </main>
        </div>
      </div>
      {user && (
        <div inert={menu.open}>
          <Suspense fallback={null}>
            <BottomBar onMenu={menu.toggle} menuOpen={menu.open} />
          </Suspense>
        </div>
      )}
      <Suspense fallback={null}>{user && <Overlays user={user} />}</Suspense>
    </div>
  );
}

/**
 * The sidebar on small screens: opened by the menu button, closed by Escape, by a choice, and when the window grows
 * wide.
 */
function useSideMenu() {
  const { pathname } = useLocation();
  // Open at one address only: navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === pathname;
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const wide = matchMedia(WIDE);
    const reset = () => setOpenAt(null);
    wide.addEventListener('change', reset);
    return () => wide.removeEventListener('change', reset);
  }, []);
  const openerOf = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    panel.current?.querySelector<HTMLElement>('button, a')?.focus();
    const opener = openerOf.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenAt(null);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // Back to the button once its bar is no longer inert.
      requestAnimationFrame(() => opener?.focus());
    };
  }, [open]);

  const toggle = () => {
    openerOf.current = document.activeElement as HTMLElement | null;
    setOpenAt(open ? null : pathname);
  };
  return { open, panel, toggle, close: () => setOpenAt(null) };
}

/** A thin bar under the header while a page loads. */
function NavigationProgress() {
  const pending = useRouterState({ select: ({ status }) => status === 'pending' });
  if (!pending) return null;
  return (
    <div
      className="fixed inset-x-0 top-[calc(var(--shell-header)-2px)] z-40 h-0.5 animate-appear-late overflow-hidden"
      aria-hidden="true"
    >
      <div className="h-full w-1/3 animate-pulse bg-accent" />
    </div>
  );
}

/** Common destinations, and the two overlays. */
const DESTINATIONS = [
  ['d', '/dashboard', 'dashboard'],
  ['c', '/contacts', 'contacts'],
  ['l', '/leads', 'leads'],
  ['o', '/opportunities', 'opportunities'],
  ['a', '/activities', 'activities'],
  ['s', '/settings', 'settings'],
] as const;

function useGlobalShortcuts(): readonly Shortcut[] {
  const go = useGo();
  return useMemo(() => {
    const search = () => setOverlay('palette');
    return [
      { keys: 'Mod+K', label: 'Search or go to…', group: 'Anywhere', run: search },
      { keys: '/', label: 'Search or go to…', group: 'Anywhere', run: search },
      { keys: '?', label: 'Show shortcuts', group: 'Anywhere', run: () => setOverlay('shortcuts') },
      { keys: '[', label: 'Collapse or expand the sidebar', group: 'Anywhere', run: toggleRail },
      ...DESTINATIONS.map(([key, path, name]) => ({
        keys: `g ${key}`,
        label: `Go to ${name}`,
        group: 'Go to',
        run: () => void go(path),
      })),
    ];
  }, [go]);
}
