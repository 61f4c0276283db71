/** Phone agents. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const phoneDomain = defineWebDomain({
  name: 'phone',
  pages: [
    page('/ai-phone-agent', { title: 'AI phone agent', guard: 'user', load: () => import('./web/phone-page.tsx') }),
  ],
  palette: () => import('./web/palette.ts'),
});
