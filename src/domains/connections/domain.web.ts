/** Settings → Connections. */
import { defineWebDomain } from '../../web/domain.ts';
import { fill } from '../../web/slots.ts';
import { SETTINGS_PANELS } from '../identity/web/slots.ts';

export const connectionsDomain = defineWebDomain({
  name: 'connections',
  pages: [],
  slots: [fill(SETTINGS_PANELS, () => import('./web/connections-panel.tsx'), { key: 'connections' })],
});
