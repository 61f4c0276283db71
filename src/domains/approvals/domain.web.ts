/** Actions that wait for a person. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const approvalsDomain = defineWebDomain({
  name: 'approvals',
  pages: [
    page('/lead-approval', { title: 'Lead approval', guard: 'user', load: () => import('./web/approvals-page.tsx') }),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: ['/api/approvals'],
});
