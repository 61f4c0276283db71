/** Clients: apps, sync, status. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const clientsDomain = defineWebDomain({
  name: 'clients',
  pages: [
    page('/clients', { title: 'Clients', guard: 'admin', load: () => import('./web/client-list-page.tsx') }),
    page('/clients/{id}', { title: 'Client', guard: 'admin', load: () => import('./web/client-page.tsx') }),
    page('/clients/{id}/users', {
      title: 'Client users',
      guard: 'admin',
      load: () => import('./web/client-users-page.tsx'),
    }),
    page('/clients/{id}/apps', {
      title: 'Client apps',
      guard: 'admin',
      load: () => import('./web/client-apps-page.tsx'),
    }),
    page('/clients/{id}/settings', {
      title: 'Client settings',
      guard: 'admin',
      load: () => import('./web/client-settings-page.tsx'),
    }),
    page('/clients/{id}/crm', { title: 'Client CRM', guard: 'admin', load: () => import('./web/client-crm-page.tsx') }),
    page('/client-sync', { title: 'Client sync', guard: 'admin', load: () => import('./web/sync/sync-page.tsx') }),
    page('/client-status-demo', {
      title: 'Client status',
      guard: 'admin',
      load: () => import('./web/status/status-page.tsx'),
    }),
    page('/client-crm/{id}', { title: 'Client CRM', guard: 'admin', load: () => import('./web/client-crm-page.tsx') }),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: ['/api/client-sync', '/api/clients'],
});
