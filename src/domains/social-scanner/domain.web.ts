/** Watches over public posts. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const socialScannerDomain = defineWebDomain({
  name: 'social-scanner',
  pages: [
    page('/social-media-scanner', {
      title: 'Social media scanner',
      guard: 'user',
      load: () => import('./web/social-scanner-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
});
