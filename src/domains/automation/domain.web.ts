/** Workflows and webhooks. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const automationDomain = defineWebDomain({
  name: 'automation',
  pages: [
    page('/workflow-visualization', {
      title: 'Workflows',
      guard: 'admin',
      load: () => import('./web/automation-page.tsx'),
    }),
    page('/workflow-visualization/{id}', {
      title: 'Workflow',
      guard: 'admin',
      load: () => import('./web/editor-page.tsx'),
    }),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: ['/api/workflow-catalogue', '/api/workflow-runs', '/api/workflows'],
});
