import { page } from '../../../web/router/page.ts';

export const crmPages = [
  page('/dashboard', {
    title: 'Dashboard',
    guard: 'user',
    keywords: ['home', 'today', 'tasks'],
    load: () => import('./dashboard/dashboard-page.tsx'),
  }),
  page('/contacts', {
    title: 'Contacts',
    guard: 'user',
    keywords: ['people', 'crm'],
    load: () => import('./contacts/contact-list-page.tsx'),
  }),
  page('/contacts/import', {
    title: 'Import contacts',
    guard: 'user',
    keywords: ['csv', 'upload'],
    load: () => import('./imports/imports-page.tsx'),
  }),
  page('/contacts/import/{id}', {
    title: 'Import contacts',
    guard: 'user',
    load: () => import('./imports/import-page.tsx'),
  }),
  page('/leads/import', {
    title: 'Import leads',
    guard: 'user',
    keywords: ['csv', 'upload'],
    load: () => import('./imports/imports-page.tsx'),
  }),
  page('/leads/import/{id}', { title: 'Import leads', guard: 'user', load: () => import('./imports/import-page.tsx') }),
  page('/opportunities/import', {
    title: 'Import opportunities',
    guard: 'user',
    keywords: ['csv', 'upload', 'deals'],
    load: () => import('./imports/imports-page.tsx'),
  }),
  page('/opportunities/import/{id}', {
    title: 'Import opportunities',
    guard: 'user',
    load: () => import('./imports/import-page.tsx'),
  }),
  page('/contacts/{id}', { title: 'Contacts', guard: 'user', load: () => import('./contacts/contact-page.tsx') }),
  page('/analytics', {
    title: 'Analytics',
    guard: 'user',
    keywords: ['reports', 'conversion', 'forecast', 'won', 'lost', 'sources'],
    load: () => import('./reports/reports-page.tsx'),
  }),
  page('/business-license-management', {
    title: 'Business licenses',
    guard: 'user',
    keywords: ['license', 'permit', 'brand', 'renewal'],
    load: () => import('./licenses/license-list-page.tsx'),
  }),
  page('/business-license-management/{id}', {
    title: 'Business licenses',
    guard: 'user',
    load: () => import('./licenses/license-page.tsx'),
  }),
  page('/opportunities', {
    title: 'Opportunities',
    guard: 'user',
    keywords: ['deals', 'pipeline', 'board', 'forecast', 'sales'],
    load: () => import('./opportunities/opportunity-list-page.tsx'),
  }),
  page('/opportunities/{id}', {
    title: 'Opportunities',
    guard: 'user',
    load: () => import('./opportunities/record/opportunity-page.tsx'),
  }),
  page('/activities', {
    title: 'Activities',
    guard: 'user',
    keywords: ['tasks', 'calls', 'meetings', 'calendar', 'agenda'],
    load: () => import('./activities/activity-list-page.tsx'),
  }),
  page('/activities/my-day', {
    title: 'My day',
    guard: 'user',
    keywords: ['today', 'tasks', 'to do', 'quick add'],
    load: () => import('./activities/my-day-page.tsx'),
  }),
  page('/activities/{id}', {
    title: 'Activities',
    guard: 'user',
    load: () => import('./activities/activity-page.tsx'),
  }),
  page('/record-fields', {
    title: 'Fields of your own',
    guard: 'user',
    keywords: ['custom fields', 'formula', 'calculated', 'roll-up', 'sum', 'count'],
    load: () => import('../../../records/web/custom-field-settings/fields-page.tsx'),
  }),
  page('/leads', {
    title: 'Leads',
    guard: 'user',
    keywords: ['prospects', 'crm'],
    load: () => import('./leads/lead-list-page.tsx'),
  }),
  page('/leads/settings', {
    title: 'Lead rules and forms',
    guard: 'admin',
    keywords: ['score', 'assignment', 'web form'],
    load: () => import('./leads/settings/settings-page.tsx'),
  }),
  page('/leads/{id}', { title: 'Leads', guard: 'user', load: () => import('./leads/lead-page.tsx') }),
  page('/meeting-invitation', {
    title: 'Invitation',
    guard: 'public',
    load: () => import('./activities/invitation-page.tsx'),
  }),
  page('/duplicates', {
    title: 'Duplicates',
    guard: 'user',
    keywords: ['double', 'merge', 'dedupe', 'same', 'clean up'],
    load: () => import('./duplicates/duplicates-page.tsx'),
  }),
  page('/companies', {
    title: 'Companies',
    guard: 'user',
    keywords: ['accounts', 'organisations', 'firms', 'crm'],
    load: () => import('./companies/company-list-page.tsx'),
  }),
  page('/companies/import', {
    title: 'Import companies',
    guard: 'user',
    keywords: ['csv', 'upload'],
    load: () => import('./imports/imports-page.tsx'),
  }),
  page('/companies/import/{id}', {
    title: 'Import companies',
    guard: 'user',
    load: () => import('./imports/import-page.tsx'),
  }),
  page('/companies/{id}', { title: 'Companies', guard: 'user', load: () => import('./companies/company-page.tsx') }),
];
