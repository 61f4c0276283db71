import { page } from '../../../web/router/page.ts';

export const automationPages = [
  page('/workflow-visualization', {
    title: 'Workflows',
    guard: 'admin',
    keywords: ['workflow', 'webhook', 'trigger', 'rules'],
    load: () => import('./automation-page.tsx'),
  }),
  page('/workflow-visualization/{id}', { title: 'Workflow', guard: 'admin', load: () => import('./editor-page.tsx') }),
];
