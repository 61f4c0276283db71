/** Settings of messages. */
import { defineWebDomain } from '../../web/domain.ts';
import { fill } from '../../web/slots.ts';
import { SETTINGS_PANELS } from '../identity/web/slots.ts';

export const messagingDomain = defineWebDomain({
  name: 'messaging',
  slots: [fill(SETTINGS_PANELS, () => import('./web/messaging-panel.tsx'), { key: 'messaging' })],
});
