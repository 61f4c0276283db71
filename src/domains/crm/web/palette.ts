/** What the CRM adds to the command palette; loaded with it. */
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
  label: 'Business licenses',
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

for (const [id, page, label, keywords] of [
  ['contact', '/contacts', 'New contact', ['add person', 'create']],
  ['company', '/companies', 'New company', ['add account', 'create']],
  ['lead', '/leads', 'New lead', ['add inquiry', 'create']],
  ['opportunity', '/opportunities', 'New opportunity', ['add deal', 'create']],
  ['activity', '/activities', 'New activity', ['add task', 'call', 'meeting', 'create']],
] as const)
  registerAction({ id: `${id}.new`, page, label, keywords, creates: true, run: ({ go }) => go(`${page}#new`) });
