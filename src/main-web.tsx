/** The browser's entry point, and the only file on its side that sees all domains. */
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { JobsTray } from './domains/admin/web/jobs-tray.tsx';
import { CRM } from './domains/crm/paths.ts';
import { NOTIFICATIONS } from './domains/notifications/paths.ts';
import { NotificationBell } from './domains/notifications/web/bell.tsx';
import { AccountMenu } from './domains/workspaces/web/account-menu.tsx';
import { allPages } from './pages.ts';
import { startLiveReads } from './web/api/live-reads.ts';
import { createQueryClient } from './web/api/query-client.ts';
import { whenSessionIsLost } from './web/api/send.ts';
import { dropUser, type SessionUser, userQuery } from './web/api/session.ts';
import { collectPages } from './web/router/collect.ts';
import { startInstallOffer } from './web/install/install-offer.ts';
import { startUpdates } from './web/install/updates.ts';
import { startOffline } from './web/offline/start-offline.ts';
import { startChunkRecovery } from './web/router/chunk.ts';
import { createAppRouter } from './web/router/create-router.tsx';
import { SPEC_ROUTES } from './web/router/spec-routes.ts';
import { Frame } from './web/shell/frame.tsx';
import { Shell, type ShellProps } from './web/shell/shell.tsx';
import { startShortcuts } from './web/shell/shortcuts.ts';
import { startSounds } from './web/shell/sounds.ts';
import { startAppearance } from './web/shell/theme.ts';
import './web/ui/theme.css';

/** What was read of these is kept for a day and shown without a connection. No secrets, no files, nothing of sign-in. */
const READABLE_OFFLINE = [
  CRM.contacts, CRM.companies, CRM.licenses, CRM.leads, CRM.opportunities, CRM.activities, CRM.views, CRM.customFields, CRM.dashboard, CRM.recentActivities,
  NOTIFICATIONS.list,
];

// Overlays lock the page's scrolling by a style element, which the Content-Security-Policy admits only with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce) setNonce(nonce);

startAppearance();
startSounds();
startShortcuts();
startInstallOffer();
startChunkRecovery();
startUpdates();

const queryClient = createQueryClient();
whenSessionIsLost(() => dropUser(queryClient));
startOffline(queryClient, READABLE_OFFLINE);
// Asked for before anything is drawn, beside the page's own chunk: nothing waits for it longer than it must.
void queryClient.prefetchQuery(userQuery);
startLiveReads(queryClient);

// Few accounts have to be told anything.
const AccountBanners = lazy(() => import('./domains/workspaces/web/banners.tsx').then((module) => ({ default: module.AccountBanners })));
// It floats over the page: it may come after it.
const SupportLauncher = lazy(() => import('./domains/support/web/launcher.tsx').then((module) => ({ default: module.SupportLauncher })));

/** Whether a banner may have something to say to this account. */
const hasNews = (user: SessionUser) => user.steppedIn || user.setup === 'open' || !user.emailConfirmed;

function ShellWithTools(props: ShellProps) {
  const { user } = props;
  if (!user) return <Shell {...props} />;
  return (
    <>
      <Shell
        {...props} account={<AccountMenu user={user} />} banners={hasNews(user) && <Suspense fallback={null}><AccountBanners user={user} /></Suspense>}
        tools={<><JobsTray /><NotificationBell key={`${user.id}/${user.workspace.id}`} /></>}
      />
      <Suspense fallback={null}><SupportLauncher user={user} /></Suspense>
    </>
  );
}

const router = createAppRouter({
  ...collectPages(allPages, SPEC_ROUTES, () => import('./web/shell/not-built-page.tsx')),
  Frame,
  Shell: ShellWithTools,
  notFound: () => import('./web/shell/not-found-page.tsx'),
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
