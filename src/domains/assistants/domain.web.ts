/** Language models and the assistant. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const assistantsDomain = defineWebDomain({
  name: 'assistants',
  pages: [
    page('/model-config', {
      title: 'Model configuration',
      guard: 'admin',
      load: () => import('./web/models/model-config-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
});
