/** The catalog of apps, AI features, and connectors. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const catalogDomain = defineWebDomain({
  name: 'catalog',
  pages: [
    page('/app-store', { title: 'App store', guard: 'user', load: () => import('./web/app-store-page.tsx') }),
    page('/ai-features', { title: 'AI features', guard: 'user', load: () => import('./web/ai-features-page.tsx') }),
  ],
  palette: () => import('./web/palette.ts'),
});
