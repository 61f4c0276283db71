/** Mail. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const mailDomain = defineWebDomain({
  name: 'mail',
  pages: [
    page('/ai-email-assistant', {
      title: 'AI email assistant',
      guard: 'user',
      load: () => import('./web/mail-page.tsx'),
    }),
  ],
});
