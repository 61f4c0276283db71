/** Settings of public pages. */
import { defineWebDomain } from '../../web/domain.ts';
import { fill } from '../../web/slots.ts';
import { SETTINGS_PANELS } from '../identity/web/slots.ts';

export const publicPagesDomain = defineWebDomain({
  name: 'public-pages',
  slots: [fill(SETTINGS_PANELS, () => import('./web/public-pages-panel.tsx'), { key: 'public-pages' })],
});
