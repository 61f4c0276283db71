/** Benchmarks over client businesses, and councils of models. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';
import { fill } from '../../web/slots.ts';
import { SETTINGS_PANELS } from '../identity/web/slots.ts';

export const collectiveIntelligenceDomain = defineWebDomain({
  name: 'collective-intelligence',
  pages: [
    page('/collective-intelligence', {
      title: 'Collective intelligence',
      guard: 'admin',
      load: () => import('./web/collective-intelligence-page.tsx'),
    }),
  ],
  slots: [fill(SETTINGS_PANELS, () => import('./web/participation-panel.tsx'), { key: 'account' })],
  palette: () => import('./web/palette.ts'),
});
