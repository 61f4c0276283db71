import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { PageTitles } from '../router/titles.tsx';
import { useCurrentPage } from '../router/use-page.ts';
import { ConfirmHost } from '../ui/confirm-host.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';
import { LiveRegions } from './announcer.tsx';
import { remember } from './recents.ts';
import { useToasts } from './toast.ts';

// Without its looks a toast is still announced and kept in the notification centre, so a failure here stays small.
const Toaster = lazy<ComponentType>(() => import('./toaster.tsx').catch(() => ({ default: () => null })));

/** What surrounds every page, with the shell and without. */
export function Frame({ children }: { children: ReactNode }) {
  const { history, toasts } = useToasts();
  return (
    <>
      <PageTitles />
      {children}
      <LiveRegions />
      <TooltipLayer />
      <ConfirmHost />
      <Recents />
      <Suspense fallback={null}>{(history.length > 0 || toasts.length > 0) && <Toaster />}</Suspense>
    </>
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
