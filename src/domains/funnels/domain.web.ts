/** Funnels: pages that turn visitors into leads. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const funnelsDomain = defineWebDomain({
  name: 'funnels',
  pages: [
    page('/funnel-builder', { title: 'Funnel builder', guard: 'user', load: () => import('./web/funnels-page.tsx') }),
    page('/funnel-preview/{funnelId}', {
      title: 'Funnel preview',
      guard: 'open',
      load: () => import('./web/preview-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
});
