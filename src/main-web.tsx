/**
 * The browser's entry point: with `main-shell.tsx` and `pages.ts` the only files on its side that see all domains.
 */
import './web/protect/trusted-types.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { allPages, offlineReads, palettes, slotParts } from './pages.ts';
import { startLive } from './web/api/live-start.ts';
import { createQueryClient } from './web/api/query-client.ts';
import { whenSessionIsLost } from './web/api/send.ts';
import { dropUser, userQuery } from './web/api/session.ts';
import { collectPages } from './web/router/collect.ts';
import { startInstallOffer } from './web/install/install-offer.ts';
import { startOffline } from './web/offline/start-offline.ts';
import { startChunkRecovery } from './web/router/chunk.ts';
import { createAppRouter } from './web/router/create-router.tsx';
import { fetchNextFiles } from './web/router/next-files.ts';
import { offerPalettes } from './web/shell/commands.ts';
import { Frame } from './web/shell/frame.tsx';
import { startShortcuts } from './web/shell/shortcuts.ts';
import { startAppearance } from './web/shell/theme.ts';
import { fillSlots } from './web/slots.ts';
import { whenIdle } from './web/ui/page-settled.ts';
import './web/ui/theme.css';
// With the styles of everything else: a file of its own would hold up the shell.
import './web/shell/shell.css';

fillSlots(slotParts);
offerPalettes(palettes);
startAppearance();
startShortcuts();
startInstallOffer();
startChunkRecovery();
fetchNextFiles();
// Sounds and another version can wait until the page is on screen.
whenIdle(() => import('./web/shell/sounds.ts').then(({ startSounds }) => startSounds()));
whenIdle(() => import('./web/install/updates.ts').then(({ startUpdates }) => startUpdates()));

const queryClient = createQueryClient();
whenSessionIsLost(() => dropUser(queryClient));
startOffline(queryClient, offlineReads);
// Asked for before anything is drawn, beside the page's own chunk: nothing waits for it longer than it must.
void queryClient.prefetchQuery(userQuery);
startLive(queryClient);

const router = createAppRouter({
  ...collectPages(allPages, () => import('./web/shell/not-built-page.tsx')),
  Frame,
  shell: () => import('./main-shell.tsx'),
  notFound: () => import('./web/shell/not-found-page.tsx'),
  client: queryClient,
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
