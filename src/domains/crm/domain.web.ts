/** Contacts, companies, leads, opportunities, activities, licenses, and reports. */
import { defineWebDomain } from '../../web/domain.ts';
import { LEAD_CHECK } from '../approvals/web/slots.ts';
import { FIRST_IMPORT } from '../workspaces/web/slots.ts';
import { fill } from '../../web/slots.ts';
import { page } from '../../web/router/page.ts';

export const crmDomain = defineWebDomain({
  name: 'crm',
  pages: [
    page('/dashboard', { title: 'Dashboard', guard: 'user', load: () => import('./web/dashboard/dashboard-page.tsx') }),
    page('/contacts', { title: 'Contacts', guard: 'user', load: () => import('./web/contacts/contact-list-page.tsx') }),
    page('/contacts/import', {
      title: 'Import contacts',
      guard: 'user',
      load: () => import('./web/imports/imports-page.tsx'),
    }),
    page('/contacts/import/{id}', {
      title: 'Import contacts',
      guard: 'user',
      load: () => import('./web/imports/import-page.tsx'),
    }),
    page('/leads/import', {
      title: 'Import leads',
      guard: 'user',
      load: () => import('./web/imports/imports-page.tsx'),
    }),
    page('/leads/import/{id}', {
      title: 'Import leads',
      guard: 'user',
      load: () => import('./web/imports/import-page.tsx'),
    }),
    page('/opportunities/import', {
      title: 'Import opportunities',
      guard: 'user',
      load: () => import('./web/imports/imports-page.tsx'),
    }),
    page('/opportunities/import/{id}', {
      title: 'Import opportunities',
      guard: 'user',
      load: () => import('./web/imports/import-page.tsx'),
    }),
    page('/contacts/{id}', { title: 'Contacts', guard: 'user', load: () => import('./web/contacts/contact-page.tsx') }),
    page('/analytics', { title: 'Analytics', guard: 'user', load: () => import('./web/reports/reports-page.tsx') }),
    page('/business-license-management', {
      title: 'Business licenses',
      guard: 'user',
      load: () => import('./web/licenses/license-list-page.tsx'),
    }),
    page('/business-license-management/{id}', {
      title: 'Business licenses',
      guard: 'user',
      load: () => import('./web/licenses/license-page.tsx'),
    }),
    page('/opportunities', {
      title: 'Opportunities',
      guard: 'user',
      load: () => import('./web/opportunities/opportunity-list-page.tsx'),
    }),
    page('/opportunities/{id}', {
      title: 'Opportunities',
      guard: 'user',
      load: () => import('./web/opportunities/record/opportunity-page.tsx'),
    }),
    page('/activities', {
      title: 'Activities',
      guard: 'user',
      load: () => import('./web/activities/activity-list-page.tsx'),
    }),
    page('/activities/my-day', {
      title: 'My day',
      guard: 'user',
      load: () => import('./web/activities/my-day-page.tsx'),
    }),
    page('/activities/{id}', {
      title: 'Activities',
      guard: 'user',
      load: () => import('./web/activities/activity-page.tsx'),
    }),
    page('/record-fields', {
      title: 'Custom fields',
      guard: 'user',
      load: () => import('../../records/web/custom-field-settings/fields-page.tsx'),
    }),
    page('/leads', { title: 'Leads', guard: 'user', load: () => import('./web/leads/lead-list-page.tsx') }),
    page('/leads/settings', {
      title: 'Lead rules and forms',
      guard: 'admin',
      load: () => import('./web/leads/settings/settings-page.tsx'),
    }),
    page('/leads/{id}', { title: 'Leads', guard: 'user', load: () => import('./web/leads/lead-page.tsx') }),
    page('/meeting-invitation', {
      title: 'Invitation',
      guard: 'public',
      load: () => import('./web/activities/invitation-page.tsx'),
    }),
    page('/duplicates', {
      title: 'Duplicates',
      guard: 'user',
      load: () => import('./web/duplicates/duplicates-page.tsx'),
    }),
    page('/companies', {
      title: 'Companies',
      guard: 'user',
      load: () => import('./web/companies/company-list-page.tsx'),
    }),
    page('/companies/import', {
      title: 'Import companies',
      guard: 'user',
      load: () => import('./web/imports/imports-page.tsx'),
    }),
    page('/companies/import/{id}', {
      title: 'Import companies',
      guard: 'user',
      load: () => import('./web/imports/import-page.tsx'),
    }),
    page('/companies/{id}', {
      title: 'Companies',
      guard: 'user',
      load: () => import('./web/companies/company-page.tsx'),
    }),
  ],
  slots: [
    fill(LEAD_CHECK, () => import('./web/leads/lead-check.tsx')),
    fill(FIRST_IMPORT, () => import('./web/imports/upload-card.tsx')),
  ],
  palette: () => import('./web/palette.ts'),
  offlineReads: [
    '/api/activities',
    '/api/business-licenses',
    '/api/channel-costs',
    '/api/close-reasons',
    '/api/companies',
    '/api/contacts',
    '/api/custom-fields',
    '/api/dashboard',
    '/api/duplicates',
    '/api/exchange-rates',
    '/api/favorites',
    '/api/imports',
    '/api/leads',
    '/api/opportunities',
    '/api/pipelines',
    '/api/recent-activities',
    '/api/reports',
    '/api/sales-goals',
    '/api/saved-reports',
    '/api/views',
    '/api/watch-settings',
  ],
});
