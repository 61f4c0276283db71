/** The installation. */
import { defineWebDomain } from '../../web/domain.ts';
import { HEADER_TOOLS } from '../../web/shell/slots.ts';
import { fill } from '../../web/slots.ts';
import { page } from '../../web/router/page.ts';

export const adminDomain = defineWebDomain({
  name: 'admin',
  pages: [page('/admin', { title: 'Admin', guard: 'admin', load: () => import('./web/admin-page.tsx') })],
  slots: [fill(HEADER_TOOLS, () => import('./web/jobs-tray.tsx'), { order: -1 })],
  palette: () => import('./web/palette.ts'),
  offlineReads: [
    '/api/admin/jobs',
    '/api/admin/recurring-jobs',
    '/api/admin/system',
    '/api/jobs',
    '/api/system-status',
  ],
});
