import { page } from '../../../web/router/page.ts';

export const clientPages = [
  page('/clients', {
    title: 'Clients',
    guard: 'admin',
    keywords: ['customers', 'workspaces', 'health'],
    load: () => import('./client-list-page.tsx'),
  }),
  page('/clients/{id}', { title: 'Client', guard: 'admin', load: () => import('./client-page.tsx') }),
  page('/clients/{id}/users', { title: 'Client users', guard: 'admin', load: () => import('./client-users-page.tsx') }),
  page('/clients/{id}/apps', { title: 'Client apps', guard: 'admin', load: () => import('./client-apps-page.tsx') }),
  page('/clients/{id}/settings', {
    title: 'Client settings',
    guard: 'admin',
    load: () => import('./client-settings-page.tsx'),
  }),
  page('/clients/{id}/crm', { title: 'Client CRM', guard: 'admin', load: () => import('./client-crm-page.tsx') }),
  page('/client-sync', {
    title: 'Client sync',
    guard: 'admin',
    keywords: ['clients', 'mapping', 'conflicts', 'copy', 'two-way'],
    load: () => import('./sync/sync-page.tsx'),
  }),
  page('/client-status-demo', {
    title: 'Client status',
    guard: 'admin',
    keywords: ['services', 'incidents', 'health', 'sounds'],
    load: () => import('./status/status-page.tsx'),
  }),
  page('/client-crm/{id}', { title: 'Client CRM', guard: 'admin', load: () => import('./client-crm-page.tsx') }),
];
