/** Credits: balance, usage, statement, and limits. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const billingDomain = defineWebDomain({
  name: 'billing',
  pages: [
    page('/purchase-credits', {
      title: 'Purchase credits',
      guard: 'user',
      load: () => import('./web/credits-page.tsx'),
    }),
  ],
});
