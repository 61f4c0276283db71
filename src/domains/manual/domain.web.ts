/** The manual. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const manualDomain = defineWebDomain({
  name: 'manual',
  pages: [
    page('/documentation', {
      title: 'Documentation',
      guard: 'admin',
      load: () => import('./web/documentation-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: ['/api/manual'],
});
