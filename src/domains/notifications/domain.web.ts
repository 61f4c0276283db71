/** The bell. */
import { defineWebDomain } from '../../web/domain.ts';
import { HEADER_TOOLS, PLACE_OF_TOOL } from '../../web/shell/slots.ts';
import { fill } from '../../web/slots.ts';

export const notificationsDomain = defineWebDomain({
  name: 'notifications',
  slots: [fill(HEADER_TOOLS, () => import('./web/bell.tsx'), { fallback: PLACE_OF_TOOL })],
  offlineReads: ['/api/notifications'],
});
