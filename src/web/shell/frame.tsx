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

// Nothing of a page needs it to be read or used; without it the names of buttons are still said. It listens for
// pointers and fingers, so it is asked for at once, and the page names its file.
const tooltips = import('../ui/tooltip-layer.tsx').then(
  (layer) => ({ default: layer.TooltipLayer as ComponentType }),
  () => ({ default: () => null }),
);
const TooltipLayer = lazy<ComponentType>(() => tooltips);
// What it tells of stands on the html element until it is there.
const ProtectionNotices = lazy<ComponentType>(() =>
  import('./protection-notices.tsx').then(
    (notices) => ({ default: notices.ProtectionNotices }),
    () => ({ default: () => null }),
  ),
);
// Without its looks a toast is still announced and kept in the notification centre, so a failure here stays small.
const Toaster = lazy<ComponentType>(() => import('./toaster.tsx').catch(() => ({ default: () => null })));

// Fetched while there is a connection: when it is needed there is none.
const loadOfflineNotice = () => import('../offline/offline-notice.tsx');
const OfflineNotice = lazy<ComponentType>(() => loadOfflineNotice().catch(() => ({ default: () => null })));
whenIdle(loadOfflineNotice);
// The first call that is refused says as much in its own place.
const LeftNotice = lazy<ComponentType>(() =>
  import('./other-workspace-notice.tsx').catch(() => ({ default: () => null })),
);

/** What surrounds every page, with the shell and without. */
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

/** Once it is needed it stays, to say that the connection is back. */
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

/** This tab shows another workspace than the one that is worked in. */
function LeftBehind() {
  return (
    useSyncExternalStore(leftWorkspace.subscribe, leftWorkspace.get) && (
      <Suspense fallback={null}>
        <LeftNotice />
      </Suspense>
    )
  );
}

/** The header offers to install the app; pages without one get a button of their own. */
function InstallOffer() {
  if (useCurrentPage()?.shell !== false) return null;
  return (
    <div className="fixed bottom-3 left-3 z-30" data-noprint>
      <InstallButton />
    </div>
  );
}

/** Keeps the command palette's list of pages opened last. */
function Recents() {
  const page = useCurrentPage();
  const { pathname } = useLocation();
  const isPlace = page !== undefined && page.guard !== 'public' && page.path === pathname;
  useEffect(() => {
    if (isPlace) remember({ path: pathname, title: page.title });
  }, [isPlace, page, pathname]);
  return null;
}
