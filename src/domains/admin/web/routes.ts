import { page } from '../../../web/router/page.ts';

export const adminPages = [
  page('/admin', {
    title: 'Admin',
    guard: 'admin',
    keywords: ['system', 'health', 'jobs', 'recurring', 'mail outbox', 'accounts', 'users'],
    load: () => import('./admin-page.tsx'),
  }),
];
