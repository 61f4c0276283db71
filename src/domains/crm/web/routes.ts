import { page } from '../../../web/router/page.ts';
import { registerAction, registerSearchProvider } from '../../../web/shell/commands.ts';

registerSearchProvider({
  id: 'favourites',
  page: '/dashboard',
  label: 'Favourites',
  first: true,
  search: async (query, signal) => (await import('./palette/favorites.ts')).searchFavourites(query, signal),
});
registerSearchProvider({
  id: 'contacts',
  page: '/contacts',
  label: 'Contacts',
  search: async (query, signal) => (await import('./palette/records.ts')).searchContacts(query, signal),
});
registerSearchProvider({
  id: 'companies',
  page: '/companies',
  label: 'Companies',
  search: async (query, signal) => (await import('./palette/records.ts')).searchCompanies(query, signal),
});

registerSearchProvider({
  id: 'opportunities',
  page: '/opportunities',
  label: 'Opportunities',
  search: async (query, signal) => (await import('./palette/opportunities.ts')).searchOpportunities(query, signal),
});
registerSearchProvider({
  id: 'activities',
  page: '/activities',
  label: 'Activities',
  search: async (query, signal) => (await import('./palette/records.ts')).searchActivities(query, signal),
});
registerSearchProvider({
  id: 'licenses',
  page: '/business-license-management',
  label: 'Business licences',
  search: async (query, signal) => (await import('./palette/licenses.ts')).searchLicenses(query, signal),
});
registerSearchProvider({
  id: 'leads',
  page: '/leads',
  label: 'Leads',
  search: async (query, signal) => (await import('./palette/records.ts')).searchLeads(query, signal),
});

registerSearchProvider({
  id: 'said',
  page: '/dashboard',
  label: 'Notes and comments',
  search: async (query, signal) => (await import('./palette/notes-comments.ts')).searchSaid(query, signal),
});

registerAction({
  id: 'contacts.import',
  page: '/contacts',
  label: 'Import contacts from a file',
  keywords: ['csv', 'upload'],
  run: ({ go }) => go('/contacts/import'),
});

registerAction({
  id: 'companies.import',
  label: 'Import companies from a file',
  keywords: ['csv', 'upload'],
  run: ({ go }) => go('/companies/import'),
});
registerAction({
  id: 'leads.import',
  label: 'Import leads from a file',
  keywords: ['csv', 'upload'],
  run: ({ go }) => go('/leads/import'),
});
registerAction({
  id: 'opportunities.import',
  label: 'Import opportunities from a file',
  keywords: ['csv', 'upload', 'deals'],
  run: ({ go }) => go('/opportunities/import'),
});

registerAction({
  id: 'activities.my-day',
  page: '/activities',
  label: 'Add to my day',
  keywords: ['task', 'call', 'meeting', 'remind', 'quick add'],
  run: ({ go }) => go('/activities/my-day'),
});

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
    title: 'Business licences',
    guard: 'user',
    keywords: ['licence', 'permit', 'brand', 'renewal'],
    load: () => import('./licenses/license-list-page.tsx'),
  }),
  page('/business-license-management/{id}', {
    title: 'Business licences',
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
