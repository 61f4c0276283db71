/** Conversations by text message. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const textingDomain = defineWebDomain({
  name: 'texting',
  pages: [
    page('/sms-messaging', { title: 'SMS messaging', guard: 'user', load: () => import('./web/texts-page.tsx') }),
  ],
});
