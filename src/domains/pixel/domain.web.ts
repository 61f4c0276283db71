/** Website tracking. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const pixelDomain = defineWebDomain({
  name: 'pixel',
  pages: [page('/super-pixel', { title: 'Super pixel', guard: 'user', load: () => import('./web/pixel-page.tsx') })],
});
