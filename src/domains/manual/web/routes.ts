import { page } from '../../../web/router/page.ts';

export const manualPages = [
  page('/documentation', {
    title: 'Documentation',
    guard: 'admin',
    keywords: ['manual', 'help', 'API reference'],
    load: () => import('./documentation-page.tsx'),
  }),
];
