import { page } from '../../../web/router/page.ts';

export const approvalPages = [
  page('/lead-approval', {
    title: 'Lead approval',
    guard: 'user',
    keywords: ['approve', 'reject', 'queue', 'automation'],
    load: () => import('./approvals-page.tsx'),
  }),
];
