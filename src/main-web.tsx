/** The browser's entry point, and the only file on its side that sees all domains. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { JobsTray } from './domains/admin/web/jobs-tray.tsx';
import { crmPages } from './domains/crm/web/routes.ts';
import { identityPages } from './domains/identity/web/routes.ts';
import { manualPages } from './domains/manual/web/routes.ts';
import { startLiveReads } from './web/api/live-reads.ts';
import { createQueryClient } from './web/api/query-client.ts';
import { whenSessionIsLost } from './web/api/send.ts';
import { dropUser, userQuery } from './web/api/session.ts';
import { collectPages } from './web/router/collect.ts';
import { createAppRouter } from './web/router/create-router.tsx';
import { SPEC_ROUTES } from './web/router/spec-routes.ts';
import { Frame } from './web/shell/frame.tsx';
import { Shell, type ShellProps } from './web/shell/shell.tsx';
import { startShortcuts } from './web/shell/shortcuts.ts';
import { startSounds } from './web/shell/sounds.ts';
import { startAppearance } from './web/shell/theme.ts';
import './web/ui/theme.css';

// Overlays lock the page's scrolling by a style element, which the Content-Security-Policy admits only with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce) setNonce(nonce);

startAppearance();
startSounds();
startShortcuts();

const queryClient = createQueryClient();
whenSessionIsLost(() => dropUser(queryClient));
// Asked for before anything is drawn, beside the page's own chunk: nothing waits for it longer than it must.
void queryClient.prefetchQuery(userQuery);
startLiveReads(queryClient);

function ShellWithTools(props: ShellProps) {
  return <Shell {...props} tools={<JobsTray />} />;
}

const router = createAppRouter({
  ...collectPages([...identityPages, ...crmPages, ...manualPages], SPEC_ROUTES, () => import('./web/shell/not-built-page.tsx')),
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
