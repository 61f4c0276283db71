import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { leftWorkspace } from '../api/shown-workspace.ts';
import { InstallButton } from '../install/install-button.tsx';
import { useIsOffline } from '../offline/start-offline.ts';
import { PageTitles } from '../router/titles.tsx';
import { useCurrentPage } from '../router/use-page.ts';
import { ConfirmHost } from '../ui/confirm-host.tsx';
import { whenIdle } from '../ui/page-settled.ts';
import { LiveRegions } from './announcer.tsx';
import { remember } from './recents.ts';
import { useToasts } from './toast.ts';

// No page needs it to be read or used, and screen readers name buttons without it. It listens for pointers and fingers,
// so it loads at once, and the page names its file.
const tooltips = import('../ui/tooltip-layer.tsx').then(
  (layer) => ({ default: layer.TooltipLayer as ComponentType }),
  () => ({ default: () => null }),
);
const TooltipLayer = lazy<ComponentType>(() => tooltips);
// Its findings are on the html element until it has loaded.
const ProtectionNotices = lazy<ComponentType>(() =>
  import('./protection-notices.tsx').then(
    (notices) => ({ default: notices.ProtectionNotices }),
    () => ({ default: () => null }),
  ),
);
// Without it a toast is still announced and stored in the notification center, so a failure here is minor.
const Toaster = lazy<ComponentType>(() => import('./toaster.tsx').catch(() => ({ default: () => null })));

// Loaded while there is a connection; when it is needed there is none.
const loadOfflineNotice = () => import('../offline/offline-notice.tsx');
const OfflineNotice = lazy<ComponentType>(() => loadOfflineNotice().catch(() => ({ default: () => null })));
whenIdle(loadOfflineNotice);
// The first call that is refused says as much in its own place.
const LeftNotice = lazy<ComponentType>(() =>
  import('./other-workspace-notice.tsx').catch(() => ({ default: () => null })),
);

/** Wraps every page, with and without the shell. */
export function Frame({ children }: { children: ReactNode }) {
  const { history, toasts } = useToasts();
  return (
    <>
      <PageTitles />
      <Suspense fallback={null}>
        <ProtectionNotices />
      </Suspense>
      {children}
      <LiveRegions />
      <Suspense fallback={null}>
        <TooltipLayer />
      </Suspense>
      <ConfirmHost />
      <Recents />
      <Offline />
      <LeftBehind />
      <InstallOffer />
      <Suspense fallback={null}>{(history.length > 0 || toasts.length > 0) && <Toaster />}</Suspense>
    </>
  );
}

/** Once needed it stays, to announce that the connection is back. */
function Offline() {
  const isOffline = useIsOffline();
  const [wasOffline, setWasOffline] = useState(false);
  if (isOffline && !wasOffline) setWasOffline(true);
  return (
    wasOffline && (
      <Suspense fallback={null}>
        <OfflineNotice />
      </Suspense>
    )
  );
}

/** This tab shows another workspace than the session's. */
function LeftBehind() {
  return (
    useSyncExternalStore(leftWorkspace.subscribe, leftWorkspace.get) && (
      <Suspense fallback={null}>
        <LeftNotice />
      </Suspense>
    )
  );
}

/** The header offers to install the app; pages without a header get a button. */
function InstallOffer() {
  if (useCurrentPage()?.shell !== false) return null;
  return (
    <div className="fixed bottom-3 left-3 z-30" data-noprint>
      <InstallButton />
    </div>
  );
}

/** Maintains the command palette's list of recent pages. */
function Recents() {
  const page = useCurrentPage();
  const { pathname } = useLocation();
  const isPlace = page !== undefined && page.guard !== 'public' && page.path === pathname;
  useEffect(() => {
    // The root shows the dashboard: one page, one entry.
    if (isPlace) remember({ path: pathname === '/' ? '/dashboard' : pathname, title: page.title });
  }, [isPlace, page, pathname]);
  return null;
}
