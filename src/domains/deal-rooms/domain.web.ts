/** Deal rooms for large opportunities. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';
import { fill } from '../../web/slots.ts';
import { OPPORTUNITY_ACTIONS } from '../crm/web/slots.ts';

export const dealRoomsDomain = defineWebDomain({
  name: 'deal-rooms',
  pages: [
    page('/high-ticket-sales-crm', {
      title: 'High-ticket sales',
      guard: 'user',
      load: () => import('./web/deal-rooms-page.tsx'),
    }),
  ],
  slots: [fill(OPPORTUNITY_ACTIONS, () => import('./web/open-room-button.tsx'))],
});
